import { reviewReasons } from "@shop/shared/review/review-reasons";
import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt, id, imageIdIn, time, version, xid8 } from "./columns.ts";

/** Whether an image is not in the shop's own storage, but an https address that an admin gave. Indexed for products. */
export const isOnAnotherSite = (image: AnyPgColumn): SQL => sql`lower(left(${image}, 8)) = 'https://'`;

/** The columns of a brand or a category. */
const termColumns = () => ({
  id: id(),
  name: text().notNull(),
  /** The end of its page's address, from its name. Given by a trigger. */
  slug: text().notNull().default(""),
  description: text().notNull().default(""),
  image: text().notNull().default(""),
  /** What the image shows, for those who do not see it; empty for one that only decorates. */
  imageAlt: text().notNull().default(""),
  /** Its place in the menu; without one it comes after those that have one. */
  menuPosition: integer(),
  createdAt: createdAt(),
  updatedAt: createdAt(),
  version: version(),
  /** Stands for the id in `product_facets`. */
  number: integer().generatedAlwaysAsIdentity(),
  /** The one that it is being merged into. A trigger gives that one to every product that is written with this one. */
  mergingIntoId: uuid(),
  /** The edit that the merge is in the history of the products. */
  mergingEditId: uuid(),
});

export const brands = pgTable("brands", termColumns(), (table) => [
  uniqueIndex("brands_name_key").on(sql`lower(${table.name} collate "pg_c_utf8")`),
  uniqueIndex("brands_slug_key").on(table.slug),
  foreignKey({ columns: [table.mergingIntoId], foreignColumns: [table.id] }).onDelete("set null"),
  // Whether an image is in use. Likewise below.
  index("brands_image_id").on(imageIdIn(table.image)),
]);

export const categories = pgTable("categories", termColumns(), (table) => [
  uniqueIndex("categories_name_key").on(sql`lower(${table.name} collate "pg_c_utf8")`),
  uniqueIndex("categories_slug_key").on(table.slug),
  foreignKey({ columns: [table.mergingIntoId], foreignColumns: [table.id] }).onDelete("set null"),
  index("categories_image_id").on(imageIdIn(table.image)),
]);

/**
 * Brands and categories with a name that the search documents of some of their products do not have yet. Maintained by
 * triggers; a job writes the documents and deletes the row.
 */
export const renamedTerms = pgTable("renamed_terms", {
  termId: uuid().primaryKey(),
  taxonomy: text({ enum: ["brand", "category"] }).notNull(),
  /** Another one for each new name. */
  revision: uuid().notNull().defaultRandom(),
  renamedAt: createdAt(),
});

/** Slugs that brands had before they were renamed. Maintained by a trigger. */
export const formerBrandSlugs = pgTable("former_brand_slugs", {
  slug: text().primaryKey(),
  termId: uuid()
    .notNull()
    .references(() => brands.id, { onDelete: "cascade" }),
});

/** The same of categories. */
export const formerCategorySlugs = pgTable("former_category_slugs", {
  slug: text().primaryKey(),
  termId: uuid()
    .notNull()
    .references(() => categories.id, { onDelete: "cascade" }),
});

