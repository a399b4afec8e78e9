import {
  type DraftRow,
  draftDays,
  draftsMax,
  type OpenDraft,
  orderDraftSchema,
  type SaveDraft,
} from "@shop/shared/order/order-draft";
import { isId } from "@shop/shared/query";
import { desc, eq, getTableColumns, inArray, lt, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { ownEmail, users } from "../../db/schema/accounts.ts";
import { orderDrafts } from "../../db/schema/customer-service.ts";
import { isoTime, later } from "../../db/time.ts";
import type { Admin } from "../base/actor.ts";
import { deleteInBatches } from "../base/batches.ts";
import { DomainError, notFound, refuseStale } from "../base/errors.ts";
import { readHandProducts } from "./quote-by-hand.ts";

/** Who enters orders by hand. */
type OrderTaker = Admin<"orders.fulfil" | "customers.read">;

/** The orders that are being entered, the latest first. All admins share them. */
export async function listDrafts(db: Db, _admin: OrderTaker): Promise<DraftRow[]> {
  const customers = alias(users, "customers");
  return db
    .select({
      _id: orderDrafts.id,
      customer: sql<string>`coalesce(${customers.name}, ${orderDrafts.guestName})`,
      items: sql<number>`jsonb_array_length(${orderDrafts.document} -> 'orderItems')`,
      by: users.name,
      savedAt: isoTime(orderDrafts.savedAt),
    })
    .from(orderDrafts)
    .innerJoin(users, eq(users.id, orderDrafts.savedBy))
    .leftJoin(customers, eq(customers.id, orderDrafts.customerId))
    .orderBy(desc(orderDrafts.savedAt), desc(orderDrafts.id))
    .limit(draftsMax);
}

/** A draft with what is known today of its customer and its products. Throws NOT_FOUND. */
export async function openDraft(db: Db, _admin: OrderTaker, id: string): Promise<OpenDraft> {
  if (!isId(id)) throw notFound("Draft");
  const [found] = await db
    .select({ ...getTableColumns(orderDrafts), name: users.name, email: ownEmail })
    .from(orderDrafts)
    .leftJoin(users, eq(users.id, orderDrafts.customerId))
    .where(eq(orderDrafts.id, id));
  if (found === undefined) throw notFound("Draft");
  const { customerId, guestName, guestEmail, document, name, email } = found;
  const account = customerId === null || name === null || email === null ? null : { _id: customerId, name, email };
  const customer =
    account === null
      ? { is: "new" as const, name: guestName, email: guestEmail }
      : { is: "account" as const, id: account._id };
  const draft = orderDraftSchema.parse({ ...document, customer });
  const products = await readHandProducts(
    db,
    draft.orderItems.map(({ product }) => product),
  );
  return { _id: id, version: found.version, draft, account, products };
}

/**
 * Saves an order as far as it has been entered; nothing of it is checked against the catalog, and no stock is taken.
 * Throws NOT_FOUND for a draft or a customer that is no more, STALE for one that was saved since, and IN_USE if there are
 * too many.
 */
export async function saveDraft(
  db: Db,
  admin: OrderTaker,
  { draft: { customer, ...document }, saved }: SaveDraft,
): Promise<{ _id: string; version: number }> {
  const values = {
    customerId: customer.is === "account" ? customer.id : null,
    guestName: customer.is === "new" ? customer.name : "",
    guestEmail: customer.is === "new" ? customer.email.toLowerCase() : "",
    document,
    savedBy: admin.id,
  };
  return db.transaction(async (tx) => {
    if (values.customerId !== null) await requireCustomer(tx, values.customerId);
    if (saved === undefined) {
      if ((await tx.$count(orderDrafts)) >= draftsMax) {
        throw new DomainError("IN_USE", `There are ${draftsMax} drafts already. Please delete one first.`);
      }
      const _id = uuidv7();
      await tx.insert(orderDrafts).values({ id: _id, ...values });
      return { _id, version: 1 };
    }
    const [found] = await tx
      .select({ version: orderDrafts.version })
      .from(orderDrafts)
      .where(eq(orderDrafts.id, saved._id))
      .for("update");
    if (found === undefined) throw notFound("Draft");
    refuseStale(found, saved);
    const version = found.version + 1;
    await tx
      .update(orderDrafts)
      .set({ ...values, version, savedAt: sql`now()` })
      .where(eq(orderDrafts.id, saved._id));
    return { _id: saved._id, version };
  });
}

/** Deletes a draft. Throws NOT_FOUND. */
export async function removeDraft(db: Db, _admin: OrderTaker, id: string): Promise<void> {
  if (!isId(id)) throw notFound("Draft");
  const removed = await db.delete(orderDrafts).where(eq(orderDrafts.id, id)).returning({ id: orderDrafts.id });
  if (removed.length === 0) throw notFound("Draft");
}

/** Deletes the drafts of orders for a customer who is being deleted. */
export async function deleteDraftsFor(tx: Db, customerId: string, emails: readonly string[]): Promise<void> {
  await tx
    .delete(orderDrafts)
    .where(or(eq(orderDrafts.customerId, customerId), inArray(orderDrafts.guestEmail, [...emails])));
}

/** Deletes drafts that nobody has gone on with. Returns how many. */
export function deleteOldDrafts(db: Db, isStopping?: () => boolean): Promise<number> {
  const where = lt(orderDrafts.savedAt, later(-draftDays * 86_400_000));
  return deleteInBatches(db, { table: orderDrafts, where, order: orderDrafts.savedAt, isStopping });
}

async function requireCustomer(tx: Db, id: string): Promise<void> {
  const [found] = await tx.select({ email: ownEmail }).from(users).where(eq(users.id, id)).for("key share");
  if (found === undefined || found.email === null) throw notFound("User");
}
