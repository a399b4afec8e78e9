import { Button, Text } from "@mantine/core";
import type { FieldChange } from "@shop/shared/catalog/product-history";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import { FieldChanges } from "./field-changes.tsx";

type UndoConflictProps = { since: readonly FieldChange[]; onAnswer: (isYes: boolean) => void };

/** Says what was changed since a change that is to be undone, and asks whether to undo it nevertheless. */
export function UndoConflict({ since, onAnswer }: UndoConflictProps) {
  return (
    <Dialog title="Undo it nevertheless?" onClose={() => onAnswer(false)}>
      <Text c="dimmed" mb="md">
        This was changed since. Undo replaces it by the values from before the older change.
      </Text>
      <FieldChanges changes={since} />
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={() => onAnswer(false)}>
          Keep it
        </Button>
        <Button color="#c2293d" onClick={() => onAnswer(true)}>
          Undo
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
