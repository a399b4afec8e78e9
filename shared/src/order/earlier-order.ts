import { z } from "zod";
import { type AdminPage, adminListSchema } from "../admin/admin-list.ts";
import { shopCurrency, shopMoney } from "../currency.ts";
import { keywordSchema } from "../query.ts";

/** How far an order of the former shop came. */
export const earlierOrderStates = ["unpaid", "paid", "shipped", "delivered", "cancelled", "refunded"] as const;
export type EarlierOrderState = (typeof earlierOrderStates)[number];

/** An order of the former shop as lists show it. Amounts are in the smallest units of its currency. */
export type EarlierOrderRow = {
  _id: string;
  /** The number that it had there. */
  number: string;
  user: { name: string; email: string };
  orderedAt: string;
  state: EarlierOrderState;
  currency: string;
  totalCents: number;
  refundedCents: number;
  units: number;
};

export type EarlierOrderItem = {
  name: string;
  sku: string;
  qty: number;
  totalCents: number;
  /** The product that has its SKU today; null for none that customers see. */
  productId: string | null;
};

/** An order of the former shop. Nothing about it can be changed. */
export type EarlierOrder = Omit<EarlierOrderRow, "user"> & {
  customer: { name: string; email: string };
  shippingAddress: { address: string; city: string; postalCode: string; country: string };
  paymentMethod: string;
  items: EarlierOrderItem[];
  itemsCents: number;
  discountCents: number;
  shippingCents: number;
  taxCents: number;
  paidAt: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  cancelledAt: string | null;
};

export type EarlierOrderPage = AdminPage<EarlierOrderRow>;

export const earlierOrderSorts = ["date", "user", "number"] as const;

/** The admin's list of earlier orders. */
export const pageEarlierOrdersSchema = adminListSchema(earlierOrderSorts, { by: "date", isDescending: true });
export type PageEarlierOrders = z.output<typeof pageEarlierOrdersSchema>;

/** How many earlier orders a search finds; all of them without one. */
export const countEarlierOrdersSchema = z.object({ search: keywordSchema.default("") });

export const ownEarlierOrdersSchema = z.object({
  /** Pages of one's own earlier orders, from 1. */
  pageNumber: z.int().min(1).max(10_000).default(1),
});

/** An order's amounts beside one another: what they say of tax, and what else the total has. */
export type EarlierSums = {
  /** Whether the tax is within the other amounts. */
  isTaxIncluded: boolean;
  /** What the total has beyond the amounts that are known, such as tips or fees; can be negative. */
  otherCents: number;
};

type Amounts = Record<"itemsCents" | "discountCents" | "shippingCents" | "taxCents" | "totalCents", number>;

/** How the amounts of an earlier order make its total. They are shown as they were, and never computed anew. */
export function earlierSums({ itemsCents, discountCents, shippingCents, taxCents, totalCents }: Amounts): EarlierSums {
  const withoutTax = itemsCents - discountCents + shippingCents;
  const added = totalCents - withoutTax - taxCents;
  const within = totalCents - withoutTax;
  const isTaxIncluded = taxCents > 0 && Math.abs(within) < Math.abs(added);
  return { isTaxIncluded, otherCents: isTaxIncluded ? within : added };
}

const digits = new Map<string, number>();

/** How many decimals a currency has. */
export function currencyDigits(currency: string): number {
  if (currency === shopCurrency()) return shopMoney().decimals;
  let found = digits.get(currency);
  if (found === undefined) {
    found = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
    digits.set(currency, found);
  }
  return found;
}

/** Smallest units of a currency as a plain number with its decimals, such as `12.50`. */
export function plainAmount(units: number, currency: string): string {
  const places = currencyDigits(currency);
  return (units / 10 ** places).toFixed(places);
}

const formats = new Map<string, Intl.NumberFormat>();

/** An amount of any currency as text, such as `€12.50`. */
export function formatAmount(units: number, currency: string): string {
  let format = formats.get(currency);
  if (format === undefined) {
    format = new Intl.NumberFormat("en-US", { style: "currency", currency });
    formats.set(currency, format);
  }
  return format.format(units / 10 ** currencyDigits(currency));
}
