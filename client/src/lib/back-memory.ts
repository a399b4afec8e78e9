import type { Query, QueryClient } from "@tanstack/react-query";

/** How many answers are remembered: some screens' worth. */
const most = 30;

const memories = new Set<() => void>();

/**
 * Lets Back and Forward show the catalog as it was left, however long ago.
 * Answers that the cache has dropped return to it, as old as they are, so that
 * they show at once and are asked for anew. Ends with the returned function.
 */
export function rememberForBack(queryClient: QueryClient): () => void {
  const cache = queryClient.getQueryCache();
  const dropped = new Map<string, Query>();
  const forget = cache.subscribe(({ type, query }) => {
    if (type === "added") dropped.delete(query.queryHash);
    if (type !== "removed" || query.state.data === undefined || !isOfCatalog(query)) return;
    dropped.set(query.queryHash, query);
    for (const hash of [...dropped.keys()].slice(0, -most)) dropped.delete(hash);
  });
  const bringBack = () => {
    for (const { queryKey, state } of [...dropped.values()]) {
      queryClient.setQueryData(queryKey, state.data, { updatedAt: state.dataUpdatedAt });
    }
  };
  memories.add(bringBack);
  return () => {
    forget();
    memories.delete(bringBack);
  };
}

/** To be called on each way back or forward, before the screen is drawn that it leads to. */
export function bringAllBack(): void {
  for (const bringBack of memories) bringBack();
}

/** What everybody sees; answers about a person must be gone when they leave. */
function isOfCatalog({ queryKey: [path] }: Query): boolean {
  return Array.isArray(path) && path[0] === "catalog";
}
