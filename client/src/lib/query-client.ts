import { keepListedMs, keepMs } from "@shop/shared/shop";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isSessionOver, isWorthRetrying } from "./request-failure.ts";

/**
 * Options of the queries that the shop keeps for a few seconds only. Fresh for
 * as long, so that what the page carried or a link prefetched is not asked again.
 */
export const cachedBriefly = { gcTime: keepListedMs, staleTime: keepListedMs } as const;

/**
 * The cache of server answers. Unused ones are kept for a minute unless a query
 * says otherwise. Any answer that the session is over is told to the caller.
 */
export function createQueryClient(onSessionOver: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSessionOver(error)) onSessionOver();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        gcTime: keepMs,
        retry: (failures, error) => failures < 1 && isWorthRetrying(error),
        retryDelay: 400,
        // Without a connection a query fails and says so, instead of waiting in silence.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
