import type { ListProducts, Product, ProductPage } from "@shop/shared/catalog";
import { Admin } from "../domain/account/actor.ts";
import { listWithDrafts, readProductOrDraft } from "../domain/catalog/admin-products.ts";
import { listProducts } from "../domain/catalog/list.ts";
import { readProduct } from "../domain/catalog/read.ts";
import { DomainError } from "../domain/errors.ts";
import { tagsOf } from "./cache/catalog-tags.ts";
import { readPublic } from "./cache/read-public.ts";
import type { RequestContext } from "./context.ts";
import { readFromReplica } from "./read-replica.ts";
import { findUser } from "./security/access.ts";

/** A page of products; admins see drafts too. */
export async function showProducts(context: RequestContext, input: ListProducts): Promise<ProductPage> {
  const { db, pageSize, request } = context;
  const user = await findUser(context);
  if (user instanceof Admin) return listWithDrafts(db, user, input, pageSize);
  return readFromReplica(context, request, (reader) => listProducts(reader, input, pageSize));
}

/** A product; admins see drafts too. The session is read only when there is no published product. */
export async function showProduct(context: RequestContext, id: string): Promise<Product> {
  try {
    return await readPublic(context, tagsOf["catalog.product"], (db) => readProduct(db, id));
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== "NOT_FOUND") throw error;
    const user = await findUser(context);
    if (user instanceof Admin) return readProductOrDraft(context.db, user, id);
    throw error;
  }
}
