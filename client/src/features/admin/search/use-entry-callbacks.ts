import { trpc } from "../../../lib/trpc.ts";
import { notify } from "../../../ui/notify.ts";

/** The callbacks of a mutation that adds or changes an entry of the search's settings: a message, then a refetch. */
export function useEntryCallbacks(done: string, onDone: () => void) {
  const utils = trpc.useUtils();
  return {
    onSuccess: () => {
      notify.withdrawErrors();
      notify.success(done);
      onDone();
    },
    // After a refusal too: someone else may have changed the entry.
    onSettled: () => Promise.all([utils.admin.search.invalidate(), utils.catalog.invalidate()]),
  };
}
