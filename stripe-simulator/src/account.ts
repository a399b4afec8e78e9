import { type Decision, Intents, type NewIntent } from "./account/intents.ts";
import { type NewRefund, Refunds } from "./account/refunds.ts";
import type { Charge, Dispute, PaymentIntent, Refund, RefundStatus, StripeEvent } from "./account/resources.ts";
import { Store } from "./account/store.ts";

/** The shop's account at the simulated Stripe: intents, what customers decide, charges, refunds and disputes. */
export class Account {
  readonly store = new Store();
  readonly #intents = new Intents(this.store);
  readonly #refunds = new Refunds(this.store);

  get events(): readonly StripeEvent[] {
    return this.store.events;
  }

  /** All of each kind, oldest first. */
  get charges(): Charge[] {
    return [...this.store.charges.values()];
  }

  get refunds(): Refund[] {
    return [...this.store.refunds.values()];
  }

  get disputes(): Dispute[] {
    return [...this.store.disputes.values()];
  }

  create(intent: NewIntent): PaymentIntent {
    return this.#intents.create(intent);
  }

  read(id: string): PaymentIntent {
    return this.#intents.read(id);
  }

  /** Records the customer's decision in the browser. */
  confirm(id: string, decision: Decision): PaymentIntent {
    return this.#intents.confirm(id, decision);
  }

  capture(id: string): PaymentIntent {
    return this.#intents.capture(id);
  }

  cancel(id: string): PaymentIntent {
    return this.#intents.cancel(id);
  }

  /** The bank of a debit has answered. */
  settle(id: string, isTaken: boolean): void {
    this.#intents.settle(id, isTaken);
  }

  charge(id: string): Charge {
    return this.store.charge(id);
  }

  /** All charges of an intent, also declined ones, oldest first. */
  chargesOf(intentId: string): Charge[] {
    const { id } = this.read(intentId);
    return [...this.store.charges.values()].filter(({ payment_intent }) => payment_intent === id);
  }

  /** The charge of an intent, whatever became of it. */
  chargeOf(intentId: string): Charge | undefined {
    const { latest_charge } = this.read(intentId);
    return latest_charge === null ? undefined : this.store.charge(latest_charge);
  }

  refund(refund: NewRefund): Refund {
    return this.#refunds.create(refund);
  }

  /** The refunds of a charge, oldest first. */
  refundsOf(chargeId: string): Refund[] {
    return this.#refunds.of(chargeId);
  }

  disputesOf(chargeId: string): Dispute[] {
    return this.#refunds.disputesOf(chargeId);
  }

  nextRefund(status: Exclude<RefundStatus, "succeeded">): void {
    this.#refunds.next(status);
  }

  settleRefund(id: string, status: "succeeded" | "failed"): void {
    this.#refunds.settle(id, status);
  }

  dispute(chargeId: string): Dispute {
    return this.#refunds.dispute(chargeId);
  }

  decideDispute(id: string, status: "won" | "lost"): Dispute {
    return this.#refunds.decide(id, status);
  }

  /** The intents that name an order of the shop, oldest first. */
  intentsFor(orderId: string): PaymentIntent[] {
    return [...this.store.intents.values()].filter(({ metadata }) => metadata.order_id === orderId);
  }

  /** In milliseconds. */
  now(): number {
    return this.store.now();
  }

  advance(ms: number): void {
    this.store.advance(ms);
  }
}
