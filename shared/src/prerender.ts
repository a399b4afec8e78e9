import { formatMoney } from "./money.ts";
import { lowStock } from "./shop.ts";

/**
 * The first picture of a page, drawn before any script has run. The client
 * draws its own screens once, when it is built, around these stand-ins; the
 * server puts a page's real words in their places.
 */

/** What may stand in a place of a drawn page. */
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

/** How a product's stock decides what its page looks like. */
export type StockLook = "plenty" | "low" | "none";

/** Pages with their places marked, the note of a demo, and a row of stars for each half from none to five. */
export type Prerender = { home: string; product: Record<StockLook, string>; demo: string; stars: string[] };

/** The mark of a place in a drawn page. */
export function markOf(place: Place): string {
  return `{{${place}}}`;
}

/** What is drawn with in place of a product; each value is found in the drawing and becomes a mark. */
export const standIn = {
  _id: "00000000-0000-7000-8000-0000000000aa",
  imageId: "00000000-0000-7000-8000-0000000000bb",
  price: 876_543.21,
  priceText: formatMoney(876_543.21),
  rating: 4.5,
  numReviews: 8_765,
  countInStock: { plenty: lowStock + 1, low: lowStock - 1, none: 0 } satisfies Record<StockLook, number>,
} as const;

/** Which of the drawn product pages fits a stock. */
export function stockLook(countInStock: number): StockLook {
  if (countInStock === 0) return "none";
  return countInStock <= lowStock ? "low" : "plenty";
}

/** Under which name the page keeps the button that was pressed last before the scripts came. */
export const earlyPressKey = "earlyPress";

/** Under which name the page keeps the drawn button or link that is being held down. */
export const earlyHoldKey = "earlyHold";
