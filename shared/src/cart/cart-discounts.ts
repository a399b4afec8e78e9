import { codesMax, isCode, toCode } from "../discount/code.ts";
import type { GivenDiscounts } from "../pricing.ts";
import { type CartItem, isRecord } from "./cart-items.ts";

/** What of a cart its discounts depend on, and have. */
type DiscountedCart = {
  cartItems: readonly CartItem[];
  shippingAddress: { countryCode?: string; region?: string; postalCode: string };
  deliveryMethod?: string;
  taxNumber?: string;
  discountCodes?: readonly string[];
  saved?: CartDiscounts;
};

/** What a cart saves, as the server has said. Amounts are minor units. */
export type CartDiscounts = {
  /** What of the cart it was said of; it holds for no other. */
  of: string;
  /** Off each line, in their order, and off the delivery. */
  goods: readonly number[];
  delivery: number;
  discounts: readonly { code: string | null; name: string; amount: number }[];
  /** Codes that do nothing, with the reason. */
  refused: readonly { code: string; words: string }[];
};

/** All of a cart that its discounts depend on, as one text. */
export function discountSubject({ cartItems, discountCodes, shippingAddress, ...cart }: DiscountedCart): string {
  const lines = cartItems.map(({ _id, qty, price }) => [_id, qty, price]);
  const { countryCode, region, postalCode } = shippingAddress;
  return JSON.stringify([
    lines,
    discountCodes ?? [],
    [countryCode, region, postalCode],
    [cart.deliveryMethod, cart.taxNumber],
  ]);
}

/** What the cart saves, if it is what was asked about. */
export function savedBy(cart: DiscountedCart): CartDiscounts | undefined {
  return cart.saved?.of === discountSubject(cart) ? cart.saved : undefined;
}

/** The same, at most what lines and delivery cost now. */
export function givenBy(
  cart: DiscountedCart,
  lines: readonly { priceCents: number; qty: number }[],
  deliveryCents: number,
): GivenDiscounts | undefined {
  const saved = savedBy(cart);
  if (saved === undefined || saved.discounts.length === 0) return undefined;
  return {
    goods: lines.map(({ priceCents, qty }, n) => Math.min(saved.goods[n] ?? 0, priceCents * qty)),
    delivery: Math.min(saved.delivery, deliveryCents),
  };
}

/** The cart with another code. The same object if it has it, or cannot have more. */
export function addCode<Cart extends DiscountedCart>(cart: Cart, entered: string): Cart {
  const code = toCode(entered);
  const codes = cart.discountCodes ?? [];
  if (code === "" || codes.includes(code) || codes.length >= codesMax) return cart;
  return { ...cart, discountCodes: [...codes, code] };
}

export function removeCode<Cart extends DiscountedCart>(cart: Cart, code: string): Cart {
  return { ...cart, discountCodes: (cart.discountCodes ?? []).filter((each) => each !== code) };
}

/** The cart with what the server says that it saves. */
export function saveDiscounts<Cart extends DiscountedCart>(cart: Cart, saved: CartDiscounts): Cart {
  return saved.of === discountSubject(cart) ? { ...cart, saved } : cart;
}

/** Codes and savings of a stored cart; what is invalid is dropped. */
export function parseDiscounts({
  discountCodes,
  saved,
}: Record<string, unknown>): Pick<DiscountedCart, "discountCodes" | "saved"> {
  const codes = listOf(discountCodes, isText).filter(isCode).slice(0, codesMax);
  const parsed = parseSaved(saved);
  return {
    ...(codes.length === 0 ? {} : { discountCodes: codes }),
    ...(parsed === undefined ? {} : { saved: parsed }),
  };
}

function parseSaved(value: unknown): CartDiscounts | undefined {
  if (!isRecord(value) || typeof value.of !== "string" || !isAmount(value.delivery)) return undefined;
  const { of, delivery } = value;
  const goods = listOf(value.goods, isAmount);
  return {
    of,
    goods,
    delivery,
    discounts: listOf(value.discounts, isDiscount),
    refused: listOf(value.refused, isRefused),
  };
}

const isText = (value: unknown): value is string => typeof value === "string";
const isAmount = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0;

function isDiscount(value: unknown): value is CartDiscounts["discounts"][number] {
  if (!isRecord(value)) return false;
  const { code, name, amount } = value;
  return (code === null || isText(code)) && isText(name) && isAmount(amount);
}

function isRefused(value: unknown): value is CartDiscounts["refused"][number] {
  return isRecord(value) && isText(value.code) && isText(value.words);
}

function listOf<Entry>(value: unknown, isEntry: (entry: unknown) => entry is Entry): Entry[] {
  return Array.isArray(value) ? value.filter(isEntry) : [];
}
