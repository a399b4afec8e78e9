import type { PaymentMethod } from "../shop.ts";
import type { MatterKind } from "./matter.ts";

/**
 * The state machine of fulfilment: a step can be taken when the preceding one is done. Server and
 * client both use it.
 */
export const steps = ["paid", "confirmed", "processed", "shipped", "delivered"] as const;
export type Step = (typeof steps)[number];

/** The steps that admins take. The payment settles the first step. */
export const adminSteps = ["confirmed", "processed", "shipped", "delivered"] as const;
export type AdminStep = (typeof adminSteps)[number];

/** The time of each step; `null` while it is not done. */
export type Progress = Record<`${Step}At`, unknown>;

/** An order's steps, and whether its payment is the first of them. */
export type PayableProgress = Progress & {
  /** What is paid on delivery is sent before. */
  paymentMethod: PaymentMethod;
};

/** The state of an order that decides its next steps. */
export type FulfilmentState = PayableProgress & {
  /** The open matters, which block fulfilment. */
  matters: readonly { kind: MatterKind }[];
  /** Whether all captured money was refunded. */
  isRefunded: boolean;
  /** Whether all units were restocked. */
  isRestocked: boolean;
  /** `null` unless it was cancelled. */
  cancellation: object | null;
};

export function isDone(progress: Progress, step: Step): boolean {
  return progress[`${step}At`] !== null;
}

/** The steps that an order takes one after the other. */
function stepsOf({ paymentMethod }: PayableProgress): readonly Step[] {
  return paymentMethod === "On Delivery" ? adminSteps : steps;
}

/** The first step that is not done; `null` for a delivered order. */
export function nextStep(progress: PayableProgress): Step | null {
  return stepsOf(progress).find((step) => !isDone(progress, step)) ?? null;
}

/** The refusal while a preceding step is not done. */
const precedingStepRefusals: Record<Exclude<Step, "delivered">, string> = {
  paid: "Waiting for payment",
  confirmed: "Confirm the order first",
  processed: "Mark the order as processing first",
  shipped: "Mark the order as shipped first",
};

/** What has to be resolved before a step; `null` for matters that block none. */
const matterRefusals: Record<MatterKind, string | null> = {
  "stock gone": "Resolve the missing stock first",
  "paid twice": "Resolve the second payment first",
  "payment differs": "Resolve the payment that does not agree first",
  refunded: "Resolve the refund made at the payment provider first",
  reversed: "Resolve the reversed payment first",
  disputed: "Resolve the dispute first",
  "payment stuck": "Wait for the payment provider's answer, or resolve the payment first",
  "payment refused": "Resolve the refused payment first",
  "payment risk": "Resolve the doubtful payment first",
  "unknown payment": "Resolve the unknown payment first",
  "refund failed": "Resolve the failed refund first",
  "refund stuck": "Wait for the payment provider's answer, or resolve the refund first",
  "mail failed": null,
  withdrawal: "Resolve the withdrawal first",
  return: "Resolve what the customer has withdrawn from first",
  "refund due": "Resolve the refund that is due first",
  "exchange unpaid": null,
  "price differs": "Resolve the amounts first",
};

/**
 * Whether an order will not be shipped: it was cancelled, or paid, and then all of its money was refunded or all of its
 * units restocked.
 */
export function isCancelled(
  order: Progress & Pick<FulfilmentState, "isRefunded" | "isRestocked" | "cancellation">,
): boolean {
  if (order.cancellation !== null) return true;
  return isDone(order, "paid") && !isDone(order, "shipped") && (order.isRefunded || order.isRestocked);
}

/**
 * Why a step cannot be taken, as a sentence; `null` if it can be taken or is done. Preparing and
 * shipping require the money, unless it is paid on delivery, the units and no open matter; a shipped order can always be
 * marked as delivered.
 */
export function stepRefusal(order: FulfilmentState, step: AdminStep): string | null {
  if (isDone(order, step)) return null;
  if (order.cancellation !== null) return "This order was cancelled";
  for (const before of stepsOf(order)) {
    if (before === step || before === "delivered") break;
    if (!isDone(order, before)) return precedingStepRefusals[before];
  }
  if (step === "delivered") return null;
  if (order.isRefunded) return "The payment was refunded";
  if (order.isRestocked) return "All units of this order were returned to stock";
  return order.matters.map(({ kind }) => matterRefusals[kind]).find((refusal) => refusal !== null) ?? null;
}
