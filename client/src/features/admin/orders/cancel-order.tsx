import { List, Text, TextInput } from "@mantine/core";
import { formatMoney } from "@shop/shared/money";
import { cancelOrderSchema, cancelReasonLength } from "@shop/shared/order/cancellation";
import type { Order } from "@shop/shared/order/order";
import { isByHand } from "@shop/shared/order/payment";
import type { PaymentRecord, RestockableLine } from "@shop/shared/order/refund";
import type { RefObject } from "react";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useOrderRefresh } from "../parts/use-order-refresh.ts";
import { useOrderChanged } from "./use-order-changed.ts";
import { useOrderMoney } from "./use-order-money.ts";

type CancelOrderProps = {
  order: Order;
  isOpen: boolean;
  onClose: () => void;
  fallbackFocus: RefObject<HTMLElement | null>;
};

/** Cancels an order, after it has said what becomes of its money and its units. */
export function CancelOrder({ order, isOpen, onClose, fallbackFocus }: CancelOrderProps) {
  const changed = useOrderChanged();
  const refresh = useOrderRefresh();
  const money = useOrderMoney(order._id);
  const cancel = trpc.admin.orders.cancel.useMutation({
    onSuccess: (after) => {
      changed(after, "Order cancelled");
      onClose();
    },
    onSettled: refresh,
  });
  return (
    <FormDialog
      title="Cancel the order?"
      size="34rem"
      initialValues={{ reason: "" }}
      schema={cancelOrderSchema}
      isOpen={isOpen}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
      onSave={({ reason }) => cancel.mutateAsync({ id: order._id, reason })}
      saveLabel="Cancel the order"
      savingLabel="Cancelling…"
      dismissLabel="Keep it"
      failed="The order was not cancelled. Please try again."
    >
      {(form) => (
        <>
          <List spacing={4}>
            {consequencesOf(money.data?.payments ?? [], money.data?.restockable ?? []).map((each) => (
              <List.Item key={each}>{each}</List.Item>
            ))}
            <List.Item>The customer gets a mail.</List.Item>
          </List>
          {order.isPaid && <Text>This cannot be undone.</Text>}
          <TextInput
            label="What you tell the customer (optional)"
            description="Such as why you cannot send it."
            inputWrapperOrder={["label", "input", "description", "error"]}
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

function consequencesOf(payments: readonly PaymentRecord[], held: readonly RestockableLine[]): string[] {
  const refundable = (wasRecorded: boolean) =>
    payments
      .filter(({ provider }) => isByHand(provider) === wasRecorded)
      .reduce((sum, payment) => sum + payment.refundable, 0);
  const [online, received] = [refundable(false), refundable(true)];
  const units = held.reduce((sum, { qty }) => sum + qty, 0);
  return [
    ...(online > 0 ? [`${formatMoney(online)} goes back to the customer now.`] : []),
    ...(received > 0 ? [`You have received ${formatMoney(received)}. You transfer it back yourself.`] : []),
    ...(online + received === 0 ? ["The order cannot be paid any more."] : []),
    ...(units > 0 ? [`${units} ${units === 1 ? "unit goes" : "units go"} back into the stock.`] : []),
  ];
}
