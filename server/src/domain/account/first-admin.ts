import { normalized } from "@shop/shared/normalized";
import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { hashPassword } from "../../infra/passwords.ts";

/** The key of an advisory lock; any number that no other lock uses. */
export const firstAdminLock = 7_301_854_204;

export type FirstAdmin = { email: string; password: string };

/** The first admin's account, as it is stored except for the password. */
export function toFirstAccount({ email, password }: FirstAdmin) {
  return { name: "Admin", email: normalized(email.trim(), "NFC").toLowerCase(), password, isAdmin: true };
}

/** Creates the first admin if the database has no account; otherwise does nothing. */
export async function ensureFirstAdmin(db: Db, admin: FirstAdmin): Promise<void> {
  if (await hasAccount(db)) return;
  const { password, ...account } = toFirstAccount(admin);
  // Before the lock, for which other instances would wait as long as it takes.
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${firstAdminLock})`);
    if (!(await hasAccount(tx))) await tx.insert(users).values({ ...account, id: uuidv7(), passwordHash });
  });
}

async function hasAccount(db: Db): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1)).length > 0;
}