export const products = pgTable(
  "products",
  {
    id: id(),
    name: text().notNull(),
    image: text().notNull().default(""),
    /** What the image shows, for those who do not see it. The name stands for an empty one. */
    imageAlt: text().notNull().default(""),
    /** Null only for deleted products, so that their brands and categories can be deleted. */
    brandId: uuid().references(() => brands.id),
    categoryId: uuid().references(() => categories.id),
    description: text().notNull().default(""),
    /** What customers pay now. While a planned price applies, a trigger turns a write of it into one of `regularPriceCents`. */
    priceCents: integer().notNull(),
    /** The planned price that applies now, and the price that holds again after it. Null without one. */
    plannedPriceId: uuid(),
    regularPriceCents: integer(),
    /** The lowest price of the thirty days before the planned price began; null if it was not on sale then. */
    lowestPriceCents: integer(),
    /** When the planned price that applies now ends; null for no end. */
    plannedUntil: time(),
    countInStock: integer().notNull(),
    /** Writers change sum and count; the mean is a generated column. */
    ratingSum: integer().notNull().default(0),
    numReviews: integer().notNull().default(0),
    rating: numeric({ precision: 3, scale: 2, mode: "number" })
      .notNull()
      .generatedAlwaysAs(sql`case when num_reviews = 0 then 0 else round(rating_sum::numeric / num_reviews, 2) end`),
    /** Lower-case name, brand, category and description, for admins. Maintained by triggers. */
    searchText: text().notNull().default(""),
    /** Lower-case name, brand and category, which the vocabulary is learnt from. Maintained by triggers. */
    searchName: text().notNull().default(""),
    userId: uuid().references(() => users.id),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    /** Null for drafts. */
    publishedAt: time(),
    deletedAt: time(),
    version: version(),
  },
  (table) => {
    const isVisible = sql`${table.publishedAt} is not null and ${table.deletedAt} is null`;
    return [
      check(
        "products_living_have_names",
        sql`${table.deletedAt} is not null or (${table.brandId} is not null and ${table.categoryId} is not null)`,
      ),
      check("products_price_in_range", sql`${table.priceCents} between 0 and 99999999`),
      check("products_stock_in_range", sql`${table.countInStock} between 0 and 1000000`),
      check(
        "products_rating_adds_up",
        sql`${table.numReviews} >= 0 and ${table.ratingSum} between ${table.numReviews} and ${table.numReviews} * 5`,
      ),
      // The sort order of the storefront's lists.
      index("products_listing").on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()).where(isVisible),
      // The admin list, drafts included: newest first, and its count.
      index("products_at_the_desk")
        .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
        .where(sql`${table.deletedAt} is null`),
      // Featured products. Stock is in no index, so that a sale is a HOT update that writes no
      // index entries.
      index("products_featured")
        .on(
          table.rating.desc().nullsFirst(),
          table.numReviews.desc().nullsFirst(),
          table.createdAt.desc().nullsFirst(),
          table.id.desc().nullsFirst(),
        )
        .where(isVisible),
      // The admins' search for what a text contains.
      index("products_search_text").using("gin", sql`${table.searchText} gin_trgm_ops`).where(isVisible),
      // Unused. The previous release searches for misspelt words with it.
      index("products_search_name").using("gin", sql`${table.searchName} gin_trgm_ops`).where(isVisible),
      // What is near in price in the same category, for recommendations.
      index("products_of_category_by_price").on(table.categoryId, table.priceCents, table.id).where(isVisible),
      // Counting the products of a term, and finding them when it is renamed or merged.
      index("products_brand").on(table.brandId),
      index("products_category").on(table.categoryId),
      index("products_image_id").on(imageIdIn(table.image)),
      index("products_on_other_sites").on(table.image).where(isOnAnotherSite(table.image)),
    ];
  },
);

/** The images of a product after its first one, which is in `products`. */
export const productImages = pgTable(
  "product_images",
  {
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    position: smallint().notNull(),
    image: text().notNull(),
    /** What it shows. The name of the product stands for an empty one. */
    alt: text().notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.position] }),
    check("product_images_at_most_nine", sql`${table.position} between 1 and 9`),
    check("product_images_not_empty", sql`${table.image} <> ''`),
    index("product_images_image_id").on(imageIdIn(table.image)),
    index("product_images_on_other_sites").on(table.image).where(isOnAnotherSite(table.image)),
  ],
);

/**
 * Products that are the same but for a colour, a size or the like, each with what sets it apart. A product is in one group
 * at most. Every save gives the group another id, so that the id is its version too.
 */
export const productSiblings = pgTable(
  "product_siblings",
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    groupId: uuid().notNull(),
    position: smallint().notNull(),
    label: text().notNull(),
  },
  (table) => [
    unique("product_siblings_one_per_place").on(table.groupId, table.position),
    check("product_siblings_at_most_twelve", sql`${table.position} between 1 and 12`),
    check("product_siblings_not_blank", sql`${table.label} <> ''`),
  ],
);

/** Facts of a product in their order: "Weight: 9.2 oz". A name can come several times, with several values. */
export const productAttributes = pgTable(
  "product_attributes",
  {
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    position: smallint().notNull(),
    /** The heading that it stands under; empty for none. */
    groupName: text().notNull().default(""),
    name: text().notNull(),
    value: text().notNull(),
    unit: text().notNull().default(""),
    /** Value and unit, as customers choose it. */
    label: text().notNull().generatedAlwaysAs(sql`case when unit = '' then value else value || ' ' || unit end`),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.position] }),
    check("product_attributes_at_most_forty", sql`${table.position} between 1 and 40`),
    check("product_attributes_not_blank", sql`${table.name} <> '' and ${table.value} <> ''`),
    // The products with a chosen value. Its name comes before the first colon of a choice.
    index("product_attributes_chosen").on(table.name, table.label, table.productId),
    check("product_attributes_name_without_colon", sql`strpos(${table.name}, ':') = 0`),
  ],
);

/**
 * The number of visible products in a single row. Maintained by triggers in the
 * transaction of the change, so it is consistent with the products in the same
 * snapshot and lists need no count.
 */
