import { useCallback } from "react";
import { loadChunk } from "../../lib/load-chunk.ts";
import { trpc } from "../../lib/trpc.ts";

/**
 * Returns a function that moves what this browser has saved to the account that has just signed in. Its code is loaded
 * then, because nobody waits for it; without it, the next page that shows what is saved moves it.
 */
export function useJoinSaved(): () => void {
  const utils = trpc.useUtils();
  return useCallback(() => {
    loadChunk("join-saved", () => import("./join-saved.ts")).then(
      ({ joinSaved }) => joinSaved(utils),
      () => undefined,
    );
  }, [utils]);
}
