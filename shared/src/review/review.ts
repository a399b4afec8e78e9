import { z } from "zod";
import { reviewSchema } from "../catalog/catalog.ts";
import { imageIdOf } from "../catalog/image.ts";
import { isStorableLine, isStorableText, numberOfText, pageNumberSchema, unstorableText } from "../query.ts";
import { commentLength, keywordLength, reportWordsLength, reviewPhotosMax } from "../shop.ts";
import { timestampSchema } from "../wire.ts";
import { reviewOrders } from "./review-address.ts";
import { type ReviewReason, reviewReasons } from "./review-reasons.ts";

export const listReviewsSchema = z.object({
  productId: z.string(),
  rating: z.number().int().min(1).max(5).optional(),
  photos: z.boolean().optional(),
  verified: z.boolean().optional(),
  order: z.enum(reviewOrders).default("newest"),
  pageNumber: pageNumberSchema.default(1),
});
export type ListReviews = z.output<typeof listReviewsSchema>;

/** A parameter that is `true` or `false` in a query string. */
function truthOfText(value: unknown): unknown {
  return value === "true" ? true : value === "false" ? false : value;
}

/** The same from a query string. */
export const listReviewsQuerySchema = listReviewsSchema.omit({ productId: true }).extend({
  rating: z
    .preprocess(numberOfText, listReviewsSchema.shape.rating)
    .meta({ description: "Only reviews with this rating." }),
  photos: z
    .preprocess(truthOfText, listReviewsSchema.shape.photos)
    .meta({ description: "Whether to list only reviews with photos." }),
  verified: z
    .preprocess(truthOfText, listReviewsSchema.shape.verified)
    .meta({ description: "Whether to list only reviews whose authors have paid for an order with the product." }),
});

/** What the shop answers to a review. */
export const reviewAnswerSchema = z.object({ text: z.string(), at: timestampSchema });

/** A review as the list shows it. The optional fields are absent from servers of the previous release. */
export const listedReviewSchema = reviewSchema.extend({
  isVerified: z.boolean().meta({ description: "Whether the author has paid for an order with the product." }),
  editedAt: timestampSchema.nullable().exactOptional().meta({ description: "When the author last changed it." }),
  photos: z.array(z.string()).exactOptional().meta({ description: "The paths of its photos." }),
  helpful: z.int().exactOptional().meta({ description: "How many customers found it helpful." }),
  answer: reviewAnswerSchema.nullable().exactOptional().meta({ description: "What the shop answers to it." }),
  variant: z
    .string()
    .exactOptional()
    .meta({ description: 'Which product of the group it is about, such as "Sand, M".' }),
});
export type ListedReview = z.infer<typeof listedReviewSchema>;

/** The product that the caller reviews. */
export const ownReviewSchema = z.object({ productId: z.string() });

/** One review. */
export const reviewIdSchema = z.object({ reviewId: z.string() });

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
  hidden: z
    .int()
    .exactOptional()
    .meta({ description: "How many further reviews the shop has hidden. They are in no other number." }),
  hasPhotos: z
    .literal(true)
    .exactOptional()
    .meta({ description: "If a review of the product has photos, whether it is on this page or not." }),
});
export type ReviewPage = z.infer<typeof reviewPageSchema>;

/** A text of several lines. */
function textSchema(what: string) {
  return z
    .string({ error: `${what} is required` })
    .trim()
    .min(1, `${what} is required`)
    .max(commentLength, `${what} can have at most ${commentLength} characters`)
    .refine((value) => /[^\s\u200b-\u200f\u2060\ufeff]/.test(value), `${what} is required`)
    .refine(isStorableText, `${what} contains characters that cannot be stored`);
}

export const createReviewSchema = z.object({
  rating: z
    .number({ error: "Rating must be a whole number from 1 to 5" })
    .int("Rating must be a whole number from 1 to 5")
    .min(1, "Rating must be a whole number from 1 to 5")
    .max(5, "Rating must be a whole number from 1 to 5"),
  comment: textSchema("Comment"),
  photos: z
    .array(z.string().refine((image) => imageIdOf(image) !== undefined, "Each photo must be one that you uploaded"))
    .max(reviewPhotosMax, `A review can have at most ${reviewPhotosMax} photos`)
    .refine((photos) => new Set(photos).size === photos.length, "Each photo can be in the review once")
    .exactOptional()
    .meta({ description: "The paths of photos that the caller uploaded for a review, in their order." }),
});
export type CreateReview = z.output<typeof createReviewSchema>;

/** A change of the caller's own review. Without `photos`, its photos stay. */
export const editReviewSchema = createReviewSchema.extend(reviewIdSchema.shape);

/** The caller's own review. */
export type OwnReview = {
  _id: string;
  name: string;
  rating: number;
  comment: string;
  createdAt: string;
  editedAt: string | null;
  photos: string[];
  /** Whether it is still possible to change it. */
  canEdit: boolean;
  /** Why the shop hid it; `null` while it is shown. */
  hiddenReason: ReviewReason | null;
};

/** The reviews of a product that the caller has marked. */
export type ReviewMarks = { helpful: string[]; reported: string[] };

export const voteSchema = reviewIdSchema.extend({ isHelpful: z.boolean() });

/** `words` may be empty. */
export const reportReviewSchema = z.object({
  reason: z.enum(reviewReasons, { error: "Please choose a reason" }),
  words: z
    .string()
    .trim()
    .max(reportWordsLength, `At most ${reportWordsLength} characters, please`)
    .refine(isStorableText, unstorableText)
    .default(""),
});
export type ReportReview = z.output<typeof reportReviewSchema>;

export const answerReviewSchema = z.object({ text: textSchema("Answer") });
export const hideReviewSchema = z.object({ reason: z.enum(reviewReasons, { error: "Please choose a reason" }) });

/** Which reviews admins see. */
export const adminReviewsSchema = z.object({
  filter: z.enum(["reported", "hidden", "all"]).catch("reported"),
  search: z.string().trim().max(keywordLength).refine(isStorableLine).catch(""),
  pageNumber: pageNumberSchema.default(1),
});
export type AdminReviewsQuery = z.output<typeof adminReviewsSchema>;

/** A review as admins see it, with its open reports. */
export type AdminReview = {
  _id: string;
  product: { _id: string; name: string };
  name: string;
  rating: number;
  comment: string;
  photos: string[];
  createdAt: string;
  editedAt: string | null;
  answer: string | null;
  hidden: { reason: ReviewReason; at: string } | null;
  reports: { _id: string; reason: ReviewReason; words: string | null; createdAt: string }[];
};
export type AdminReviewPage = { reviews: AdminReview[]; page: number; pages: number; total: number };
