import { Refusal } from "./refusal.ts";
import type { Charge, PaymentIntent } from "./resources.ts";
import type { Store } from "./store.ts";

/**
 * How the customer pays: a card waits for the shop to capture it, also one whose risk is elevated, a bank at once takes the
 * money, a debit takes days.
 */
export const decisions = ["card", "risky card", "declined card", "bank", "debit"] as const;
export type Decision = (typeof decisions)[number];

export type NewIntent = {
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  description: string | null;
};

/** An authorisation of a card ends after a week. */
const authorisedForMs = 604_800_000;

/** Payment intents, what customers decide about them, and captures. */
export class Intents {
  constructor(private readonly store: Store) {}

  create({ amount, currency, metadata, description }: NewIntent): PaymentIntent {
    if (amount < 50) throw new Refusal(400, "amount_too_small", { param: "amount" });
    const id = this.store.newId("pi");
    const intent: PaymentIntent = {
      id,
      object: "payment_intent",
      amount,
      amount_received: 0,
      currency,
      created: this.store.time(),
      client_secret: `${id}_secret_simulated`,
      status: "requires_payment_method",
      description,
      metadata,
      latest_charge: null,
      last_payment_error: null,
      livemode: false,
    };
    this.store.intents.set(id, intent);
    this.store.record("payment_intent.created", intent);
    return intent;
  }

  read(id: string): PaymentIntent {
    const intent = this.store.intent(id);
    const charge = intent.latest_charge === null ? undefined : this.store.charge(intent.latest_charge);
    const isExpired = charge !== undefined && charge.created * 1_000 + authorisedForMs < this.store.now();
    if (intent.status === "requires_capture" && isExpired) this.#to(intent, "canceled", "payment_intent.canceled");
    return intent;
  }

  /** The customer confirms the intent in the browser. */
  confirm(id: string, decision: Decision): PaymentIntent {
    const intent = this.read(id);
    if (intent.status !== "requires_payment_method" && intent.status !== "requires_action") throw unexpected(intent);
    const charge = this.#charge(intent, decision);
    intent.latest_charge = charge.id;
    intent.last_payment_error = null;
    if (decision === "declined card") {
      intent.last_payment_error = { code: "card_declined", message: "Your card was declined." };
      this.#to(intent, "requires_payment_method", "payment_intent.payment_failed");
    } else if (isCard(decision)) this.#to(intent, "requires_capture", "payment_intent.amount_capturable_updated");
    else if (decision === "debit") this.#to(intent, "processing", "payment_intent.processing");
    else this.#succeed(intent, charge);
    return intent;
  }

  capture(id: string): PaymentIntent {
    const intent = this.read(id);
    if (intent.status !== "requires_capture" || intent.latest_charge === null) throw unexpected(intent);
    const charge = this.store.charge(intent.latest_charge);
    charge.captured = true;
    charge.amount_captured = charge.amount;
    this.store.record("charge.captured", charge);
    this.#succeed(intent, charge);
    return intent;
  }

  cancel(id: string): PaymentIntent {
    const intent = this.read(id);
    if (["processing", "succeeded", "canceled"].includes(intent.status)) throw unexpected(intent);
    this.#to(intent, "canceled", "payment_intent.canceled");
    return intent;
  }

  /** The bank of a debit has answered. Nothing happens to an intent that does not wait for it. */
  settle(id: string, isTaken: boolean): void {
    const intent = this.read(id);
    if (intent.status !== "processing" || intent.latest_charge === null) return;
    const charge = this.store.charge(intent.latest_charge);
    if (isTaken) {
      charge.status = "succeeded";
      charge.captured = true;
      charge.amount_captured = charge.amount;
      this.#succeed(intent, charge);
      return;
    }
    charge.status = "failed";
    this.store.record("charge.failed", charge);
    intent.last_payment_error = { code: "payment_intent_payment_attempt_failed", message: "The bank refused." };
    this.#to(intent, "requires_payment_method", "payment_intent.payment_failed");
  }

  #charge(intent: PaymentIntent, decision: Decision): Charge {
    const { amount, currency, metadata } = intent;
    const isCaptured = decision === "bank";
    const charge: Charge = {
      id: this.store.newId(isCard(decision) ? "ch" : "py"),
      object: "charge",
      amount,
      amount_captured: isCaptured ? amount : 0,
      amount_refunded: 0,
      captured: isCaptured,
      currency,
      created: this.store.time(),
      disputed: false,
      payment_intent: intent.id,
      metadata: { ...metadata },
      status: decision === "declined card" ? "failed" : decision === "debit" ? "pending" : "succeeded",
      outcome: { risk_level: isCard(decision) ? (decision === "risky card" ? "elevated" : "normal") : "not_assessed" },
      review: null,
      livemode: false,
    };
    this.store.charges.set(charge.id, charge);
    return charge;
  }

  #succeed(intent: PaymentIntent, charge: Charge): void {
    intent.amount_received = charge.amount_captured;
    this.#to(intent, "succeeded", "payment_intent.succeeded");
  }

  #to(intent: PaymentIntent, status: PaymentIntent["status"], event: string): void {
    intent.status = status;
    this.store.record(event, intent);
  }
}

const isCard = (decision: Decision) => decision !== "bank" && decision !== "debit";

function unexpected(intent: PaymentIntent): Refusal {
  return new Refusal(400, "payment_intent_unexpected_state", { payment_intent: structuredClone(intent) });
}
