import { historyMonths } from "@shop/shared/shop";
import { lt } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { plannedPrices, productPrices } from "../../db/schema/prices.ts";
import { monthsAgo } from "../../db/time.ts";
import { deleteInBatches } from "../base/batches.ts";

/** Deletes former prices of products, long after the days of which the lowest price is shown. */
export function deleteOldPrices(db: Db, isStopping?: () => boolean): Promise<number> {
  const where = lt(productPrices.endedAt, monthsAgo(historyMonths));
  return deleteInBatches(db, { table: productPrices, where, order: productPrices.endedAt, isStopping });
}

/** Deletes planned prices that ended long ago. */
export function deleteOldPlannedPrices(db: Db, isStopping?: () => boolean): Promise<number> {
  const where = lt(plannedPrices.endedAt, monthsAgo(historyMonths));
  return deleteInBatches(db, { table: plannedPrices, where, order: plannedPrices.endedAt, isStopping });
}
