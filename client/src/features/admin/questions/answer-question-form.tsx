import { Button, Group, Stack, Textarea } from "@mantine/core";
import type { AdminQuestion } from "@shop/shared/question/question";
import { commentLength } from "@shop/shared/shop";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useQuestionCallbacks } from "./use-question-acts.ts";

type AnswerFormProps = { question: AdminQuestion; about: string; onClose: () => void };

/** The shop's answer to a question. The first one goes to the customer by mail. */
export function AnswerQuestionForm({ question, about, onClose }: AnswerFormProps) {
  const { _id: id, answer, hidden } = question;
  // Of the answer that was there when the form opened: another one that comes meanwhile is not overwritten.
  const [version] = useState(question.version);
  const callbacks = useQuestionCallbacks();
  const oneAtATime = useOneAtATime();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [text, setText] = useState(answer?.text ?? "");
  const [isMissing, setMissing] = useState(false);
  const closing = {
    ...callbacks,
    onSuccess: (done: { message: string }) => {
      callbacks.onSuccess(done);
      onClose();
    },
  };
  const save = trpc.admin.questions.answer.useMutation(closing);
  const remove = trpc.admin.questions.removeAnswer.useMutation(closing);
  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(text.trim() === "");
    if (text.trim() === "") field.current?.focus();
    else oneAtATime(() => save.mutateAsync({ id, text, version }));
  }
  return (
    <form noValidate aria-label={`Answer ${about}`} onSubmit={submit}>
      <Stack gap="sm" maw="40rem">
        <Textarea
          ref={field}
          label="Answer of the shop"
          description={whatHappens(answer !== null, hidden !== null)}
          rows={4}
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
            {save.isPending ? "Saving…" : answer === null ? "Send answer" : "Save answer"}
          </Button>
          {answer !== null && (
            <Button
              variant="default"
              aria-disabled={remove.isPending || undefined}
              onClick={() => oneAtATime(() => remove.mutateAsync({ id, version }))}
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

function whatHappens(isAnswered: boolean, isHidden: boolean): string {
  if (isAnswered) return isHidden ? "The customer has had it by mail." : "Everybody sees it. No further mail is sent.";
  return isHidden
    ? "The customer gets it by mail, and nobody else sees it."
    : "The customer gets it by mail, and everybody sees it on the product’s page.";
}
