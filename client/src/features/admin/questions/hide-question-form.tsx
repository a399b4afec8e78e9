import { Button, Group, NativeSelect, Stack } from "@mantine/core";
import {
  type ReviewReason as QuestionReason,
  reviewReasons as questionReasons,
  reviewReasonWords,
} from "@shop/shared/review/review-reasons";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useQuestionCallbacks } from "./use-question-acts.ts";

/** The reason for which a question is hidden. Who asked gets it by mail. */
export function HideQuestionForm({ id, about, onClose }: { id: string; about: string; onClose: () => void }) {
  const callbacks = useQuestionCallbacks();
  const oneAtATime = useOneAtATime();
  const field = useRef<HTMLSelectElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [reason, setReason] = useState<QuestionReason>();
  const [isMissing, setMissing] = useState(false);
  const hide = trpc.admin.questions.hide.useMutation({
    ...callbacks,
    onSuccess: (done) => {
      callbacks.onSuccess(done);
      onClose();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(reason === undefined);
    if (reason === undefined) field.current?.focus();
    else oneAtATime(() => hide.mutateAsync({ id, reason }));
  }
  return (
    <form noValidate aria-label={`Hide ${about}`} onSubmit={submit}>
      <Stack gap="sm" maw="28rem">
        <NativeSelect
          ref={field}
          label="Why is it hidden?"
          description="The customer gets the reason by mail. You can still answer it by mail alone."
          required
          value={reason ?? ""}
          error={isMissing ? "Please choose a reason" : undefined}
          onChange={({ currentTarget }) => {
            setReason(questionReasons.find((each) => each === currentTarget.value));
            setMissing(false);
          }}
          data={[
            { value: "", label: "Select…" },
            ...questionReasons.map((each) => ({ value: each, label: reviewReasonWords[each] })),
          ]}
        />
        <Group gap="sm">
          <Button type="submit" color="#c2293d" aria-disabled={hide.isPending || undefined}>
            {hide.isPending ? "Hiding…" : "Hide question"}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
