import { ConfirmDialog } from "../../ui/confirm.tsx";

type RemovePasskeyDialogProps = { name: string; onAnswer: (isYes: boolean) => void };

/** Asks before a passkey is removed. */
export function RemovePasskeyDialog({ name, onAnswer }: RemovePasskeyDialogProps) {
  return (
    <ConfirmDialog
      question="Remove this passkey?"
      about={name}
      consequence="It no longer signs you in. Your device may still offer it until you delete it there."
      yes="Remove"
      isDanger
      onAnswer={onAnswer}
    />
  );
}
