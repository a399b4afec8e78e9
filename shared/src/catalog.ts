import { z } from "zod";
import { keywordSchema, pageNumberSchema } from "./query.ts";
import { timestampSchema, wireAmountSchema, wireIdSchema } from "./wire.ts";

/** A product as lists show it. */
export const productSummarySchema = z.object({
  _id: wireIdSchema,
  name: z.string(),
  image: z.string().meta({ description: "A path of this shop, an https address, or empty." }),
  brand: z.string().meta({ description: "The brand's name." }),
  category: z.string().meta({ description: "The category's name." }),
  description: z.string(),
  price: wireAmountSchema,
  countInStock: z.int().meta({ description: "0 means sold out." }),
  rating: z.number().meta({ description: "The mean of the reviews' ratings, 0 to 5." }),
  numReviews: z.int(),
  user: wireIdSchema.nullable().meta({ description: "Id of the administrator who made it." }),
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

/** A product with its newest reviews, newest first. */
export const productSchema = productSummarySchema.extend({ reviews: z.array(reviewSchema) });
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
});
export type ProductPage = z.infer<typeof productPageSchema>;

export const brandSchema = z.object({ _id: wireIdSchema, name: z.string() });
export type Brand = z.infer<typeof brandSchema>;
export const categorySchema = z.object({ _id: wireIdSchema, name: z.string() });
export type Category = z.infer<typeof categorySchema>;

export const listProductsSchema = z.object({
  keyword: keywordSchema.default(""),
  pageNumber: pageNumberSchema.default(1),
});
export type ListProducts = z.output<typeof listProductsSchema>;

/** A suggested product. `price` has at most two decimals. */
export type SuggestedProduct = { _id: string; name: string; image: string; price: number };

/** The suggestions for a typed prefix. */
export type Suggestions = { products: SuggestedProduct[]; brands: string[]; categories: string[] };

export const suggestSchema = z.object({
  keyword: keywordSchema.refine((keyword) => keyword !== "", "Search words are required"),
});
