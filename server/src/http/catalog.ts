import type { Product } from "@shop/shared/catalog";
import { Admin } from "../domain/account/actor.ts";
import { readProductOrDraft } from "../domain/catalog/admin-products.ts";
import { readProduct } from "../domain/catalog/read.ts";
import { DomainError } from "../domain/errors.ts";
import type { RequestContext } from "./context.ts";
import { readFromReplica } from "./read-replica.ts";
import { findUser } from "./security/access.ts";

/** A product; administrators are shown drafts too. Only where nobody else finds anything is it asked who is there. */
export async function showProduct(context: RequestContext, id: string): Promise<Product> {
  try {
    return await readFromReplica(context, context.request, (db) => readProduct(db, id));
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== "NOT_FOUND") throw error;
    const user = await findUser(context);
    if (user instanceof Admin) return readProductOrDraft(context.db, user, id);
    throw error;
  }
}