export const catalogSize = pgTable(
  "catalogue_size",
  { isOnly: boolean().primaryKey().default(true), visible: integer().notNull() },
  (table) => [
    check("catalogue_size_has_one_row", sql`${table.isOnly}`),
    check("catalogue_size_not_negative", sql`${table.visible} >= 0`),
  ],
);

/**
 * The version of everything that a search depends on, in a single row: not of
 * prices, stock and ratings. Changed by a deferred trigger at the end of a
 * transaction. A version is unique, also after the database was restored from a
 * backup; a number is not.
 */
export const catalogVersion = pgTable(
  "catalogue_version",
  {
    isOnly: boolean().primaryKey().default(true),
    version: uuid().notNull().defaultRandom(),
    number: bigint({ mode: "number" }).notNull().default(0),
  },
  (table) => [check("catalogue_version_has_one_row", sql`${table.isOnly}`)],
);

/**
 * Unused, and not written any more. The previous release reads it, and searches
 * anew where it has a gap.
 */
export const catalogChanges = pgTable(
  "catalogue_changes",
  {
    number: bigint({ mode: "number" }).notNull(),
    place: integer().notNull(),
    version: uuid().notNull(),
    before: text(),
    after: text(),
    /** Whether the version has more changes than are logged. */
    isMore: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.number, table.place] })],
);

/**
 * The recorded changes of products for the caches of all instances, by transaction. Maintained by triggers; unlogged,
 * because a restart of the database empties the caches anyway.
 */
export const productChanges = pgTable(
  "product_changes",
  {
    xid: xid8().notNull().default(sql`pg_current_xact_id()`),
    /** Null where a statement changed very many products. */
    productId: uuid(),
    /** Whether an order of products, or what facets count, may have changed. */
    affectsRanking: boolean().notNull(),
    /** Unused. The previous release deletes old changes by it. */
    changedAt: time().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [index("product_changes_since").on(table.xid)],
);

/** The products that the page of a product shows besides it, the best first. Computed by a job. */
export const productRecommendations = pgTable("product_recommendations", {
  productId: uuid()
    .primaryKey()
    .references(() => products.id, { onDelete: "cascade" }),
  recommendedIds: uuid().array().notNull(),
});

/**
 * What facets are counted by, for each visible product: narrow, so that all rows are read quickly. Maintained by triggers.
 * Stock is in no index, so that selling out writes no index entries.
 */
export const productFacets = pgTable(
  "product_facets",
  {
    createdAt: time().notNull(),
    priceCents: integer().notNull(),
    numReviews: integer().notNull(),
    /** Counted in the background. */
    soldUnits: integer().notNull().default(0),
    brandNumber: integer().notNull(),
    categoryNumber: integer().notNull(),
    /** The mean rating in hundredths. */
    rating: smallint().notNull(),
    isInStock: boolean().notNull(),
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
  },
  (table) => [
    index("product_facets_brand").on(table.brandNumber),
    index("product_facets_category").on(table.categoryNumber),
    // The sort orders. That by price is read backwards as well.
    index("product_facets_newest").on(table.createdAt.desc().nullsFirst(), table.productId.desc().nullsFirst()),
    index("product_facets_price").on(
      table.priceCents,
      table.createdAt.desc().nullsFirst(),
      table.productId.desc().nullsFirst(),
    ),
    index("product_facets_rating").on(
      table.rating.desc().nullsFirst(),
      table.numReviews.desc().nullsFirst(),
      table.createdAt.desc().nullsFirst(),
      table.productId.desc().nullsFirst(),
    ),
    index("product_facets_bestselling").on(
      table.soldUnits.desc().nullsFirst(),
      table.createdAt.desc().nullsFirst(),
      table.productId.desc().nullsFirst(),
    ),
  ],
);

/** The units of each product in paid orders. Counted in the background, so that paying does not wait for it. */
export const productSales = pgTable("product_sales", {
  productId: uuid()
    .primaryKey()
    .references(() => products.id, { onDelete: "cascade" }),
  units: integer().notNull(),
});

/** Up to which payment `product_sales` is complete, in a single row. */
export const salesProgress = pgTable(
  "sales_progress",
  { isOnly: boolean().primaryKey().default(true), countedUntil: time().notNull() },
  (table) => [check("sales_progress_has_one_row", sql`${table.isOnly}`)],
);

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

/** Products of orders that were refused for lack of stock, with the last customer. */
export const stockDemand = pgTable("stock_demand", {
  productId: uuid()
    .primaryKey()
    .references(() => products.id),
  userId: uuid()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  refusedAt: createdAt(),
});
