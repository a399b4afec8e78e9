import { uuidv7 } from "uuidv7";
import type { Db } from "../../src/db/client.ts";
import { sessions, users } from "../../src/db/schema/accounts.ts";
import { openTokens } from "../../src/infra/tokens.ts";

/** What a shop needs to know so that the customers made here are signed in to it. */
export const issuer = {
  jwtSecret: "a secret that shops and customers of the tests share",
  publicOrigin: "http://localhost:3000",
};

export type Customer = { id: string; name: string; email: string; cookie: string };

const hourMs = 3_600_000;
let made = 0;

/**
 * People who are signed in already. Their accounts and sessions are written
 * straight into the database: many who register would hash passwords for
 * longer than the rest of a test takes.
 */
export async function insertCustomers(db: Db, count: number, more: { isAdmin?: boolean } = {}): Promise<Customer[]> {
  const tokens = openTokens(issuer.jwtSecret, issuer.publicOrigin);
  const expiresAt = new Date(Date.now() + hourMs);
  const accounts = Array.from({ length: count }, () => {
    made += 1;
    const id = uuidv7();
    return { id, sessionId: uuidv7(), name: `Buyer ${made}`, email: `buyer-${id}@example.com` };
  });
  await db
    .insert(users)
    .values(accounts.map(({ id, name, email }) => ({ id, name, email, passwordHash: "none", ...more })));
  await db.insert(sessions).values(accounts.map(({ id, sessionId }) => ({ id: sessionId, userId: id, expiresAt })));
  return Promise.all(
    accounts.map(async ({ id, sessionId, name, email }) => {
      const token = await tokens.sign({ userId: id, sessionId }, expiresAt);
      return { id, name, email, cookie: `session=${token}` };
    }),
  );
}

/** One of them. */
export async function insertCustomer(db: Db, more: { isAdmin?: boolean } = {}): Promise<Customer> {
  const [customer] = await insertCustomers(db, 1, more);
  if (customer === undefined) throw new Error("nobody was made");
  return customer;
}
