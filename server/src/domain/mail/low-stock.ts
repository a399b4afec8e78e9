import { lowStock } from "@shop/shared/shop";
import { and, asc, lte, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { fullNameColumn } from "../catalog/product-group/group-columns.ts";
import { isVisible } from "../catalog/visible.ts";
import { writeAdminMails } from "../outbox/write-mails.ts";

/** The products that a mail names. */
const namedProducts = 20;

/** Writes to the admins which products have low stock, once a day, however many instances do it. */
export async function writeLowStockMails(db: Db, day: string): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx
      .select({
        id: products.id,
        name: fullNameColumn,
        countInStock: products.countInStock,
        total: sql<number>`(count(*) over ())::int`,
      })
      .from(products)
      .where(and(isVisible, lte(products.countInStock, lowStock)))
      .orderBy(asc(products.countInStock), asc(products.name), asc(products.id))
      .limit(namedProducts);
    const [first] = rows;
    if (first === undefined) return;
    const data = { products: rows.map(({ total: _, ...product }) => product), total: first.total };
    await writeAdminMails(tx, { kind: "low stock", orderId: null, data, once: day });
  });
}
