import "@mantine/core/styles/NumberInput.layer.css";
import { NumberInput, Text, TextInput } from "@mantine/core";
import { currencySign, shopMoney } from "@shop/shared/currency";
import { amountToPay } from "@shop/shared/order/amount-to-pay";
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
import { useOrderRefresh } from "../parts/use-order-refresh.ts";
import { useOrderChanged } from "./use-order-changed.ts";

type RecordTransferProps = {
  order: Order;
  isOpen: boolean;
  onClose: () => void;
  fallbackFocus: RefObject<HTMLElement | null>;
};

/** Records money that has arrived at the shop's bank. */
export function RecordTransfer({ order, isOpen, onClose, fallbackFocus }: RecordTransferProps) {
  const changed = useOrderChanged();
  const refresh = useOrderRefresh();
  const isCollected = order.paymentMethod === "On Delivery";
  const record = trpc.admin.orders.recordTransfer.useMutation({
    onSuccess: (after) => {
      changed(after, !order.isPaid && after.isPaid ? "Order is paid" : "Money recorded");
      onClose();
    },
    onSettled: refresh,
  });
  return (
    <FormDialog
      title={isCollected ? "Record money from delivery" : "Record a bank transfer"}
      size="34rem"
      initialValues={initialOf(order)}
      schema={formSchema}
      isOpen={isOpen}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
      onSave={({ amount, bankReference }) =>
        record.mutateAsync({ id: order._id, amount: Number(amount), bankReference })
      }
      saveLabel="Record"
      savingLabel="Recording…"
      failed="The money was not recorded. Please try again."
    >
      {(form) => (
        <>
          <Text>{explanationOf(order)}</Text>
          <NumberInput
            label="Amount that has arrived"
            decimalScale={shopMoney().decimals}
            fixedDecimalScale
            thousandSeparator=","
            clampBehavior="none"
            hideControls
            leftSection={currencySign()}
            inputMode="decimal"
            required
            data-autofocus
            {...form.getInputProps("amount")}
          />
          <TextInput
            label={isCollected ? "Receipt or entry" : "Entry at your bank"}
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

function explanationOf({ _id, isPaid, paymentMethod }: Order): string {
  if (isPaid) return "This order is paid. More money is kept beside it, for you to refund.";
  const asked =
    paymentMethod === "On Delivery"
      ? "What you or the carrier have collected."
      : `The customer was asked to write ${spacedReference(transferReference(_id))}.`;
  return `${asked} The order is paid, and the customer gets a mail, if the amount is the order's total. Any other amount is kept for you to look at.`;
}

/** An empty number field holds an empty string. */
type Values = { amount: number | string; bankReference: string };

function initialOf(order: Order): Values {
  return { amount: order.isPaid ? "" : amountToPay(order), bankReference: "" };
}

const { amount, bankReference } = recordTransferSchema.shape;
const formSchema = z.object({
  amount: z
    .union([z.number(), z.string()])
    .transform((entered) => (entered === "" ? undefined : Number(entered)))
    .pipe(amount),
  bankReference,
});
