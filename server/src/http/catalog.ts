import type { ListProducts, Product, ProductPage } from "@shop/shared/catalog/catalog";
import type { Db } from "../db/client.ts";
import { DomainError } from "../domain/base/errors.ts";
import { listWithDrafts, readProductOrDraft } from "../domain/catalog/admin-products.ts";
import { withDescriptionBody } from "../domain/catalog/description.ts";
import { listProducts } from "../domain/catalog/list.ts";
import { readProduct } from "../domain/catalog/read.ts";
import { tagsOf } from "./cache/catalog-tags.ts";
import { readPublic } from "./cache/read-public.ts";
import type { RequestContext } from "./context.ts";
import { readFromReplica } from "./read-replica.ts";
import { findReader } from "./security/access.ts";

/** A page of products; admins and programs with an API key see drafts too. */
export async function showProducts(context: RequestContext, input: ListProducts): Promise<ProductPage> {
  const { db, request } = context;
  const { pageSize } = context.settings.current;
  const readerOfDrafts = await findReader(context, "products.read");
  if (readerOfDrafts !== undefined) return listWithDrafts(db, readerOfDrafts, input, pageSize);
  return readFromReplica(context, request, (reader) => listProducts(reader, input, pageSize));
}

/** A product; admins see drafts too. The session is read only when there is no published product. */
export async function showProduct(context: RequestContext, id: string): Promise<Product> {
  try {
    return await readPublic(context, tagsOf["catalog.product"], (db) => readProduct(db, id));
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== "NOT_FOUND") throw error;
    const readerOfDrafts = await findReader(context, "products.read");
    if (readerOfDrafts !== undefined) return readProductOrDraft(context.db, readerOfDrafts, id);
    throw error;
  }
}

/** The same for the product's page: Markdown as what the page may contain. */
export async function showProductPage(context: RequestContext, id: string) {
  const readShown = async (db: Db) => withDescriptionBody(await readProduct(db, id));
  try {
    return await readPublic(context, tagsOf["catalog.product"], readShown);
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== "NOT_FOUND") throw error;
    return withDescriptionBody(await showProduct(context, id));
  }
}
