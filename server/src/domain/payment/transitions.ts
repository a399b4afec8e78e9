import type { PaymentStatus } from "@shop/shared/payment";

/** What can be learned of a payment: an observation of the provider's order, or the provider's word on a capture. */
export type PaymentEvent =
  | "open"
  | "approved"
  | "absent"
  | "foreign"
  /** The capture was declined; the customer may try the same provider order again. */
  | "retryable"
  /** The capture was declined or refused for good. */
  | "declined"
  /** The provider has refused to answer for so long that the shop tries no more. */
  | "given up"
  | "pending"
  | "captured"
  /** Captured, and all of it went back. */
  | "refunded"
  /** Captured, but not what the order asks for. */
  | "differs";

/** What is written with a change of state, besides the state and the money. */
export type PaymentEffect =
  /** Makes the order paid, or keeps the money as surplus where it is paid already. */
  | "settle"
  /** Keeps money that does not agree with the order as surplus. */
  | "keep difference"
  /** Holds the order's stock while the provider reviews the money. */
  | "hold stock"
  /** Lets the order's hold lapse now. */
  | "release hold"
  /** Another try to capture is another request to the provider. */
  | "new attempt"
  | "note failure";

export type Transition = { to: PaymentStatus; effects: readonly PaymentEffect[] };

const stay = (to: PaymentStatus): Transition => ({ to, effects: [] });
const retry: Transition = { to: "created", effects: ["new attempt", "note failure"] };
const fail: Transition = { to: "failed", effects: ["new attempt", "note failure"] };

/** The same in every state without money: what the provider holds counts, whatever was thought before. */
const money = {
  pending: { to: "pending", effects: ["hold stock"] },
  captured: { to: "completed", effects: ["settle"] },
  refunded: stay("refunded"),
  differs: { to: "completed", effects: ["keep difference"] },
} satisfies Partial<Record<PaymentEvent, Transition>>;

/**
 * The life of a payment as one table. Nothing that was captured is ever given
 * up; an unknown outcome ends only by what is read back from the provider.
 * docs/payments.md draws it.
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
  // Whether the provider has captured is unknown: only money or a clear refusal ends this.
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
  // Money is held for review: an older answer that knows nothing of it changes nothing.
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
  // A failed payment is still read for a while: it may have been captured past the shop.
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
  // A refund that fails in the end makes the money stand again.
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
