import { Button, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog, DialogButtons } from "../../ui/dialog.tsx";
import { useShop } from "../../ui/shop-identity.ts";
import classes from "./codes-dialog.module.css";

type CodesDialogProps = { codes: string[]; onClose: () => void };

/** Shows recovery codes, once. */
export function CodesDialog({ codes, onClose }: CodesDialogProps) {
  const { name } = useShop();
  const text = `${codes.join("\n")}\n`;
  return (
    <Dialog title="Your recovery codes" onClose={onClose}>
      <Text>
        If you lose your device, each of these signs you in once, after your password. They are not shown again: keep
        them where you keep your papers, or in a password manager.
      </Text>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.ways}>
        <CopyButton value={text} name="codes" />
        <Download text={`Recovery codes of ${name}\n\n${text}`} />
      </div>
      <DialogButtons>
        <Button data-autofocus onClick={onClose}>
          I have kept them
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function Download({ text }: { text: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return (
    <a className={classes.download} href={address} download="recovery-codes.txt">
      Download
    </a>
  );
}
