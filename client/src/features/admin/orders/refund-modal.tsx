import { Text } from "@mantine/core";
import type { Order } from "@shop/shared/order/order";
import type { PaymentRecord, RestockableLine } from "@shop/shared/order/refund";
import { pages } from "@shop/shared/page/pages";
import type { RefObject } from "react";
import { Link } from "react-router-dom";
import { Dialog } from "../../../ui/dialog.tsx";
import { RefundForm } from "./refund-form.tsx";
import { useRefund } from "./use-refund.ts";

type RefundModalProps = {
  order: Order;
  payment: PaymentRecord;
  restockable: readonly RestockableLine[];
  isOpen: boolean;
  onClose: () => void;
  /** Takes the focus when the payment can no longer be refunded and its button is gone. */
  fallbackFocus: RefObject<HTMLElement | null>;
};

const hasGiftCards = ({ isPaid, orderItems }: Order) => isPaid && orderItems.some((item) => item.isGiftCard === true);

/** Refunds a payment in full or in part, after a confirmation. */
export function RefundModal({ order, payment, restockable, isOpen, onClose, fallbackFocus }: RefundModalProps) {
  const { send, isSending } = useRefund(order, payment);
  const close = () => {
    if (!isSending) onClose();
  };
  return (
    <Dialog
      title="Refund payment"
      size="34rem"
      hasCloseButton
      isOpen={isOpen}
      onClose={close}
      fallbackFocus={fallbackFocus}
    >
      {hasGiftCards(order) && (
        <Text mb="md">
          This order has gift cards, which can be spent after a refund as well.{" "}
          <Link to={`${pages.giftCardList.path}?search=${order._id.slice(-5)}`}>Stop them first.</Link>
        </Text>
      )}
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
    </Dialog>
  );
}
