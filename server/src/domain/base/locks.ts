import { inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { toDatabaseFailure } from "../../db/errors.ts";
import { users } from "../../db/schema/accounts.ts";

/**
 * What transactions do about locks. Rows are locked by their ids, sorted, in a statement of its own, and read after it: a
 * statement that waits for a lock goes on with the snapshot from before the wait. CONTRIBUTING.md has the order of the
 * tables; `locking-rules.test.ts` refuses a locking select that reads another table.
 */

/** Locks accounts against their deletion, which a mail to them or a text in their name must not outlive. */
export async function lockAccounts(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(users.id)
    .for("key share");
}

/** Locks e-mail addresses, whether or not accounts have them: of two acts that want one, the second sees the first. */
export async function lockEmailAddresses(tx: Db, emails: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('email ' || email, 0) as key
      from unnest(${sql.param([...emails])}::text[]) as wanted (email) order by 1
    ) as keys`);
}

/** How long a job waits for one locked row, in milliseconds. */
const lockWaitMs = 250;
/** So many rows that stay locked end the wait of a round. */
const lockedMax = 10;

/**
 * Acts on what a round of a job has passed over because it was locked: each in a transaction of its own, which waits
 * briefly for its turn. In a random order, so that a round that ends early does not begin with the same ones again.
 */
export async function waitForEach(
  { db, isStopping }: { db: Db; isStopping: () => boolean },
  ids: readonly string[],
  act: (tx: Db, id: string) => Promise<void>,
): Promise<void> {
  let locked = 0;
  for (const id of shuffled(ids)) {
    if (isStopping() || locked === lockedMax) return;
    try {
      await db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('lock_timeout', ${String(lockWaitMs)}, true)`);
        await act(tx, id);
      });
    } catch (error) {
      if (toDatabaseFailure(error)?.code !== lockNotAvailable) throw error;
      locked += 1;
    }
  }
}

/** How often a large act begins a transaction again whose rows are locked; each try waits as long as its pool lets it. */
const lockTries = 15;

/** Runs one of many transactions of a large act again while others hold its rows, so that they do not end the whole act. */
export async function retryingLocks<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let left = lockTries; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left <= 1 || toDatabaseFailure(error)?.code !== lockNotAvailable) throw error;
    }
  }
}

/** The SQLSTATE of a statement that has waited for a lock for too long. */
const lockNotAvailable = "55P03";

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
