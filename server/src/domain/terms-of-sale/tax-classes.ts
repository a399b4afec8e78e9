import { desc } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { termsOfSale } from "../../db/schema/terms-of-sale.ts";
import { DomainError } from "../base/errors.ts";

/** Throws VALIDATION unless the terms in force have a class of products with this id. */
export async function requireTaxClass(tx: Db, id: string): Promise<void> {
  const [current] = await tx.select().from(termsOfSale).orderBy(desc(termsOfSale.version)).limit(1);
  if (current?.terms.taxClasses.some((taxClass) => taxClass.id === id) === true) return;
  const message = "There is no such tax class";
  throw new DomainError("VALIDATION", message, { errors: [{ path: "taxClass", message }] });
}
