import { Text, TextInput } from "@mantine/core";
import { formatMoney } from "@shop/shared/money";
import { cancelOrderSchema, cancelReasonLength } from "@shop/shared/order/cancellation";
import type { Order } from "@shop/shared/order/order";
import { isPaidOnline } from "@shop/shared/shop";
import type { RefObject } from "react";
import { trpc } from "../../lib/trpc.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { notify } from "../../ui/notify.ts";

type CancelDialogProps = {
  order: Order;
  isOpen: boolean;
  onClose: () => void;
  fallbackFocus: RefObject<HTMLElement | null>;
};

/** Asks a customer once more, and says what becomes of the money. */
export function CancelDialog({ order, isOpen, onClose, fallbackFocus }: CancelDialogProps) {
  const utils = trpc.useUtils();
  const cancel = trpc.order.cancel.useMutation({
    onSuccess: (after) => {
      notify.withdrawErrors();
      notify.success("Your order is cancelled");
      utils.order.byId.setData({ id: after._id }, after);
      onClose();
    },
    onSettled: () => {
      void utils.order.byId.invalidate();
      void utils.order.mine.invalidate();
    },
  });
  return (
    <FormDialog
      title="Cancel this order?"
      initialValues={{ reason: "" }}
      schema={cancelOrderSchema}
      isOpen={isOpen}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
      onSave={({ reason }) => cancel.mutateAsync({ id: order._id, reason })}
      saveLabel="Cancel the order"
      savingLabel="Cancelling…"
      dismissLabel="Keep it"
      failed="Your order was not cancelled. Please try again."
    >
      {(form) => (
        <>
          <Text>{consequenceOf(order)}</Text>
          <TextInput
            label="Why? (optional)"
            autoComplete="off"
            maxLength={cancelReasonLength}
            data-autofocus
            {...form.getInputProps("reason")}
          />
        </>
      )}
    </FormDialog>
  );
}

function consequenceOf({ capturedPrice, refundedPrice, paymentMethod }: Order): string {
  const money = formatMoney(capturedPrice - refundedPrice);
  if (capturedPrice === refundedPrice) return "You have nothing to pay then, and we do not hold the items any longer.";
  return !isPaidOnline(paymentMethod)
    ? `We transfer ${money} back to you and do not send the items. This cannot be undone.`
    : `We send ${money} back to where your payment came from and do not send the items. This cannot be undone.`;
}
