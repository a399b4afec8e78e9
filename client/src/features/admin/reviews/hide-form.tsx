import { Button, Group, NativeSelect, Stack } from "@mantine/core";
import { type ReviewReason, reviewReasons, reviewReasonWords } from "@shop/shared/review/review-reasons";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useReviewCallbacks } from "./use-review-acts.ts";

/** The reason for which a review is hidden. Its author gets it by mail. */
export function HideForm({ id, about, onClose }: { id: string; about: string; onClose: () => void }) {
  const callbacks = useReviewCallbacks();
  const oneAtATime = useOneAtATime();
  const field = useRef<HTMLSelectElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [reason, setReason] = useState<ReviewReason>();
  const [isMissing, setMissing] = useState(false);
  const hide = trpc.admin.reviews.hide.useMutation({
    ...callbacks,
    onSuccess: (answer) => {
      callbacks.onSuccess(answer);
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
          description="The author gets the reason by mail. How many stars it gives is no reason."
          required
          value={reason ?? ""}
          error={isMissing ? "Please choose a reason" : undefined}
          onChange={({ currentTarget }) => {
            setReason(reviewReasons.find((each) => each === currentTarget.value));
            setMissing(false);
          }}
          data={[
            { value: "", label: "Select…" },
            ...reviewReasons.map((each) => ({ value: each, label: reviewReasonWords[each] })),
          ]}
        />
        <Group gap="sm">
          <Button type="submit" color="#c2293d" aria-disabled={hide.isPending || undefined}>
            {hide.isPending ? "Hiding…" : "Hide review"}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
