import { listProductsSchema, type ProductPage } from "@shop/shared/catalog/catalog";
import { facetParameters, productQuerySchema } from "@shop/shared/catalog/product-query";
import { idInputSchema } from "@shop/shared/query";
import { featuredLimit } from "@shop/shared/shop";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Db } from "../../db/client.ts";
import { listBrands, listCategories, readBrand, readCategory } from "../../domain/catalog/read.ts";
import { productSearch } from "../../domain/catalog/search/product-search.ts";
import { listFeatured } from "../../domain/catalog/storefront.ts";
import { cachedRoute } from "../cache/cached-routes.ts";
import { tagsOf } from "../cache/catalog-tags.ts";
import { showProduct, showProducts } from "../catalog.ts";
import { type Services, toContext } from "../context.ts";
import { productDocs } from "../openapi/products.ts";
import { nameDocs } from "../openapi/taxonomy.ts";
import { readFromReplica } from "../read-replica.ts";

/** Read routes of products, brands and categories. */
export function catalogRest(app: FastifyInstance, services: Services): void {
  const { db } = services;
  const read = <Result>(request: FastifyRequest, work: (db: Db) => Promise<Result>) =>
    readFromReplica(services, request, work);
  const tagsOfList = (page: ProductPage, request: FastifyRequest) =>
    hasFacets(request)
      ? tagsOf["catalog.find"](page)
      : tagsOf["catalog.list"](page, listProductsSchema.parse(request.query).keyword);
  app.get(
    "/api/products",
    productDocs.list,
    cachedRoute<ProductPage>(services, { tags: tagsOfList, variesByUser: true }, (request, reply) =>
      hasFacets(request)
        ? read(request, (db) =>
            productSearch.findProducts(db, productQuerySchema.parse(request.query), services.pageSize),
          )
        : showProducts(toContext(services, request, reply), listProductsSchema.parse(request.query)),
    ),
  );
  app.get(
    "/api/products/top",
    productDocs.featured,
    cachedRoute(services, { tags: tagsOf["catalog.featured"] }, (request) =>
      read(request, (db) => listFeatured(db, featuredLimit)),
    ),
  );
  app.get(
    "/api/products/:id",
    productDocs.read,
    cachedRoute(services, { tags: tagsOf["catalog.product"] }, (request, reply) =>
      showProduct(toContext(services, request, reply), idInputSchema.parse(request.params).id),
    ),
  );
  const [brandDocs, categoryDocs] = [nameDocs("brand"), nameDocs("category")];
  const names = { tags: tagsOf["catalog.brands"] };
  app.get(
    "/api/brands",
    brandDocs.list,
    cachedRoute(services, names, (request) => read(request, listBrands)),
  );
  app.get("/api/brands/:id", brandDocs.read, (request) => readBrand(db, idInputSchema.parse(request.params).id));
  app.get(
    "/api/categories",
    categoryDocs.list,
    cachedRoute(services, names, (request) => read(request, listCategories)),
  );
  app.get("/api/categories/:id", categoryDocs.read, (request) =>
    readCategory(db, idInputSchema.parse(request.params).id),
  );
}

/** Whether a request for products has a parameter beyond those that every list of products has. */
function hasFacets({ query }: FastifyRequest): boolean {
  return typeof query === "object" && query !== null && facetParameters.some((name) => name in query);
}
