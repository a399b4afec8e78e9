import { newId, wholeSeconds } from "./ids.ts";
import { Refusal } from "./refusal.ts";
import {
  type Capture,
  type Dispute,
  type EventType,
  type Link,
  type Order,
  type Refund,
  resourceTypes,
  type Unit,
  type WebhookEvent,
} from "./resources.ts";

/** A capture with its order and unit. */
export type CaptureEntry = { order: Order; unit: Unit; capture: Capture };
export type RefundEntry = { refund: Refund; captureId: string };

/** The customer's decision; its effect on the money shows at the capture. */
export type Decision = "approve" | "decline" | "pend" | "cancel";

const eventsMax = 1_000;

/** The stored state, with an index for each kind of lookup. */
export class PaymentStore {
  readonly orders = new Map<string, Order>();
  readonly disputes = new Map<string, Dispute>();
  readonly decisions = new Map<string, Decision>();
  readonly declines = new Map<string, number>();
  readonly events: WebhookEvent[] = [];
  readonly refunds = new Map<string, RefundEntry>();
  readonly #captures = new Map<string, CaptureEntry>();
  readonly #capturesByInvoice = new Map<string, Capture[]>();
  readonly #ordersByCustomId = new Map<string, Order[]>();
  readonly #eventListeners: ((event: WebhookEvent) => void)[] = [];
  readonly #changeListeners: (() => void)[] = [];
  #aheadMs = 0;
  #linkBase = "http://localhost";

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  /** The current time in the format of resources. */
  time(): string {
    return wholeSeconds(this.now());
  }

  advance(ms: number): void {
    this.#aheadMs += ms;
  }

  link(path: string, rel: string, method = "GET"): Link {
    return { href: `${this.#linkBase}${path}`, rel, method };
  }

  /** Sets the origin of all links, including those from before a restart on another port. */
  relink(origin: string): void {
    this.#linkBase = origin;
    const payments = [...this.#captures.values()].map(({ capture }) => capture);
    const refunds = [...this.refunds.values()].map(({ refund }) => refund);
    for (const { links } of [...payments, ...refunds, ...this.disputes.values(), ...this.orders.values()]) {
      for (const link of links) link.href = moved(link.href, origin);
    }
  }

  addOrder(order: Order): void {
    this.orders.set(order.id, order);
    for (const { custom_id } of order.purchase_units) {
      if (custom_id !== undefined) addTo(this.#ordersByCustomId, custom_id, order);
    }
  }

  /** Finds an order by its present names. */
  rename(order: Order): void {
    for (const [name, orders] of this.#ordersByCustomId) {
      if (!orders.includes(order)) continue;
      this.#ordersByCustomId.set(
        name,
        orders.filter((each) => each !== order),
      );
    }
    this.addOrder(order);
  }

  addCapture(entry: CaptureEntry): void {
    const { unit, capture } = entry;
    this.#captures.set(capture.id, entry);
    if (unit.invoice_id !== undefined) addTo(this.#capturesByInvoice, unit.invoice_id, capture);
  }

  findCapture(id: string): CaptureEntry | undefined {
    return this.#captures.get(id);
  }

  captureEntries(): CaptureEntry[] {
    return [...this.#captures.values()];
  }

  findRefund(id: string): RefundEntry {
    const entry = this.refunds.get(id);
    if (entry === undefined) throw new Refusal(404, "INVALID_RESOURCE_ID");
    return entry;
  }

  /** The units that name an id of the shop, with their orders. */
  unitsFor(customId: string): Unit[] {
    const orders = new Set(this.#ordersByCustomId.get(customId));
    return [...orders].flatMap((order) => order.purchase_units.filter(({ custom_id }) => custom_id === customId));
  }

  /** Whether an invoice has captured money that is not fully refunded. */
  isTaken(invoice: string): boolean {
    const holding = ["COMPLETED", "PENDING", "PARTIALLY_REFUNDED"];
    return (this.#capturesByInvoice.get(invoice) ?? []).some(({ status }) => holding.includes(status));
  }

  onEvent(listener: (event: WebhookEvent) => void): void {
    this.#eventListeners.push(listener);
  }

  onChange(listener: () => void): void {
    this.#changeListeners.push(listener);
  }

  changed(): void {
    for (const listener of this.#changeListeners) listener();
  }

  /** Records an event with the current resource. */
  record(type: EventType, resource: WebhookEvent["resource"], summary: string): void {
    const id = `WH-${newId()}`;
    const path = `/v1/notifications/webhooks-events/${id}`;
    const event: WebhookEvent = {
      id,
      event_version: "1.0",
      create_time: new Date(this.now()).toISOString(),
      resource_type: resourceTypes[type],
      resource_version: "2.0",
      event_type: type,
      summary,
      resource: structuredClone(resource),
      links: [this.link(path, "self"), this.link(`${path}/resend`, "resend", "POST")],
    };
    this.events.push(event);
    if (this.events.length > eventsMax) this.events.shift();
    for (const listener of this.#eventListeners) listener(event);
  }
}

function moved(href: string, origin: string): string {
  const { pathname, search } = new URL(href);
  return `${origin}${pathname}${search}`;
}

function addTo<Value>(index: Map<string, Value[]>, key: string, value: Value): void {
  const values = index.get(key);
  if (values === undefined) index.set(key, [value]);
  else values.push(value);
}
