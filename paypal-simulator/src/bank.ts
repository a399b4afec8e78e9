import type { DisputeOutcome } from "./bank/dispute-terms.ts";
import { Disputes, type NewDispute } from "./bank/disputes.ts";
import { toCents } from "./bank/money.ts";
import { type NewUnit, Orders } from "./bank/orders.ts";
import { type Decision as CustomerDecision, PaymentStore } from "./bank/payment-store.ts";
import { countedCents, type NewRefund, Refunds } from "./bank/refunds.ts";
import type {
  Capture,
  CaptureStatus,
  Dispute,
  DisputeStatus,
  Money,
  Order,
  Refund,
  RefundStatus,
} from "./bank/resources.ts";

export type Decision = CustomerDecision;

/** The account that is paid where an order names none. */
export const shopAccount = { merchant_id: "SIMULATEDSHOP", email_address: "shop@example.com" };

/** The provider's side: orders, what their buyers decided, the money taken, given back and disputed. */
export class Bank {
  readonly store = new PaymentStore();
  readonly orders = this.store.orders;
  /** What has happened, oldest first; the last thousand of it. */
  readonly events = this.store.events;
  readonly #orders: Orders;
  readonly #refunds: Refunds;
  readonly #disputes: Disputes;

  /** `clearPendingMs`: after how long pending money is cleared by itself; not at all when absent. */
  constructor(clearPendingMs?: number) {
    this.#orders = new Orders(this.store, shopAccount, clearPendingMs);
    this.#refunds = new Refunds(this.store, this.#orders);
    this.#disputes = new Disputes(this.store, this.#orders, this.#refunds);
  }

  /** Whether the account refuses a second payment for one invoice. */
  set blocksDuplicateInvoices(isBlocking: boolean) {
    this.#orders.blocksDuplicateInvoices = isBlocking;
  }

  create(units: readonly NewUnit[], brandName?: string): Order {
    return this.#orders.create(units, brandName);
  }

  read(id: string): Order {
    return this.#orders.read(id);
  }

  /** Records how the buyer answers. */
  decide(id: string, decision: Decision): void {
    this.#orders.decide(id, decision);
  }

  /** Whether the last approval of an order came to nothing. */
  wasDeclined(id: string): boolean {
    return this.read(id).status === "PAYER_ACTION_REQUIRED";
  }

  /** Takes the money of an approved order. */
  capture(id: string): Order {
    return this.#orders.capture(id);
  }

  /** Ends the review of pending money: it is there, or it is denied. */
  clear(id: string, status: CaptureStatus): void {
    this.#orders.clear(id, status);
  }

  captures(id: string): Capture[] {
    return this.#orders.captures(id);
  }

  captureById(captureId: string): Capture {
    return this.#orders.captureEntry(captureId).capture;
  }

  /** Gives money of a capture back: all that is left unless an amount is named. */
  refund(captureId: string, wish: NewRefund = {}): Refund {
    return this.#refunds.refund(captureId, wish);
  }

  refundById(refundId: string): Refund {
    return this.store.findRefund(refundId).refund;
  }

  /** Refunds and reversals of a capture, oldest first. */
  refundsOf(captureId: string): Refund[] {
    return this.#refunds.of(captureId);
  }

  /** Lets the next refunds be pending, or come to nothing. */
  nextRefunds(status: Exclude<RefundStatus, "COMPLETED">, times = 1): void {
    this.#refunds.next(status, times);
  }

  /** Ends a pending refund. */
  settleRefund(refundId: string, status: Exclude<RefundStatus, "PENDING">): Refund {
    return this.#refunds.settle(refundId, status);
  }

  /** The provider takes money of a capture back: all that is left unless an amount is named. */
  reverse(captureId: string, amount?: Money): Refund {
    return this.#refunds.reverse(captureId, amount);
  }

  openDispute(captureId: string, dispute: NewDispute = {}): Dispute {
    return this.#disputes.open(captureId, dispute);
  }

  disputeById(disputeId: string): Dispute {
    return this.#disputes.read(disputeId);
  }

  disputesOf(captureId: string): Dispute[] {
    return this.#disputes.of(captureId);
  }

  updateDispute(disputeId: string, status: Exclude<DisputeStatus, "RESOLVED">): Dispute {
    return this.#disputes.update(disputeId, status);
  }

  resolveDispute(disputeId: string, outcome: DisputeOutcome): Dispute {
    return this.#disputes.resolve(disputeId, outcome);
  }

  /** The money that was taken and given back for something of the shop's, over all orders that name it. */
  heldFor(customId: string): { capturedCents: number; refundedCents: number } {
    const payments = this.store.unitsFor(customId).map(({ payments }) => payments);
    const captured = payments
      .flatMap((each) => each?.captures ?? [])
      .filter(({ status }) => ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"].includes(status));
    const refunds = payments.flatMap((each) => each?.refunds ?? []);
    return {
      capturedCents: captured.reduce((sum, { amount }) => sum + toCents(amount), 0),
      refundedCents: refunds.reduce((sum, refund) => sum + countedCents(refund), 0),
    };
  }

  /** Tells the bank where the simulator listens; all links begin there from now on. */
  listensAt(origin: string): void {
    this.store.relink(origin);
  }

  /** Lets money that was pending when the state was kept clear by itself again. */
  resumeClearing(): void {
    for (const order of this.orders.values()) {
      if (this.captures(order.id).some(({ status }) => status === "PENDING")) this.#orders.clearLater(order.id);
    }
  }

  /** The present as the bank sees it, in milliseconds. */
  now(): number {
    return this.store.now();
  }

  /** Moves the bank's present forward. */
  advance(ms: number): void {
    this.store.advance(ms);
  }
}
