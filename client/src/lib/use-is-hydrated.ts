import { useDeferredValue, useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** `false` on the server and while its HTML is hydrated, when nothing is known of the user and of the browser. */
export function useIsHydrated(): boolean {
  const isHydrated = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
  // What it changes is rendered in slices: a store's change alone would render everything in one blocking task.
  return useDeferredValue(isHydrated);
}
