import type { PlaceOrder } from "@shop/shared/order/order";
import { type PriceParts, taxesOf } from "@shop/shared/pricing";
import type { PaymentMethod } from "@shop/shared/shop";
import { countryCodeOf, countryList } from "@shop/shared/terms-of-sale/countries";
import { areGiftCards } from "@shop/shared/terms-of-sale/gift-card-class";
import { toOrderDelivery } from "@shop/shared/terms-of-sale/order-delivery";
import { type PriceByTerms, priceByTerms, servedCountries } from "@shop/shared/terms-of-sale/price-by-terms";
import { regionCodeOf } from "@shop/shared/terms-of-sale/regions";
import { grossOf, isReverseCharged } from "@shop/shared/terms-of-sale/reverse-charge";
import type { TaxLine } from "@shop/shared/terms-of-sale/tax-lines";
import { taxRatesOf } from "@shop/shared/terms-of-sale/tax-rates";
import {
  type DeliveryMethod,
  type Destination,
  type OrderDelivery,
  specifiedVersion,
  type TermsOfSale,
} from "@shop/shared/terms-of-sale/terms-of-sale";
import { byEmail, termsFor } from "@shop/shared/terms-of-sale/uncharged-delivery";
import { DomainError } from "../base/errors.ts";
import { type DiscountedOrder, discountOrder, linesToDiscount, noDiscount } from "../discount/discount-order.ts";
import type { DiscountOffer } from "../discount/read-offer.ts";
import type { CurrentTerms } from "../terms-of-sale/terms-reader.ts";
import type { TakenUnits } from "./stock.ts";

/** What an order costs, by which terms, and how it is delivered. Amounts in cents. */
export type OrderPrice = {
  parts: PriceParts;
  /** The prices of single goods as they are charged. */
  unitCents: number[];
  termsVersion: number;
  taxIncluded: boolean;
  countryCode: string | null;
  /** Each tax on it or within it; null for the specified one. */
  taxes: TaxLine[] | null;
  /** Null for goods whose delivery is not charged. */
  method: DeliveryMethod | null;
  delivery: OrderDelivery;
  discounts: DiscountedOrder;
};

/** What a price depends on. */
type ToPrice = Pick<PlaceOrder, "shippingAddress" | "deliveryMethod" | "taxNumber"> & {
  paymentMethod: PaymentMethod;
  /** A delivery that is not charged, instead of a method. */
  uncharged?: OrderDelivery | undefined;
};

/**
 * The price of an order by the terms in force, with the best of the discounts that it is offered. Throws VALIDATION if the shop does not deliver to its address, or not by
 * the chosen method, or takes no payment on delivery by it.
 */
export function priceOf(
  items: readonly TakenUnits[],
  input: ToPrice,
  { version, terms, at }: CurrentTerms,
  offer?: DiscountOffer,
): OrderPrice {
  const { country, region = "", postalCode } = input.shippingAddress;
  const countryCode = input.shippingAddress.countryCode ?? countryCodeOf(country);
  const destination = { country: countryCode, region: regionCodeOf(countryCode, region), postalCode };
  const { uncharged, paymentMethod, deliveryMethod = null, taxNumber = "" } = input;
  const isPaidOnDelivery = paymentMethod === "On Delivery";
  const choices = { destination, deliveryMethod, at, taxNumber, isPaidOnDelivery };
  const sold = uncharged === undefined ? terms : termsFor(uncharged, terms);
  const plain = priceByTerms(items, choices, sold);
  const discounts = offer === undefined ? noDiscount : discountsOf({ items, plain, choices, terms: sold }, offer);
  const priced = discounts.amount === 0 ? plain : priceByTerms(items, { ...choices, discounts }, sold);
  const { lines, parts, unitCents, method, refusal } = priced;
  const delivery = uncharged ?? (areGiftCards(items) ? byEmail : method);
  if (delivery === null) throw notDelivered(refusal, terms);
  const isChosen = input.deliveryMethod !== undefined && delivery !== byEmail;
  if (isChosen && input.deliveryMethod !== delivery.id) throw otherMethods();
  if (isPaidOnDelivery && method?.onDelivery === undefined) throw notOnDelivery();
  return {
    parts,
    unitCents,
    termsVersion: version,
    taxIncluded: terms.pricesIncludeTax,
    countryCode,
    taxes: version === specifiedVersion.version ? null : taxesOf(lines),
    method,
    delivery: toOrderDelivery(delivery, paymentMethod),
    discounts,
  };
}

type ToDiscount = {
  items: readonly (Pick<TakenUnits, "productId" | "qty" | "taxClass"> & { priceCents: number })[];
  /** Their price without discounts. */
  plain: PriceByTerms;
  choices: { destination: Destination; at: number; taxNumber: string };
  terms: TermsOfSale;
};

/** The discounts of an order that was priced without them, by what its lines and its delivery are charged. */
export function discountsOf(
  { items, plain, choices: { destination, at, taxNumber }, terms }: ToDiscount,
  { known, customer, products }: DiscountOffer,
): DiscountedOrder {
  const hasTax = terms.pricesIncludeTax && !isReverseCharged({ destination, taxNumber }, terms);
  const charged = items.map((item, n) => ({ ...item, priceCents: plain.unitCents[n] ?? item.priceCents }));
  const lines = linesToDiscount(charged, products, (costCents, n) => {
    const rates = hasTax ? taxRatesOf(terms.taxRates, items[n]?.taxClass ?? "", destination, at) : [];
    return grossOf(costCents, rates);
  });
  return discountOrder(known, {
    lines,
    at,
    country: destination.country,
    ...customer,
    deliveryCents: plain.deliveryCents,
  });
}

/** The refusal of an order that cannot be delivered. */
export function notDelivered(refusal: "place" | "weight" | null, terms: TermsOfSale): DomainError {
  if (refusal === "weight") {
    const message = "These goods are too heavy for us to send there. Please order fewer of them.";
    return new DomainError("VALIDATION", message, { errors: [{ path: "orderItems", message }] });
  }
  const message = `We do not deliver to this country. We deliver to ${countryList(servedCountries(terms) ?? [])}.`;
  return new DomainError("VALIDATION", message, { errors: [{ path: "shippingAddress.country", message }] });
}

/** The refusal of a delivery that is not among those for the order. */
export function otherMethods(): DomainError {
  const message = "This delivery is not offered any more. Please choose another one.";
  return new DomainError("VALIDATION", message, { errors: [{ path: "deliveryMethod", message }] });
}

/** The refusal of payment on delivery where the goods are paid before they are sent. */
export function notOnDelivery(): DomainError {
  const message = "This delivery cannot be paid on delivery. Please choose another way to pay.";
  return new DomainError("VALIDATION", message, { errors: [{ path: "paymentMethod", message }] });
}
