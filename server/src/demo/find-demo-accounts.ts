import { inArray } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { users } from "../db/schema/accounts.ts";
import { checkPassword } from "../infra/passwords.ts";
import { demoAccounts } from "./accounts.ts";

/** The e-mails of the demo accounts that still have their public password. */
export async function findDemoAccounts(db: Db): Promise<string[]> {
  const passwords = new Map(demoAccounts.map(({ email, password }) => [email, password]));
  const found = await db
    .select({ email: users.email, hash: users.passwordHash })
    .from(users)
    .where(inArray(users.email, [...passwords.keys()]));
  const checked = await Promise.all(
    found.map(async ({ email, hash }) => {
      const password = passwords.get(email ?? "");
      return email !== null && password !== undefined && (await checkPassword(hash, password)) ? [email] : [];
    }),
  );
  return checked.flat().sort();
}
