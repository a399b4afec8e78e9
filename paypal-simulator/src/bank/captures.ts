import { newId } from "./ids.ts";
import type { PaymentStore } from "./payment-store.ts";
import type { Capture, Link, Order, Unit } from "./resources.ts";

type NewCapture = { order: Order; unit: Unit; isPending?: boolean; id?: string };

/** Captures the amount of a unit. */
export function makeCapture(
  store: PaymentStore,
  { order, unit, isPending = false, id = newId() }: NewCapture,
): Capture {
  return {
    id,
    status: isPending ? "PENDING" : "COMPLETED",
    ...(isPending ? { status_details: { reason: "PENDING_REVIEW" } } : {}),
    amount: { ...unit.amount },
    final_capture: true,
    custom_id: unit.custom_id,
    invoice_id: unit.invoice_id,
    supplementary_data: { related_ids: { order_id: order.id } },
    create_time: store.time(),
    update_time: store.time(),
    links: captureLinks(store, id, order.id),
  };
}

export function captureLinks(store: PaymentStore, id: string, orderId: string): Link[] {
  return [
    store.link(`/v2/payments/captures/${id}`, "self"),
    store.link(`/v2/payments/captures/${id}/refund`, "refund", "POST"),
    store.link(`/v2/checkout/orders/${orderId}`, "up"),
  ];
}
