import { sql } from "drizzle-orm";
import { type Db, preparedSql } from "../../../db/client.ts";
import { productVariants } from "../../../db/schema/product-groups.ts";
import { products } from "../../../db/schema/products.ts";
import type { PriceRow } from "../reduction.ts";
import { isOnSale } from "./group-columns.ts";

/** A variant of the group of an entry of a list, with its prices. */
export type VariantPrice = Omit<PriceRow, "plannedUntil"> & { _id: string; entryId: string };

const variantPrices = preparedSql<VariantPrice>(
  "variant_prices",
  sql`
    select p.id as "_id", own.product_id as "entryId", p.price_cents as "priceCents",
      p.regular_price_cents as "regularPriceCents", p.lowest_price_cents as "lowestPriceCents"
    from ${productVariants} own join ${productVariants} v on v.group_id = own.group_id
      join ${products} p on p.id = v.product_id
    where own.product_id = any(${sql.placeholder("entryIds")}::uuid[]) and ${isOnSale}`,
);

/** The visible variants of the groups that some products stand for. */
export async function readVariantPrices(db: Db, entryIds: readonly string[]): Promise<VariantPrice[]> {
  return (await variantPrices(db).execute({ entryIds })).rows;
}
