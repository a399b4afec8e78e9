import type { FulfilmentState } from "@shop/shared/order/fulfilment";
import type { OrderRow } from "@shop/shared/order/order-list";

/** A row of the list in the shape that the rules of the steps take. */
export function fulfilmentStateOf(row: OrderRow): FulfilmentState {
  return { ...row, matters: row.matters.map((kind) => ({ kind })) };
}
