import "@mantine/core/styles/Input.layer.css";
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";
import classes from "./code-field.module.css";

type CodeFieldProps = {
  /** What unfolds the field. */
  summary: string;
  label: string;
  action: string;
  isSending?: boolean;
  /** Takes what was entered; gives what is wrong with it. */
  onEnter: (entered: string) => string | undefined | Promise<string | undefined>;
};

/** A folded field for the code of a discount or of a gift card. A code that is refused stays in it. */
export function CodeField({ summary, label, action, isSending = false, onEnter }: CodeFieldProps) {
  const field = useId();
  const [entered, setEntered] = useState("");
  const [fault, setFault] = useState<string>();
  const [isOpen, setOpen] = useState(false);

  async function enter(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    const wrong = await onEnter(entered);
    setFault(wrong);
    if (wrong === undefined) setEntered("");
    else document.getElementById(field)?.focus();
  }

  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>{summary}</summary>
      <form className={classes.form} onSubmit={(event) => void enter(event)} noValidate>
        <TextInput
          id={field}
          label={label}
          value={entered}
          error={fault}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          className={classes.field ?? ""}
          onChange={({ currentTarget }) => {
            setEntered(currentTarget.value);
            setFault(undefined);
          }}
        />
        <Button type="submit" variant="default" aria-disabled={isSending || undefined}>
          {isSending ? "Checking…" : action}
        </Button>
      </form>
    </details>
  );
}
