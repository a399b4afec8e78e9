import { z } from "zod";
import { keywordSchema, pageNumberSchema } from "./query.ts";

/** A product as lists show it. `price` has at most two decimals; `rating` is the mean, 0 to 5. */
export type ProductSummary = {
  _id: string;
  name: string;
  image: string;
  brand: string;
  category: string;
  description: string;
  price: number;
  countInStock: number;
  rating: number;
  numReviews: number;
  /** Id of the administrator who made it. */
  user: string | null;
};

export type Review = {
  _id: string;
  name: string;
  rating: number;
  comment: string;
  /** ISO 8601, UTC. */
  createdAt: string;
};

/** A product with its newest reviews, newest first. */
export type Product = ProductSummary & { reviews: Review[] };

export type ProductPage = { products: ProductSummary[]; page: number; pages: number };

export type Brand = { _id: string; name: string };
export type Category = { _id: string; name: string };

export const listProductsSchema = z.object({
  keyword: keywordSchema.default(""),
  pageNumber: pageNumberSchema.default(1),
});
export type ListProducts = z.output<typeof listProductsSchema>;

/** A product as suggestions show it. `price` has at most two decimals. */
export type SuggestedProduct = { _id: string; name: string; image: string; price: number };

/** What a few typed letters may mean. */
export type Suggestions = { products: SuggestedProduct[]; brands: string[]; categories: string[] };

export const suggestSchema = z.object({
  keyword: keywordSchema.refine((keyword) => keyword !== "", "Search words are required"),
});
