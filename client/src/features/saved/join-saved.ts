import type { trpc } from "../../lib/trpc.ts";
import { browserSaved } from "./saved-store.ts";

/** Whether a request is under way, so that two components send what the browser has saved once. */
let isJoining = false;

/** Moves what this browser has saved to the account that is signed in. */
export function joinSaved(utils: ReturnType<typeof trpc.useUtils>): void {
  const productIds = [...browserSaved.read()];
  if (isJoining || productIds.length === 0) return;
  isJoining = true;
  void utils.client.saved.join
    .mutate({ productIds })
    .then(async (saved) => {
      // An answer under way may have been read before the join, and would replace it.
      await utils.saved.list.cancel();
      utils.saved.list.setData(undefined, saved);
      browserSaved.removeAll(productIds);
    })
    // It stays in the browser, and is tried again with the next page that shows what is saved.
    .catch((error: unknown) => console.error("Saved items were not joined", error))
    .finally(() => {
      isJoining = false;
    });
}
