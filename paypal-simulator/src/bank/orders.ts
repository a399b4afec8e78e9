import { makeCapture } from "./captures.ts";
import { adoptDemoPayment } from "./demo-payments.ts";
import { newId } from "./ids.ts";
import { toText } from "./money.ts";
import type { CaptureEntry, Decision, PaymentStore } from "./payment-store.ts";
import { Refusal } from "./refusal.ts";
import type { Capture, CaptureStatus, Money, Order, Payer, Unit } from "./resources.ts";

export type NewUnit = Pick<Unit, "custom_id" | "invoice_id" | "amount"> & {
  payee?: { merchant_id?: string | undefined } | undefined;
};

/** How an order is shown to its customer. */
export type NewContext = {
  brand_name?: string | undefined;
  return_url?: string | undefined;
  cancel_url?: string | undefined;
  shipping_preference?: string | undefined;
};

/** What can be changed of an order that is not captured. */
export type UnitChange = { custom_id?: string; invoice_id?: string; amount?: Money };

const declinesMax = 10;

/** Whoever approves an order, unless a test names somebody else. */
const madeUpPayer: Payer = {
  email_address: "maria@example.com",
  name: { given_name: "Maria", surname: "Sample" },
  shipping: {
    name: { full_name: "Maria Sample" },
    address: {
      address_line_1: "500 Example Avenue",
      address_line_2: "Apt 4",
      admin_area_2: "Springfield",
      admin_area_1: "IL",
      postal_code: "62701",
      country_code: "US",
    },
  },
};

/** Orders, the decisions of customers, and captures. */
export class Orders {
  /** Whether the paid account blocks a second payment of one invoice. */
  blocksDuplicateInvoices = true;
  payer = madeUpPayer;

  constructor(
    private readonly store: PaymentStore,
    private readonly account: Unit["payee"],
    private readonly clearPendingMs: number | undefined,
  ) {}

  create(units: readonly NewUnit[], context: NewContext = {}): Order {
    const { account } = this;
    const { brand_name, return_url, cancel_url, shipping_preference } = context;
    const id = newId();
    const order: Order = {
      id,
      intent: "CAPTURE",
      status: "CREATED",
      create_time: this.store.time(),
      brand_name,
      context: { return_url, cancel_url, isAddressed: shipping_preference === "GET_FROM_FILE" },
      links: [this.store.link(`/checkoutnow?token=${id}`, "approve")],
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
      this.#name(order);
      this.store.record("CHECKOUT.ORDER.APPROVED", order, "An order has been approved by buyer");
    }
    this.store.changed();
  }

  /** Of whoever approves, the shop gets to know the name, and the address if it has asked for it. */
  #name(order: Order): void {
    const { shipping, ...payer } = this.payer;
    order.payer = payer;
    if (order.context?.isAddressed !== true) return;
    for (const unit of order.purchase_units) unit.shipping = { ...unit.shipping, ...shipping };
  }

  /** Changes an order that waits to be approved or captured. */
  change(id: string, change: UnitChange): void {
    const order = this.read(id);
    if (order.status === "COMPLETED") throw new Refusal(422, "ORDER_ALREADY_COMPLETED");
    for (const unit of order.purchase_units) Object.assign(unit, structuredClone(change));
    this.store.rename(order);
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
