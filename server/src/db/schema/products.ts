import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { folded, lowered } from "../text.ts";
import { users } from "./accounts.ts";
import { createdAt, id, imageIdIn, time, version } from "./columns.ts";
import { brands, categories } from "./terms.ts";

/** Whether an image is not in the shop's own storage, but an https address that an admin gave. Indexed for products. */
export const isOnAnotherSite = (image: AnyPgColumn): SQL => sql`lower(left(${image}, 8)) = 'https://'`;

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
    /** Whether the description is Markdown. One from before stays as it was typed. */
    isMarkdown: boolean().notNull().default(false),
    /** What customers pay now. While a planned price applies, a trigger turns a write of it into one of `regularPriceCents`. */
    priceCents: integer().notNull(),
    /** The planned price that applies now, and the price that holds again after it. Null without one. */
    plannedPriceId: uuid(),
    regularPriceCents: integer(),
    /** The lowest price of the thirty days before the planned price began; null if it was not on sale then. */
    lowestPriceCents: integer(),
    /** When the planned price that applies now ends; null for no end. */
    plannedUntil: time(),
    /** As many as the check allows while the stock is not counted, so that every reader finds it in stock. */
    countInStock: integer().notNull(),
    /** Whether sales reduce the stock. */
    isStockCounted: boolean().notNull().default(true),
    /** What sets it apart from the other products of its group: "Sand, M". Empty for a product without a group. */
    variantLabel: text().notNull().default(""),
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
    const isNotDeleted = sql`${table.deletedAt} is null`;
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
        .where(isNotDeleted),
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
      // The admins' search for what a text contains, and that of orders for names of products.
      index("products_containing").using("gin", sql`${table.searchText} gin_trgm_ops`).where(isNotDeleted),
      index("products_by_words_of_name").using("gin", sql`${folded(table.name)} gin_trgm_ops`),
      // The admin list by name, price and rating, and its count of drafts. Stock is in no index, as said above.
      index("products_by_name").on(lowered(table.name), table.id).where(isNotDeleted),
      index("products_by_price").on(table.priceCents, table.id).where(isNotDeleted),
      index("products_by_rating").on(table.rating, table.numReviews, table.id).where(isNotDeleted),
      index("products_drafts").on(table.id).where(sql`${table.publishedAt} is null and ${table.deletedAt} is null`),
      // What is near in price in the same category, for recommendations.
      index("products_of_category_by_price").on(table.categoryId, table.priceCents, table.id).where(isVisible),
      // Counting the products of a term, and finding them when it is renamed or merged.
      index("products_brand").on(table.brandId),
      index("products_category").on(table.categoryId),
      index("products_image_id").on(imageIdIn(table.image)),
      // The collections of what is on sale.
      index("products_on_sale").on(table.id).where(sql`${table.plannedPriceId} is not null`),
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

/** The videos of a product, which follow its images. */
export const productVideos = pgTable(
  "product_videos",
  {
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    position: smallint().notNull(),
    video: text().notNull(),
    /** The image that is shown before it plays; empty for none. */
    poster: text().notNull().default(""),
    alt: text().notNull().default(""),
    /** As WebVTT; empty if nobody speaks in it. */
    captions: text().notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.position] }),
    check("product_videos_at_most_three", sql`${table.position} between 1 and 3`),
    check("product_videos_not_empty", sql`${table.video} <> ''`),
    index("product_videos_video_id").on(imageIdIn(table.video)),
    index("product_videos_poster_id").on(imageIdIn(table.poster)),
  ],
);

/** Unused since `product_variants`. The previous release reads it. */
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
