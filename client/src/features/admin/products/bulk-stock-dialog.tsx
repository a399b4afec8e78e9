import "@mantine/core/styles/NumberInput.layer.css";
import { Button, NativeSelect, NumberInput, Stack, Text } from "@mantine/core";
import { type BulkAct, bulkActSchema } from "@shop/shared/catalog/product-editing";
import { stockMax } from "@shop/shared/shop";
import { useState } from "react";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import type { BulkTarget } from "./use-batches.ts";
import { countOf } from "./use-bulk-acts.ts";

type BulkStockDialogProps = { target: BulkTarget; onClose: () => void; onAct: (act: BulkAct) => void };

const modes = [
  { value: "addStock", label: "Add" },
  { value: "setStock", label: "Set to" },
];

/** Asks for the units that the stock of the selected products is set to or changed by. */
export function BulkStockDialog({ target, onClose, onAct }: BulkStockDialogProps) {
  const [kind, setKind] = useState("addStock");
  const [units, setUnits] = useState<number | string>("");
  const [error, setError] = useState<string>();
  const isAdding = kind === "addStock";
  return (
    <Dialog title={`Change the stock of ${countOf(target.count)}`} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const act = bulkActSchema.safeParse({ kind, units });
          if (act.success) onAct(act.data);
          else setError(act.error.issues[0]?.message);
        }}
      >
        <Stack gap="md">
          <NativeSelect
            label="Stock"
            data={modes}
            value={kind}
            onChange={(event) => {
              setKind(event.currentTarget.value);
              setError(undefined);
            }}
          />
          <NumberInput
            data-autofocus
            label="Units"
            description={isAdding ? "A number below 0 takes units away." : undefined}
            step={1}
            max={stockMax}
            clampBehavior="none"
            hideControls
            inputMode={isAdding ? "text" : "numeric"}
            value={units}
            onChange={(value) => {
              setUnits(value);
              setError(undefined);
            }}
            error={error}
            required
          />
          <Text fz="xs" c="dimmed">
            Units that sell meanwhile stay sold.
          </Text>
        </Stack>
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Change</Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
