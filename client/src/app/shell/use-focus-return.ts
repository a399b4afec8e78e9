import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** How long a screen may take to bring back the link that was followed. */
const patienceMs = 5_000;

/**
 * Remembers on each page which link was followed, and gives it the focus again
 * when Back or Forward returns to that page; the heading takes it otherwise.
 */
export function useFocusReturn(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const followed = useRef(new Map<string, string>());
  const previousKey = useRef(key);

  useEffect(() => {
    function remember(event: MouseEvent): void {
      const link = event.target instanceof Element ? event.target.closest("#main a[href]") : null;
      const href = link?.getAttribute("href");
      if (href != null) followed.current.set(key, href);
    }
    document.addEventListener("click", remember, { capture: true });
    return () => document.removeEventListener("click", remember, { capture: true });
  }, [key]);

  useEffect(() => {
    const hasMoved = previousKey.current !== key;
    previousKey.current = key;
    if (!hasMoved || type !== "POP") return;
    const href = followed.current.get(key);
    return whenPresent(href === undefined ? "h1" : `#main a[href="${CSS.escape(href)}"]`);
  }, [key, type]);
}

/** Focuses the first match as soon as it is there, unless somebody acts before. */
function whenPresent(selector: string): () => void {
  const observer = new MutationObserver(tryNow);
  const timer = setTimeout(stop, patienceMs);
  const acts = ["keydown", "pointerdown", "wheel"] as const;

  function tryNow(): void {
    const element = document.querySelector<HTMLElement>(selector);
    if (element === null) return;
    element.focus({ preventScroll: true });
    stop();
  }
  function stop(): void {
    observer.disconnect();
    clearTimeout(timer);
    for (const act of acts) window.removeEventListener(act, stop);
  }

  observer.observe(document.body, { childList: true, subtree: true });
  for (const act of acts) window.addEventListener(act, stop, { passive: true });
  tryNow();
  return stop;
}
