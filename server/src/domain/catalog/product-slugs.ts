import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { productSlugs } from "../../db/schema/product-slugs.ts";
import { products } from "../../db/schema/products.ts";
import { notFound } from "../base/errors.ts";

/** The slug of a product; null until it has one. */
export const slugColumn = sql<string | null>`(
  select s.slug from ${productSlugs} s where s.product_id = ${products.id} and s.is_current
)`.as("product_slug");

/** The product that a slug stands for, as its page needs it. Fails with NOT_FOUND. */
export async function readProductOfSlug(db: Db, slug: string): Promise<{ _id: string }> {
  const found = await findProductBySlug(db, slug);
  if (found === undefined) throw notFound("Product");
  return { _id: found.id };
}

/** The product that a slug stands for or stood for, with its current slug; `undefined` for an unknown one. */
export async function findProductBySlug(db: Db, slug: string): Promise<{ id: string; slug: string } | undefined> {
  const current = db
    .select({ productId: productSlugs.productId, slug: productSlugs.slug })
    .from(productSlugs)
    .where(eq(productSlugs.isCurrent, true))
    .as("current");
  const [found] = await db
    .select({ id: productSlugs.productId, slug: current.slug })
    .from(productSlugs)
    .innerJoin(current, eq(current.productId, productSlugs.productId))
    .where(eq(productSlugs.slug, slug));
  return found;
}
