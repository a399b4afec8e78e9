import { Button } from "@mantine/core";
import { type ReactNode, useCallback, useRef, useState } from "react";
import classes from "./confirm.module.css";
import { Dialog } from "./dialog.tsx";

type Question = {
  /** The question as the specification words it. */
  question: string;
  /** The name of what it is about. */
  about?: string;
  /** What follows from it, where that is not plain. */
  consequence?: string;
  /** The answer that goes ahead, as a verb. */
  yes: string;
  /** The answer that leaves all as it is. */
  no?: string;
  isDanger?: boolean;
};

type ConfirmDialogProps = Question & { onAnswer: (isYes: boolean) => void };

/** Asks before something is done that people may regret. The harmless answer has the focus, and Escape gives it. */
export function ConfirmDialog({
  question,
  about,
  consequence,
  yes,
  no = "Cancel",
  isDanger,
  onAnswer,
}: ConfirmDialogProps) {
  return (
    <Dialog title={question} onClose={() => onAnswer(false)}>
      {about !== undefined && <p className={classes.about}>{about}</p>}
      {consequence !== undefined && <p className={classes.consequence}>{consequence}</p>}
      <div className={classes.answers}>
        <Button variant="default" data-first-focus onClick={() => onAnswer(false)}>
          {no}
        </Button>
        <Button className={isDanger ? (classes.danger ?? "") : ""} onClick={() => onAnswer(true)}>
          {yes}
        </Button>
      </div>
    </Dialog>
  );
}

/**
 * For screens that ask: `ask` opens the dialog and resolves with the answer,
 * `dialog` is to be rendered somewhere in the screen.
 */
export function useConfirm(): { ask: (question: Question) => Promise<boolean>; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null);
  const answer = useRef<(isYes: boolean) => void>(undefined);
  const ask = useCallback((asked: Question) => {
    // A second question takes the place of the first, which then counts as declined.
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
