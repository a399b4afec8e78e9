import type { ProductSummary } from "../catalog/catalog.ts";
import { fromWire } from "../money.ts";
import { lineQtyMax, priceCentsMax, stockMax } from "../shop.ts";

// Every page shows how many units the cart has, so this module imports neither zod nor what prices a cart.

/** The form of an id. Only the server knows whether it names a product. */
const idPattern = /^[\w-]{1,36}$/;

/** A product as the cart stores it, with the chosen quantity. */
export type CartItem = Omit<ProductSummary, "user" | "rating" | "numReviews"> & PricedAs & { qty: number };

/** What of a product its taxes and delivery depend on; absent for the standard class, and where its weight is unknown. */
export type PricedAs = { taxClass?: string; grams?: number };

/** The number of units, not of lines. */
export function countUnits({ cartItems }: { cartItems: readonly CartItem[] }): number {
  return cartItems.reduce((units, item) => units + item.qty, 0);
}

/** The lines of a stored cart, each product once; `null` if it is no cart. Invalid lines are dropped. */
export function parseItems(value: unknown): CartItem[] | null {
  if (!isRecord(value) || !Array.isArray(value.cartItems)) return null;
  const items = new Map<string, CartItem>();
  for (const item of value.cartItems.flatMap((line) => parseItem(line) ?? [])) {
    if (!items.has(item._id)) items.set(item._id, item);
  }
  return [...items.values()];
}

function parseItem(value: unknown): CartItem | null {
  if (!isRecord(value)) return null;
  const { _id, name, image, brand, category, description, price, countInStock } = value;
  if (typeof _id !== "string" || !idPattern.test(_id)) return null;
  if (typeof name !== "string" || typeof image !== "string") return null;
  if (typeof brand !== "string" || typeof category !== "string" || typeof description !== "string") return null;
  if (!isPrice(price) || !isStock(countInStock)) return null;
  const { grams } = value;
  return {
    _id,
    name,
    image,
    brand,
    category,
    description,
    price,
    countInStock,
    ...textsOf(value, ["taxClass"]),
    ...(isStock(grams) ? { grams } : {}),
    qty: parseQty(value.qty),
  };
}

/** A valid quantity regardless of the stock, which the customer is told about later. */
function parseQty(value: unknown): number {
  return typeof value === "number" ? Math.min(lineQtyMax, Math.max(1, toWhole(value))) : 1;
}

/** The fields that are texts. */
export function textsOf<Field extends string>(
  value: Record<string, unknown>,
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  const found: Partial<Record<Field, string>> = {};
  for (const field of fields) {
    const text = value[field];
    if (typeof text === "string" && text !== "") found[field] = text;
  }
  return found;
}

function isPrice(value: unknown): value is number {
  const cents = typeof value === "number" ? fromWire(value) : null;
  return cents !== null && cents >= 0 && cents <= priceCentsMax;
}

function isStock(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= stockMax;
}

/** A quantity without its fraction. */
export function toWhole(qty: number): number {
  return Number.isFinite(qty) ? Math.trunc(qty) : 1;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
