import { createContext, use, useSyncExternalStore } from "react";
import { type Location, useLocation } from "react-router-dom";

/** Holds a navigation to a path within the shop by returning `true`; `proceed` then continues it. */
export type Guard = (pathname: string, proceed: () => void) => boolean;

/** What screens may know of the router beside the location. */
export type Navigation = {
  /** Whether a screen is loading that was navigated to. */
  isPending: boolean;
  /** Sets the guard of all navigations within the shop; returns its removal. */
  guard: (guard: Guard) => () => void;
  /** Resolves when the navigation that was started last is on the screen. */
  whenShown: () => Promise<void>;
  /** The location that was navigated to last, which may not be on the screen yet; `undefined` without the app's router. */
  latest: () => Location | undefined;
  /** Calls back after each change of the latest location; returns its end. */
  subscribe: (onChange: () => void) => () => void;
};

/** Provided by the app's router. The server's pages never navigate. */
export const NavigationContext = createContext<Navigation>({
  isPending: false,
  guard: () => () => undefined,
  whenShown: () => Promise.resolve(),
  latest: () => undefined,
  subscribe: () => () => undefined,
});

export function useNavigation(): Navigation {
  return use(NavigationContext);
}

/**
 * The location of this screen that was navigated to last. It is ahead of `useLocation` while React renders a change in a
 * transition, so that controls answer at once and the next change adds to the last one. `path` is where a list begins
 * that has its page number in the path.
 */
export function useLatestLocation(path?: string): Location {
  const shown = useLocation();
  const { latest, subscribe } = useNavigation();
  const location = useSyncExternalStore(subscribe, latest, () => shown) ?? shown;
  const isOfScreen = path === undefined ? location.pathname === shown.pathname : location.pathname.startsWith(path);
  return isOfScreen ? location : shown;
}
