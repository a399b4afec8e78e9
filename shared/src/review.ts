import { z } from "zod";
import type { Review } from "./catalog.ts";
import { pageNumberSchema } from "./query.ts";

export const reviewOrders = ["newest", "highest", "lowest"] as const;
export type ReviewOrder = (typeof reviewOrders)[number];

export const listReviewsSchema = z.object({
  productId: z.string().max(200),
  rating: z.number().int().min(1).max(5).optional(),
  order: z.enum(reviewOrders).default("newest"),
  pageNumber: pageNumberSchema.default(1),
});
export type ListReviews = z.output<typeof listReviewsSchema>;

/** One page of a product's reviews, with how many there are of each rating, from 1 star to 5. */
export type ReviewPage = {
  reviews: Review[];
  page: number;
  pages: number;
  /** Reviews that match the filter. */
  total: number;
  byRating: [number, number, number, number, number];
};
