import { useSyncExternalStore } from "react";

const wide = globalThis.matchMedia?.("(min-width: 62em)");

function subscribe(onChange: () => void): () => void {
  wide.addEventListener("change", onChange);
  return () => wide.removeEventListener("change", onChange);
}

/** Whether there is room for two columns; for what stands in another order then, not only in another place. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wide?.matches ?? false,
    () => false,
  );
}
