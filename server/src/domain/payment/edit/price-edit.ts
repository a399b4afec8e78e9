import { type PriceParts, taxesOf } from "@shop/shared/pricing";
import { countryCodeOf } from "@shop/shared/terms-of-sale/countries";
import { type PriceByTerms, priceByTerms, priceLinesByTerms } from "@shop/shared/terms-of-sale/price-by-terms";
import { regionCodeOf } from "@shop/shared/terms-of-sale/regions";
import { isReverseCharged } from "@shop/shared/terms-of-sale/reverse-charge";
import type { TaxLine } from "@shop/shared/terms-of-sale/tax-lines";
import { specifiedVersion, type TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";
import { byEmail, termsFor } from "@shop/shared/terms-of-sale/uncharged-delivery";
import type { ItemSnapshot } from "../../../db/schema/order-edits.ts";
import { DomainError } from "../../base/errors.ts";
import { type DiscountedOrder, noDiscount } from "../../discount/discount-order.ts";
import type { DiscountOffer } from "../../discount/read-offer.ts";
import type { OrderRow } from "../../order/hold.ts";
import { discountsOf } from "../../order/price.ts";

/** Where an edited order goes, how, and to which business. */
export type EditPlace = {
  country: string;
  countryCode?: string | undefined;
  region: string;
  postalCode: string;
  deliveryMethod: string | undefined;
  taxNumber: string;
};

/** A line as it is to be: at the price that was charged, or at one that is new. */
export type EditLine = ItemSnapshot & { isNewPrice: boolean };

export type EditPrice = {
  /** At the prices that are charged. */
  items: ItemSnapshot[];
  countryCode: string | null;
  priced: PriceByTerms;
  parts: PriceParts;
  taxes: TaxLine[] | null;
  discounts: DiscountedOrder;
};

/**
 * What an edited order comes to by the terms of sale and the discounts that it was priced by, so that what is not changed
 * costs what it did.
 * Throws VALIDATION where the edit would change who owes the tax.
 */
export function priceEdit(
  order: Pick<
    OrderRow,
    | ("termsVersion" | "createdAt" | "countryCode" | "region" | "postalCode" | "taxNumber" | "delivery")
    | "paymentMethod"
  >,
  lines: readonly EditLine[],
  place: EditPlace,
  { terms, offer }: { terms: TermsOfSale; offer: DiscountOffer | undefined },
): EditPrice {
  const countryCode = place.countryCode ?? countryCodeOf(place.country);
  const destination = {
    country: countryCode,
    region: regionCodeOf(countryCode, place.region),
    postalCode: place.postalCode,
  };
  const reversal = isReverseCharged({ destination, taxNumber: place.taxNumber }, terms);
  refuseOtherDebtor(order, reversal, terms);
  const at = order.createdAt.getTime();
  const choices = { destination, deliveryMethod: place.deliveryMethod ?? null, at, taxNumber: place.taxNumber };
  const fresh = lines.filter(({ isNewPrice }) => isNewPrice);
  // Where goods join gift cards, something is to be sent.
  const sold = order.delivery?.id === byEmail.id ? terms : termsFor(order.delivery, terms);
  const charged = priceByTerms(fresh, choices, sold).unitCents;
  const items = lines.map(({ isNewPrice, ...item }) => {
    const place = fresh.findIndex(({ productId }) => productId === item.productId);
    return isNewPrice ? { ...item, priceCents: charged[place] ?? item.priceCents } : item;
  });
  const isPaidOnDelivery = order.paymentMethod === "On Delivery";
  const charging = { ...choices, isReverseCharged: reversal, isPaidOnDelivery };
  const plain = priceLinesByTerms(items, charging, sold);
  const discounts = offer === undefined ? noDiscount : discountsOf({ items, plain, choices, terms: sold }, offer);
  const priced = discounts.amount === 0 ? plain : priceLinesByTerms(items, { ...charging, discounts }, sold);
  const taxes = order.termsVersion === specifiedVersion.version ? null : taxesOf(priced.lines);
  const discounted = items.map((item, n) => ({ ...item, discountCents: discounts.goods[n] ?? 0 }));
  return { items: discounted, countryCode, priced, parts: priced.parts, taxes, discounts };
}

/** Prices with their tax cannot become prices without it, nor the other way round, once they were charged. */
function refuseOtherDebtor(
  { countryCode, region, postalCode, taxNumber }: Parameters<typeof priceEdit>[0],
  isReversed: boolean,
  terms: TermsOfSale,
): void {
  const destination = { country: countryCode, region: regionCodeOf(countryCode, region), postalCode };
  if (isReverseCharged({ destination, taxNumber }, terms) === isReversed) return;
  const message = "This would change who owes the tax. Please cancel the order, and enter it anew.";
  throw new DomainError("VALIDATION", message, { errors: [{ path: "taxNumber", message }] });
}
