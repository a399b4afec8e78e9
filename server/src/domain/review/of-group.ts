import { type SQL, sql } from "drizzle-orm";
import type { products } from "../../db/schema/products.ts";
import { reviews } from "../../db/schema/reviews.ts";
import { membersOf } from "../catalog/product-group/group-columns.ts";

/** Whether a review is of a product or of another one of its group. */
export function isOfGroup(productId: SQL | typeof products.id): SQL {
  return sql`${reviews.productId} in (select member_id from ${membersOf(productId)} as members)`;
}
