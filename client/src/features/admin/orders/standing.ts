import type { FulfilmentState } from "@shop/shared/fulfilment";
import type { OrderRow } from "@shop/shared/order-list";

/** A row of the list in the shape that the rules of the steps take. */
export function standingOf(row: OrderRow): FulfilmentState {
  return { ...row, matters: row.matters.map((kind) => ({ kind })) };
}
