import type { Order } from "@shop/shared/order";
import type { PaymentRecord, RestockableLine } from "@shop/shared/refund";
import type { RefObject } from "react";
import { FormModal } from "../../../ui/form-modal.tsx";
import { RefundForm } from "./refund-form.tsx";
import { useRefund } from "./use-refund.ts";

type RefundModalProps = {
  order: Order;
  payment: PaymentRecord;
  restockable: readonly RestockableLine[];
  isOpen: boolean;
  onClose: () => void;
  /** What has the focus when the payment can no longer be refunded and its button is gone. */
  otherwise: RefObject<HTMLElement | null>;
};

/** Refunds a payment, in full or in part: what and why first, then the question whether that is meant. */
export function RefundModal({ order, payment, restockable, isOpen, onClose, otherwise }: RefundModalProps) {
  const { send, isSending } = useRefund(order, payment);
  const close = () => {
    if (!isSending) onClose();
  };
  return (
    <FormModal title="Refund payment" isOpen={isOpen} onClose={close} otherwise={otherwise}>
      <RefundForm
        payment={payment}
        customer={order.user.name}
        restockable={restockable}
        isSending={isSending}
        onCancel={close}
        onRefund={async (request) => {
          await send(request);
          onClose();
        }}
      />
    </FormModal>
  );
}
