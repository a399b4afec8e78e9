import type { Account, UpdateUser } from "@shop/shared/account";
import { isId } from "@shop/shared/query";
import { accountsInList } from "@shop/shared/shop";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema.ts";
import { DomainError, notFound } from "../errors.ts";
import type { Admin } from "./actor.ts";
import { endSessionsOf } from "./session.ts";
import { takingEmail } from "./sign-in.ts";

const accountColumns = {
  _id: users.id,
  name: users.name,
  // Living accounts always have one; the constraint says so, the column's type cannot.
  email: sql<string>`${users.email}`,
  isAdmin: users.isAdmin,
};

/** All living accounts, newest first, as many as one answer may carry. */
export async function listUsers(db: Db, _admin: Admin): Promise<Account[]> {
  return db
    .select(accountColumns)
    .from(users)
    .where(isNull(users.deletedAt))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(accountsInList);
}

/** One living account. Refuses with NOT_FOUND what is unknown or deleted. */
export async function readUser(db: Db, _admin: Admin, id: string): Promise<Account> {
  if (!isId(id)) throw notFound("User");
  const [account] = await db
    .select(accountColumns)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  if (account === undefined) throw notFound("User");
  return account;
}

/**
 * Changes another's (or one's own) name, e-mail and role. Refuses to take the
 * role from the last administrator, however many are at it at once.
 */
export async function updateUser(db: Db, _admin: Admin, id: string, input: UpdateUser): Promise<Account> {
  if (!isId(id)) throw notFound("User");
  return db.transaction(async (tx) => {
    // Everybody who takes a role away queues here, in one order.
    const admins = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.isAdmin, true), isNull(users.deletedAt)))
      .orderBy(users.id)
      .for("update");
    if (!input.isAdmin && admins.length === 1 && admins[0]?.id === id) {
      throw new DomainError("LAST_ADMIN", "The last admin cannot be demoted");
    }
    const [account] = await takingEmail(
      tx
        .update(users)
        .set({ name: input.name, email: input.email, isAdmin: input.isAdmin, updatedAt: new Date() })
        .where(and(eq(users.id, id), isNull(users.deletedAt)))
        .returning(accountColumns),
    );
    if (account === undefined) throw notFound("User");
    return account;
  });
}

/**
 * Deletes an account: ends its sessions, frees its e-mail and leaves a
 * nameless row for what it wrote. Refuses administrators.
 */
export async function deleteUser(db: Db, _admin: Admin, id: string): Promise<void> {
  if (!isId(id)) throw notFound("User");
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ isAdmin: users.isAdmin })
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt)))
      .for("update");
    if (found === undefined) throw notFound("User");
    if (found.isAdmin) throw new DomainError("FORBIDDEN", "Admin users cannot be deleted");
    const now = new Date();
    await tx
      .update(users)
      .set({ name: "Deleted user", email: null, passwordHash: null, deletedAt: now, updatedAt: now })
      .where(eq(users.id, id));
    await endSessionsOf(tx, id);
  });
}
