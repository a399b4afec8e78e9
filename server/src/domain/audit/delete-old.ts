import { historyMonths } from "@shop/shared/shop";
import { lt } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { adminActs } from "../../db/schema/operations.ts";
import { monthsAgo } from "../../db/time.ts";
import { deleteInBatches } from "../base/batches.ts";

/** Deletes old entries of the audit. What admins did with orders is in the orders' history, which stays. */
export function deleteOldActs(db: Db, isStopping?: () => boolean): Promise<number> {
  const where = lt(adminActs.createdAt, monthsAgo(historyMonths));
  return deleteInBatches(db, { table: adminActs, where, order: adminActs.createdAt, isStopping });
}
