import { useSyncExternalStore } from "react";

let isNeeded = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server has refused an administrator until they set a second factor up. */
export function useNeedsSecondFactor(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isNeeded,
    () => false,
  );
}

/** Notes that a second factor is needed, or no longer. */
export function noteSecondFactorNeed(isNeededNow: boolean): void {
  isNeeded = isNeededNow;
  for (const listener of listeners) listener();
}
