import { trpc } from "../../../lib/trpc.ts";
import { HideForm } from "../parts/hide-form.tsx";
import { useReviewCallbacks } from "./use-review-acts.ts";

/** The reason for which a review is hidden. */
export function HideReviewForm({ id, about, onClose }: { id: string; about: string; onClose: () => void }) {
  const hide = trpc.admin.reviews.hide.useMutation(useReviewCallbacks(onClose));
  return (
    <HideForm
      what="review"
      about={about}
      description="The author gets the reason by mail. How many stars it gives is no reason."
      isPending={hide.isPending}
      onHide={(reason) => hide.mutateAsync({ id, reason })}
      onClose={onClose}
    />
  );
}
