import { fromWire, toWire } from "@shop/shared/money";
import type { OrderRow, OrderRows } from "@shop/shared/order/order-list";

/**
 * A page, newest first, with orders that were paid just now: known ones change in their place, and new ones are inserted
 * at theirs. No row is dropped, so that nothing that is selected goes away; the page is as long as it should be when it is
 * next loaded. An order that was placed before the last row of the page belongs to a later page.
 */
export function insertOrders(page: OrderRows, paid: readonly OrderRow[]): OrderRows {
  const byId = new Map(paid.map((row) => [row._id, row]));
  const known = page.rows.map((row) => byId.get(row._id) ?? row);
  for (const { _id } of page.rows) byId.delete(_id);
  const oldest = page.rows.at(-1)?.createdAt ?? "";
  const added = [...byId.values()].filter(({ createdAt }) => createdAt > oldest || page.pages <= 1);
  if (added.length === 0) return { ...page, rows: known };
  const rows = [...known, ...added].sort((a, b) =>
    a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0,
  );
  const cents = added.reduce((sum, { totalPrice }) => sum + (fromWire(totalPrice) ?? 0), fromWire(page.sum) ?? 0);
  const total = page.total + added.length;
  return { ...page, rows, total, pages: Math.max(page.pages, 1), sum: toWire(cents) };
}

/** A page on which only the known ones of these orders change, in their place. */
export function updateOrders(page: OrderRows, paid: readonly OrderRow[]): OrderRows {
  const byId = new Map(paid.map((row) => [row._id, row]));
  return { ...page, rows: page.rows.map((row) => byId.get(row._id) ?? row) };
}
