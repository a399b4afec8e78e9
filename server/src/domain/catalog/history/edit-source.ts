import type { EditSource } from "@shop/shared/catalog/product-history";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { productEdits } from "../../../db/schema/product-history.ts";

/** Says in the history why the products that this transaction has changed so far were changed. */
export async function setEditSource(tx: Db, source: EditSource): Promise<void> {
  const edit = sql`nullif(current_setting('shop.product_edit', true), '')::uuid`;
  await tx
    .update(productEdits)
    .set({ source })
    .where(and(eq(productEdits.id, edit), isNull(productEdits.source)));
}
