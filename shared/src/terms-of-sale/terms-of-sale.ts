import { specifiedMoneyFormat } from "../currency.ts";
import { freeShippingOverCents, shippingFeeCents, taxPercent } from "../shop.ts";

/**
 * What an order is priced by, apart from the prices of its products. Amounts are whole minor units of
 * the shop's currency (cents, yen, fils), weights grams.
 */
export type PriceTerms = {
  pricesIncludeTax: boolean;
  /** Whether tax is rounded for each line of an order, or once for each rate of its total. */
  taxRounding: "line" | "total";
  /** Delivery is taxed like the goods that it brings, in proportion to their prices, or not at all. */
  isDeliveryTaxed: boolean;
  taxRates: readonly TaxRate[];
  zones: readonly Zone[];
  deliveryMethods: readonly PricedMethod[];
};

/** The terms by which a shop sells. A version of them is never changed. */
export type TermsOfSale = Omit<PriceTerms, "zones" | "deliveryMethods"> & {
  /** ISO 4217. */
  currency: string;
  /** How amounts are written (BCP 47). */
  locale: string;
  /** Where the shop is (ISO 3166): the destination of carts before their customers name one. Null is nowhere in particular. */
  country: string | null;
  taxClasses: readonly TaxClass[];
  zones: readonly NamedZone[];
  deliveryMethods: readonly DeliveryMethod[];
  /** The net sales to other countries of the EU from which their rates apply in a year; null where the shop watches none. */
  distanceSalesMax: number | null;
  /** The countries whose business customers owe the tax themselves, if they give a tax number (ISO 3166). */
  reverseChargeTo: readonly string[];
};

/** Terms of sale as an owner edits them: rates begin on days, at midnight in their countries. */
export type EditedTerms = TermsOfSale;

/** A version of the terms of sale, as orders name it. */
export type TermsVersion = { version: number; terms: TermsOfSale };

/** A kind of products that are taxed alike. */
export type TaxClass = { id: string; name: string };

/**
 * A tax on a class of products in a place. Of the rates of one tax, the class's own is taken before the
 * standard class's, a region's before its country's, and a country's before the rate of everywhere.
 */
export type TaxRate = {
  /** Rates of one tax replace each other; different taxes (GST and QST) add up. */
  tax: string;
  /** As invoices print it. */
  name: string;
  taxClass: string;
  /** ISO 3166 code; null is everywhere. */
  country: string | null;
  region: string | null;
  /** In thousandths of a percent: 8,100 is 8.1 %. */
  rate: number;
  /** The time from which it is in force (ISO); null is always. It ends when the next one begins. */
  from: string | null;
};

/** Places with the same delivery methods. */
export type Zone = {
  id: string;
  /** ISO 3166 codes; null is each place that no other zone names. */
  countries: readonly string[] | null;
  /** With prefixes, only postal codes that begin with one of them, such as those of islands. */
  postalPrefixes: readonly string[];
};

export type NamedZone = Zone & { name: string };

/** What a delivery costs. */
export type PricedMethod = {
  id: string;
  zone: string;
  /** What its steps count: the goods' prices in minor units, or their weight in grams. */
  priceBy: "subtotal" | "weight";
  /** Ascending, the first from 0; the last one reached gives the price. */
  steps: readonly { from: number; price: number }[];
  /** The subtotal from which it costs nothing. */
  freeFrom: number | null;
  /** The heaviest goods that it takes, in grams. */
  weightMax: number | null;
  /** What payment on delivery costs beside; absent where goods are paid before they are sent. */
  onDelivery?: { fee: number };
};

/** A way in which customers get their goods. */
export type DeliveryMethod = PricedMethod & {
  name: string;
  /** The working days that it takes; null for those of the shop's settings. */
  days: { min: number; max: number } | null;
  /** The hour of the shop's day from which an order counts as one of the next day; null for none. */
  cutOffHour: number | null;
  /** Where and when customers collect their goods; null where they are sent. */
  pickUp: PickUpPlace | null;
};

/** The delivery method of an order, as it was when it was chosen. */
export type OrderDelivery = Pick<DeliveryMethod, "id" | "name" | "pickUp"> & {
  /** What of its price is for payment on delivery, in minor units; absent for none. */
  paymentFee?: number;
};

export type PickUpPlace = { address: string; hours: string };

/** Where an order goes. Text that names no known country has no code. */
export type Destination = { country: string | null; region: string | null; postalCode: string | null };

/** The class of products that say nothing else. */
export const standardTaxClass = "standard";
/** The class that many countries tax less. */
export const reducedTaxClass = "reduced";
/** The class of products that bear no tax, whatever the rates of a place are. */
export const zeroTaxClass = "zero";

/** The lowest subtotal that ships free: the specified limit itself still pays. */
export const freeShippingFromCents = freeShippingOverCents + 1;

/** The terms of the specification: a tax on top of the goods, one price of shipping to any country. */
export const specifiedTerms: TermsOfSale = {
  currency: specifiedMoneyFormat.currency,
  locale: "en-US",
  country: null,
  taxClasses: [
    { id: standardTaxClass, name: "Standard" },
    { id: reducedTaxClass, name: "Reduced" },
    { id: zeroTaxClass, name: "Without tax" },
  ],
  pricesIncludeTax: false,
  taxRounding: "total",
  isDeliveryTaxed: false,
  taxRates: [
    {
      tax: "tax",
      name: "Tax",
      taxClass: standardTaxClass,
      country: null,
      region: null,
      rate: taxPercent * 1_000,
      from: null,
    },
  ],
  zones: [{ id: "everywhere", name: "Everywhere", countries: null, postalPrefixes: [] }],
  deliveryMethods: [
    {
      id: "standard",
      zone: "everywhere",
      name: "Standard",
      priceBy: "subtotal",
      steps: [{ from: 0, price: shippingFeeCents }],
      freeFrom: freeShippingFromCents,
      weightMax: null,
      days: null,
      cutOffHour: null,
      pickUp: null,
    },
  ],
  distanceSalesMax: null,
  reverseChargeTo: [],
};

/** The version that every shop begins with. */
export const specifiedVersion: TermsVersion = { version: 1, terms: specifiedTerms };
