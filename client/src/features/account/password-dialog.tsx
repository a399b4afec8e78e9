import { Button, Text } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { Dialog, DialogButtons } from "../../ui/dialog.tsx";
import { notify } from "../../ui/notify.ts";
import classes from "./form-panel.module.css";
import { askForSignature, browserMessageOf, browserSupportsWebAuthn } from "./passkey.ts";
import { PasswordField } from "./password-field.tsx";

type PasswordDialogProps = {
  /** What the password is for: "to delete your account". */
  purpose: string;
  /** Whether a passkey is not enough. */
  isPasswordAsked?: boolean;
  onConfirmed: () => void;
  onClose: () => void;
};

/** Asks for the current password, or a passkey, before a change that needs it. */
export function PasswordDialog({ purpose, isPasswordAsked = false, onConfirmed, onClose }: PasswordDialogProps) {
  const [password, setPassword] = useState("");
  const oneAtATime = useOneAtATime();
  const confirm = trpc.account.reauthenticate.useMutation({ onSuccess: onConfirmed });
  const passkeys = trpc.account.passkeys.list.useQuery(undefined, { enabled: !isPasswordAsked });
  const hasPasskey = passkeys.data?.some(({ isSuspended }) => !isSuspended) === true;
  const begin = trpc.account.beginPasskeyConfirmation.useMutation();
  const finish = trpc.account.confirmWithPasskey.useMutation();
  const error = confirm.isError ? messageOf(confirm.error, "That did not work. Please try again.") : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (password !== "") oneAtATime(() => confirm.mutateAsync({ password }));
  }

  async function confirmWithPasskey(): Promise<void> {
    try {
      await finish.mutateAsync(await askForSignature(await begin.mutateAsync()));
    } catch (error) {
      notify.error(browserMessageOf(error) ?? messageOf(error, "That did not work. Please try again."));
      return;
    }
    onConfirmed();
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
        {!isPasswordAsked && browserSupportsWebAuthn() && hasPasskey && (
          <Button
            variant="default"
            leftSection={<IconFingerprint size={20} aria-hidden="true" />}
            aria-disabled={finish.isPending || undefined}
            onClick={() => oneAtATime(confirmWithPasskey)}
          >
            Use a passkey
          </Button>
        )}
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
