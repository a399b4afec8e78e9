import { z } from "zod";
import { isId, keywordSchema, pageNumberSchema } from "../query.ts";
import { moreImagesMax, savedPageSize } from "../shop.ts";
import { timestampSchema, wireAmountSchema, wireIdSchema } from "../wire.ts";
import { videosMax } from "./video.ts";

/** What an entry of a list says of the group that it stands for. */
const entryVariantsSchema = z
  .object({
    count: z.int().meta({ description: "How many products of the group are on sale." }),
    fromPrice: wireAmountSchema.meta({ description: "The lowest price of them." }),
    isOnePrice: z.boolean().meta({ description: "Whether all cost the same, discounts included." }),
    discountedFrom: wireAmountSchema
      .exactOptional()
      .meta({ description: "The lowest price of them with discounts for everybody, if one of them has such." }),
    swatches: z.array(z.object({ label: z.string(), swatch: z.string() })).meta({ description: "Their colors." }),
    choices: z
      .string()
      .exactOptional()
      .meta({ description: 'By what they differ, if not by several colors of `swatches`: "3 colors, 2 sizes".' }),
  })
  .meta({ description: "Only in lists, where a product stands for all products of its group." });
export type EntryVariants = z.infer<typeof entryVariantsSchema>;

/** What a product costs by discounts that everybody gets without a code. */
const shownDiscountSchema = z
  .object({
    name: z.string().meta({ description: "The names of the discounts." }),
    price: wireAmountSchema.meta({ description: "What one unit costs with them. Orders name what they take off." }),
    // Both or none.
    regularPrice: wireAmountSchema
      .exactOptional()
      .meta({ description: "The price without them, if they made it lower than it was in the 30 days before." }),
    lowestPrice: wireAmountSchema
      .exactOptional()
      .meta({ description: "The lowest price of those 30 days. Present with `regularPrice`." }),
    until: timestampSchema.exactOptional().meta({ description: "When the first of them ends, if an end is planned." }),
  })
  .meta({ description: "Discounts that everybody gets without a code. `price` is without them." });
export type ShownDiscount = z.infer<typeof shownDiscountSchema>;

/** A product as lists show it. */
export const productSummarySchema = z.object({
  _id: wireIdSchema,
  name: z.string(),
  image: z.string().meta({ description: "A path of this shop, an https address, or empty." }),
  brand: z.string().meta({ description: "The brand's name." }),
  category: z.string().meta({ description: "The category's name." }),
  description: z.string(),
  isMarkdown: z
    .literal(true)
    .exactOptional()
    .meta({ description: "The description is Markdown. Absent for plain text." }),
  price: wireAmountSchema,
  // Both or none.
  regularPrice: wireAmountSchema
    .exactOptional()
    .meta({ description: "The price without the reduction, if the price is reduced for a time." }),
  lowestPrice: wireAmountSchema
    .exactOptional()
    .meta({ description: "If the price is reduced: the lowest price of the 30 days before the reduction began." }),
  reducedUntil: timestampSchema
    .exactOptional()
    .meta({ description: "When the reduction ends, if the price is reduced and an end is planned." }),
  discount: shownDiscountSchema.exactOptional(),
  countInStock: z.int().meta({ description: "0 means sold out." }),
  rating: z.number().meta({ description: "The mean of the reviews' ratings, 0 to 5." }),
  numReviews: z.int(),
  user: wireIdSchema.nullable().meta({ description: "Id of the administrator who made it." }),
  variant: z
    .string()
    .exactOptional()
    .meta({ description: 'What sets it apart from the other products of its group, such as "Sand, M".' }),
  variants: entryVariantsSchema.exactOptional(),
  unitPrice: z
    .object({ price: wireAmountSchema, basis: z.string().meta({ description: 'What it is the price of: "100 ml".' }) })
    .exactOptional()
    .meta({ description: "The price of a unit of its content, where the shop has said how much it contains." }),
});
export type ProductSummary = z.infer<typeof productSummarySchema>;

