import { useSyncExternalStore } from "react";

/** How long the check waits for the server, in milliseconds. */
const timeoutMs = 5_000;
/** Names the entry script of the release that the last automatic reload left. */
const storageKey = "reloadedFrom";

let isOutdated = false;
const listeners = new Set<() => void>();

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** The address of the page's entry script, whose name changes with every release. */
function entryScript(): string | undefined {
  return document.querySelector('script[type="module"][src]')?.getAttribute("src") ?? undefined;
}

/** Finds out whether the server has another release than this page. Call it when a chunk is missing. */
export async function checkRelease(): Promise<void> {
  const entry = entryScript();
  if (isOutdated || entry === undefined) return;
  const signal = AbortSignal.timeout(timeoutMs);
  const page = await fetch("/", { cache: "no-store", signal }).then(
    (response) => response.text(),
    () => "",
  );
  if (!page.includes('<script type="module"') || page.includes(entry)) return;
  isOutdated = true;
  for (const listener of listeners) listener();
}

/** Whether this page is of an earlier release and misses a chunk. Then links load a new page. */
export function useIsOutdated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOutdated,
    () => false,
  );
}

/**
 * Loads the page anew if it is of an earlier release; returns whether it does. At most once for each release, so
 * that a page that misses its chunks in every release does not reload for ever.
 */
export function reloadIfOutdated(): boolean {
  const entry = entryScript();
  if (!isOutdated || entry === undefined || sessionStorage.getItem(storageKey) === entry) return false;
  sessionStorage.setItem(storageKey, entry);
  location.reload();
  return true;
}
