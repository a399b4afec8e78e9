import { Text, Textarea } from "@mantine/core";
import { takeBackTransferSchema } from "@shop/shared/order/bank-transfer";
import type { Order } from "@shop/shared/order/order";
import { messageLength } from "@shop/shared/order/order-message";
import type { PaymentRecord } from "@shop/shared/order/refund";
import type { RefObject } from "react";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useOrderRefresh } from "../parts/use-order-refresh.ts";
import { useOrderChanged } from "./use-order-changed.ts";

type TakeBackTransferProps = {
  order: Order;
  payment: PaymentRecord;
  isOpen: boolean;
  onClose: () => void;
  fallbackFocus: RefObject<HTMLElement | null>;
};

const apology =
  "We recorded a payment for this order by mistake, so it still awaits your transfer. We are sorry for the confusion.";

/** Takes back that money was recorded, as when it was recorded for the wrong order. */
export function TakeBackTransfer({ order, payment, isOpen, onClose, fallbackFocus }: TakeBackTransferProps) {
  const changed = useOrderChanged();
  const refresh = useOrderRefresh();
  const takeBack = trpc.admin.orders.takeBackTransfer.useMutation({
    onSuccess: (after) => {
      changed(after, "Transfer taken back");
      onClose();
    },
    onSettled: refresh,
  });
  return (
    <FormDialog
      title="Take the transfer back?"
      size="34rem"
      initialValues={{ text: apology }}
      schema={takeBackTransferSchema.pick({ text: true })}
      isOpen={isOpen}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
      onSave={({ text }) => takeBack.mutateAsync({ id: order._id, payment: payment._id, text })}
      saveLabel="Take back"
      savingLabel="Taking back…"
      failed="Nothing was changed. Please try again."
    >
      {(form) =>
        payment.isSettling ? (
          <>
            <Text>The order is unpaid again and waits for the money, as if it had just been placed.</Text>
            <Textarea
              label="What you tell the customer"
              rows={4}
              maxLength={messageLength}
              required
              data-autofocus
              {...form.getInputProps("text")}
            />
          </>
        ) : (
          <Text>The money is not kept beside the order any more. The customer is not told.</Text>
        )
      }
    </FormDialog>
  );
}
