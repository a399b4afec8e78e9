import type { MatterKind } from "./matter.ts";

/**
 * The life of an order as one table: a step may be taken when the one before
 * it is done. Server and screens ask this and nothing else.
 */
export const steps = ["paid", "confirmed", "processed", "shipped", "delivered"] as const;
export type Step = (typeof steps)[number];

/** The steps that administrators take; payment is settled with the provider. */
export const adminSteps = ["confirmed", "processed", "shipped", "delivered"] as const;
export type AdminStep = (typeof adminSteps)[number];

/** When each step was done; `null` while it is not. */
export type Progress = Record<`${Step}At`, unknown>;

/** An order as far as its next steps depend on it. */
export type Standing = Progress & {
  /** What a person must look at first. */
  matters: readonly { kind: MatterKind }[];
  /** Whether all money that was taken for the order went back. */
  isRefunded: boolean;
  /** Whether all units of the order went back into the stock. */
  isRestocked: boolean;
};

/** Whether a step is done. */
export function isDone(progress: Progress, step: Step): boolean {
  return progress[`${step}At`] !== null;
}

/** The first step that is not done, or `null` when the order is delivered. */
export function nextStep(progress: Progress): Step | null {
  return steps.find((step) => !isDone(progress, step)) ?? null;
}

/** What is to be done first, while a step has not been taken. */
const waitingFor: Record<Exclude<Step, "delivered">, string> = {
  paid: "Waiting for payment",
  confirmed: "Confirm the order first",
  processed: "Mark the order as processing first",
  shipped: "Mark the order as shipped first",
};

const blockedBy: Record<MatterKind, string> = {
  "stock gone": "Resolve the missing stock first",
  "paid twice": "Resolve the second payment first",
  "payment differs": "Resolve the payment that does not agree first",
  refunded: "Resolve the refund made at the payment provider first",
  reversed: "Resolve the reversed payment first",
  disputed: "Resolve the dispute first",
  "payment stuck": "Wait for the payment provider's answer, or resolve the payment first",
  "payment refused": "Resolve the refused payment first",
  "unknown payment": "Resolve the unknown payment first",
  "refund failed": "Resolve the failed refund first",
  "refund stuck": "Wait for the payment provider's answer, or resolve the refund first",
};

/** Whether a paid order will not be sent any more, because all of its money or of its units went back before. */
export function isCancelled(order: Progress & Pick<Standing, "isRefunded" | "isRestocked">): boolean {
  return isDone(order, "paid") && !isDone(order, "shipped") && (order.isRefunded || order.isRestocked);
}

/**
 * Why a step cannot be taken now, as a sentence; `null` when it can be, or is
 * done already. Nothing is prepared or shipped without its money and its units,
 * or while a matter is open; that a shipped parcel has arrived can be said of
 * any order.
 */
export function stepRefusal(order: Standing, step: AdminStep): string | null {
  if (isDone(order, step)) return null;
  for (const before of steps) {
    if (before === step || before === "delivered") break;
    if (!isDone(order, before)) return waitingFor[before];
  }
  if (step === "delivered") return null;
  if (order.isRefunded) return "The payment was refunded";
  if (order.isRestocked) return "All units of this order went back into the stock";
  const [matter] = order.matters;
  return matter === undefined ? null : blockedBy[matter.kind];
}
