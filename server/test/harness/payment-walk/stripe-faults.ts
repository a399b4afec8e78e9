import type { Fault, Faults } from "@shop/paypal-simulator/faults";
import type { CallName } from "@shop/stripe-simulator/serve-call";
import { pickFrom } from "../random.ts";

/** Codes of Stripe's documentation that the shop can meet with these calls. */
const codes: Partial<Record<CallName, readonly [string, ...string[]]>> = {
  create: ["amount_too_large", "amount_too_small", "parameter_invalid_integer", "rate_limit"],
  capture: [
    "capture_charge_authorization_expired",
    "card_declined",
    "charge_already_captured",
    "charge_expired_for_capture",
    "payment_intent_unexpected_state",
    "processing_error",
  ],
  refund: [
    "amount_too_large",
    "balance_insufficient",
    "charge_already_refunded",
    "charge_disputed",
    "refund_disputed_payment",
  ],
};
const calls = ["capture", "capture", "capture", "refund", "refund", "read", "create", "list", "cancel"] as const;

/** Plans that the next call of some kind goes wrong at Stripe. */
export function planStripeFault(faults: Faults<CallName>, random: () => number): void {
  if (random() < 0.3) {
    // The worst for money: Stripe has captured, nobody knows, and what is asked next misleads.
    faults.add("capture", { kind: "drop" });
    if (random() < 0.5) faults.add("capture", { kind: "status", status: pickFrom(random, [409, 429, 500]) });
    else faults.add("read", { kind: "status", status: pickFrom(random, [404, 500]) }, 2);
    return;
  }
  const call = pickFrom(random, calls);
  const times = random() < 0.75 ? 1 : 2 + Math.floor(random() * 3);
  faults.add(call, drawFault(random, call), times);
}

function drawFault(random: () => number, call: CallName): Fault {
  const luck = random();
  if (luck < 0.25) return { kind: "drop" };
  if (luck < 0.33) return { kind: "refuse" };
  if (luck < 0.38) return { kind: "garbage" };
  if (luck < 0.42) return { kind: "delay", ms: 320 };
  if (luck < 0.46) return { kind: "delay answer", ms: 320 };
  if (luck < 0.62) return { kind: "status", status: pickFrom(random, [401, 403, 404, 409, 429, 500, 503]) };
  // An error after the effect, which Stripe repeats for the same key, or has forgotten.
  if (luck < 0.78) return { kind: "status after", status: pickFrom(random, [500, 503]), forgets: random() < 0.4 };
  const known = codes[call];
  if (known === undefined) return { kind: "status", status: 500 };
  const issue = pickFrom(random, known);
  return { kind: "status", status: issue === "card_declined" ? 402 : 400, issue };
}
