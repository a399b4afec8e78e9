import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { hashPassword } from "../../infra/passwords.ts";

/** The key of an advisory lock; any number that no other lock uses. */
const firstAdminLock = 7_301_854_204;

export type FirstAdmin = { email: string; password: string };

/** The first admin's account, as it is stored except for the password. */
export function toFirstAccount({ email, password }: FirstAdmin) {
  return { name: "Admin", email: email.trim().normalize("NFC").toLowerCase(), password, isAdmin: true };
}

/** Creates the first admin if the database has no account; otherwise does nothing. */
export async function ensureFirstAdmin(db: Db, admin: FirstAdmin): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${firstAdminLock})`);
    const existing = await tx.select({ id: users.id }).from(users).limit(1);
    if (existing.length > 0) return;
    const { password, ...account } = toFirstAccount(admin);
    await tx.insert(users).values({ ...account, id: uuidv7(), passwordHash: await hashPassword(password) });
  });
}
