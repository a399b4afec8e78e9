import { formatMoney, toWire } from "@shop/shared/money";
import { type Admin, isPermitted } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";
import type { TakenUnits } from "./stock.ts";

/** Prices that an administrator has set instead of those of the catalog: cents by product. */
export type OwnPrices = ReadonlyMap<string, number>;

/** The own prices of lines. Throws FORBIDDEN if there are some, and the role does not permit to refund. */
export function ownPricesOf(
  admin: Admin<never>,
  lines: readonly { product: string; price?: number | undefined }[],
): OwnPrices {
  const prices = lines.flatMap(({ product, price }) => (price === undefined ? [] : [[product, price] as const]));
  if (prices.length > 0 && !isPermitted(admin, "orders.refund")) {
    throw new DomainError("FORBIDDEN", "Your role does not permit prices of your own");
  }
  return new Map(prices);
}

/** A reduced price is the catalog's alone: an own price has none beside it. */
export function atOwnPrice(item: TakenUnits, ownPrices: OwnPrices): TakenUnits {
  const priceCents = ownPrices.get(item.productId);
  if (priceCents === undefined) return item;
  const { regularPriceCents: _regular, lowestPriceCents: _lowest, ...rest } = item;
  return { ...rest, priceCents };
}

/** A note that says which prices are not those of the catalog, and why; none if all are. */
export function noteOfPrices(taken: readonly TakenUnits[], ownPrices: OwnPrices, reason: string): string[] {
  const changed = taken.flatMap(({ productId, name, priceCents }) => {
    const own = ownPrices.get(productId);
    return own === undefined || own === priceCents
      ? []
      : [`${name}: ${formatMoney(toWire(own))} instead of ${formatMoney(toWire(priceCents))}`];
  });
  return changed.length === 0 ? [] : [`${reason}\n${changed.join("\n")}`.slice(0, 2_000)];
}
