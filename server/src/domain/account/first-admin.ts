import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema.ts";
import { hashPassword } from "../../infra/passwords.ts";

/** The key of an advisory lock; any number that no other lock uses. */
const firstAdminLock = 7_301_854_204;

/** Creates the first admin if the database has no account; otherwise does nothing. */
export async function ensureFirstAdmin(
  db: Db,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${firstAdminLock})`);
    const existing = await tx.select({ id: users.id }).from(users).limit(1);
    if (existing.length > 0) return;
    await tx.insert(users).values({
      id: uuidv7(),
      name: "Admin",
      email: email.trim().normalize("NFC").toLowerCase(),
      passwordHash: await hashPassword(password),
      isAdmin: true,
    });
  });
}
