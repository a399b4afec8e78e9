import { trpc } from "../../../lib/trpc.ts";
import { HideForm } from "../parts/hide-form.tsx";
import { useQuestionCallbacks } from "./use-question-acts.ts";

/** The reason for which a question is hidden. */
export function HideQuestionForm({ id, about, onClose }: { id: string; about: string; onClose: () => void }) {
  const hide = trpc.admin.questions.hide.useMutation(useQuestionCallbacks(onClose));
  return (
    <HideForm
      what="question"
      about={about}
      description="The customer gets the reason by mail. You can still answer it by mail alone."
      isPending={hide.isPending}
      onHide={(reason) => hide.mutateAsync({ id, reason })}
      onClose={onClose}
    />
  );
}
