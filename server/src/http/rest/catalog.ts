import { listProductsSchema } from "@shop/shared/catalog";
import { idInputSchema } from "@shop/shared/query";
import { featuredLimit } from "@shop/shared/shop";
import type { FastifyInstance } from "fastify";
import { listFeatured, listProducts } from "../../domain/catalog/list.ts";
import { listBrands, listCategories, readBrand, readCategory } from "../../domain/catalog/read.ts";
import { showProduct } from "../catalog.ts";
import { type Services, toContext } from "../context.ts";

/** The documented reading paths of products, brands and categories. */
export function catalogRest(app: FastifyInstance, services: Services): void {
  const { db, pageSize } = services;
  app.get("/api/products", (request) => listProducts(db, listProductsSchema.parse(request.query), pageSize));
  app.get("/api/products/top", () => listFeatured(db, featuredLimit));
  app.get("/api/products/:id", (request, reply) =>
    showProduct(toContext(services, request, reply), idInputSchema.parse(request.params).id),
  );
  app.get("/api/brands", () => listBrands(db));
  app.get("/api/brands/:id", (request) => readBrand(db, idInputSchema.parse(request.params).id));
  app.get("/api/categories", () => listCategories(db));
  app.get("/api/categories/:id", (request) => readCategory(db, idInputSchema.parse(request.params).id));
}
