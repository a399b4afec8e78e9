import type { MatterKind } from "@shop/shared/order/matter";
import type { Order } from "@shop/shared/order/order";
import { StateAlert } from "../../ui/state-alert.tsx";

const payment = "We are checking the payment of this order and will write to you. You do not need to do anything.";
const refund = "We are checking the refund of this order and will write to you. You do not need to do anything.";

/** Text for each kind of open matter; `null` where the payment state already reports it. */
const texts: Record<MatterKind, string | null> = {
  "stock gone": "We are checking the stock for this order and will write to you. You do not need to do anything.",
  "paid twice": payment,
  "payment differs": payment,
  refunded: payment,
  reversed: payment,
  disputed: "Your dispute with the payment provider is open. We will reply to it there.",
  "payment stuck": null,
  "payment refused":
    "We cannot take payments at the moment and are looking into it. Nothing was charged. Please try to pay again later.",
  "payment risk": payment,
  "unknown payment": payment,
  "refund failed": refund,
  "refund stuck": refund,
  return: null,
  "refund due": "We transfer your money back to you. You do not need to do anything.",
  withdrawal: "We have received your withdrawal from this order and will write to you.",
  "exchange unpaid": null,
  "price differs": "We are checking the amounts of this order and will write to you. You do not need to do anything.",
  "mail failed": "We could not send you a mail about this order. Please check the e-mail address in your profile.",
};

/** Tells the customer that an order is under review, without internal details. */
export function OrderAlert({ matters }: Pick<Order, "matters">) {
  const shown = matters.map(({ kind }) => texts[kind]).find((text) => text !== null);
  return shown === undefined ? null : <StateAlert tone="info">{shown}</StateAlert>;
}
