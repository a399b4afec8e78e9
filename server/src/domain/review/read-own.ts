import type { Review } from "@shop/shared/catalog";
import { isId } from "@shop/shared/query";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { reviews } from "../../db/schema.ts";
import type { User } from "../account/actor.ts";
import { reviewColumns } from "./list.ts";

/** The caller's own review of a product, or `null`. */
export async function readOwnReview(db: Db, user: User, productId: string): Promise<Review | null> {
  if (!isId(productId)) return null;
  const [own] = await db
    .select(reviewColumns)
    .from(reviews)
    .where(and(eq(reviews.productId, productId), eq(reviews.userId, user.id)));
  return own ?? null;
}
