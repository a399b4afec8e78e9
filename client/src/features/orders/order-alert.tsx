import type { MatterKind } from "@shop/shared/matter";
import type { Order } from "@shop/shared/order";
import { StateAlert } from "../../ui/state-alert.tsx";

const payment = "We are checking the payment of this order and will write to you. You do not need to do anything.";
const refund = "We are checking the refund of this order and will write to you. You do not need to do anything.";

/** What customers are told of each kind of open matter; `null` where the payment's own words say it. */
const words: Record<MatterKind, string | null> = {
  "stock gone": "We are checking the stock for this order and will write to you. You do not need to do anything.",
  "paid twice": payment,
  "payment differs": payment,
  refunded: payment,
  reversed: payment,
  disputed: "Your dispute at the payment provider is open. We answer it there.",
  "payment stuck": null,
  "payment refused":
    "We cannot take payments at the moment and are looking into it. Nothing was charged. Please try to pay again later.",
  "unknown payment": payment,
  "refund failed": refund,
  "refund stuck": refund,
};

/** One calm sentence to the buyer of an order that the shop is looking into. */
export function OrderAlert({ matters }: Pick<Order, "matters">) {
  const said = matters.map(({ kind }) => words[kind]).find((text) => text !== null);
  return said === undefined ? null : <StateAlert tone="info">{said}</StateAlert>;
}
