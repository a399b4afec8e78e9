import { newId } from "./ids.ts";
import { toCents, toMoney, toText } from "./money.ts";
import type { Orders } from "./orders.ts";
import type { CaptureEntry, PaymentStore } from "./payment-store.ts";
import { Refusal } from "./refusal.ts";
import type { Capture, Link, Money, Refund, RefundStatus } from "./resources.ts";

export type NewRefund = {
  /** The remaining amount if absent. */
  amount?: Money | undefined;
  custom_id?: string | undefined;
  invoice_id?: string | undefined;
  note_to_payer?: string | undefined;
};

/** Refunds by the shop and reversals by the provider. */
export class Refunds {
  /** The statuses of the next refunds; if empty, they are completed at once. */
  readonly #next: RefundStatus[] = [];

  constructor(
    private readonly store: PaymentStore,
    private readonly orders: Orders,
  ) {}

  /** Sets the status of the next refunds. */
  next(status: Exclude<RefundStatus, "COMPLETED">, times: number): void {
    for (let n = 0; n < times; n += 1) this.#next.push(status);
  }

  of(captureId: string): Refund[] {
    const { unit } = this.orders.captureEntry(captureId);
    return (unit.payments?.refunds ?? []).filter(({ id }) => this.store.refunds.get(id)?.captureId === captureId);
  }

  refund(captureId: string, wish: NewRefund): Refund {
    const entry = this.orders.captureEntry(captureId);
    const cents = this.#refundable(entry.capture, wish.amount);
    const { amount: _amount, ...texts } = wish;
    const refund = this.#add(entry, { cents, status: this.#next.shift() ?? "COMPLETED", texts });
    const sum = toText(refund.amount);
    if (refund.status === "COMPLETED")
      this.store.record("PAYMENT.CAPTURE.REFUNDED", refund, `A ${sum} refund was made`);
    if (refund.status === "PENDING") this.store.record("PAYMENT.REFUND.PENDING", refund, `A ${sum} refund is pending`);
    if (refund.status === "FAILED" || refund.status === "CANCELLED")
      this.store.record("PAYMENT.REFUND.FAILED", refund, `A ${sum} refund failed`);
    this.store.changed();
    return refund;
  }

  settle(refundId: string, status: Exclude<RefundStatus, "PENDING">): Refund {
    const { refund, captureId } = this.store.findRefund(refundId);
    if (refund.status !== "PENDING") throw new Refusal(422, "INVALID_RESOURCE_STATE");
    refund.status = status;
    refund.update_time = this.store.time();
    const sum = toText(refund.amount);
    if (status === "COMPLETED") this.store.record("PAYMENT.CAPTURE.REFUNDED", refund, `A ${sum} refund was made`);
    else this.store.record("PAYMENT.REFUND.FAILED", refund, `A ${sum} refund failed`);
    this.#update(this.orders.captureEntry(captureId));
    this.store.changed();
    return refund;
  }

  /** Reverses money, as after a lost dispute or a chargeback. */
  reverse(captureId: string, amount: Money | undefined): Refund {
    const entry = this.orders.captureEntry(captureId);
    const cents = this.#refundable(entry.capture, amount);
    const refund = this.#add(entry, { cents, status: "COMPLETED", texts: { note_to_payer: "Payment reversed" } });
    this.store.record("PAYMENT.CAPTURE.REVERSED", refund, `A ${toText(refund.amount)} payment was reversed`);
    this.store.changed();
    return refund;
  }

  /** The amount that is neither refunded nor about to be. */
  leftCents(capture: Capture): number {
    return toCents(capture.amount) - this.#refundedCents(capture.id);
  }

  #refundable(capture: Capture, amount: Money | undefined): number {
    if (capture.status === "PENDING") throw new Refusal(422, "PENDING_CAPTURE");
    if (capture.status === "DECLINED" || capture.status === "FAILED") throw new Refusal(422, "REFUND_NOT_ALLOWED");
    const left = this.leftCents(capture);
    if (capture.status === "REFUNDED" || left <= 0) throw new Refusal(422, "CAPTURE_FULLY_REFUNDED");
    if (amount === undefined) return left;
    if (amount.currency_code !== capture.amount.currency_code)
      throw new Refusal(422, "REFUND_CAPTURE_CURRENCY_MISMATCH");
    const cents = toCents(amount);
    if (cents <= 0) throw new Refusal(422, "CANNOT_BE_ZERO_OR_NEGATIVE");
    if (cents > left) throw new Refusal(422, "REFUND_AMOUNT_EXCEEDED");
    return cents;
  }

  #add(
    { order, unit, capture }: CaptureEntry,
    { cents, status, texts }: { cents: number; status: RefundStatus; texts: Omit<NewRefund, "amount"> },
  ): Refund {
    const id = newId();
    const amount = toMoney(cents, capture.amount.currency_code);
    const moved = status === "COMPLETED" || status === "PENDING" ? cents : 0;
    const refund: Refund = {
      id,
      status,
      amount,
      ...texts,
      seller_payable_breakdown: {
        gross_amount: { ...amount },
        total_refunded_amount: toMoney(this.#refundedCents(capture.id) + moved, amount.currency_code),
      },
      create_time: this.store.time(),
      update_time: this.store.time(),
      links: refundLinks(this.store, id, capture.id),
    };
    unit.payments = { captures: [capture], ...unit.payments, refunds: [...(unit.payments?.refunds ?? []), refund] };
    this.store.refunds.set(id, { refund, captureId: capture.id });
    this.#update({ order, unit, capture });
    return refund;
  }

  /** Completed and pending refunds count; failed ones do not. */
  #refundedCents(captureId: string): number {
    return this.of(captureId).reduce((sum, refund) => sum + countedCents(refund), 0);
  }

  #update({ capture }: CaptureEntry): void {
    const refunded = this.#refundedCents(capture.id);
    const isWhole = refunded >= toCents(capture.amount);
    capture.status = refunded === 0 ? "COMPLETED" : isWhole ? "REFUNDED" : "PARTIALLY_REFUNDED";
    capture.update_time = this.store.time();
  }
}

/** The cents that a refund takes from its capture. */
export function countedCents({ status, amount }: Refund): number {
  return status === "COMPLETED" || status === "PENDING" ? toCents(amount) : 0;
}

export function refundLinks(store: PaymentStore, id: string, captureId: string): Link[] {
  return [store.link(`/v2/payments/refunds/${id}`, "self"), store.link(`/v2/payments/captures/${captureId}`, "up")];
}
