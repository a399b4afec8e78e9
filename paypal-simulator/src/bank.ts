import type { DisputeOutcome } from "./bank/dispute-terms.ts";
import { Disputes, type NewDispute } from "./bank/disputes.ts";
import { toCents } from "./bank/money.ts";
import { type NewContext, type NewUnit, Orders, type UnitChange } from "./bank/orders.ts";
import { type Decision as CustomerDecision, PaymentStore } from "./bank/payment-store.ts";
import { countedCents, type NewRefund, Refunds } from "./bank/refunds.ts";
import type {
  Capture,
  CaptureStatus,
  Dispute,
  DisputeStatus,
  Money,
  Order,
  Payer,
  Refund,
  RefundStatus,
  Tracker,
} from "./bank/resources.ts";
import { type NewTracker, Trackers } from "./bank/trackers.ts";

export type Decision = CustomerDecision;

/** The account that is paid if an order names none. */
export const shopAccount = { merchant_id: "SIMULATEDSHOP", email_address: "shop@example.com" };

/** The simulated provider: orders, the decisions of customers, captures, refunds and disputes. */
export class Bank {
  readonly store = new PaymentStore();
  readonly orders = this.store.orders;
  /** The last thousand events, oldest first. */
  readonly events = this.store.events;
  /** The most entries of one report. */
  reportMax = 10_000;
  readonly #orders: Orders;
  readonly #refunds: Refunds;
  readonly #disputes: Disputes;
  readonly #trackers: Trackers;

  /** `clearPendingMs`: the time after which pending money clears; absent means never. */
  constructor(clearPendingMs?: number) {
    this.#orders = new Orders(this.store, shopAccount, clearPendingMs);
    this.#refunds = new Refunds(this.store, this.#orders);
    this.#disputes = new Disputes(this.store, this.#orders, this.#refunds);
    this.#trackers = new Trackers(this.store, this.#orders);
  }

  /** Whether the account blocks a second payment of one invoice. */
  set blocksDuplicateInvoices(isBlocking: boolean) {
    this.#orders.blocksDuplicateInvoices = isBlocking;
  }

  /** Who approves the orders that come. */
  set payer(payer: Payer) {
    this.#orders.payer = payer;
  }

  create(units: readonly NewUnit[], context: NewContext = {}): Order {
    return this.#orders.create(units, context);
  }

  /** Changes an order that is not captured. */
  change(id: string, change: UnitChange): void {
    this.#orders.change(id, change);
  }

  read(id: string): Order {
    return this.#orders.read(id);
  }

  /** Records the customer's decision. */
  decide(id: string, decision: Decision): void {
    this.#orders.decide(id, decision);
  }

  /** Whether the last approval of an order was declined. */
  wasDeclined(id: string): boolean {
    return this.read(id).status === "PAYER_ACTION_REQUIRED";
  }

  /** Captures an approved order. */
  capture(id: string): Order {
    return this.#orders.capture(id);
  }

  /** Adds the tracker of a parcel to a captured order; a repeat changes nothing but the carrier. */
  track(orderId: string, tracker: NewTracker): Order {
    return this.#trackers.add(orderId, tracker);
  }

  cancelTracker(orderId: string, trackerId: string): void {
    this.#trackers.cancel(orderId, trackerId);
  }

  /** The trackers of an order with their carriers, oldest first. */
  trackersOf(orderId: string): (Tracker & { carrier: string | undefined })[] {
    return this.#trackers
      .of(orderId)
      .map((tracker) => ({ ...tracker, carrier: this.#trackers.carriers.get(tracker.id) }));
  }

  /** Ends the review of a pending capture: completed or denied. */
  clear(id: string, status: CaptureStatus): void {
    this.#orders.clear(id, status);
  }

  captures(id: string): Capture[] {
    return this.#orders.captures(id);
  }

  captureById(captureId: string): Capture {
    return this.#orders.captureEntry(captureId).capture;
  }

  /** Refunds a capture: the remaining amount unless one is given. */
  refund(captureId: string, wish: NewRefund = {}): Refund {
    return this.#refunds.refund(captureId, wish);
  }

  refundById(refundId: string): Refund {
    return this.store.findRefund(refundId).refund;
  }

  /** The refunds and reversals of a capture, oldest first. */
  refundsOf(captureId: string): Refund[] {
    return this.#refunds.of(captureId);
  }

  /** Sets the status of the next refunds. */
  nextRefunds(status: Exclude<RefundStatus, "COMPLETED">, times = 1): void {
    this.#refunds.next(status, times);
  }

  /** Ends a pending refund. */
  settleRefund(refundId: string, status: Exclude<RefundStatus, "PENDING">): Refund {
    return this.#refunds.settle(refundId, status);
  }

  /** Reverses a capture: the remaining amount unless one is given. */
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

  /** Captured and refunded money of all orders that name an id of the shop. */
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

  /** Sets the origin of all links. */
  listensAt(origin: string): void {
    this.store.relink(origin);
  }

  /** Restarts the timers of pending money from a restored state. */
  resumeClearing(): void {
    for (const order of this.orders.values()) {
      if (this.captures(order.id).some(({ status }) => status === "PENDING")) this.#orders.clearLater(order.id);
    }
  }

  /** The simulated time, in milliseconds. */
  now(): number {
    return this.store.now();
  }

  /** Advances the simulated time. */
  advance(ms: number): void {
    this.store.advance(ms);
  }
}
