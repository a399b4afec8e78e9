import { toWire } from "@shop/shared/money";
import type { EditedOrder, OrderEdits } from "@shop/shared/order/order-edit";
import { isId } from "@shop/shared/query";
import { and, count, desc, eq, isNull } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { users } from "../../../db/schema/accounts.ts";
import { type OrderSnapshot, orderEdits } from "../../../db/schema/order-edits.ts";
import type { Admin } from "../../base/actor.ts";
import { notFound } from "../../base/errors.ts";
import { readOrder } from "../../order/read.ts";
import { findEditable } from "./edit-refusal.ts";

/** The edits of an order, the newest first, and whether it can be edited. Throws NOT_FOUND. */
export async function listEdits(db: Db, admin: Admin<"orders.read">, orderId: string): Promise<OrderEdits> {
  const order = await readOrder(db, admin, orderId);
  const [rows, version, editable, undoable] = await Promise.all([
    db
      .select({ edit: orderEdits, by: users.name })
      .from(orderEdits)
      .innerJoin(users, eq(users.id, orderEdits.madeBy))
      .where(eq(orderEdits.orderId, order._id))
      .orderBy(desc(orderEdits.createdAt), desc(orderEdits.id)),
    readVersion(db, order._id),
    findEditable(db, order),
    findUndoable(db, order._id),
  ]);
  return {
    edits: rows.map(({ edit: { id, createdAt, words, before, after, undoneAt }, by }) => ({
      _id: id,
      at: createdAt.toISOString(),
      by,
      words,
      before: toEdited(before),
      after: toEdited(after),
      undoneAt: undoneAt?.toISOString() ?? null,
    })),
    version,
    ...editable,
    undoable: editable.scope === "nothing" ? null : (undoable ?? null),
  };
}

/** An edit of any order. Throws NOT_FOUND. */
export async function requireEdit(db: Db, id: string): Promise<{ orderId: string }> {
  if (!isId(id)) throw notFound("Edit");
  const [found] = await db.select({ orderId: orderEdits.orderId }).from(orderEdits).where(eq(orderEdits.id, id));
  if (found === undefined) throw notFound("Edit");
  return found;
}

/** How often an order was edited or an edit was undone. */
export async function readVersion(db: Db, orderId: string): Promise<number> {
  const [row] = await db
    .select({ edits: count(), undone: count(orderEdits.undoneAt) })
    .from(orderEdits)
    .where(eq(orderEdits.orderId, orderId));
  return (row?.edits ?? 0) + (row?.undone ?? 0);
}

/** The last edit that stands. */
export async function findUndoable(db: Db, orderId: string): Promise<string | undefined> {
  const [last] = await db
    .select({ id: orderEdits.id })
    .from(orderEdits)
    .where(and(eq(orderEdits.orderId, orderId), isNull(orderEdits.undoneAt)))
    .orderBy(desc(orderEdits.createdAt), desc(orderEdits.id))
    .limit(1);
  return last?.id;
}

function toEdited(snapshot: OrderSnapshot): EditedOrder {
  const { items, recipient, address, postalCode, city, region, country, delivery } = snapshot;
  return {
    lines: items.map(({ productId, name, qty, priceCents }) => {
      return { product: productId, name, qty, price: toWire(priceCents) };
    }),
    address: [recipient, address, `${postalCode} ${city}`.trim(), region, country].filter((line) => line !== ""),
    delivery: delivery?.name ?? null,
    itemsPrice: toWire(snapshot.itemsCents),
    discountPrice: toWire(snapshot.discountCents ?? 0),
    shippingPrice: toWire(snapshot.shippingCents),
    taxPrice: toWire(snapshot.taxCents),
    totalPrice: toWire(snapshot.totalCents),
  };
}