export const reviewSchema = z.object({
  _id: wireIdSchema,
  name: z.string().meta({ description: "The author's name." }),
  rating: z.int().meta({ description: "1 to 5." }),
  comment: z.string(),
  createdAt: timestampSchema,
});
export type Review = z.infer<typeof reviewSchema>;

export const shownImageSchema = z.object({
  image: z.string().meta({ description: "A path of this shop or an https address." }),
  alt: z.string().meta({ description: "What it shows. The product's name stands for an empty text." }),
});
/** One of a product's images. */
export type ShownImage = z.infer<typeof shownImageSchema>;

export const shownVideoSchema = z.object({
  video: z.string().meta({ description: "A path of this shop, where an MP4 is." }),
  poster: z.string().meta({ description: "The image that is shown before it plays; empty for none." }),
  alt: z.string().meta({ description: "What it shows. The product's name stands for an empty text." }),
  captions: z.string().meta({ description: "The path of its captions as WebVTT; empty if nobody speaks in it." }),
});
/** One of a product's videos. */
export type ShownVideo = z.infer<typeof shownVideoSchema>;

export const attributeSchema = z.object({
  group: z.string().meta({ description: "The heading that it stands under; empty for none." }),
  name: z.string(),
  value: z.string(),
  unit: z.string().meta({ description: "Follows the value; empty for none." }),
});
/** A fact about a product. A name can come several times, with several values. */
export type Attribute = z.infer<typeof attributeSchema>;

const optionValueSchema = z.object({
  label: z.string(),
  swatch: z.string().meta({ description: "A color as #rrggbb or an image that stands for it; empty for none." }),
});

export const productOptionSchema = z.object({
  name: z.string().meta({ description: 'What the variants differ by, such as "Size".' }),
  values: z.array(optionValueSchema).meta({ description: "In their order." }),
});
/** An option of a product group with its values. */
export type ProductOption = z.infer<typeof productOptionSchema>;

export const productVariantSchema = z.object({
  _id: wireIdSchema,
  values: z.array(z.int()).meta({ description: "For each option the place of its value, from 0." }),
  price: wireAmountSchema,
  countInStock: z.int().meta({ description: "0 means sold out." }),
  image: z.string().meta({ description: "A path of this shop, an https address, or empty." }),
});
/** A product of a group. */
export type ProductVariant = z.infer<typeof productVariantSchema>;

export const productGroupSchema = z.object({
  _id: wireIdSchema,
  name: z.string(),
  options: z.array(productOptionSchema),
  variants: z
    .array(productVariantSchema)
    .meta({ description: "The products on sale, in their order, this one included." }),
  sizeGuide: z.string().exactOptional().meta({ description: "The end of the address of the page that tells sizes." }),
});
/** Products that are the same but for a size, a color and the like. */
export type ProductGroup = z.infer<typeof productGroupSchema>;

/** A product with its newest reviews, newest first. */
export const productSchema = productSummarySchema.extend({
  reviews: z.array(reviewSchema),
  images: z
    .array(shownImageSchema)
    .exactOptional()
    .meta({ description: `All images in their order, \`image\` first; at most ${moreImagesMax + 1}.` }),
  videos: z
    .array(shownVideoSchema)
    .exactOptional()
    .meta({ description: `Its videos in their order, at most ${videosMax}. Absent for none.` }),
  attributes: z.array(attributeSchema).exactOptional().meta({ description: "Facts, in their order." }),
  codes: z
    .object({ sku: z.string(), gtin: z.string(), mpn: z.string() })
    .exactOptional()
    .meta({ description: "Its numbers: the shop's, that of its bar code, and the manufacturer's. Each can be empty." }),
  isGiftCard: z
    .literal(true)
    .exactOptional()
    .meta({ description: "If each unit of it is a gift card, whose code is mailed once it is paid." }),
  group: productGroupSchema.exactOptional().meta({
    description: "The product's options and all products of its group. Absent for a product without options.",
  }),
  // Optional, because a server of the previous release leaves them out.
  slug: z.string().exactOptional().meta({ description: "The end of its readable address, `/p/{slug}`." }),
  brandSlug: z.string().exactOptional().meta({ description: "The end of the address of the brand's page." }),
  categorySlug: z.string().exactOptional().meta({ description: "The end of the address of the category's page." }),
  categoriesAbove: z
    .array(z.object({ name: z.string(), slug: z.string() }))
    .exactOptional()
    .meta({ description: "The categories above the product's, the top one first. Absent where there is none." }),
});
export type Product = z.infer<typeof productSchema>;

