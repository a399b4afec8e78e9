import { keepListedMs, keepMs } from "@shop/shared/shop";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { hasCode, isSessionOver, isWorthRetrying } from "./request-failure.ts";

/**
 * Options of queries that are cached for a few seconds. They stay fresh as long,
 * so that embedded and prefetched answers are not fetched again.
 */
export const cachedBriefly = { gcTime: keepListedMs, staleTime: keepListedMs } as const;

/** Options of what is edited: as short in the cache, and loaded anew by each screen. */
export const cachedForEditing = { gcTime: keepListedMs } as const;

/**
 * The cache of server answers. Unused entries are collected after a minute
 * unless a query sets its own time. Calls `onSessionOver` after each answer that
 * found no session, and `onSecondFactorNeeded` after each that bars an
 * administrator until they set up a second factor.
 */
export function createQueryClient(onSessionOver: () => void, onSecondFactorNeeded?: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSessionOver(error)) onSessionOver();
    else if (hasCode(error, "SECOND_FACTOR_SETUP_REQUIRED")) onSecondFactorNeeded?.();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        gcTime: keepMs,
        retry: (failures, error) => failures < 1 && isWorthRetrying(error),
        retryDelay: 400,
        // A query fails while offline instead of pausing, so that the screen shows the error.
        networkMode: "always",
        // Off by default in this mode. A screen that failed while offline loads when the connection is back.
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
