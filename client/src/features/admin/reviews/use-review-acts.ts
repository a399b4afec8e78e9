import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { notify } from "../../../ui/notify.ts";

/** What is done after each act about reviews: the message, and the lists that have changed. `onDone`: closes its form. */
export function useReviewCallbacks(onDone?: () => void) {
  const utils = trpc.useUtils();
  return {
    onSuccess: ({ message }: { message: string }) => {
      notify.withdrawErrors();
      notify.success(message);
      onDone?.();
    },
    onError: (error: unknown) => notify.error(messageOf(error, "Nothing was changed. Please try again.")),
    onSettled: () =>
      Promise.all([utils.admin.reviews.invalidate(), utils.review.invalidate(), utils.catalog.invalidate()]),
  };
}

/** The acts about a review that need no further input. */
export function useReviewActs(id: string): { show: () => void; dismiss: () => void; isBusy: boolean } {
  const callbacks = useReviewCallbacks();
  const oneAtATime = useOneAtATime();
  const show = trpc.admin.reviews.show.useMutation(callbacks);
  const dismiss = trpc.admin.reviews.dismiss.useMutation(callbacks);
  return {
    show: () => oneAtATime(() => show.mutateAsync({ id })),
    dismiss: () => oneAtATime(() => dismiss.mutateAsync({ id })),
    isBusy: show.isPending || dismiss.isPending,
  };
}
