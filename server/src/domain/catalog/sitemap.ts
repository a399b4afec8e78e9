import { desc } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema.ts";
import { isVisible } from "./summary.ts";

/** Maximum number of addresses in one sitemap file (sitemaps.org protocol). The front page is one of them. */
const sitemapLimit = 50_000;

/** Ids and update times of the newest visible products. */
export async function listForSitemap(db: Db): Promise<{ id: string; updatedAt: Date }[]> {
  return db
    .select({ id: products.id, updatedAt: products.updatedAt })
    .from(products)
    .where(isVisible)
    .orderBy(desc(products.createdAt), desc(products.id))
    .limit(sitemapLimit - 1);
}
