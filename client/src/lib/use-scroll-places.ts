import { useEffect, useLayoutEffect, useRef } from "react";
import { type Location, useLocation } from "react-router-dom";

const storageKey = "scroll-places";

/** Scroll positions by history entry. */
const places = new Map<string, number>();

/** Reads what an earlier page of this tab has stored. */
function readPlaces(): void {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}");
    for (const [key, top] of Object.entries(Object(stored))) if (typeof top === "number") places.set(key, top);
  } catch {
    // Without storage a reload begins at the top.
  }
}

function storePlaces(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(places)));
  } catch {
    // Storage may be full or denied.
  }
}

/** Key of a stored scroll position. The initial location always has the key "default", so its URL is used instead. */
function keyOf({ key, pathname, search }: Location): string {
  return key === "default" ? pathname + search : key;
}

/** Stores where the page is scrolled to, before another location is shown. */
export function rememberPlace(location: Location): void {
  places.set(keyOf(location), window.scrollY);
}

/**
 * Scrolls to the top, or to the `#` of the address, after a navigation, and back to where the page was on Back, Forward
 * and reload. `isReset` is `false` for navigations that leave the position alone.
 */
export function useScrollPlaces(isReset: boolean): void {
  const location = useLocation();
  const shown = useRef<Location>(undefined);

  useLayoutEffect(() => {
    if (shown.current === location) return;
    if (shown.current === undefined) readPlaces();
    shown.current = location;
    const place = places.get(keyOf(location));
    if (place !== undefined) return window.scrollTo(0, place);
    if (location.hash !== "" && scrollToId(location.hash.slice(1))) return;
    if (isReset) window.scrollTo(0, 0);
  }, [location, isReset]);

  useEffect(() => {
    const leave = () => {
      if (shown.current !== undefined) rememberPlace(shown.current);
      storePlaces();
      // The browser restores the position of a reloaded page earlier than its scripts can.
      history.scrollRestoration = "auto";
    };
    history.scrollRestoration = "manual";
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      history.scrollRestoration = "auto";
    };
  }, []);
}

function scrollToId(id: string): boolean {
  try {
    const target = document.getElementById(decodeURIComponent(id));
    target?.scrollIntoView();
    return target !== null;
  } catch {
    // It is no encoded id.
    return false;
  }
}
