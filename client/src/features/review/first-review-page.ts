import type { Product } from "@shop/shared/catalog";
import type { ReviewPage } from "@shop/shared/review";
import { reviewPageSize } from "@shop/shared/shop";

/**
 * The first page of a product's reviews, from those that came with the product.
 * Absent when it has more than came with it: then they do not tell how many
 * there are of each rating.
 */
export function firstReviewPage({
  reviews,
  numReviews,
}: Pick<Product, "reviews" | "numReviews">): ReviewPage | undefined {
  if (reviews.length !== numReviews) return undefined;
  const withRating = (stars: number) => reviews.filter((review) => review.rating === stars).length;
  return {
    // Who has bought it is known only when the list itself has come.
    reviews: reviews.slice(0, reviewPageSize).map((review) => ({ ...review, isVerified: false })),
    page: 1,
    pages: Math.ceil(reviews.length / reviewPageSize),
    total: reviews.length,
    byRating: [withRating(1), withRating(2), withRating(3), withRating(4), withRating(5)],
  };
}
