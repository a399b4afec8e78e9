import { Refusal } from "./refusal.ts";
import type { Charge, Dispute, Refund, RefundStatus } from "./resources.ts";
import type { Store } from "./store.ts";

export type NewRefund = { charge: string; amount?: number | undefined; metadata: Record<string, string> };

/** Refunds by the shop, and what disputes take back. */
export class Refunds {
  /** The statuses of the next refunds; if empty, they succeed at once. */
  readonly #next: RefundStatus[] = [];

  constructor(private readonly store: Store) {}

  /** Sets the status of the next refund. */
  next(status: Exclude<RefundStatus, "succeeded">): void {
    this.#next.push(status);
  }

  of(chargeId: string): Refund[] {
    return [...this.store.refunds.values()].filter(({ charge }) => charge === chargeId);
  }

  disputesOf(chargeId: string): Dispute[] {
    return [...this.store.disputes.values()].filter(({ charge }) => charge === chargeId);
  }

  create({ charge: chargeId, amount, metadata }: NewRefund): Refund {
    const charge = this.store.charge(chargeId);
    if (!charge.captured) throw new Refusal(400, "charge_not_refundable");
    const isTakenBack = this.disputesOf(charge.id).some(({ status }) => status !== "won");
    if (isTakenBack) throw new Refusal(400, "charge_disputed");
    const left = charge.amount_captured - charge.amount_refunded;
    if (left <= 0) throw new Refusal(400, "charge_already_refunded");
    const asked = amount ?? left;
    if (asked > left) throw new Refusal(400, "amount_too_large", { param: "amount" });
    if (asked <= 0) throw new Refusal(400, "parameter_invalid_integer", { param: "amount" });
    const refund: Refund = {
      id: this.store.newId("re"),
      object: "refund",
      amount: asked,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      currency: charge.currency,
      created: this.store.time(),
      metadata,
      status: this.#next.shift() ?? "succeeded",
    };
    this.store.refunds.set(refund.id, refund);
    this.#count(charge);
    this.store.record("refund.created", refund);
    this.store.record("charge.refunded", charge);
    return refund;
  }

  /** A refund that was pending ends. */
  settle(id: string, status: "succeeded" | "failed"): void {
    const refund = this.store.refund(id);
    if (refund.status !== "pending") return;
    refund.status = status;
    this.#count(this.store.charge(refund.charge));
    this.store.record(status === "failed" ? "refund.failed" : "refund.updated", refund);
  }

  /** The customer's bank disputes a charge. */
  dispute(chargeId: string, reason = "fraudulent"): Dispute {
    const charge = this.store.charge(chargeId);
    if (!charge.captured || charge.disputed) throw new Refusal(400, "charge_disputed");
    const dispute: Dispute = {
      id: this.store.newId("du"),
      object: "dispute",
      amount: charge.amount_captured - charge.amount_refunded,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      currency: charge.currency,
      created: this.store.time(),
      reason,
      status: "needs_response",
      livemode: false,
    };
    if (dispute.amount <= 0) throw new Refusal(400, "charge_already_refunded");
    charge.disputed = true;
    this.store.disputes.set(dispute.id, dispute);
    this.store.record("charge.dispute.created", dispute);
    return dispute;
  }

  /** The dispute is decided; a lost one has taken the money. */
  decide(disputeId: string, status: "won" | "lost"): Dispute {
    const dispute = this.store.dispute(disputeId);
    if (dispute.status !== "needs_response") throw new Refusal(400, "dispute_closed");
    dispute.status = status;
    this.store.record("charge.dispute.closed", dispute);
    return dispute;
  }

  #count(charge: Charge): void {
    const counted = this.of(charge.id).filter(({ status }) => status === "succeeded" || status === "pending");
    charge.amount_refunded = counted.reduce((sum, { amount }) => sum + amount, 0);
  }
}
