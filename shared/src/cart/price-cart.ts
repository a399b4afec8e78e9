import { fromWire, toDecimalString } from "../money.ts";
import { isGiftCard } from "../terms-of-sale/gift-card-class.ts";
import { homeCountry } from "../terms-of-sale/home-terms.ts";
import { type PriceByTerms, priceByTerms } from "../terms-of-sale/price-by-terms.ts";
import { type Destination, standardTaxClass, type TermsOfSale } from "../terms-of-sale/terms-of-sale.ts";
import type { Cart } from "./cart.ts";
import { givenBy } from "./cart-discounts.ts";

/** What a cart costs by terms of sale at a time (ms since 1970), as the server will price its order. */
export function priceCart(cart: Cart, terms: TermsOfSale, at: number): PriceByTerms {
  const lines = cart.cartItems.map(({ price, qty, taxClass = standardTaxClass, grams = 0 }) => {
    const priceCents = fromWire(price);
    if (priceCents === null) throw new RangeError("A price has more decimals than the currency");
    return { priceCents, qty, taxClass, grams };
  });
  const choices = {
    destination: destinationOf(cart, terms),
    deliveryMethod: cart.deliveryMethod ?? null,
    at,
    taxNumber: cart.taxNumber ?? "",
    isPaidOnDelivery: cart.paymentMethod === "On Delivery",
  };
  const plain = priceByTerms(lines, choices, terms);
  const charged = lines.map(({ qty }, n) => ({ priceCents: plain.unitCents[n] ?? 0, qty }));
  const discounts = givenBy(cart, charged, plain.deliveryCents);
  return discounts === undefined ? plain : priceByTerms(lines, { ...choices, discounts }, terms);
}

/** The cart with its amounts by terms of sale. */
export function pricedBy(cart: Cart, terms: TermsOfSale, at: number): Cart {
  const { parts } = priceCart(cart, terms, at);
  return {
    ...cart,
    itemsPrice: toDecimalString(parts.itemsCents),
    shippingPrice: toDecimalString(parts.shippingCents),
    taxPrice: toDecimalString(parts.taxCents),
    totalPrice: toDecimalString(parts.totalCents),
  };
}

/** Where the cart's order would go; before its customer says so, to where the shop is, or else where it delivers. */
export function destinationOf({ shippingAddress }: Pick<Cart, "shippingAddress">, terms: TermsOfSale): Destination {
  const { address, countryCode, region, postalCode } = shippingAddress;
  if (address !== "") return { country: countryCode ?? null, region: region ?? null, postalCode };
  return { country: homeCountry(terms), region: null, postalCode: null };
}

/** What of a cart is sent, which delivery is priced by: without gift cards. In minor units and grams. */
export function sentGoods({ cartItems }: Pick<Cart, "cartItems">): { subtotal: number; grams: number } {
  const sent = cartItems.filter((item) => !isGiftCard(item));
  return {
    subtotal: sent.reduce((sum, { price, qty }) => sum + (fromWire(price) ?? 0) * qty, 0),
    grams: sent.reduce((sum, { grams = 0, qty }) => sum + grams * qty, 0),
  };
}
