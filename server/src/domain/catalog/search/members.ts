import { countedMax } from "@shop/shared/catalog/product-address";
import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { productFacets } from "../../../db/schema/product-facets.ts";
import { products } from "../../../db/schema/products.ts";
import { readInCollection } from "../collection/in-collection.ts";
import { entryId } from "../product-group/entries.ts";
import { inSearch } from "./in-search.ts";

/** How many of a collection's products are looked at for an image, the best-rated first. */
const searchedForImage = 50;

/** How many entries the published collection with a slug has, up to `countedMax`. */
export function countMembers(db: Db, slug: string): Promise<number> {
  return inSearch(db, async (tx) => {
    const { isMember } = await readInCollection(tx, slug);
    const { rows } = await tx.execute<{ count: number }>(sql`
      select count(*)::int as count from (
        select distinct ${entryId} from ${productFacets} where ${isMember} limit ${countedMax}) as counted`);
    return rows[0]?.count ?? 0;
  });
}

/** The best-rated product with an image in the published collection with a slug. */
export function findBestMember(db: Db, slug: string): Promise<string | undefined> {
  return inSearch(db, async (tx) => {
    const { isMember } = await readInCollection(tx, slug);
    const { rows } = await tx.execute<{ id: string }>(sql`
      select best.product_id as id from (
        select product_id, rating, num_reviews from ${productFacets} where ${isMember}
        order by rating desc, num_reviews desc, created_at desc, product_id desc limit ${searchedForImage}
      ) as best join ${products} p on p.id = best.product_id
      where p.image <> '' order by best.rating desc, best.num_reviews desc, best.product_id desc limit 1`);
    return rows[0]?.id;
  });
}
