import { deletedName } from "@shop/shared/admin/audit";
import { type CustomerRecord, customerRecordSchema } from "@shop/shared/catalog/import-records";
import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { addresses, users } from "../../../db/schema/accounts.ts";
import { earlierOrders } from "../../../db/schema/earlier-orders.ts";
import { mails } from "../../../db/schema/mails.ts";
import { lockEmailAddresses } from "../../base/locks.ts";
import { parseCustomer } from "./parse-customer.ts";
import type { Current, RecordWriter, Wanted } from "./record-writer.ts";

/**
 * Customers of a former shop become accounts without a password: nobody can sign in to one before a code that is mailed to
 * its address was used. An account that somebody uses is never changed by an import.
 */
export const customerWriter: RecordWriter<CustomerRecord> = {
  schema: customerRecordSchema,
  parse: parseCustomer,
  numbersOf: () => [],
  keyOf: ({ email }) => email,
  nameOf: ({ name, email }) => name ?? email,
  shown: ({ email: _email, ...fields }) => fields,
  merge: (content, current) => ({
    email: content.email,
    name: content.name ?? current?.name ?? nameByEmail(content.email),
    acceptsMarketing: content.acceptsMarketing ?? current?.acceptsMarketing ?? false,
    since: content.since ?? current?.since ?? null,
    address: content.address ?? current?.address ?? null,
  }),
  read: readCustomers,
  insert: async (tx, _found, records) => {
    if (records.length === 0) return;
    await tx.insert(users).values(records.map(toAccount));
    await insertAddresses(tx, records);
    await linkEarlierOrders(
      tx,
      records.map(({ id }) => id),
    );
  },
  update: async (tx, _found, records) => {
    for (const record of records) {
      const { id: _id, email: _email, ...account } = toAccount(record);
      await tx
        .update(users)
        .set({ ...account, updatedAt: new Date(), version: sql`${users.version} + 1` })
        .where(eq(users.id, record.id));
    }
    const ids = records.map(({ id }) => id);
    await tx.delete(addresses).where(and(inArray(addresses.userId, ids), addresses.isDefault));
    await insertAddresses(tx, records);
  },
  remove: async (tx, ids) => {
    const removed = [...ids];
    await tx.update(earlierOrders).set({ userId: null }).where(inArray(earlierOrders.userId, removed));
    await tx.delete(mails).where(inArray(mails.userId, removed));
    await tx.delete(addresses).where(inArray(addresses.userId, removed));
    // Anonymous rows stay as after any deletion: to delete them, the database would search all that can refer to them.
    const now = new Date();
    await tx
      .update(users)
      .set({ name: deletedName, email: null, acceptsMarketing: false, deletedAt: now, updatedAt: now })
      .where(inArray(users.id, removed));
  },
};

/** The beginning of an e-mail stands for a name that nobody knows. */
const nameByEmail = (email: string) => email.split("@")[0] ?? email;

function toAccount({ id, content: { email, name, acceptsMarketing, since } }: Current<CustomerRecord>) {
  return {
    id,
    email,
    name: name ?? nameByEmail(email),
    acceptsMarketing: acceptsMarketing ?? false,
    ...(since !== null && { createdAt: new Date(since) }),
  };
}

async function insertAddresses(tx: Db, records: Current<CustomerRecord>[]): Promise<void> {
  const wanted = records.flatMap(({ id, content: { address } }) =>
    address === null ? [] : [{ userId: id, place: 0, ...address, isDefault: true }],
  );
  if (wanted.length > 0) await tx.insert(addresses).values(wanted);
}

/** Gives new accounts the earlier orders of their addresses, to which alone their first code is mailed. */
async function linkEarlierOrders(tx: Db, ids: string[]): Promise<void> {
  await tx
    .update(earlierOrders)
    .set({ userId: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), eq(earlierOrders.customerEmail, users.email), isNull(earlierOrders.userId)));
}

const inUse = "Somebody uses an account with this e-mail. It stays as it is.";
const wantedByOther = "Another account is changing to this e-mail and has not confirmed it yet. It stays as it is.";

/** The accounts of some addresses, by any address that they have or want, or of some ids. */
async function readCustomers(
  db: Db,
  _found: unknown,
  wanted: Wanted,
  { lock }: { lock: boolean },
): Promise<Current<CustomerRecord>[]> {
  if (lock && "keys" in wanted) await lockEmailAddresses(db, wanted.keys);
  const isWanted = and(isOf(wanted), isNull(users.deletedAt));
  const chosen = db.select({ id: users.id }).from(users).where(isWanted).orderBy(users.id);
  const ids = (await (lock ? chosen.for("no key update") : chosen)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await db
    .select({ user: users, address: addresses })
    .from(users)
    .leftJoin(addresses, and(eq(addresses.userId, users.id), addresses.isDefault))
    .where(inArray(users.id, ids));
  return rows.flatMap(({ user, address }) => {
    const content = (email: string) => customerRecordSchema.parse(toContent({ ...user, email }, address));
    const closed = user.passwordHash === null && !user.isAdmin ? undefined : inUse;
    const known = user.email === null ? [] : [{ id: user.id, content: content(user.email), closed }];
    if (user.previousEmail === null || user.email === null) return known;
    // Both addresses are taken while a change of them is not confirmed.
    return [
      { id: user.id, content: content(user.email), closed: wantedByOther },
      { id: user.id, content: content(user.previousEmail), closed: inUse },
    ];
  });
}

function isOf(wanted: Wanted): SQL | undefined {
  if ("ids" in wanted) return inArray(users.id, [...wanted.ids]);
  const keys = [...wanted.keys];
  return or(inArray(users.email, keys), inArray(users.previousEmail, keys));
}

type Account = { email: string; name: string; acceptsMarketing: boolean; createdAt: Date };

function toContent(
  { email, name, acceptsMarketing, createdAt }: Account,
  address: typeof addresses.$inferSelect | null,
): CustomerRecord {
  return { email, name, acceptsMarketing, since: createdAt.toISOString(), address };
}
