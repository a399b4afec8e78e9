import { Button, Group, NativeSelect, Stack } from "@mantine/core";
import { type ReviewReason, reviewReasons, reviewReasonWords } from "@shop/shared/review/review-reasons";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";

type HideFormProps = {
  /** What is hidden, such as "review". */
  what: string;
  about: string;
  /** What follows for its author. */
  description: string;
  isPending: boolean;
  onHide: (reason: ReviewReason) => Promise<unknown>;
  onClose: () => void;
};

/** The reason for which something that a customer wrote is hidden. Its author gets it by mail. */
export function HideForm({ what, about, description, isPending, onHide, onClose }: HideFormProps) {
  const oneAtATime = useOneAtATime();
  const field = useRef<HTMLSelectElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [reason, setReason] = useState<ReviewReason>();
  const [isMissing, setMissing] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(reason === undefined);
    if (reason === undefined) field.current?.focus();
    else oneAtATime(() => onHide(reason));
  }
  return (
    <form noValidate aria-label={`Hide ${about}`} onSubmit={submit}>
      <Stack gap="sm" maw="28rem">
        <NativeSelect
          ref={field}
          label="Why is it hidden?"
          description={description}
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
          <Button type="submit" color="#c2293d" aria-disabled={isPending || undefined}>
            {isPending ? "Hiding…" : `Hide ${what}`}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
