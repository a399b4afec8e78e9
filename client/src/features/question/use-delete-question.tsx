import type { OwnQuestion } from "@shop/shared/question/question";
import type { ReactNode } from "react";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { hasStatus, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { useConfirm } from "../../ui/confirm.tsx";
import { notify } from "../../ui/notify.ts";

/** Deletes a question of the customer after asking; the screen renders `dialog`. */
export function useDeleteQuestion(): {
  remove: (question: OwnQuestion) => Promise<void>;
  isBusy: boolean;
  dialog: ReactNode;
} {
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const { ask, dialog } = useConfirm();
  const deletion = trpc.question.remove.useMutation({
    onSuccess: ({ message }) => {
      notify.withdrawErrors();
      notify.success(message);
    },
    onError: (error) => {
      // It is gone, which is what was wanted.
      if (!hasStatus(error, 404)) notify.error(messageOf(error, "The question was not deleted. Please try again."));
    },
    onSettled: () => utils.question.invalidate(),
  });
  return {
    remove: async ({ _id, text, answer }) => {
      const isYes = await ask({
        question: "Delete this question?",
        about: text,
        consequence: answer === null ? "We will not answer it then." : "Our answer is deleted with it.",
        yes: "Delete",
        isDanger: true,
      });
      if (isYes) oneAtATime(() => deletion.mutateAsync({ questionId: _id }));
    },
    isBusy: deletion.isPending,
    dialog,
  };
}
