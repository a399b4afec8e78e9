import { historyMonths } from "@shop/shared/shop";
import { and, lt, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { productEdits, productHistory } from "../../../db/schema/product-history.ts";
import { monthsAgo } from "../../../db/time.ts";
import { deleteInBatches } from "../../base/batches.ts";

/** Deletes old changes of products, which cannot be undone any more then. Returns the number of changes. */
export async function deleteOldHistory(db: Db, isStopping?: () => boolean): Promise<number> {
  const isOld = (table: typeof productEdits | typeof productHistory) => lt(table.recordedAt, monthsAgo(historyMonths));
  const deleted = await deleteInBatches(db, {
    table: productHistory,
    where: isOld(productHistory),
    order: productHistory.recordedAt,
    isStopping,
  });
  const isEmpty = sql`not exists (select from ${productHistory} where ${productHistory.editId} = ${productEdits.id})`;
  const where = and(isOld(productEdits), isEmpty);
  await deleteInBatches(db, { table: productEdits, where, order: productEdits.recordedAt, isStopping });
  return deleted;
}
