import { lt } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { idempotencyKeys } from "../../db/schema/orders.ts";
import { later } from "../../db/time.ts";
import { deleteInBatches } from "../base/batches.ts";

/** Deletes idempotency keys of an age; in milliseconds, by the database's clock. */
export function deleteExpiredKeys(db: Db, age: number, isStopping?: () => boolean): Promise<number> {
  const where = lt(idempotencyKeys.createdAt, later(-age));
  return deleteInBatches(db, { table: idempotencyKeys, where, order: idempotencyKeys.createdAt, isStopping });
}
