import "@mantine/core/styles/NumberInput.layer.css";
import { NumberInput, Textarea } from "@mantine/core";
import { currencySign, shopMoney } from "@shop/shared/currency";
import { formatMoney } from "@shop/shared/money";
import { refundReasonLength } from "@shop/shared/shop";
import { z } from "zod";
import { useRequestKey } from "../../../lib/request-key.ts";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import type { ReturnDialogProps } from "./decide-return.tsx";

const schema = z.object({
  amount: z.number("Amount is required").positive("Amount must be more than 0"),
  reason: z.string().trim().min(1, "Reason is required"),
});

/** Refunds a return: what is due, or another amount. */
export function RefundReturn({ one, onDone, onClose, fallbackFocus }: ReturnDialogProps) {
  const keys = useRequestKey();
  const refund = trpc.admin.returns.refund.useMutation({
    onSuccess: (after) => {
      keys.forget();
      onDone(after);
    },
  });
  return (
    <FormDialog
      title="Refund this return"
      initialValues={{ amount: one.due, reason: "Your return" }}
      schema={schema}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
      onSave={(values) => {
        const request = { id: one._id, ...values };
        return refund.mutateAsync({ ...request, idempotencyKey: keys.keyFor(request) });
      }}
      saveLabel={({ amount }) => `Refund ${formatMoney(Number(amount))}`}
      savingLabel="Refunding…"
      failed="The refund was not made. Please try again."
    >
      {(form) => (
        <>
          <NumberInput
            label="Amount"
            description={`${formatMoney(one.due)} is due for what has arrived.`}
            decimalScale={shopMoney().decimals}
            fixedDecimalScale
            hideControls
            leftSection={currencySign()}
            inputMode="decimal"
            required
            data-autofocus
            {...form.getInputProps("amount")}
          />
          <Textarea
            label="Reason"
            description="The customer sees this reason."
            rows={2}
            maxLength={refundReasonLength}
            required
            {...form.getInputProps("reason")}
          />
        </>
      )}
    </FormDialog>
  );
}
