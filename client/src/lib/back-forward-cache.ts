import type { Query, QueryClient } from "@tanstack/react-query";

/** Maximum number of removed queries to store. */
const maxQueries = 30;

const restorers = new Set<() => void>();

/**
 * Stores catalog queries that React Query garbage-collects, so that Back and
 * Forward render at once. A restored query keeps its age and is fetched again
 * when stale. Returns the stop function.
 */
export function startBackForwardCache(queryClient: QueryClient): () => void {
  const cache = queryClient.getQueryCache();
  const removed = new Map<string, Query>();
  const unsubscribe = cache.subscribe(({ type, query }) => {
    if (type === "added") removed.delete(query.queryHash);
    if (type !== "removed" || query.state.data === undefined || !isCatalogQuery(query)) return;
    removed.set(query.queryHash, query);
    for (const hash of [...removed.keys()].slice(0, -maxQueries)) removed.delete(hash);
  });
  const restore = () => {
    for (const { queryKey, state } of [...removed.values()]) {
      queryClient.setQueryData(queryKey, state.data, { updatedAt: state.dataUpdatedAt });
    }
  };
  restorers.add(restore);
  return () => {
    unsubscribe();
    restorers.delete(restore);
  };
}

/** Restores the stored queries. Call it on Back and Forward, before the screen renders. */
export function restoreBackForwardCache(): void {
  for (const restore of restorers) restore();
}

/** Only public data is stored: private queries must not outlive the session. */
function isCatalogQuery({ queryKey: [path] }: Query): boolean {
  return Array.isArray(path) && path[0] === "catalog";
}
