import { randomBytes } from "node:crypto";

export type Money = { currency_code: string; value: string };

export type CaptureStatus = "COMPLETED" | "PENDING" | "DECLINED" | "FAILED" | "REFUNDED" | "PARTIALLY_REFUNDED";
export type OrderStatus = "CREATED" | "APPROVED" | "PAYER_ACTION_REQUIRED" | "VOIDED" | "COMPLETED";

export type Capture = {
  id: string;
  status: CaptureStatus;
  status_details?: { reason: string };
  amount: Money;
  final_capture: boolean;
  create_time: string;
};

export type Unit = {
  reference_id: string;
  custom_id?: string | undefined;
  invoice_id?: string | undefined;
  amount: Money;
  payee: { merchant_id: string; email_address: string };
  payments?: { captures: Capture[] };
};

export type Order = {
  id: string;
  intent: "CAPTURE";
  status: OrderStatus;
  create_time: string;
  brand_name?: string | undefined;
  purchase_units: Unit[];
};

export type NewUnit = Pick<Unit, "custom_id" | "invoice_id" | "amount"> & {
  payee?: { merchant_id?: string | undefined } | undefined;
};

/** How a buyer answers; what it means for the money shows when the shop takes it. */
export type Decision = "approve" | "decline" | "pend" | "cancel";

/** Why the bank does not do what it was asked. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly issue: string,
  ) {
    super(issue);
  }
}

/** The account that is paid where an order names none. */
export const shopAccount = { merchant_id: "SIMULATEDSHOP", email_address: "shop@example.com" };

const declinesMax = 10;

/**
 * The provider's books: orders, what their buyers decided, and the money taken.
 * Nothing is kept when the process ends.
 */
export class Bank {
  readonly orders = new Map<string, Order>();
  readonly #decisions = new Map<string, Decision>();
  readonly #declines = new Map<string, number>();

  /** `clearPendingMs`: after how long pending money is cleared by itself; not at all when absent. */
  constructor(private readonly clearPendingMs?: number) {}

  create(units: readonly NewUnit[], brandName?: string): Order {
    const order: Order = {
      id: newId(),
      intent: "CAPTURE",
      status: "CREATED",
      create_time: wholeSeconds(),
      brand_name: brandName,
      purchase_units: units.map(({ custom_id, invoice_id, amount, payee }, n) => ({
        reference_id: n === 0 ? "default" : `unit-${n}`,
        custom_id,
        invoice_id,
        amount: { ...amount },
        payee: { ...shopAccount, merchant_id: payee?.merchant_id ?? shopAccount.merchant_id },
      })),
    };
    this.orders.set(order.id, order);
    return order;
  }

  read(id: string): Order {
    const order = this.orders.get(id);
    if (order === undefined) throw new Refusal(404, "INVALID_RESOURCE_ID");
    return order;
  }

  /** Records how the buyer answers. */
  decide(id: string, decision: Decision): void {
    const order = this.read(id);
    if (order.status === "COMPLETED" || order.status === "VOIDED") throw new Refusal(422, "ORDER_ALREADY_CAPTURED");
    this.#decisions.set(id, decision);
    order.status = decision === "cancel" ? "CREATED" : "APPROVED";
  }

  /** Whether the last approval of an order came to nothing. */
  wasDeclined(id: string): boolean {
    return this.read(id).status === "PAYER_ACTION_REQUIRED";
  }

  /** Takes the money of an approved order. */
  capture(id: string): Order {
    const order = this.read(id);
    if (order.status === "COMPLETED") throw new Refusal(422, "ORDER_ALREADY_CAPTURED");
    if (order.status === "PAYER_ACTION_REQUIRED") throw new Refusal(422, "PAYER_ACTION_REQUIRED");
    if (order.status !== "APPROVED") throw new Refusal(422, "ORDER_NOT_APPROVED");
    const invoices = order.purchase_units.flatMap((unit) => unit.invoice_id ?? []);
    if (invoices.some((invoice) => this.#isTaken(invoice))) throw new Refusal(422, "DUPLICATE_INVOICE_ID");
    const decision = this.#decisions.get(id);
    if (decision === "decline") {
      const declines = (this.#declines.get(id) ?? 0) + 1;
      this.#declines.set(id, declines);
      if (declines > declinesMax) throw new Refusal(422, "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED");
      order.status = "PAYER_ACTION_REQUIRED";
      throw new Refusal(422, "INSTRUMENT_DECLINED");
    }
    order.status = "COMPLETED";
    for (const unit of order.purchase_units) {
      const taken: Capture = {
        id: newId(),
        status: decision === "pend" ? "PENDING" : "COMPLETED",
        ...(decision === "pend" ? { status_details: { reason: "PENDING_REVIEW" } } : {}),
        amount: { ...unit.amount },
        final_capture: true,
        create_time: wholeSeconds(),
      };
      unit.payments = { captures: [taken] };
    }
    if (decision === "pend" && this.clearPendingMs !== undefined) {
      setTimeout(() => this.clear(id, "COMPLETED"), this.clearPendingMs).unref();
    }
    return order;
  }

  /** Ends the look into pending money: it is there, or it is denied. */
  clear(id: string, status: CaptureStatus): void {
    for (const capture of this.captures(id)) {
      if (capture.status !== "PENDING") continue;
      capture.status = status;
      delete capture.status_details;
    }
  }

  /** Gives the money of a capture back. */
  refund(captureId: string): Capture {
    for (const order of this.orders.values()) {
      const capture = this.captures(order.id).find(({ id }) => id === captureId);
      if (capture === undefined) continue;
      if (capture.status !== "COMPLETED") throw new Refusal(422, "CAPTURE_FULLY_REFUNDED");
      capture.status = "REFUNDED";
      return capture;
    }
    throw new Refusal(404, "INVALID_RESOURCE_ID");
  }

  captures(id: string): Capture[] {
    return this.read(id).purchase_units.flatMap((unit) => unit.payments?.captures ?? []);
  }

  #isTaken(invoice: string): boolean {
    return [...this.orders.values()].some(
      (order) =>
        order.purchase_units.some((unit) => unit.invoice_id === invoice) &&
        this.captures(order.id).some(({ status }) => status === "COMPLETED" || status === "PENDING"),
    );
  }
}

/** The provider tells times in whole seconds. */
export function wholeSeconds(at = Date.now()): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
}

const letters = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** A name like the provider's, marked so that it never passes for one. */
function newId(): string {
  return `SIM${[...randomBytes(14)].map((byte) => letters[byte % letters.length]).join("")}`;
}
