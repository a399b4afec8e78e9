import { Button, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { Dialog, DialogButtons } from "../../ui/dialog.tsx";
import classes from "./form-panel.module.css";
import { PasswordField } from "./password-field.tsx";

type PasswordDialogProps = {
  /** What the password is for: "to delete your account". */
  purpose: string;
  onConfirmed: () => void;
  onClose: () => void;
};

/** Asks for the current password before a change that needs it. */
export function PasswordDialog({ purpose, onConfirmed, onClose }: PasswordDialogProps) {
  const [password, setPassword] = useState("");
  const oneAtATime = useOneAtATime();
  const confirm = trpc.account.reauthenticate.useMutation({ onSuccess: onConfirmed });
  const error = confirm.isError ? messageOf(confirm.error, "That did not work. Please try again.") : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (password !== "") oneAtATime(() => confirm.mutateAsync({ password }));
  }

  return (
    <Dialog title="Is it you?" onClose={onClose}>
      <form noValidate className={classes.fields} onSubmit={submit}>
        <Text>You signed in a while ago. Please enter your current password {purpose}.</Text>
        <PasswordField
          data-autofocus
          label="Current Password"
          autoComplete="current-password"
          required
          value={password}
          error={error}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={password === ""} aria-disabled={confirm.isPending || undefined}>
            {confirm.isPending ? "Checking…" : "Continue"}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
