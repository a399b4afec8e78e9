import { z } from "zod";
import { reviewSchema } from "./catalog.ts";
import { isStorableText, numberOfText, pageNumberSchema } from "./query.ts";
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

/** The same from a query string. */
export const listReviewsQuerySchema = listReviewsSchema.omit({ productId: true }).extend({
  rating: z
    .preprocess(numberOfText, listReviewsSchema.shape.rating)
    .meta({ description: "Only reviews with this rating." }),
});

/** A review as the list shows it. */
export const listedReviewSchema = reviewSchema.extend({
  isVerified: z.boolean().meta({ description: "Whether the author has paid for an order with the product." }),
});
export type ListedReview = z.infer<typeof listedReviewSchema>;

/** The product that the caller reviews. */
export const ownReviewSchema = z.object({ productId: z.string() });

const count = z.int();

/** A page of a product's reviews, with the number of reviews per rating, from 1 to 5 stars. */
export const reviewPageSchema = z.object({
  reviews: z.array(listedReviewSchema),
  page: z.int(),
  pages: z.int().meta({ description: "How many pages there are." }),
  total: z.int().meta({ description: "How many reviews match." }),
  byRating: z
    .tuple([count, count, count, count, count])
    .meta({ description: "How many reviews there are of each rating, from 1 to 5." }),
});
export type ReviewPage = z.infer<typeof reviewPageSchema>;

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
