import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";

const rulesLock = 7_210_044;

/** Serializes what counts the rules, or decides by all of them. */
export async function lockRules(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${rulesLock})`);
}
