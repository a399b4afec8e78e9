import type { Orders } from "./orders.ts";
import type { PaymentStore } from "./payment-store.ts";
import { Refusal } from "./refusal.ts";
import type { Order, Tracker } from "./resources.ts";

export type NewTracker = {
  capture_id: string;
  tracking_number: string;
  carrier: string;
  carrier_name_other?: string | undefined;
};

/** Captures whose parcels can be followed. */
const trackable = ["COMPLETED", "PARTIALLY_REFUNDED", "PENDING"];

/** The parcels of captured orders. A tracker is named after its capture and its number, so that a repeat is the same. */
export class Trackers {
  /** The carrier of each tracker, which orders do not show. */
  readonly carriers = new Map<string, string>();

  constructor(
    private readonly store: PaymentStore,
    private readonly orders: Orders,
  ) {}

  /** Adds a tracker, or changes the one of this number. */
  add(orderId: string, { capture_id, tracking_number, carrier, carrier_name_other }: NewTracker): Order {
    const order = this.orders.read(orderId);
    if (order.purchase_units.length > 1) throw new Refusal(422, "MSP_NOT_SUPPORTED");
    const [unit] = order.purchase_units;
    const capture = unit?.payments?.captures.find(({ id }) => id === capture_id);
    if (unit === undefined || capture === undefined) throw new Refusal(422, "CAPTURE_ID_NOT_FOUND");
    if (!trackable.includes(capture.status)) throw new Refusal(422, "CAPTURE_STATUS_NOT_VALID");
    if ((carrier === "OTHER") !== (carrier_name_other !== undefined)) {
      throw new Refusal(400, "MISSING_REQUIRED_PARAMETER");
    }
    const id = `${capture_id}-${tracking_number}`;
    const trackers = unit.shipping?.trackers ?? [];
    const now = this.store.time();
    const known = trackers.find((tracker) => tracker.id === id);
    if (known !== undefined) {
      known.status = "SHIPPED";
      known.update_time = now;
    } else {
      const links = [this.store.link(`/v2/checkout/orders/${orderId}/trackers/${id}`, "update", "PATCH")];
      unit.shipping = {
        ...unit.shipping,
        trackers: [...trackers, { id, status: "SHIPPED", create_time: now, update_time: now, links }],
      };
    }
    this.carriers.set(id, carrier_name_other ?? carrier);
    this.store.changed();
    return order;
  }

  cancel(orderId: string, trackerId: string): void {
    const tracker = this.of(orderId).find(({ id }) => id === trackerId);
    if (tracker === undefined) throw new Refusal(404, "TRACKER_ID_NOT_FOUND");
    tracker.status = "CANCELLED";
    tracker.update_time = this.store.time();
    this.store.changed();
  }

  /** The trackers of an order, oldest first. */
  of(orderId: string): Tracker[] {
    return this.orders.read(orderId).purchase_units.flatMap(({ shipping }) => shipping?.trackers ?? []);
  }
}
