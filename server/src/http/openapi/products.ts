import { productDetailSchema, updateProductSchema } from "@shop/shared/catalog/admin-catalog";
import { productPageSchema, productSchema, productSummarySchema } from "@shop/shared/catalog/catalog";
import { countedMax } from "@shop/shared/catalog/product-address";
import { facetsSchema, foundProductsSchema, productQuerySchema } from "@shop/shared/catalog/product-query";
import { createReviewSchema, listReviewsQuerySchema, reviewPageSchema } from "@shop/shared/review/review";
import { featuredLimit, reviewPageSize, reviewsInProduct } from "@shop/shared/shop";
import { z } from "zod";
import { messageAnswer } from "./answers.ts";
import { documented } from "./documented.ts";
import { exampleDetail, exampleProduct, exampleSummary } from "./examples.ts";

const tag = "Products";

/** Operations of products and their reviews. */
export const productDocs = {
  list: documented({
    id: "listProducts",
    tag,
    who: "anyone",
    key: "read",
    summary: "List or search products",
    description:
      "One page of the products on sale, newest first, or of those that a keyword finds, the best first. The words can " +
      "be in any case, order and form, misspelt or incomplete; they are looked for in name, category, brand and " +
      "description, and synonyms find too. When no product has all words, the page has those with the most, and " +
      "`foundWords` says which. A page number that makes no sense means the first page; beyond the last one the list " +
      "is empty. Administrators are shown drafts too, and search for what a text contains as it is written.\n\n" +
      "With any of the parameters `brand`, `category`, `price`, `rating`, `inStock` and `sort` the page has the products " +
      "on sale that meet all of them, for administrators too, and `facets` counts what else could be chosen. Then " +
      `\`total\` and the counts are exact up to ${countedMax.toLocaleString("en-US")}; beyond that \`hasMore\` is true.`,
    query: productQuerySchema,
    answers: {
      200: {
        description: "One page.",
        schema: productPageSchema.extend({
          hasMore: foundProductsSchema.shape.hasMore.exactOptional(),
          facets: facetsSchema.exactOptional(),
        }),
        example: { products: [exampleSummary], page: 1, pages: 1 },
      },
    },
  }),
  featured: documented({
    id: "listFeaturedProducts",
    tag,
    who: "anyone",
    summary: "List featured products",
    description: `At most ${featuredLimit} products in stock: best rated, then most reviewed, then newest.`,
    answers: {
      200: { description: "The products.", schema: z.array(productSummarySchema), example: [exampleSummary] },
    },
  }),
  read: documented({
    id: "readProduct",
    tag,
    who: "anyone",
    key: "read",
    summary: "Read a product",
    description:
      `With its reviews, newest first, at most ${reviewsInProduct.toLocaleString("en-US")}. ` +
      "Administrators are shown drafts too.",
    answers: { 200: { description: "The product.", schema: productSchema, example: exampleProduct } },
  }),
  create: documented({
    id: "createProduct",
    tag,
    who: "admin",
    key: "write",
    summary: "Create a draft",
    description:
      "Makes a product called `Sample name`, which only administrators see until it is saved. Reads no body.",
    answers: {
      201: {
        description: "The draft.",
        schema: productDetailSchema,
        example: {
          ...exampleDetail,
          name: "Sample name",
          image: "",
          description: "",
          price: 0,
          countInStock: 0,
          isDraft: true,
          version: 1,
          rating: 0,
          numReviews: 0,
          reviews: [],
        },
      },
    },
  }),
  update: documented({
    id: "updateProduct",
    tag,
    who: "admin",
    key: "write",
    summary: "Save a product",
    description: "Saves and publishes it. Brand and category are given by name and must exist.",
    body: {
      schema: updateProductSchema,
      example: {
        name: "Desk lamp",
        price: 49.9,
        brand: "Lumen & Co",
        category: "Electronics",
        countInStock: 12,
        image: exampleSummary.image,
        description: exampleSummary.description,
      },
      ignored: ["productId"],
    },
    answers: { 200: { description: "The product as it is now.", schema: productDetailSchema, example: exampleDetail } },
    refuses: ["STALE"],
  }),
  delete: documented({
    id: "deleteProduct",
    tag,
    who: "admin",
    key: "write",
    summary: "Delete a product",
    description: "Nobody finds it any more. Orders keep what was ordered of it.",
    answers: { 200: messageAnswer("Product deleted") },
  }),
  reviews: documented({
    id: "listReviews",
    tag,
    who: "anyone",
    summary: "List a product's reviews",
    description: `Pages of ${reviewPageSize}, newest first unless another order is asked for. Reviews that the shop has hidden for a reason such as personal data are only counted, in \`hidden\`.`,
    query: listReviewsQuerySchema,
    answers: {
      200: {
        description: "One page.",
        schema: reviewPageSchema,
        example: {
          reviews: exampleProduct.reviews.map((review) => ({
            ...review,
            isVerified: true,
            editedAt: null,
            photos: [exampleSummary.image],
            helpful: 3,
            answer: { text: "Thank you! Enjoy the light.", at: review.createdAt },
          })),
          page: 1,
          pages: 1,
          total: 1,
          byRating: [0, 0, 0, 0, 1],
          hidden: 0,
        },
      },
    },
  }),
  review: documented({
    id: "reviewProduct",
    tag,
    who: "customer",
    summary: "Review a product",
    description:
      "One review a person and product. Photos are optional; send each first, and name them by the paths that were answered.",
    body: {
      schema: createReviewSchema,
      example: { rating: 5, comment: "Bright and quiet." },
      ignored: ["productId"],
    },
    answers: { 201: messageAnswer("Review created successfully") },
    refuses: ["ALREADY_REVIEWED"],
  }),
};
