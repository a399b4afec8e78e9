import type { FulfilmentState } from "@shop/shared/fulfilment";
import type { OrderRow } from "@shop/shared/order-list";

/** A row of the list as the rules of its steps know it. */
export function standingOf(row: OrderRow): FulfilmentState {
  return { ...row, matters: row.matters.map((kind) => ({ kind })) };
}
