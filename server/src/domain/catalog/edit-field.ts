import type { EditedField, EditField } from "@shop/shared/catalog/product-editing";
import { formatMoney, toWire } from "@shop/shared/money";
import type { Db } from "../../db/client.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, retryingConflicts } from "../base/errors.ts";
import { changeProduct, type EditedProduct, type ProductChange, stockAfter } from "./update-product.ts";

/**
 * Changes price, stock or SKU of a product, as in the cell of a list; a draft stays a draft. Fails with NOT_FOUND, and with
 * STALE when the field was changed by someone else since the editor saw it. Sales are no such change: with them, the stock
 * changes by the difference. Fails with VALIDATION when another product has the SKU.
 */
export async function editField(
  db: Db,
  admin: Admin<"products.write">,
  id: string,
  input: EditField,
): Promise<EditedField> {
  const edit = () =>
    db.transaction(async (tx) => {
      const { before, after } = await changeProduct(tx, admin, id, (found) => wantedChange(found, input));
      const { countInStock, version, priceCents, trade } = after;
      const price = toWire(priceCents);
      const currentPrice = toWire(before.plannedPriceCents ?? priceCents);
      const sku = trade?.sku ?? "";
      return { price, currentPrice, countInStock, sku, version, stockBefore: before.countInStock };
    });
  return retryingConflicts(edit);
}

function wantedChange(found: EditedProduct, input: EditField): ProductChange | undefined {
  if (input.field === "price") {
    if (found.priceCents === input.value) return undefined;
    if (found.priceCents !== input.seen) throw changedSince("price", formatMoney(toWire(found.priceCents)));
    return { priceCents: input.value };
  }
  if (input.field === "sku") {
    const sku = found.trade?.sku ?? "";
    if (sku === input.value) return undefined;
    if (sku !== input.seen) throw changedSince("SKU", sku === "" ? "none" : sku);
    return { trade: { sku: input.value } };
  }
  if (found.version !== input.version && found.countInStock !== input.seen) {
    throw changedSince("stock", String(found.countInStock));
  }
  const countInStock = stockAfter(found.countInStock, { countInStock: input.value, seenCountInStock: input.seen });
  return countInStock === found.countInStock ? undefined : { countInStock };
}

function changedSince(what: string, now: string): DomainError {
  return new DomainError("STALE", `Someone else changed the ${what} to ${now} meanwhile`);
}
