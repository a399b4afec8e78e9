import type { PaymentStatus } from "@shop/shared/payment";

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

const stay = (to: PaymentStatus): Transition => ({ to, effects: [] });
const retry: Transition = { to: "created", effects: ["new attempt", "note failure"] };
const fail: Transition = { to: "failed", effects: ["new attempt", "note failure"] };

/** Equal in every state without money: money at the provider always counts. */
const money = {
  pending: { to: "pending", effects: ["hold stock"] },
  captured: { to: "completed", effects: ["settle"] },
  refunded: stay("refunded"),
  differs: { to: "completed", effects: ["keep difference"] },
} satisfies Partial<Record<PaymentEvent, Transition>>;

/**
 * The state machine of a payment. Captured money is never given up; an unknown outcome ends only
 * with a read from the provider. See docs/payments.md.
 */
export const transitions: Record<PaymentStatus, Record<PaymentEvent, Transition>> = {
  created: {
    open: stay("created"),
    approved: stay("created"),
    absent: stay("failed"),
    foreign: stay("failed"),
    retryable: retry,
    declined: fail,
    "given up": stay("failed"),
    ...money,
  },
  // Whether the provider has captured is unknown: only money or a clear refusal ends this state.
  capturing: {
    open: retry,
    approved: stay("capturing"),
    absent: stay("capturing"),
    foreign: stay("capturing"),
    retryable: retry,
    declined: fail,
    "given up": fail,
    ...money,
  },
  // Money is under review: an older answer without money changes nothing.
  pending: {
    open: stay("pending"),
    approved: stay("pending"),
    absent: stay("pending"),
    foreign: stay("pending"),
    retryable: stay("pending"),
    declined: { to: "failed", effects: ["new attempt", "note failure", "release hold"] },
    "given up": stay("pending"),
    ...money,
    pending: stay("pending"),
  },
  completed: {
    open: stay("completed"),
    approved: stay("completed"),
    absent: stay("completed"),
    foreign: stay("completed"),
    retryable: stay("completed"),
    declined: stay("completed"),
    "given up": stay("completed"),
    pending: stay("completed"),
    captured: { to: "completed", effects: ["settle"] },
    refunded: stay("refunded"),
    differs: stay("completed"),
  },
  // A failed payment is still polled, because it may have been captured outside the shop.
  failed: {
    open: stay("failed"),
    approved: stay("failed"),
    absent: stay("failed"),
    foreign: stay("failed"),
    retryable: stay("failed"),
    declined: stay("failed"),
    "given up": stay("failed"),
    ...money,
  },
  // If the refund fails later, the captured money counts again.
  refunded: {
    open: stay("refunded"),
    approved: stay("refunded"),
    absent: stay("refunded"),
    foreign: stay("refunded"),
    retryable: stay("refunded"),
    declined: stay("refunded"),
    "given up": stay("refunded"),
    pending: stay("refunded"),
    captured: { to: "completed", effects: ["settle"] },
    refunded: stay("refunded"),
    differs: stay("completed"),
  },
};
