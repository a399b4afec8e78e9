import { type AddNote, notesMax, type OrderBackground, type OrderNote } from "@shop/shared/order/order-message";
import { isId } from "@shop/shared/query";
import { eq, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { orderNotes } from "../../db/schema/customer-service.ts";
import { orders } from "../../db/schema/orders.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { lockOrder } from "./hold.ts";
import { requireOrder } from "./read.ts";

type NoteRow = { id: string; name: string; text: string; createdAt: Date };

function toNote({ id, name, text, createdAt }: NoteRow): OrderNote {
  return { _id: id, by: name, text, createdAt: createdAt.toISOString() };
}

/** What admins know about an order beyond it: its customer's account and the notes, oldest first. Throws NOT_FOUND. */
export async function readBackground(db: Db, admin: Admin<"orders.read">, orderId: string): Promise<OrderBackground> {
  await requireOrder(db, admin, orderId);
  const orderCount = sql<number>`(select count(*)::int from ${orders} o where o.user_id = ${users}.id)`;
  const [[customer], notes] = await Promise.all([
    db
      .select({ _id: users.id, name: users.name, orders: orderCount, deletedAt: users.deletedAt })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.userId))
      .where(eq(orders.id, orderId)),
    db
      .select({ id: orderNotes.id, name: users.name, text: orderNotes.text, createdAt: orderNotes.createdAt })
      .from(orderNotes)
      .innerJoin(users, eq(users.id, orderNotes.userId))
      .where(eq(orderNotes.orderId, orderId))
      .orderBy(orderNotes.createdAt, orderNotes.id),
  ]);
  const { deletedAt = null, ...account } = customer ?? { _id: "", name: "", orders: 0, deletedAt: new Date() };
  return { customer: deletedAt === null ? account : null, notes: notes.map(toNote) };
}

/** Adds a note to an order. Throws NOT_FOUND, and IN_USE if it has too many. */
export async function addNote(
  db: Db,
  admin: Admin<"orders.fulfil">,
  orderId: string,
  { text }: AddNote,
): Promise<OrderNote> {
  return db.transaction(async (tx) => {
    // So that the notes of others are counted.
    await lockOrder(tx, orderId);
    if ((await tx.$count(orderNotes, eq(orderNotes.orderId, orderId))) >= notesMax) {
      throw new DomainError("IN_USE", `An order can have at most ${notesMax} notes. Please remove one first.`);
    }
    const [row] = await tx.insert(orderNotes).values({ id: uuidv7(), orderId, userId: admin.id, text }).returning();
    if (row === undefined) throw new Error("the insert returned no note");
    await recordAct(tx, admin, { act: "noted on", entity: "order", entityId: orderId, subject: orderId.slice(-5) });
    return toNote({ ...row, name: admin.name });
  });
}

/** Removes a note. Throws NOT_FOUND. */
export async function removeNote(db: Db, admin: Admin<"orders.fulfil">, id: string): Promise<void> {
  if (!isId(id)) throw notFound("Note");
  await db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(orderNotes)
      .where(eq(orderNotes.id, id))
      .returning({ orderId: orderNotes.orderId });
    if (removed === undefined) throw notFound("Note");
    const { orderId } = removed;
    const subject = orderId.slice(-5);
    await recordAct(tx, admin, { act: "removed a note of", entity: "order", entityId: orderId, subject });
  });
}
