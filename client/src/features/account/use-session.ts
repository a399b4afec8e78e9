import type { SignedIn } from "@shop/shared/account";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { trpc } from "../../lib/trpc.ts";
import { forgetSignedIn, keepSignedIn, useSignedIn } from "./session-store.ts";

/** A session that was asked for once is known until it is changed or refused. */
const forThisVisit = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } as const;

/** What is known of the visitor's session. */
export type SessionState =
  | { kind: "anonymous" }
  | { kind: "unknown"; error: unknown; retry: () => void }
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
    if (kept === null || confirmed === undefined) return;
    if (JSON.stringify(kept) !== JSON.stringify(confirmed)) keepSignedIn(confirmed);
  }, [kept, confirmed]);
  if (kept === null) return { kind: "anonymous" };
  if (confirmed === undefined) return { kind: "unknown", error: profile.error, retry: () => void profile.refetch() };
  return { kind: "signed-in", user: confirmed };
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
    queryClient.clear();
  }, [queryClient]);
}
