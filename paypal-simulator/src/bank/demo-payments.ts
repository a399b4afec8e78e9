import { makeCapture } from "./captures.ts";
import { toMoney } from "./money.ts";
import type { CaptureEntry, PaymentStore } from "./payment-store.ts";
import type { Order, Unit } from "./resources.ts";

/**
 * The demo's seeded payments were never made here. Their ids contain the amount, so that they can be
 * refunded all the same.
 */
const demoId = /^DEM[OC]([0-9A-F]{12})X([1-9]\d{0,9})$/;

/** Adds an order with one complete capture to the store, if the id is one of the demo's. */
export function adoptDemoPayment(store: PaymentStore, id: string, payee: Unit["payee"]): CaptureEntry | undefined {
  const [, name, cents] = demoId.exec(id) ?? [];
  if (name === undefined) return undefined;
  const unit: Unit = {
    reference_id: "default",
    amount: toMoney(Number(cents), "USD"),
    payee: { ...payee },
  };
  const order: Order = {
    id: `DEMO${name}X${cents}`,
    intent: "CAPTURE",
    status: "COMPLETED",
    create_time: store.time(),
    purchase_units: [unit],
    links: [],
  };
  const capture = makeCapture(store, { order, unit, id: `DEMC${name}X${cents}` });
  unit.payments = { captures: [capture] };
  store.addOrder(order);
  store.addCapture({ order, unit, capture });
  store.changed();
  return { order, unit, capture };
}
