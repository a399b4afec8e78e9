import { giftCardTaxClass } from "@shop/shared/terms-of-sale/gift-card-class";
import type { TaxClass } from "@shop/shared/terms-of-sale/terms-of-sale";
import { desc } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { termsOfSale } from "../../db/schema/terms-of-sale.ts";
import { DomainError } from "../base/errors.ts";

/** Every shop has this class, whatever its terms say. */
const giftCards: TaxClass = { id: giftCardTaxClass, name: "Gift card" };

/** The classes of products of the terms in force, and that of gift cards. */
export async function readTaxClasses(tx: Db): Promise<readonly TaxClass[]> {
  const [current] = await tx.select().from(termsOfSale).orderBy(desc(termsOfSale.version)).limit(1);
  return [...(current?.terms.taxClasses ?? []), giftCards];
}

/** Throws VALIDATION unless the terms in force have a class with this id, or it is that of gift cards. */
export async function requireTaxClass(tx: Db, id: string): Promise<void> {
  const classes = await readTaxClasses(tx);
  if (classes.some((taxClass) => taxClass.id === id)) return;
  const message = "There is no such tax class";
  throw new DomainError("VALIDATION", message, { errors: [{ path: "taxClass", message }] });
}
