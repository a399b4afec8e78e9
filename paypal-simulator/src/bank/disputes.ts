import type { DisputeOutcome, DisputeReason } from "./dispute-terms.ts";
import { newId } from "./ids.ts";
import { toCents, toMoney } from "./money.ts";
import type { Orders } from "./orders.ts";
import type { PaymentStore } from "./payment-store.ts";
import type { Refunds } from "./refunds.ts";
import { Refusal } from "./refusal.ts";
import type { Dispute, DisputeStatus, Money } from "./resources.ts";

export type NewDispute = {
  reason?: DisputeReason | undefined;
  /** The whole capture if absent. */
  amount?: Money | undefined;
};

/** The disputes of payments. */
export class Disputes {
  constructor(
    private readonly store: PaymentStore,
    private readonly orders: Orders,
    private readonly refunds: Refunds,
  ) {}

  open(captureId: string, { reason = "MERCHANDISE_OR_SERVICE_NOT_RECEIVED", amount }: NewDispute): Dispute {
    const { capture, unit } = this.orders.captureEntry(captureId);
    if (!["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"].includes(capture.status))
      throw new Refusal(422, "TRANSACTION_NOT_DISPUTABLE");
    const id = newId("PP-D-SIM");
    const dispute: Dispute = {
      dispute_id: id,
      create_time: this.store.time(),
      update_time: this.store.time(),
      disputed_transactions: [
        {
          buyer_transaction_id: newId(),
          seller_transaction_id: captureId,
          create_time: capture.create_time,
          transaction_status: capture.status,
          gross_amount: { ...capture.amount },
          invoice_number: capture.invoice_id,
          custom: capture.custom_id,
          customer: { name: "Made-up Buyer" },
          seller: { merchant_id: unit.payee.merchant_id, email: unit.payee.email_address },
        },
      ],
      reason,
      status: "OPEN",
      dispute_amount: { ...(amount ?? capture.amount) },
      dispute_life_cycle_stage: "INQUIRY",
      links: [this.store.link(`/v1/customer/disputes/${id}`, "self")],
    };
    this.store.disputes.set(id, dispute);
    this.store.record("CUSTOMER.DISPUTE.CREATED", dispute, `A new dispute opened with Case # ${id}`);
    this.store.changed();
    return dispute;
  }

  read(id: string): Dispute {
    const dispute = this.store.disputes.get(id);
    if (dispute === undefined) throw new Refusal(404, "INVALID_RESOURCE_ID");
    return dispute;
  }

  of(captureId: string): Dispute[] {
    return [...this.store.disputes.values()].filter(({ disputed_transactions }) =>
      disputed_transactions.some(({ seller_transaction_id }) => seller_transaction_id === captureId),
    );
  }

  update(id: string, status: Exclude<DisputeStatus, "RESOLVED">): Dispute {
    const dispute = this.#unresolved(id);
    dispute.status = status;
    dispute.update_time = this.store.time();
    this.store.record("CUSTOMER.DISPUTE.UPDATED", dispute, `A dispute was updated with case # ${id}`);
    this.store.changed();
    return dispute;
  }

  /** Resolves a dispute. In the customer's favour, the remaining disputed amount is reversed. */
  resolve(id: string, outcome: DisputeOutcome): Dispute {
    const dispute = this.#unresolved(id);
    const returned = outcome === "RESOLVED_BUYER_FAVOUR" ? this.#takeBack(dispute) : undefined;
    dispute.status = "RESOLVED";
    dispute.update_time = this.store.time();
    dispute.dispute_outcome = {
      outcome_code: outcome,
      ...(returned === undefined ? {} : { amount_refunded: returned }),
    };
    this.store.record("CUSTOMER.DISPUTE.RESOLVED", dispute, `A dispute was resolved with case # ${id}`);
    this.store.changed();
    return dispute;
  }

  #unresolved(id: string): Dispute {
    const dispute = this.read(id);
    if (dispute.status === "RESOLVED") throw new Refusal(422, "ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE");
    return dispute;
  }

  #takeBack({ disputed_transactions, dispute_amount }: Dispute): Money | undefined {
    const [transaction] = disputed_transactions;
    if (transaction === undefined) return undefined;
    const { capture } = this.orders.captureEntry(transaction.seller_transaction_id);
    const cents = Math.min(this.refunds.leftCents(capture), toCents(dispute_amount));
    if (cents <= 0) return undefined;
    return { ...this.refunds.reverse(capture.id, toMoney(cents, capture.amount.currency_code)).amount };
  }
}
