import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.ts";
import { collections } from "../../db/schema/collections.ts";
import { isOnAnotherSite, productImages, products } from "../../db/schema/products.ts";
import { brands, categories } from "../../db/schema/terms.ts";

/** So many sites are named one by one. */
export const imageSitesMax = 50;

/**
 * The origins of other sites that images of the catalog are on, such as `https://images.example`, sorted; `undefined` if
 * there are more than `imageSitesMax`.
 */
export async function listImageSites(db: Db): Promise<string[] | undefined> {
  const sites = [products, productImages, brands, categories, collections].map(
    ({ image }): SQL => sql`select ${siteIn(image)} as site from ${image.table} where ${isOnAnotherSite(image)}`,
  );
  const { rows } = await db.execute<{ site: string }>(
    sql`select distinct site from (${sql.join(sites, sql` union all `)}) found limit ${imageSitesMax + 1}`,
  );
  if (rows.length > imageSitesMax) return undefined;
  return [...new Set(rows.flatMap(({ site }) => originOf(site)))].sort();
}

const siteIn = (image: AnyPgColumn): SQL => sql`lower(substring(${image} from '^[^:]+://[^/?#]+'))`;

/** As browsers write it: in ASCII and without the usual port. */
function originOf(site: string): string[] {
  return URL.canParse(site) ? [new URL(site).origin] : [];
}
