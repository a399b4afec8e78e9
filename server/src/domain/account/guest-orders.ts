import { deletedName } from "@shop/shared/admin/audit";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { addresses, users } from "../../db/schema/accounts.ts";
import { orderMessages } from "../../db/schema/customer-service.ts";
import { mails } from "../../db/schema/mails.ts";
import { orderChanges } from "../../db/schema/order-changes.ts";
import { orderEvents, orders } from "../../db/schema/orders.ts";
import { orderReturns } from "../../db/schema/returns.ts";
import { reviewPhotos } from "../../db/schema/reviews.ts";
import { savedItems } from "../../db/schema/saved.ts";
import type { GuestCustomer } from "../base/actor.ts";
import { moveNotes } from "./customer-notes.ts";
import { moveTags } from "./customer-tags.ts";
import { type Account, endSessionsOf } from "./session.ts";

/** Gives an account the orders that were placed as a guest with the address that it is proven to have. */
export async function joinGuestOrders(tx: Db, userId: string): Promise<void> {
  const guests = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isNull(users.deletedAt),
        eq(users.guestEmail, sql`(select coalesce(a.previous_email, a.email) from ${users} a where a.id = ${userId})`),
      ),
    )
    .orderBy(users.id);
  for (const guest of guests) await joinGuest(tx, guest.id, userId);
}

/**
 * Gives an account what was bought as a guest in the browser that signs in, if a link in a mail has shown that the mailbox
 * is theirs and the account has the same e-mail.
 */
export async function joinProvenGuest(db: Db, guest: GuestCustomer, account: Pick<Account, "id" | "email">) {
  if (guest.email !== account.email) return;
  await db.transaction(async (tx) => {
    const isProven = and(eq(users.id, guest.id), isNotNull(users.provenAt));
    if ((await tx.$count(users, isProven)) > 0) await joinGuest(tx, guest.id, account.id);
  });
}

/** Moves the orders of a guest customer into an account, and ends the guest. The caller has proof that both are one person. */
export async function joinGuest(tx: Db, guestId: string, userId: string): Promise<void> {
  // Before the guest, as acts on orders lock them.
  await tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, guestId)).orderBy(orders.id).for("update");
  const isGuest = and(eq(users.id, guestId), isNotNull(users.guestEmail));
  const [guest] = await tx.select({ id: users.id }).from(users).where(isGuest).for("update");
  if (guest === undefined) return;
  await tx.update(orders).set({ userId }).where(eq(orders.userId, guestId));
  await tx.update(orderEvents).set({ userId }).where(eq(orderEvents.userId, guestId));
  await tx.update(orderChanges).set({ madeBy: userId }).where(eq(orderChanges.madeBy, guestId));
  await tx.update(orderReturns).set({ requestedBy: userId }).where(eq(orderReturns.requestedBy, guestId));
  await tx.update(reviewPhotos).set({ userId }).where(eq(reviewPhotos.userId, guestId));
  await tx.update(orderMessages).set({ userId }).where(eq(orderMessages.userId, guestId));
  await tx.update(mails).set({ userId }).where(eq(mails.userId, guestId));
  await moveTags(tx, guestId, userId);
  await moveNotes(tx, guestId, userId);
  await endSessionsOf(tx, guestId);
  await tx.delete(addresses).where(eq(addresses.userId, guestId));
  await tx.delete(savedItems).where(eq(savedItems.userId, guestId));
  const now = new Date();
  await tx
    .update(users)
    .set({ name: deletedName, guestEmail: null, deletedAt: now, updatedAt: now })
    .where(eq(users.id, guestId));
}
