import type { SignedIn } from "@shop/shared/account";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { trpc } from "../../lib/trpc.ts";
import { correctSignedIn, forgetSignedIn, keepSignedIn, useSignedIn, watchOtherTabs } from "./session-store.ts";

/** A session that was asked for once is known until it is changed or refused. */
const forThisVisit = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } as const;

/** What is known of the visitor's session. */
export type SessionState =
  | { kind: "anonymous" }
  | { kind: "unknown"; error: unknown; retry: () => void; isRetrying: boolean }
  | { kind: "signed-in"; user: SignedIn };

/**
 * The visitor's session, confirmed by the server: what the browser kept is
 * believed only after the server has said the same.
 */
export function useSession(): SessionState {
  const kept = useSignedIn();
  const profile = trpc.account.profile.useQuery(undefined, { ...forThisVisit, enabled: kept !== null });
  const confirmed = profile.data;
  useEffect(() => {
    // Only news from the server count: what another tab has changed since is newer than an old answer.
    if (confirmed !== undefined) correctSignedIn(confirmed);
  }, [confirmed]);
  if (kept === null) return { kind: "anonymous" };
  if (confirmed !== undefined) return { kind: "signed-in", user: confirmed };
  return {
    kind: "unknown",
    error: profile.error,
    retry: () => void profile.refetch(),
    isRetrying: profile.isFetching,
  };
}

/** Takes note of a session that the server has just given or changed. */
export function useStartSession(): (signedIn: SignedIn) => void {
  const utils = trpc.useUtils();
  return useCallback(
    (signedIn) => {
      utils.account.profile.setData(undefined, signedIn);
      keepSignedIn(signedIn);
    },
    [utils],
  );
}

/** Forgets the session and every answer that belonged to it. */
export function useForgetSession(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => {
    forgetSignedIn();
    forgetPrivateAnswers(queryClient);
  }, [queryClient]);
}

/** Follows what other tabs do to the session: another person's answers are not shown here either. */
export function useOtherTabs(): void {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  useEffect(
    () =>
      watchOtherTabs((isSameUser) => {
        if (isSameUser) void utils.account.profile.invalidate();
        else forgetPrivateAnswers(queryClient);
      }),
    [queryClient, utils],
  );
}

/** What anybody may read; all other answers are somebody's own. */
const publicRouters: readonly unknown[] = ["catalog", "review", "cartPricing"];

/** Drops the answers that were given to one person, and keeps the shop's own. */
export function forgetPrivateAnswers(queryClient: QueryClient): void {
  queryClient.removeQueries({
    predicate: ({ queryKey: [path] }) => !Array.isArray(path) || !publicRouters.includes(path[0]),
  });
}
