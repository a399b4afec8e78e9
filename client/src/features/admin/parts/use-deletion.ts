import type { ReactNode } from "react";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { notify } from "../../../ui/notify.ts";

type Named = { _id: string; name: string };

/** The part of a delete mutation that `useDeletion` uses. */
type Deletion = {
  mutateAsync: (input: { id: string }) => Promise<unknown>;
  isPending: boolean;
  variables: { id: string } | undefined;
};

/** The callbacks of a delete mutation: a message, then a refetch, after a failure as well. */
export function deletionCallbacks(word: string, refresh: () => Promise<unknown>) {
  return {
    onSuccess: async () => {
      notify.withdrawErrors();
      notify.success(`${word} deleted`);
      await refresh();
    },
    onError: async (error: unknown) => {
      notify.error(messageOf(error, "Delete failed"));
      await refresh();
    },
  };
}

/** Deletes a record after a confirmation. The screen renders `dialog`. */
export function useDeletion<Row extends Named>(
  deletion: Deletion,
  question: string,
  consequenceOf: (row: Row) => string | undefined,
): { remove: (row: Row) => void; isDeleting: (row: Row) => boolean; dialog: ReactNode } {
  const { ask, dialog } = useConfirm();
  const oneAtATime = useOneAtATime();
  async function remove(row: Row) {
    const consequence = consequenceOf(row);
    const isSure = await ask({
      question,
      about: row.name,
      ...(consequence !== undefined && { consequence }),
      yes: "Delete",
      isDanger: true,
    });
    if (isSure) oneAtATime(() => deletion.mutateAsync({ id: row._id }));
  }
  return {
    remove: (row) => void remove(row),
    isDeleting: ({ _id }) => deletion.isPending && deletion.variables?.id === _id,
    dialog,
  };
}
