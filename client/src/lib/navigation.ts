import { createContext, use } from "react";

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
};

/** Provided by the app's router. The server's pages never navigate. */
export const NavigationContext = createContext<Navigation>({
  isPending: false,
  guard: () => () => undefined,
  whenShown: () => Promise.resolve(),
});

export function useNavigation(): Navigation {
  return use(NavigationContext);
}
