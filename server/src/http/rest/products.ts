import { productDetailSchema, updateProductSchema } from "@shop/shared/catalog/admin-catalog";
import {
  listProductsSchema,
  type ProductPage,
  productPageSchema,
  productSchema,
  productSummarySchema,
} from "@shop/shared/catalog/catalog";
import { countedMax } from "@shop/shared/catalog/product-address";
import {
  facetParameters,
  facetsSchema,
  foundProductsSchema,
  productQuerySchema,
} from "@shop/shared/catalog/product-query";
import { idInputSchema } from "@shop/shared/query";
import { featuredLimit, reviewsInProduct } from "@shop/shared/shop";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { requireProduct } from "../../domain/catalog/admin-products.ts";
import { createProduct } from "../../domain/catalog/create-product.ts";
import { deleteProduct } from "../../domain/catalog/delete-product.ts";
import { findListed } from "../../domain/catalog/facet-choices.ts";
import { listFeatured } from "../../domain/catalog/storefront.ts";
import { updateProduct } from "../../domain/catalog/update-product.ts";
import { tagsOf } from "../cache/catalog-tags.ts";
import { showProduct, showProducts } from "../catalog.ts";
import { messageAnswer } from "../openapi/answers.ts";
import { exampleDetail, exampleProduct, exampleSummary } from "../openapi/examples.ts";
import { readFromReplica } from "../read-replica.ts";
import { endpoint } from "./endpoint.ts";

const tag = "Products";
const path = "/api/products";

/** Whether a request for products has a parameter beyond those that every list of products has. */
function hasFacets({ query }: FastifyRequest): boolean {
  return typeof query === "object" && query !== null && facetParameters.some((name) => name in query);
}

/** What everybody may read of products. */
const readers = [
  endpoint({
    method: "GET",
    path,
    caller: "anyone or reader",
    id: "listProducts",
    tag,
    summary: "List or search products",
    description:
      "One page of the products on sale, newest first, or of those that a keyword finds, the best first. The words can " +
      "be in any case, order and form, misspelt or incomplete; they are looked for in name, category, brand and " +
      "description, and synonyms find too. When no product has all words, the page has those with the most, and " +
      "`foundWords` says which. A page number that makes no sense means the first page; beyond the last one the list " +
      "is empty. Administrators are shown drafts too, and search for what a text contains as it is written.\n\n" +
      "With any of the parameters `brand`, `category`, `collection`, `price`, `rating`, `inStock`, `onSale` and `sort` the page has the " +
      "products on sale that meet all of them, for administrators too, and `facets` counts what else could be chosen. Then " +
      `\`total\` and the counts are exact up to ${countedMax.toLocaleString("en-US")}; beyond that \`hasMore\` is true.`,
    query: productQuerySchema,
    input: {},
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
    run: ({ services, context, request }): Promise<ProductPage> =>
      hasFacets(request)
        ? readFromReplica(services, request, (db) =>
            findListed(db, productQuerySchema.parse(request.query), services.settings.current.pageSize),
          )
        : showProducts(context, listProductsSchema.parse(request.query)),
    cache: {
      tags: (page, request) =>
        hasFacets(request)
          ? tagsOf["catalog.find"](page, productQuerySchema.parse(request.query))
          : tagsOf["catalog.list"](page, listProductsSchema.parse(request.query).keyword),
      variesByUser: true,
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/top`,
    caller: "anyone",
    id: "listFeaturedProducts",
    tag,
    summary: "List featured products",
    description:
      `At most ${featuredLimit} products in stock: those that the shop has chosen for its carousel; without any, the best ` +
      "rated, then most reviewed, then newest.",
    input: {},
    answers: {
      200: { description: "The products.", schema: z.array(productSummarySchema), example: [exampleSummary] },
    },
    run: ({ services, request }) => readFromReplica(services, request, (db) => listFeatured(db, featuredLimit)),
    cache: { tags: tagsOf["catalog.featured"] },
  }),
  endpoint({
    method: "GET",
    path: `${path}/:id`,
    caller: "anyone or reader",
    id: "readProduct",
    tag,
    summary: "Read a product",
    description:
      `With its reviews, newest first, at most ${reviewsInProduct.toLocaleString("en-US")}. ` +
      "Administrators are shown drafts too.",
    input: { params: idInputSchema },
    answers: { 200: { description: "The product.", schema: productSchema, example: exampleProduct } },
    run: ({ context, params }) => showProduct(context, params.id),
    cache: { tags: tagsOf["catalog.product"] },
  }),
];

const emptyDraft = {
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
};

/** What administrators and programs may change of products. */
const editors = [
  endpoint({
    method: "POST",
    path,
    caller: "editor",
    needs: ["products.write"],
    id: "createProduct",
    tag,
    summary: "Create a draft",
    description:
      "Makes a product called `Sample name`, which only administrators see until it is saved. Reads no body.",
    input: {},
    answers: { 201: { description: "The draft.", schema: productDetailSchema, example: emptyDraft } },
    run: ({ services, actor }) => createProduct(services.db, actor),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/:id`,
    caller: "editor",
    needs: ["products.write"],
    id: "updateProduct",
    tag,
    summary: "Save a product",
    description: "Saves and publishes it. Brand and category are given by name and must exist.",
    input: { params: idInputSchema, body: updateProductSchema },
    body: {
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
      hasFormNumbers: true,
    },
    answers: { 200: { description: "The product as it is now.", schema: productDetailSchema, example: exampleDetail } },
    refuses: ["STALE"],
    requireExisting: ({ services, actor, id }) => requireProduct(services.db, actor, id),
    run: ({ services, actor, params, body }) => updateProduct(services.db, actor, params.id, body),
  }),
  endpoint({
    method: "DELETE",
    path: `${path}/:id`,
    caller: "editor",
    needs: ["products.write"],
    id: "deleteProduct",
    tag,
    summary: "Delete a product",
    description: "Nobody finds it any more. Orders keep what was ordered of it.",
    input: { params: idInputSchema },
    answers: { 200: messageAnswer("Product deleted") },
    run: async ({ services, actor, params }) => {
      await deleteProduct(services.db, actor, params.id);
      return { message: "Product deleted" };
    },
  }),
];

/** Products, for everybody and for those who edit them. */
export const productEndpoints = [...readers, ...editors];
