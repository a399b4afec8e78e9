import { formatMoney } from "./money.ts";
import { lowStock } from "./shop.ts";

/**
 * Prerendered pages. The build renders the client's screens once with placeholder
 * values, and the server replaces those by a page's own.
 */

/** The placeholders of a prerendered page. */
export const places = [
  "shop",
  "demo",
  "year",
  "id",
  "image",
  "name",
  "brand",
  "description",
  "price",
  "rating",
  "reviews",
  "left",
] as const;
export type Place = (typeof places)[number];

/** Stock levels that a product's page shows differently. */
export type StockLook = "plenty" | "low" | "none";

/** Pages with placeholders, the demo strip, and a rating for each half star from zero to five. */
export type Prerender = { home: string; product: Record<StockLook, string>; demo: string; stars: string[] };

/** The text of a placeholder. */
export function markOf(place: Place): string {
  return `{{${place}}}`;
}

/** Values of a product that the build replaces by placeholders. */
export const standIn = {
  _id: "00000000-0000-7000-8000-0000000000aa",
  imageId: "00000000-0000-7000-8000-0000000000bb",
  price: 876_543.21,
  priceText: formatMoney(876_543.21),
  rating: 4.5,
  numReviews: 8_765,
  countInStock: { plenty: lowStock + 1, low: lowStock - 1, none: 0 } satisfies Record<StockLook, number>,
} as const;

/** The stock level of a product. */
export function stockLook(countInStock: number): StockLook {
  if (countInStock === 0) return "none";
  return countInStock <= lowStock ? "low" : "plenty";
}

/** The window property that holds the button pressed last before hydration. */
export const earlyPressKey = "earlyPress";

/** The window property that holds the prerendered button or link that is being held down. */
export const earlyHoldKey = "earlyHold";
