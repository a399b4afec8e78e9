import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { hasCode, messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { notify } from "../../../ui/notify.ts";

const staleWords = "Somebody else has answered it meanwhile. The list shows their answer now.";

/** What is done after each act about questions: the message, and the lists that have changed. `onDone`: closes its form. */
export function useQuestionCallbacks(onDone?: () => void) {
  const utils = trpc.useUtils();
  return {
    onSuccess: ({ message }: { message: string }) => {
      notify.withdrawErrors();
      notify.success(message);
      onDone?.();
    },
    onError: (error: unknown) =>
      notify.error(hasCode(error, "STALE") ? staleWords : messageOf(error, "Nothing was changed. Please try again.")),
    onSettled: () => Promise.all([utils.admin.questions.invalidate(), utils.question.invalidate()]),
  };
}

/** The acts about a question that need no further input. */
export function useQuestionActs(id: string): { show: () => void; remove: () => void; isBusy: boolean } {
  const callbacks = useQuestionCallbacks();
  const oneAtATime = useOneAtATime();
  const show = trpc.admin.questions.show.useMutation(callbacks);
  const remove = trpc.admin.questions.delete.useMutation(callbacks);
  return {
    show: () => oneAtATime(() => show.mutateAsync({ id })),
    remove: () => oneAtATime(() => remove.mutateAsync({ id })),
    isBusy: show.isPending || remove.isPending,
  };
}
