import "@mantine/core/styles/Input.layer.css";
import { Button, Text, TextInput } from "@mantine/core";
import type { AppSetup } from "@shop/shared/account/passkey";
import { type FormEvent, useState } from "react";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog, DialogButtons } from "../../ui/dialog.tsx";
import classes from "./app-dialog.module.css";
import { CodesDialog } from "./codes-dialog.tsx";
import { QrCode } from "./qr-code.tsx";
import { noteSecondFactorNeed } from "./second-factor-need.ts";

type AppDialogProps = {
  setup: AppSetup;
  /** Called once the app is set up and the recovery codes were shown, before `onClose`. */
  onSetUp: () => void;
  onClose: () => void;
};

/** Sets an authenticator app up: it reads the code or the key, and shows a first code. Then come the recovery codes. */
export function AppDialog({ setup, onSetUp, onClose }: AppDialogProps) {
  const [code, setCode] = useState("");
  const oneAtATime = useOneAtATime();
  const utils = trpc.useUtils();
  const confirm = trpc.account.secondFactor.confirmApp.useMutation({
    onSuccess: () => {
      noteSecondFactorNeed(false);
      void utils.account.invalidate();
    },
  });
  if (confirm.data !== undefined) {
    const close = () => {
      onSetUp();
      onClose();
    };
    return <CodesDialog codes={confirm.data.codes} onClose={close} />;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.trim() !== "") oneAtATime(() => confirm.mutateAsync({ code }));
  }

  return (
    <Dialog title="Set up an authenticator app" onClose={onClose}>
      <form noValidate className={classes.form} onSubmit={submit}>
        <Text>Scan this with the app on your phone, or type the key into it.</Text>
        <QrCode text={setup.uri} label="QR code with the key" className={classes.qr} />
        <div className={classes.key}>
          <code>{setup.secret.replace(/.{4}(?=.)/g, "$& ")}</code>
          <CopyButton value={setup.secret} name="key" />
        </div>
        <TextInput
          label="Code"
          description="The six digits that the app shows now."
          inputWrapperOrder={["label", "input", "description", "error"]}
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          value={code}
          error={confirm.isError ? messageOf(confirm.error, "That did not work. Please try again.") : undefined}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={code.trim() === ""} aria-disabled={confirm.isPending || undefined}>
            {confirm.isPending ? "Checking…" : "Continue"}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
