import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { toWire } from "@shop/shared/money";

/** The columns of a product that its prices come from. */
export type PriceRow = {
  priceCents: number;
  regularPriceCents: number | null;
  lowestPriceCents: number | null;
  plannedUntil: Date | null;
};

/** In cents: what a reduced price is compared with. */
export type Reduction = { regularPriceCents: number; lowestPriceCents: number };

/**
 * The reduction that a price is shown with, or `undefined`. A planned price is a reduction only if it is lower than the
 * regular price and than every price of the thirty days before it began: otherwise customers could have paid as little
 * before. A price that the product was never sold at is compared with nothing.
 */
export function reductionOf({ priceCents, regularPriceCents, lowestPriceCents }: Omit<PriceRow, "plannedUntil">) {
  if (regularPriceCents === null || lowestPriceCents === null) return undefined;
  if (priceCents >= regularPriceCents || priceCents >= lowestPriceCents) return undefined;
  return { regularPriceCents, lowestPriceCents } satisfies Reduction;
}

/** The prices of a product as customers see them, in wire format. */
export function toPrices(
  row: PriceRow,
): Pick<ProductSummary, "price" | "regularPrice" | "lowestPrice" | "reducedUntil"> {
  const reduction = reductionOf(row);
  const price = toWire(row.priceCents);
  if (reduction === undefined) return { price };
  return {
    price,
    regularPrice: toWire(reduction.regularPriceCents),
    lowestPrice: toWire(reduction.lowestPriceCents),
    ...(row.plannedUntil === null ? {} : { reducedUntil: row.plannedUntil.toISOString() }),
  };
}

type Discounted = { priceCents: number; compared: { regularPriceCents: number } | null };

/**
 * In cents: a product's regular price, and its reduced price while there is a reduction. For product feeds. A discount that
 * takes nothing off the lowest price of thirty days is the price.
 */
export function salePriceOf(
  row: Omit<PriceRow, "plannedUntil">,
  discount?: Discounted,
): { priceCents: number; salePriceCents?: number } {
  if (discount !== undefined) {
    const { priceCents, compared } = discount;
    return compared === null ? { priceCents } : { priceCents: compared.regularPriceCents, salePriceCents: priceCents };
  }
  const reduction = reductionOf(row);
  if (reduction === undefined) return { priceCents: row.priceCents };
  return { priceCents: reduction.regularPriceCents, salePriceCents: row.priceCents };
}
