import { Button, Text } from "@mantine/core";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { Dialog, DialogButtons } from "./dialog.tsx";

type Question = {
  /** The question as the specification words it. */
  question: string;
  /** The name of the record in question. */
  about?: string;
  consequence?: string;
  /** The label of the button that goes ahead: a verb. */
  yes: string;
  no?: string;
  isDanger?: boolean;
};

type ConfirmDialogProps = Question & { onAnswer: (isYes: boolean) => void };

/** Asks before an action that cannot be undone. The harmless answer has the focus, and Escape gives it. */
export function ConfirmDialog({
  question,
  about,
  consequence,
  yes,
  no = "Cancel",
  isDanger = false,
  onAnswer,
}: ConfirmDialogProps) {
  return (
    <Dialog title={question} onClose={() => onAnswer(false)}>
      {about !== undefined && <Text fw={600}>{about}</Text>}
      {consequence !== undefined && <Text c="dimmed">{consequence}</Text>}
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={() => onAnswer(false)}>
          {no}
        </Button>
        <Button color={isDanger ? "#c2293d" : "accent"} onClick={() => onAnswer(true)}>
          {yes}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** `ask` opens the dialog and resolves with the answer; the screen renders `dialog`. */
export function useConfirm(): { ask: (question: Question) => Promise<boolean>; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null);
  const answer = useRef<(isYes: boolean) => void>(undefined);
  const ask = useCallback((asked: Question) => {
    // A second question replaces the first, which counts as declined.
    answer.current?.(false);
    setQuestion(asked);
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const onAnswer = (isYes: boolean) => {
    setQuestion(null);
    answer.current?.(isYes);
    answer.current = undefined;
  };
  return { ask, dialog: question !== null && <ConfirmDialog {...question} onAnswer={onAnswer} /> };
}
