import type { SignedIn } from "@shop/shared/account/account";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { trpc } from "../../lib/trpc.ts";
import { noteSecondFactorNeed } from "./second-factor-need.ts";
import {
  clearSignedIn,
  onSessionChangedInOtherTab,
  replaceStoredSignedIn,
  storeSignedIn,
  useSignedIn,
} from "./session-store.ts";

/** The session is fetched once per page load. Afterwards it only changes by sign-in, update or an expired session. */
const untilReload = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } as const;

export type SessionState =
  | { kind: "anonymous" }
  | { kind: "unknown"; error: unknown; retry: () => void; isRetrying: boolean }
  | { kind: "signed-in"; user: SignedIn };

/** The session as confirmed by the server. The stored user alone counts as `unknown`. */
export function useSession(): SessionState {
  const stored = useSignedIn();
  const profile = trpc.account.profile.useQuery(undefined, { ...untilReload, enabled: stored !== null });
  const confirmed = profile.data;
  useEffect(() => {
    // Depends on the response alone: a change stored by another tab is newer than a cached response.
    if (confirmed !== undefined) replaceStoredSignedIn(confirmed);
  }, [confirmed]);
  if (stored === null) return { kind: "anonymous" };
  if (confirmed !== undefined) return { kind: "signed-in", user: confirmed };
  return {
    kind: "unknown",
    error: profile.error,
    retry: () => void profile.refetch(),
    isRetrying: profile.isFetching,
  };
}

/** Returns a function that caches and stores a new or changed session. */
export function useStartSession(): (signedIn: SignedIn) => void {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  return useCallback(
    (signedIn) => {
      noteSecondFactorNeed(false);
      const before = utils.account.profile.getData();
      // A guest customer who signs in to an account.
      if (before !== undefined && before._id !== signedIn._id) removePrivateQueries(queryClient);
      utils.account.profile.setData(undefined, signedIn);
      storeSignedIn(signedIn);
    },
    [utils, queryClient],
  );
}

/** Returns a function that clears the stored session and the private queries. */
export function useClearSession(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => {
    noteSecondFactorNeed(false);
    clearSignedIn();
    removePrivateQueries(queryClient);
  }, [queryClient]);
}

/** Applies session changes of other tabs: the same user is fetched again, another user's queries are removed. */
export function useSessionSync(): void {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  useEffect(
    () =>
      onSessionChangedInOtherTab((isSameUser) => {
        if (isSameUser) void utils.account.profile.invalidate();
        else removePrivateQueries(queryClient);
      }),
    [queryClient, utils],
  );
}

/** Routers whose responses do not depend on the session, but for a customer's own review. */
const publicRouters: readonly unknown[] = ["catalog", "review", "info", "journal", "cartPricing"];

function isPublic(path: unknown): boolean {
  if (!Array.isArray(path)) return false;
  const [router, procedure] = path;
  return publicRouters.includes(router) && !(router === "review" && procedure === "mine");
}

/** Removes every cached query that depends on the session. */
export function removePrivateQueries(queryClient: QueryClient): void {
  queryClient.removeQueries({
    predicate: ({ queryKey: [path] }) => !isPublic(path),
  });
}
