import { Button, Group, Stack, Textarea } from "@mantine/core";
import { commentLength } from "@shop/shared/shop";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";

type AnswerFormProps = {
  about: string;
  /** The answer that is there; null without one. */
  answer: string | null;
  /** Who gets and sees it. */
  description: string;
  rows: number;
  saveLabel: string;
  save: { isPending: boolean; run: (text: string) => Promise<unknown> };
  remove: { isPending: boolean; run: () => Promise<unknown> };
  onClose: () => void;
};

/** The shop's answer to what a customer wrote. */
export function AnswerForm({ about, answer, description, rows, saveLabel, save, remove, onClose }: AnswerFormProps) {
  const oneAtATime = useOneAtATime();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [text, setText] = useState(answer ?? "");
  const [isMissing, setMissing] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(text.trim() === "");
    if (text.trim() === "") field.current?.focus();
    else oneAtATime(() => save.run(text));
  }
  return (
    <form noValidate aria-label={`Answer ${about}`} onSubmit={submit}>
      <Stack gap="sm" maw="40rem">
        <Textarea
          ref={field}
          label="Answer of the shop"
          description={description}
          rows={rows}
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
            {save.isPending ? "Saving…" : saveLabel}
          </Button>
          {answer !== null && (
            <Button
              variant="default"
              aria-disabled={remove.isPending || undefined}
              onClick={() => oneAtATime(remove.run)}
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
