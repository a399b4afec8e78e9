import { z } from "zod";
import type { Review } from "./catalog.ts";
import { isStorableText, pageNumberSchema } from "./query.ts";
import { commentLength } from "./shop.ts";

export const reviewOrders = ["newest", "highest", "lowest"] as const;
export type ReviewOrder = (typeof reviewOrders)[number];

export const listReviewsSchema = z.object({
  productId: z.string(),
  rating: z.number().int().min(1).max(5).optional(),
  order: z.enum(reviewOrders).default("newest"),
  pageNumber: pageNumberSchema.default(1),
});
export type ListReviews = z.output<typeof listReviewsSchema>;

/** A review as the list shows it. */
export type ListedReview = Review & {
  /** Whether the author has paid for an order with the product. */
  isVerified: boolean;
};

/** A page of a product's reviews, with the number of reviews per rating, from 1 to 5 stars. */
export type ReviewPage = {
  reviews: ListedReview[];
  page: number;
  pages: number;
  /** The number of reviews that match the filter. */
  total: number;
  byRating: [number, number, number, number, number];
};

export const createReviewSchema = z.object({
  rating: z
    .number({ error: "Rating must be a whole number from 1 to 5" })
    .int("Rating must be a whole number from 1 to 5")
    .min(1, "Rating must be a whole number from 1 to 5")
    .max(5, "Rating must be a whole number from 1 to 5"),
  comment: z
    .string({ error: "Comment is required" })
    .trim()
    .min(1, "Comment is required")
    .max(commentLength, `Comment can have at most ${commentLength} characters`)
    .refine((value) => /[^\s\u200b-\u200f\u2060\ufeff]/.test(value), "Comment is required")
    .refine(isStorableText, "Comment contains characters that cannot be stored"),
});
export type CreateReview = z.output<typeof createReviewSchema>;
