// Screens of every customer read these, so this module must not import zod.
import type { PayableProgress } from "./fulfilment.ts";
import type { MatterKind } from "./matter.ts";

/** The changes of an order that are records beside it. */
export const orderChangeKinds = ["cancellation"] as const;

/** Until when customers can cancel their orders by themselves. Administrators can until an order is shipped. */
export const cancelWindows = ["processed", "paid", "never"] as const;
export type CancelWindow = (typeof cancelWindows)[number];
export const usualCancelWindow: CancelWindow = "processed";

/** What pages say of it: nothing where it is the usual one. */
export function shownCancelWindow(cancelWindow: CancelWindow): { cancelWindow?: CancelWindow } {
  return cancelWindow === usualCancelWindow ? {} : { cancelWindow };
}

/** What an order's customer is told who wants to pay for it after it was cancelled. */
export const cancelledRefusal =
  "This order was cancelled, so there is nothing to pay. Money that was taken for it goes back.";

/** The state of an order that decides whether it can be cancelled. */
export type CancellableOrder = PayableProgress & {
  matters: readonly { kind: MatterKind }[];
  isPartlyShipped: boolean;
  isRefunded: boolean;
  isWithdrawn: boolean;
};

/** The matters that must be settled before it is known what is to be refunded. */
const unsettled: Partial<Record<MatterKind, string>> = {
  disputed: "Resolve the dispute first",
  "payment stuck": "Wait for the payment provider's answer, or resolve the payment first",
  "unknown payment": "Resolve the unknown payment first",
  "refund stuck": "Wait for the payment provider's answer, or resolve the refund first",
};

/** Why an administrator cannot cancel an order, as a sentence; `null` where it can be cancelled. */
export function shopCancelRefusal(order: CancellableOrder): string | null {
  const isUncollected = order.paymentMethod === "On Delivery" && order.paidAt === null;
  if (order.shippedAt !== null && !isUncollected) return "This order was shipped, so it can only be returned";
  if (order.isPartlyShipped) return "A part of this order was sent, so only the rest can be refunded";
  if (order.isWithdrawn && !isUncollected) return "The customer has withdrawn from this order. Decide the withdrawal.";
  return order.matters.map(({ kind }) => unsettled[kind]).find((refusal) => refusal !== undefined) ?? null;
}

/** The matters of which a customer need not know, so that they do not keep them from cancelling. */
const harmless: readonly MatterKind[] = [
  ...(["stock gone", "mail failed", "price differs", "payment refused", "payment risk"] as const),
  "exchange unpaid",
];

/** Why its customer cannot cancel an order, as a sentence; `null` where it can be cancelled. */
export function customerCancelRefusal(order: CancellableOrder, window: CancelWindow): string | null {
  if (order.shippedAt !== null) return "Your order was shipped already, so it cannot be cancelled any more.";
  if (order.processedAt !== null) return "We are preparing your order already, so it cannot be cancelled any more.";
  if (order.isWithdrawn) return "You have withdrawn from this order, so there is nothing to cancel.";
  if (order.isRefunded) return "Your payment was refunded, so there is nothing to cancel.";
  const isOver = window === "never" || (window === "paid" && order.paidAt !== null);
  if (isOver || order.matters.some(({ kind }) => !harmless.includes(kind)))
    return "This order cannot be cancelled here. Please write to us.";
  return null;
}
