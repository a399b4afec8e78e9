import { trpc } from "../../../lib/trpc.ts";
import { AnswerForm } from "../parts/answer-form.tsx";
import { useReviewCallbacks } from "./use-review-acts.ts";

type AnswerReviewFormProps = { id: string; answer: string | null; about: string; onClose: () => void };

/** The shop's answer to a review, which everybody sees below it. */
export function AnswerReviewForm({ id, answer, about, onClose }: AnswerReviewFormProps) {
  const callbacks = useReviewCallbacks(onClose);
  const save = trpc.admin.reviews.answer.useMutation(callbacks);
  const remove = trpc.admin.reviews.removeAnswer.useMutation(callbacks);
  return (
    <AnswerForm
      about={about}
      answer={answer}
      description="Everybody sees it below the review."
      rows={3}
      saveLabel="Save answer"
      save={{ isPending: save.isPending, run: (text) => save.mutateAsync({ id, text }) }}
      remove={{ isPending: remove.isPending, run: () => remove.mutateAsync({ id }) }}
      onClose={onClose}
    />
  );
}
