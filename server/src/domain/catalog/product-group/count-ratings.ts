import { inArray, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { productVariants } from "../../../db/schema/product-groups.ts";
import { products } from "../../../db/schema/products.ts";
import { reviews } from "../../../db/schema/reviews.ts";
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
 * visible; for one that is not, nothing is changed where `isVisibleOnly`.
 */
export async function addToRatings(
  tx: Db,
  productId: string,
  { sum, count, isVisibleOnly = false }: { sum: number; count: number; isVisibleOnly?: boolean },
): Promise<boolean> {
  // Sorted by id, as orders lock products.
  const { rows } = await tx.execute<{ id: string; isVisible: boolean }>(sql`
    select id, published_at is not null and deleted_at is null as "isVisible" from ${products}
    where id in (select member_id from ${membersOf(sql`${productId}::uuid`)} as members) order by id for no key update`);
  const isVisible = rows.some((row) => row.id === productId && row.isVisible);
  if (isVisibleOnly && !isVisible) return false;
  await tx
    .update(products)
    .set({ ratingSum: sql`${products.ratingSum} + ${sum}`, numReviews: sql`${products.numReviews} + ${count}` })
    .where(
      inArray(
        products.id,
        rows.map(({ id }) => id),
      ),
    );
  return isVisible;
}
