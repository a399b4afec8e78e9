import { Button, Group, Stack, Textarea } from "@mantine/core";
import { commentLength } from "@shop/shared/shop";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useReviewCallbacks } from "./use-review-acts.ts";

type AnswerFormProps = { id: string; answer: string | null; about: string; onClose: () => void };

/** The shop's answer to a review, which everybody sees below it. */
export function AnswerForm({ id, answer, about, onClose }: AnswerFormProps) {
  const callbacks = useReviewCallbacks();
  const oneAtATime = useOneAtATime();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [text, setText] = useState(answer ?? "");
  const [isMissing, setMissing] = useState(false);
  const closing = {
    ...callbacks,
    onSuccess: (done: { message: string }) => {
      callbacks.onSuccess(done);
      onClose();
    },
  };
  const save = trpc.admin.reviews.answer.useMutation(closing);
  const remove = trpc.admin.reviews.removeAnswer.useMutation(closing);
  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(text.trim() === "");
    if (text.trim() === "") field.current?.focus();
    else oneAtATime(() => save.mutateAsync({ id, text }));
  }
  return (
    <form noValidate aria-label={`Answer ${about}`} onSubmit={submit}>
      <Stack gap="sm" maw="40rem">
        <Textarea
          ref={field}
          label="Answer of the shop"
          description="Everybody sees it below the review."
          rows={3}
          maxLength={commentLength}
          required
          value={text}
          error={isMissing ? "Answer is required" : undefined}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setMissing(false);
          }}
        />
        <Group gap="sm">
          <Button type="submit" aria-disabled={save.isPending || undefined}>
            {save.isPending ? "Saving…" : "Save answer"}
          </Button>
          {answer !== null && (
            <Button
              variant="default"
              aria-disabled={remove.isPending || undefined}
              onClick={() => oneAtATime(() => remove.mutateAsync({ id }))}
            >
              {remove.isPending ? "Removing…" : "Remove answer"}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
