import type { HomeReview } from "@shop/shared/page/home-layout";
import { and, desc, eq, gte, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { reviews } from "../../db/schema/reviews.ts";
import { isVisible } from "../catalog/visible.ts";
import { isShown, photoColumn } from "./list.ts";

/** From so many stars on, and from so many characters on, a review says something to somebody who does not know the product. */
const starsMin = 4;
const lengthMin = 20;
/** Longer comments are cut, in characters. */
const lengthMax = 280;
/** So many of the newest reviews are looked at. */
const lookedAt = 300;

/** The newest good reviews with more than a word, those with photos first: of products that customers see, one of each. */
export async function listLatestGoodReviews(db: Db, limit: number): Promise<HomeReview[]> {
  const newest = db
    .select({ id: reviews.id })
    .from(reviews)
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(lookedAt)
    .as("newest");
  const rows = await db
    .select({
      _id: reviews.id,
      name: reviews.name,
      rating: reviews.rating,
      comment: reviews.comment,
      productId: products.id,
      productName: products.name,
      image: products.image,
      photos: photoColumn,
    })
    .from(newest)
    .innerJoin(reviews, eq(reviews.id, newest.id))
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(and(isShown, isVisible, gte(reviews.rating, starsMin), sql`length(${reviews.comment}) >= ${lengthMin}`))
    .orderBy(desc(reviews.createdAt), desc(reviews.id));
  const ofProduct = new Map<string, HomeReview>();
  const withPhotos = rows.filter(({ photos }) => photos.length > 0);
  for (const { productId, productName, image, comment, photos, ...review } of [...withPhotos, ...rows]) {
    if (ofProduct.has(productId)) continue;
    const [photo] = photos;
    ofProduct.set(productId, {
      ...review,
      ...(photo === undefined ? {} : { photo }),
      comment: shorten(comment),
      product: { _id: productId, name: productName, image },
    });
  }
  return [...ofProduct.values()].slice(0, limit);
}

function shorten(comment: string): string {
  if (comment.length <= lengthMax) return comment;
  const end = comment.lastIndexOf(" ", lengthMax);
  return `${comment.slice(0, end > 0 ? end : lengthMax)}…`;
}
