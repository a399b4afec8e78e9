import { Text, Textarea } from "@mantine/core";
import type { Order } from "@shop/shared/order/order";
import { messageLength, sendMessageSchema } from "@shop/shared/order/order-message";
import type { RefObject } from "react";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useOrderRefresh } from "../parts/use-order-refresh.ts";
import { useOrderChanged } from "./use-order-changed.ts";

type ReinstateOrderProps = {
  order: Order;
  isOpen: boolean;
  onClose: () => void;
  fallbackFocus: RefObject<HTMLElement | null>;
};

const message = "Your order is open again: we hold the items for you, and you can pay on the page of the order.";

/** Undoes that an unpaid order was cancelled. */
export function ReinstateOrder({ order, isOpen, onClose, fallbackFocus }: ReinstateOrderProps) {
  const changed = useOrderChanged();
  const refresh = useOrderRefresh();
  const reinstate = trpc.admin.orders.reinstate.useMutation({
    onSuccess: (after) => {
      changed(after, "Order reinstated");
      onClose();
    },
    onSettled: refresh,
  });
  return (
    <FormDialog
      title="Reinstate the order?"
      size="34rem"
      initialValues={{ text: message }}
      schema={sendMessageSchema}
      isOpen={isOpen}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
      onSave={({ text }) => reinstate.mutateAsync({ id: order._id, text })}
      saveLabel="Reinstate"
      savingLabel="Reinstating…"
      failed="Nothing was changed. Please try again."
    >
      {(form) => (
        <>
          <Text>It holds its units again, as long as a new order, and the customer can pay.</Text>
          <Textarea
            label="What you tell the customer"
            rows={4}
            maxLength={messageLength}
            required
            data-autofocus
            {...form.getInputProps("text")}
          />
        </>
      )}
    </FormDialog>
  );
}
