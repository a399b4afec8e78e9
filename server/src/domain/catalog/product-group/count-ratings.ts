import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { productVariants } from "../../../db/schema/product-groups.ts";
import { products } from "../../../db/schema/products.ts";
import { reviews } from "../../../db/schema/reviews.ts";
import { Overtaken } from "../../base/errors.ts";
import { isVisible } from "../visible.ts";
import { membersOf } from "./group-columns.ts";

/**
 * Counts the ratings of products anew after their groups have changed: each product has those of its whole group, and of
 * each person the newest review there. The caller has locked the products, and those of their groups.
 */
export async function countRatings(tx: Db, productIds: readonly string[]): Promise<void> {
  const of = sql`select p.id, coalesce(v.group_id, p.id) as subject from ${products} p
    left join ${productVariants} v on v.product_id = p.id where p.id = any(${sql.param([...productIds])}::uuid[])`;
  await tx.execute(sql`
    update ${reviews} r set is_superseded = ranked.place > 1 from (
      select r.id, row_number() over (partition by subject, r.user_id order by r.created_at desc, r.id desc) as place
      from (${of}) product join ${reviews} r on r.product_id = product.id
    ) as ranked
    where r.id = ranked.id and r.is_superseded <> (ranked.place > 1)`);
  const counted = sql`
    select product.id, coalesce(sum(counts.sum), 0)::int as sum, coalesce(sum(counts.count), 0)::int as count
    from (${of}) product left join (
      select subject, sum(r.rating) as sum, count(*) as count from (${of}) product join ${reviews} r on r.product_id = product.id
      where r.hidden_at is null and not r.is_superseded group by subject
    ) as counts on counts.subject = product.subject
    group by product.id`;
  await tx
    .update(products)
    .set({ ratingSum: sql`counted.sum`, numReviews: sql`counted.count` })
    .from(sql`(${counted}) as counted`)
    .where(
      sql`${products.id} = counted.id and (${products.ratingSum}, ${products.numReviews}) is distinct from (counted.sum, counted.count)`,
    );
}

/**
 * Adds to the sum and the number of ratings of a product and of all others of its group. Returns whether the product is
 * visible; for one that is not, nothing is changed where `isVisibleOnly`. Throws `Overtaken` if its group was changed
 * meanwhile.
 */
export async function addToRatings(
  tx: Db,
  productId: string,
  { sum, count, isVisibleOnly = false }: { sum: number; count: number; isVisibleOnly?: boolean },
): Promise<boolean> {
  const ids = await readMemberIds(tx, productId);
  // Sorted by id, as orders lock products.
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for("no key update");
  // Whoever changes the group locks this product too.
  if ((await readMemberIds(tx, productId)).join() !== ids.join()) throw new Overtaken();
  const [own] = await tx
    .select({ isVisible: sql<boolean>`${isVisible}` })
    .from(products)
    .where(eq(products.id, productId));
  const isOnSale = own?.isVisible === true;
  if (isVisibleOnly && !isOnSale) return false;
  await tx
    .update(products)
    .set({ ratingSum: sql`${products.ratingSum} + ${sum}`, numReviews: sql`${products.numReviews} + ${count}` })
    .where(inArray(products.id, ids));
  return isOnSale;
}

/** The ids of a product and of all others of its group, sorted. */
async function readMemberIds(tx: Db, productId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select member_id as id from ${membersOf(sql`${productId}::uuid`)} as members order by member_id`,
  );
  return rows.map(({ id }) => id);
}
