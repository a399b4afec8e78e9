import { updateProductSchema, updateTermSchema } from "@shop/shared/catalog/admin-catalog";
import { idInputSchema } from "@shop/shared/query";
import type { FastifyInstance } from "fastify";
import { requireProduct } from "../../domain/catalog/admin-products.ts";
import { createProduct } from "../../domain/catalog/create-product.ts";
import { deleteProduct } from "../../domain/catalog/delete-product.ts";
import { deleteTerm } from "../../domain/catalog/delete-term.ts";
import { createTerm, readTerm, type Taxonomy } from "../../domain/catalog/taxonomy.ts";
import { updateProduct } from "../../domain/catalog/update-product.ts";
import { updateTerm } from "../../domain/catalog/update-term.ts";
import { type Services, toContext } from "../context.ts";
import { productDocs } from "../openapi/products.ts";
import { nameDocs } from "../openapi/taxonomy.ts";
import { editorsOnly, requireEditor } from "../security/access.ts";
import { parseForExisting } from "../validate-existing.ts";
import { withFormNumbers } from "./form-numbers.ts";

/** Write routes of products, brands and categories. */
export function adminCatalogRest(app: FastifyInstance, services: Services): void {
  productPaths(app, services);
  namePaths(app, services, { taxonomy: "brand", path: "/api/brands", deleted: "Brand deleted" });
  namePaths(app, services, { taxonomy: "category", path: "/api/categories", deleted: "Category deleted" });
}

function productPaths(app: FastifyInstance, services: Services): void {
  const { db } = services;
  app.post("/api/products", { ...editorsOnly(services), ...productDocs.create }, async (request, reply) => {
    const admin = await requireEditor(toContext(services, request, reply));
    return reply.code(201).send(await createProduct(db, admin));
  });
  app.put("/api/products/:id", { ...editorsOnly(services), ...productDocs.update }, async (request, reply) => {
    const admin = await requireEditor(toContext(services, request, reply));
    const { id } = idInputSchema.parse(request.params);
    const requireExisting = () => requireProduct(db, admin, id);
    const body = withFormNumbers(request.body);
    return updateProduct(db, admin, id, await parseForExisting(updateProductSchema, body, requireExisting));
  });
  app.delete("/api/products/:id", { ...editorsOnly(services), ...productDocs.delete }, async (request, reply) => {
    const admin = await requireEditor(toContext(services, request, reply));
    await deleteProduct(db, admin, idInputSchema.parse(request.params).id);
    return { message: "Product deleted" };
  });
}

type NamePaths = { taxonomy: Taxonomy; path: string; deleted: string };

function namePaths(app: FastifyInstance, services: Services, { taxonomy, path, deleted }: NamePaths): void {
  const { db } = services;
  const docs = nameDocs(taxonomy);
  app.post(path, { ...editorsOnly(services), ...docs.create }, async (request, reply) => {
    const admin = await requireEditor(toContext(services, request, reply));
    return reply.code(201).send(await createTerm(db, admin, taxonomy));
  });
  app.put(`${path}/:id`, { ...editorsOnly(services), ...docs.update }, async (request, reply) => {
    const admin = await requireEditor(toContext(services, request, reply));
    const { id } = idInputSchema.parse(request.params);
    const requireExisting = () => readTerm(db, admin, taxonomy, id);
    return updateTerm(
      db,
      admin,
      { taxonomy, id },
      await parseForExisting(updateTermSchema, request.body, requireExisting),
    );
  });
  app.delete(`${path}/:id`, { ...editorsOnly(services), ...docs.delete }, async (request, reply) => {
    const admin = await requireEditor(toContext(services, request, reply));
    await deleteTerm(db, admin, taxonomy, idInputSchema.parse(request.params).id);
    return { message: deleted };
  });
}
