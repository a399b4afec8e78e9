import { makeCapture } from "./captures.ts";
import { adoptDemoPayment } from "./demo-payments.ts";
import { newId } from "./ids.ts";
import { toText } from "./money.ts";
import type { CaptureEntry, Decision, PaymentStore } from "./payment-store.ts";
import { Refusal } from "./refusal.ts";
import type { Capture, CaptureStatus, Order, Unit } from "./resources.ts";

export type NewUnit = Pick<Unit, "custom_id" | "invoice_id" | "amount"> & {
  payee?: { merchant_id?: string | undefined } | undefined;
};

const declinesMax = 10;

/** Orders, the decisions of customers, and captures. */
export class Orders {
  /** Whether the paid account blocks a second payment of one invoice. */
  blocksDuplicateInvoices = true;

  constructor(
    private readonly store: PaymentStore,
    private readonly account: Unit["payee"],
    private readonly clearPendingMs: number | undefined,
  ) {}

  create(units: readonly NewUnit[], brandName?: string): Order {
    const { account } = this;
    const order: Order = {
      id: newId(),
      intent: "CAPTURE",
      status: "CREATED",
      create_time: this.store.time(),
      brand_name: brandName,
      purchase_units: units.map(({ custom_id, invoice_id, amount, payee }, n) => ({
        reference_id: n === 0 ? "default" : `unit-${n}`,
        custom_id,
        invoice_id,
        amount: { ...amount },
        payee: { ...account, merchant_id: payee?.merchant_id ?? account.merchant_id },
      })),
    };
    this.store.addOrder(order);
    this.store.changed();
    return order;
  }

  read(id: string): Order {
    const order = this.store.orders.get(id) ?? adoptDemoPayment(this.store, id, this.account)?.order;
    if (order === undefined) throw new Refusal(404, "INVALID_RESOURCE_ID");
    return order;
  }

  captureEntry(id: string): CaptureEntry {
    const entry = this.store.findCapture(id) ?? adoptDemoPayment(this.store, id, this.account);
    if (entry === undefined) throw new Refusal(404, "INVALID_RESOURCE_ID");
    return entry;
  }

  captures(id: string): Capture[] {
    return this.read(id).purchase_units.flatMap((unit) => unit.payments?.captures ?? []);
  }

  decide(id: string, decision: Decision): void {
    const order = this.read(id);
    if (order.status === "COMPLETED" || order.status === "VOIDED") throw new Refusal(422, "ORDER_ALREADY_CAPTURED");
    this.store.decisions.set(id, decision);
    order.status = decision === "cancel" ? "CREATED" : "APPROVED";
    if (order.status === "APPROVED") {
      this.store.record("CHECKOUT.ORDER.APPROVED", order, "An order has been approved by buyer");
    }
    this.store.changed();
  }

  capture(id: string): Order {
    const order = this.read(id);
    if (order.status === "COMPLETED") throw new Refusal(422, "ORDER_ALREADY_CAPTURED");
    if (order.status === "PAYER_ACTION_REQUIRED") throw new Refusal(422, "PAYER_ACTION_REQUIRED");
    if (order.status !== "APPROVED") throw new Refusal(422, "ORDER_NOT_APPROVED");
    const invoices = order.purchase_units.flatMap((unit) => unit.invoice_id ?? []);
    if (this.blocksDuplicateInvoices && invoices.some((invoice) => this.store.isTaken(invoice)))
      throw new Refusal(422, "DUPLICATE_INVOICE_ID");
    const decision = this.store.decisions.get(id);
    if (decision === "decline") this.#decline(order);
    order.status = "COMPLETED";
    const isPending = decision === "pend";
    for (const unit of order.purchase_units) {
      const capture = makeCapture(this.store, { order, unit, isPending });
      unit.payments = { captures: [capture] };
      this.store.addCapture({ order, unit, capture });
      this.#record(capture);
    }
    if (isPending) this.clearLater(id);
    this.store.changed();
    return order;
  }

  #decline(order: Order): never {
    const declines = (this.store.declines.get(order.id) ?? 0) + 1;
    this.store.declines.set(order.id, declines);
    if (declines > declinesMax) throw new Refusal(422, "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED");
    order.status = "PAYER_ACTION_REQUIRED";
    this.store.changed();
    throw new Refusal(422, "INSTRUMENT_DECLINED");
  }

  clearLater(id: string): void {
    if (this.clearPendingMs === undefined) return;
    setTimeout(() => this.clear(id, "COMPLETED"), this.clearPendingMs).unref();
  }

  clear(id: string, status: CaptureStatus): void {
    for (const capture of this.captures(id)) {
      if (capture.status !== "PENDING") continue;
      capture.status = status;
      capture.update_time = this.store.time();
      delete capture.status_details;
      this.#record(capture);
    }
    this.store.changed();
  }

  #record(capture: Capture): void {
    const sum = toText(capture.amount);
    if (capture.status === "COMPLETED")
      this.store.record("PAYMENT.CAPTURE.COMPLETED", capture, `Payment completed for ${sum}`);
    if (capture.status === "PENDING")
      this.store.record("PAYMENT.CAPTURE.PENDING", capture, `Payment pending for ${sum}`);
    if (capture.status === "DECLINED" || capture.status === "FAILED")
      this.store.record("PAYMENT.CAPTURE.DENIED", capture, `Payment denied for ${sum}`);
  }
}
