import "@mantine/core/styles/Fieldset.layer.css";
import "@mantine/core/styles/NumberInput.layer.css";
import { Checkbox, Fieldset, NativeSelect, NumberInput, Stack } from "@mantine/core";
import { itemConditions, receiveReturnSchema } from "@shop/shared/order/return";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import type { ReturnDialogProps } from "./decide-return.tsx";

const conditionNames = { "as new": "As new", used: "Used", damaged: "Damaged" };

/** Notes what has arrived, in which condition, and what can be sold again. */
export function ReceiveReturn({ one, onDone, onClose, fallbackFocus }: ReturnDialogProps) {
  const receive = trpc.admin.returns.receive.useMutation({ onSuccess: onDone });
  return (
    <FormDialog
      title="What has arrived"
      size="34rem"
      initialValues={{
        lines: one.lines.map(({ product, qty, receivedQty, condition, isRestocked }) => ({
          product,
          qty: receivedQty ?? qty,
          condition: condition ?? ("as new" as const),
          isRestocked: isRestocked ?? true,
        })),
      }}
      schema={receiveReturnSchema}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
      onSave={({ lines }) => receive.mutateAsync({ id: one._id, lines })}
      saveLabel="Save"
    >
      {(form) =>
        one.lines.map(({ product, name, qty }, place) => (
          <Fieldset key={product} legend={name} bg="none" bd="1px solid var(--shop-panel-edge)" p="md" mx={0}>
            <Stack gap="sm">
              <NumberInput
                label={`Arrived, of ${qty}`}
                min={0}
                max={qty}
                allowDecimal={false}
                inputMode="numeric"
                {...form.getInputProps(`lines.${place}.qty`)}
              />
              <NativeSelect
                label="Condition"
                data={itemConditions.map((value) => ({ value, label: conditionNames[value] }))}
                {...form.getInputProps(`lines.${place}.condition`)}
              />
              <Checkbox
                label="Back into stock"
                description="With the refund."
                {...form.getInputProps(`lines.${place}.isRestocked`, { type: "checkbox" })}
              />
            </Stack>
          </Fieldset>
        ))
      }
    </FormDialog>
  );
}
