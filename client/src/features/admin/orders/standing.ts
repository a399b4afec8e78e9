import type { Standing } from "@shop/shared/fulfilment";
import type { OrderRow } from "@shop/shared/order-list";

/** A row of the list in the shape that the rules of the steps take. */
export function standingOf(row: OrderRow): Standing {
  return { ...row, matters: row.matters.map((kind) => ({ kind })) };
}
