import type { PaymentStatus } from "@shop/shared/order/payment";

/** What can be learned of a payment: an observation of the provider order, or the provider's answer to a capture. */
export type PaymentEvent =
  | "open"
  | "approved"
  | "absent"
  | "foreign"
  /** The capture was declined; the customer can try the same provider order again. */
  | "retryable"
  /** The capture was declined or refused for good. */
  | "declined"
  /** The capture has been unanswered for so long that the shop stops trying. */
  | "given up"
  | "pending"
  | "captured"
  /** Captured, and all of it was refunded. */
  | "refunded"
  /** Captured, but it does not match the order. */
  | "differs";

/** The effects of a transition, besides the state and the money. */
export type PaymentEffect =
  /** Makes the order paid, or keeps the money as surplus if it is paid already. */
  | "settle"
  /** Keeps money that does not match the order as surplus. */
  | "keep difference"
  /** Holds the order's stock while the provider reviews the money. */
  | "hold stock"
  /** Ends the order's hold now. */
  | "release hold"
  /** The next capture is a new request to the provider. */
  | "new attempt"
  | "note failure";

export type Transition = { to: PaymentStatus; effects: readonly PaymentEffect[] };

const withoutEffects = (to: PaymentStatus): Transition => ({ to, effects: [] });
const retry: Transition = { to: "created", effects: ["new attempt", "note failure"] };
const fail: Transition = { to: "failed", effects: ["new attempt", "note failure"] };

/** Equal in every state without money: money at the provider always counts. */
const money = {
  pending: { to: "pending", effects: ["hold stock"] },
  captured: { to: "completed", effects: ["settle"] },
  refunded: withoutEffects("refunded"),
  differs: { to: "completed", effects: ["keep difference"] },
} satisfies Partial<Record<PaymentEvent, Transition>>;

/**
 * The state machine of a payment. Captured money is never given up; an unknown outcome ends only
 * with a read from the provider. See docs/payments.md.
 */
export const transitions: Record<PaymentStatus, Record<PaymentEvent, Transition>> = {
  created: {
    open: withoutEffects("created"),
    approved: withoutEffects("created"),
    absent: withoutEffects("failed"),
    foreign: withoutEffects("failed"),
    retryable: retry,
    declined: fail,
    "given up": withoutEffects("failed"),
    ...money,
  },
  // Whether the provider has captured is unknown: only money or a clear refusal ends this state.
  capturing: {
    open: retry,
    approved: withoutEffects("capturing"),
    absent: withoutEffects("capturing"),
    foreign: withoutEffects("capturing"),
    retryable: retry,
    declined: fail,
    "given up": fail,
    ...money,
  },
  // Money is under review: an older answer without money changes nothing.
  pending: {
    open: withoutEffects("pending"),
    approved: withoutEffects("pending"),
    absent: withoutEffects("pending"),
    foreign: withoutEffects("pending"),
    retryable: withoutEffects("pending"),
    declined: { to: "failed", effects: ["new attempt", "note failure", "release hold"] },
    "given up": withoutEffects("pending"),
    ...money,
    pending: withoutEffects("pending"),
  },
  completed: {
    open: withoutEffects("completed"),
    approved: withoutEffects("completed"),
    absent: withoutEffects("completed"),
    foreign: withoutEffects("completed"),
    retryable: withoutEffects("completed"),
    declined: withoutEffects("completed"),
    "given up": withoutEffects("completed"),
    pending: withoutEffects("completed"),
    captured: { to: "completed", effects: ["settle"] },
    refunded: withoutEffects("refunded"),
    differs: withoutEffects("completed"),
  },
  // A failed payment is still polled, because it may have been captured outside the shop.
  failed: {
    open: withoutEffects("failed"),
    approved: withoutEffects("failed"),
    absent: withoutEffects("failed"),
    foreign: withoutEffects("failed"),
    retryable: withoutEffects("failed"),
    declined: withoutEffects("failed"),
    "given up": withoutEffects("failed"),
    ...money,
  },
  // If the refund fails later, the captured money counts again.
  refunded: {
    open: withoutEffects("refunded"),
    approved: withoutEffects("refunded"),
    absent: withoutEffects("refunded"),
    foreign: withoutEffects("refunded"),
    retryable: withoutEffects("refunded"),
    declined: withoutEffects("refunded"),
    "given up": withoutEffects("refunded"),
    pending: withoutEffects("refunded"),
    captured: { to: "completed", effects: ["settle"] },
    refunded: withoutEffects("refunded"),
    differs: withoutEffects("completed"),
  },
};
