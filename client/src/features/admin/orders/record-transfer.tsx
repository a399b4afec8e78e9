import { Text, TextInput } from "@mantine/core";
import { wireText } from "@shop/shared/money";
import {
  bankReferenceLength,
  recordTransferSchema,
  spacedReference,
  transferReference,
} from "@shop/shared/order/bank-transfer";
import type { Order } from "@shop/shared/order/order";
import type { RefObject } from "react";
import { z } from "zod";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { notify } from "../../../ui/notify.ts";
import { useOrderRefresh } from "../parts/use-order-refresh.ts";

type RecordTransferProps = {
  order: Order;
  isOpen: boolean;
  onClose: () => void;
  fallbackFocus: RefObject<HTMLElement | null>;
};

/** Records money that has arrived at the shop's bank. */
export function RecordTransfer({ order, isOpen, onClose, fallbackFocus }: RecordTransferProps) {
  const utils = trpc.useUtils();
  const refresh = useOrderRefresh();
  const record = trpc.admin.orders.recordTransfer.useMutation({
    onSuccess: (after, { id }) => {
      notify.withdrawErrors();
      notify.success(!order.isPaid && after.isPaid ? "Order is paid" : "Money recorded");
      utils.order.byId.setData({ id }, after);
      onClose();
    },
    onSettled: refresh,
  });
  return (
    <FormDialog
      title="Record a bank transfer"
      size="34rem"
      initialValues={{ amount: order.isPaid ? "" : wireText(order.totalPrice), bankReference: "" }}
      schema={formSchema}
      isOpen={isOpen}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
      onSave={(values) =>
        record.mutateAsync({
          id: order._id,
          amount: Number(values.amount.trim().replace(",", ".")),
          bankReference: values.bankReference,
        })
      }
      saveLabel="Record"
      savingLabel="Recording…"
      failed="The money was not recorded. Please try again."
    >
      {(form) => (
        <>
          <Text>
            {order.isPaid
              ? "This order is paid. More money is kept beside it, for you to refund."
              : `The customer was asked to write ${spacedReference(transferReference(order._id))}. The order is paid, and the customer gets a mail, if the amount is the order's total. Any other amount is kept for you to look at.`}
          </Text>
          <TextInput
            label="Amount that has arrived"
            inputMode="decimal"
            autoComplete="off"
            required
            data-autofocus
            {...form.getInputProps("amount")}
          />
          <TextInput
            label="Entry at your bank"
            description="Its number, or its day, such as 2026-03-04 entry 17. The same entry is recorded once."
            inputWrapperOrder={["label", "input", "description", "error"]}
            autoComplete="off"
            maxLength={bankReferenceLength}
            required
            {...form.getInputProps("bankReference")}
          />
        </>
      )}
    </FormDialog>
  );
}

const { bankReference, amount } = recordTransferSchema.shape;
const formSchema = z.object({
  amount: z
    .string()
    .trim()
    .regex(/^\d+([.,]\d+)?$/, "Enter an amount such as 19.90")
    .transform((text) => Number(text.replace(",", ".")))
    .pipe(amount),
  bankReference,
});
