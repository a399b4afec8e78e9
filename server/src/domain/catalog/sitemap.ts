import { desc } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema.ts";
import { isVisible } from "./summary.ts";

/** What one sitemap file may hold at most (sitemaps.org protocol). */
const sitemapLimit = 50_000;

/** Ids and last changes of the newest products that a visitor may see. */
export async function listForSitemap(db: Db): Promise<{ id: string; updatedAt: Date }[]> {
  return db
    .select({ id: products.id, updatedAt: products.updatedAt })
    .from(products)
    .where(isVisible)
    .orderBy(desc(products.createdAt), desc(products.id))
    .limit(sitemapLimit - 1);
}
