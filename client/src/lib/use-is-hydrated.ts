import { useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** `false` on the server and while its HTML is hydrated, when nothing is known of the user and of the browser. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
