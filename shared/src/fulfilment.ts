/**
 * The life of an order as one table: a step may be taken when the one before
 * it is done. Server and screens ask this and nothing else.
 */
export const steps = ["paid", "confirmed", "processed", "shipped", "delivered"] as const;
export type Step = (typeof steps)[number];

/** The steps that administrators take; payment is settled with the provider. */
export const deskSteps = ["confirmed", "processed", "shipped", "delivered"] as const;
export type DeskStep = (typeof deskSteps)[number];

/** When each step was done; `null` while it is not. */
export type Progress = Record<`${Step}At`, unknown>;

/**
 * Why an order waits for a person: it was paid when its units were gone, paid
 * twice, its money went back, or money was taken that does not agree with it.
 */
export const orderAttentions = ["stock gone", "paid twice", "refunded", "payment differs"] as const;
export type OrderAttention = (typeof orderAttentions)[number];

/** An order as far as its next steps depend on it. */
export type Standing = Progress & { attention: OrderAttention | null };

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

const blockedBy: Record<OrderAttention, string> = {
  "stock gone": "Look into the missing stock first",
  "paid twice": "Look into the second payment first",
  refunded: "The payment was refunded",
  "payment differs": "Look into the payment first",
};

/**
 * Why a step cannot be taken now, as a sentence; `null` when it can be, or is
 * done already. What needs a person's attention is not prepared or sent; that
 * a parcel on its way has arrived can be said of any order.
 */
export function stepRefusal(order: Standing, step: DeskStep): string | null {
  if (isDone(order, step)) return null;
  for (const before of steps) {
    if (before === step || before === "delivered") break;
    if (!isDone(order, before)) return waitingFor[before];
  }
  return step === "delivered" || order.attention === null ? null : blockedBy[order.attention];
}

/** Whether an administrator may say that what needed attention is looked after. Money that went back stays gone. */
export function canResolve(attention: OrderAttention): boolean {
  return attention !== "refunded";
}
