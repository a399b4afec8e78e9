import type { Cart } from "@shop/shared/cart/cart";
import { savedBy } from "@shop/shared/cart/cart-discounts";
import { priceCart } from "@shop/shared/cart/price-cart";
import { toWire } from "@shop/shared/money";
import { taxesOf } from "@shop/shared/pricing";
import type { PriceByTerms } from "@shop/shared/terms-of-sale/price-by-terms";
import { specifiedVersion } from "@shop/shared/terms-of-sale/terms-of-sale";
import { useSelling } from "./selling.ts";

/** Taxes on amounts or within them, by rates in percent; without the list, the one of the specified terms. */
export type Taxes = {
  taxes?: readonly { name: string; rate: number; tax: number }[];
  taxPrice: number;
  taxIncluded?: boolean;
};

export type CartPrice = PriceByTerms & { amounts: Taxes; discounts: { name: string; amount: number }[] };

/** What a cart costs by the terms of sale in force, with its taxes and its discounts as an order would have them. */
export function useCartPrice(cart: Cart): CartPrice {
  const { version, terms } = useSelling();
  const price = priceCart(cart, terms, Date.now());
  const taxes = taxesOf(price.lines).map(({ name, rate, amount }) => {
    return { name, rate: rate / 1_000, tax: toWire(amount) };
  });
  const amounts = {
    taxPrice: toWire(price.parts.taxCents),
    ...(version === specifiedVersion.version ? {} : { taxes }),
    ...(terms.pricesIncludeTax ? { taxIncluded: true as const } : {}),
  };
  const discounts = (savedBy(cart)?.discounts ?? []).map(({ name, amount }) => ({ name, amount: toWire(amount) }));
  return { ...price, amounts, discounts };
}
