import { customerNotesMax } from "@shop/shared/account/customer-notes";
import type { AddNote, OrderNote } from "@shop/shared/order/order-message";
import { isId } from "@shop/shared/query";
import { eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { customerNotes } from "../../db/schema/customer-service.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { lockCustomer } from "./customer-tags.ts";

/** The notes about a customer, oldest first. */
export async function readCustomerNotes(
  db: Db,
  _admin: Admin<"customers.read">,
  customerId: string,
): Promise<OrderNote[]> {
  const { id, text, createdAt } = customerNotes;
  const rows = await db
    .select({ id, text, createdAt, by: users.name })
    .from(customerNotes)
    .innerJoin(users, eq(users.id, customerNotes.userId))
    .where(eq(customerNotes.customerId, customerId))
    .orderBy(createdAt, id);
  return rows.map((row) => ({ _id: row.id, by: row.by, text: row.text, createdAt: row.createdAt.toISOString() }));
}

/** Adds a note. Throws NOT_FOUND if the account is unknown or deleted, and IN_USE if it has too many. */
export async function addCustomerNote(
  db: Db,
  admin: Admin<"customers.write">,
  customerId: string,
  { text }: AddNote,
): Promise<OrderNote> {
  if (!isId(customerId)) throw notFound("User");
  return db.transaction(async (tx) => {
    const { name } = await lockCustomer(tx, customerId);
    if ((await tx.$count(customerNotes, eq(customerNotes.customerId, customerId))) >= customerNotesMax) {
      throw new DomainError(
        "IN_USE",
        `A customer can have at most ${customerNotesMax} notes. Please remove one first.`,
      );
    }
    const note = { id: uuidv7(), customerId, userId: admin.id, text };
    const [row] = await tx.insert(customerNotes).values(note).returning();
    if (row === undefined) throw new Error("the insert returned no note");
    await recordAct(tx, admin, { act: "noted on", entity: "user", entityId: customerId, subject: name });
    return { _id: row.id, by: admin.name, text, createdAt: row.createdAt.toISOString() };
  });
}

/** Removes a note. Throws NOT_FOUND. */
export async function removeCustomerNote(db: Db, admin: Admin<"customers.write">, id: string): Promise<void> {
  if (!isId(id)) throw notFound("Note");
  await db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(customerNotes)
      .where(eq(customerNotes.id, id))
      .returning({ customerId: customerNotes.customerId });
    if (removed === undefined) throw notFound("Note");
    const { customerId } = removed;
    const { name } = await lockCustomer(tx, customerId);
    await recordAct(tx, admin, { act: "removed a note of", entity: "user", entityId: customerId, subject: name });
  });
}

/** Removes the notes about an account that is being deleted. */
export async function deleteNotesAbout(tx: Db, customerId: string): Promise<void> {
  await tx.delete(customerNotes).where(eq(customerNotes.customerId, customerId));
}

/** Gives an account the notes about a guest customer who is the same person. */
export async function moveNotes(tx: Db, guestId: string, customerId: string): Promise<void> {
  await tx.update(customerNotes).set({ customerId }).where(eq(customerNotes.customerId, guestId));
}