export const productPageSchema = z.object({
  products: z.array(productSummarySchema),
  page: z.int(),
  pages: z.int().meta({ description: "How many pages there are." }),
  // Optional, because a server of the previous release leaves it out.
  total: z.int().exactOptional().meta({ description: "How many products there are on all pages." }),
  foundWords: z
    .array(z.string())
    .exactOptional()
    .meta({ description: "The words that these products have, if no product has all words of the keyword." }),
  missingWords: z
    .array(z.string())
    .exactOptional()
    .meta({ description: "The words that no product means, if `foundWords` leaves out any such." }),
  foundBy: z
    .enum(["purchases", "meaning"])
    .exactOptional()
    .meta({
      description:
        "If no product has all words: that several customers bought the first ones after the same search, or that all are " +
        "near to it in meaning.",
    }),
  read: z
    .object({
      parts: z.array(
        z.object({
          typed: z.string(),
          kind: z.enum(["price", "attribute", "rating", "inStock", "onSale", "sort"]),
          value: z.string(),
        }),
      ),
      rest: z.string(),
      query: z.string(),
    })
    .exactOptional()
    .meta({
      description:
        "What the shop's pages read of a keyword as filters, the words that they searched, and the query of the list that " +
        "has the same products. Never in an answer of this path.",
    }),
  redirect: z
    .string()
    .exactOptional()
    .meta({ description: 'The path of the page that the shop shows instead, for some keywords such as "returns".' }),
});
export type ProductPage = z.infer<typeof productPageSchema>;

export const brandSchema = z.object({ _id: wireIdSchema, name: z.string() });
export type Brand = z.infer<typeof brandSchema>;
export const categorySchema = brandSchema.extend({
  parentId: wireIdSchema
    .exactOptional()
    .meta({ description: "The category that it is below. Absent on the first level." }),
});
export type Category = z.infer<typeof categorySchema>;

export const listProductsSchema = z.object({
  keyword: keywordSchema.default(""),
  pageNumber: pageNumberSchema.default(1),
  variants: z.enum(["all"], { error: "variants must be all" }).optional().meta({
    description:
      "With all: every product on its own. Without: one product for each group. Administrators always get each.",
  }),
});
export type ListProducts = z.output<typeof listProductsSchema>;

/** Products by their ids, such as those that a browser viewed last. */
export const productIdsSchema = z.object({
  ids: z.array(z.string().refine(isId)).max(savedPageSize),
  /** Whether they are entries of a list, where one product stands for its group. */
  asEntries: z.boolean().default(false),
});
export type ProductIds = z.output<typeof productIdsSchema>;

/** A suggested product. `price` has at most two decimals. */
export type SuggestedProduct = { _id: string; name: string; image: string; price: number };

/** The suggestions for a typed prefix. */
export type Suggestions = {
  products: SuggestedProduct[];
  brands: string[];
  categories: string[];
  /** In the order of the names. Optional, because a server of the previous release leaves them out. */
  brandSlugs?: string[];
  categorySlugs?: string[];
  /** What others often search for with these words. Optional likewise. */
  searches?: string[];
  /** How many products a search for the words finds. Optional likewise. */
  total?: number;
};

export const suggestSchema = z.object({
  keyword: keywordSchema.refine((keyword) => keyword !== "", "Search words are required"),
});
