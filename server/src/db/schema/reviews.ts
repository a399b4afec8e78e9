import { reviewReasons } from "@shop/shared/review/review-reasons";
import { reportWordsLength, reviewPhotosMax } from "@shop/shared/shop";
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt, id, time } from "./columns.ts";
import { products } from "./products.ts";
import { orderReturns } from "./returns.ts";

export const reviews = pgTable(
  "reviews",
  {
    id: id(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** The author's name at the time of the review. */
    name: text().notNull(),
    rating: smallint().notNull(),
    comment: text().notNull(),
    createdAt: createdAt(),
    /** When the author last changed it. */
    editedAt: time(),
    /** When the shop hid it. A hidden review is in no count and no average. */
    hiddenAt: time(),
    hiddenReason: text({ enum: reviewReasons }),
    /** Whether its author has a newer one of another product of the same group, which counts instead. */
    isSuperseded: boolean().notNull().default(false),
    /** What the shop answers below it. */
    answer: text(),
    answeredAt: time(),
    /** The number of rows in `review_votes`. */
    helpfulCount: integer().notNull().default(0),
  },
  (table) => [
    check("reviews_hidden_with_reason", sql`(${table.hiddenAt} is null) = (${table.hiddenReason} is null)`),
    check("reviews_answered_at", sql`(${table.answer} is null) = (${table.answeredAt} is null)`),
    check("reviews_helpful_count", sql`${table.helpfulCount} >= 0`),
    // The lists of admins: all, newest first, and the hidden ones.
    index("reviews_newest").on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("reviews_hidden").on(table.productId).where(sql`${table.hiddenAt} is not null`),
    unique("reviews_one_per_person").on(table.productId, table.userId),
    // A user's reviews, as they are downloaded and made anonymous.
    index("reviews_of_user").on(table.userId),
    check("reviews_rating_in_range", sql`${table.rating} between 1 and 5`),
    check("reviews_comment_not_blank", sql`length(btrim(${table.comment})) > 0`),
    // A product's reviews, newest first.
    index("reviews_of_product").on(table.productId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    // Reviews of one rating, and reviews sorted by rating.
    index("reviews_by_rating").on(
      table.productId,
      table.rating,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
);

/** Photos of reviews and of returns, and uploads that are in neither yet, which a job deletes after a day. */
export const reviewPhotos = pgTable(
  "review_photos",
  {
    /** The id of the stored image. */
    id: id(),
    image: text().notNull(),
    /** Who uploaded it. */
    userId: uuid()
      .notNull()
      .references(() => users.id),
    reviewId: uuid().references(() => reviews.id, { onDelete: "cascade" }),
    /** The return that it belongs to, in the order of their ids. */
    returnId: uuid().references(() => orderReturns.id, { onDelete: "cascade" }),
    /** Its place in the review, from 0 on. */
    place: smallint(),
    /** The size of its files; null for photos from before it was counted, until a job has moved them. */
    bytes: integer(),
    createdAt: createdAt(),
  },
  (table) => [
    // Photos that a job moves to the addresses that are checked. Empty once it has.
    index("review_photos_unchecked").on(table.id).where(sql`${table.bytes} is null`),
    unique("review_photos_place").on(table.reviewId, table.place),
    check("review_photos_placed", sql`(${table.reviewId} is null) = (${table.place} is null)`),
    check("review_photos_max", sql`${table.place} >= 0 and ${table.place} < ${sql.raw(String(reviewPhotosMax))}`),
    check("review_photos_of_one", sql`${table.reviewId} is null or ${table.returnId} is null`),
    index("review_photos_of_user").on(table.userId),
    index("review_photos_of_return").on(table.returnId).where(sql`${table.returnId} is not null`),
    index("review_photos_unused").on(table.createdAt).where(sql`${table.reviewId} is null`),
  ],
);

/** Who found a review helpful. `reviews.helpful_count` is their number. */
export const reviewVotes = pgTable(
  "review_votes",
  {
    reviewId: uuid()
      .notNull()
      .references(() => reviews.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.reviewId, table.userId] }),
    index("review_votes_of_user").on(table.userId, table.reviewId),
  ],
);

/** Reports of reviews by customers, one a customer and review. */
export const reviewReports = pgTable(
  "review_reports",
  {
    id: id(),
    reviewId: uuid()
      .notNull()
      .references(() => reviews.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    reason: text({ enum: reviewReasons }).notNull(),
    /** What the customer added. */
    words: text(),
    createdAt: createdAt(),
    /** When an admin hid the review or dismissed the report. */
    closedAt: time(),
  },
  (table) => [
    unique("review_reports_once").on(table.reviewId, table.userId),
    check(
      "review_reports_words_length",
      sql`length(${table.words}) between 1 and ${sql.raw(String(reportWordsLength))}`,
    ),
    index("review_reports_of_user").on(table.userId),
    // The admins' list of reported reviews. Small, because they are looked at.
    index("review_reports_open").on(table.reviewId).where(sql`${table.closedAt} is null`),
  ],
);
