import { z } from "zod";

/** The series of numbers. Each is gapless within a year. */
export const invoiceKinds = ["invoice", "credit note"] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/** Who sells: as it was when the paper was written. */
export const sellerSchema = z.object({ name: z.string(), address: z.array(z.string()), taxId: z.string().nullable() });

const customerSchema = z.object({
  name: z.string(),
  address: z.string(),
  city: z.string(),
  postalCode: z.string(),
  country: z.string(),
  region: z.string().exactOptional(),
  recipient: z.string().exactOptional(),
  taxNumber: z.string().exactOptional(),
});

/** One tax at one rate. The rate is in thousandths of a percent. */
const taxSchema = z.object({
  tax: z.string(),
  name: z.string(),
  rate: z.number(),
  netCents: z.number(),
  taxCents: z.number(),
});
export type InvoiceTax = z.infer<typeof taxSchema>;

const headSchema = z.object({
  seller: sellerSchema,
  customer: customerSchema,
  /** Days in the shop's time zone. */
  issuedOn: z.iso.date(),
  currency: z.string(),
  /** The one rate of the specified terms of sale. */
  taxPercent: z.number(),
  /** By which terms of sale the order was priced; absent on papers from before there were any but the specified ones. */
  terms: z.object({ version: z.int(), taxIncluded: z.boolean(), countryCode: z.string().nullable() }).exactOptional(),
  /** Each tax by its rate; absent on the same papers. */
  taxes: z.array(taxSchema).exactOptional(),
});

/** What was on an invoice when it was written. Amounts in cents. */
export const invoiceContentSchema = headSchema.extend({
  placedOn: z.iso.date(),
  paidOn: z.iso.date(),
  paymentMethod: z.string(),
  delivery: z.string().exactOptional(),
  lines: z.array(z.object({ name: z.string(), qty: z.number(), priceCents: z.number() })),
  itemsCents: z.number(),
  /** Each rule by which it costs less, and what that takes off; absent for none. */
  discounts: z.array(z.object({ name: z.string(), amountCents: z.number() })).exactOptional(),
  shippingCents: z.number(),
  taxCents: z.number(),
  totalCents: z.number(),
});
export type InvoiceContent = z.infer<typeof invoiceContentSchema>;

/** What was on a credit note when it was written. Amounts in cents. */
export const creditNoteContentSchema = headSchema.extend({
  invoiceNumber: z.string(),
  reason: z.string().nullable(),
  amountCents: z.number(),
  taxCents: z.number(),
});
export type CreditNoteContent = z.infer<typeof creditNoteContentSchema>;

/** The number as it is printed: `2026-00042`, and `CN-2026-00042` on a credit note. */
export function invoiceNumber({ kind, year, number }: { kind: InvoiceKind; year: number; number: number }): string {
  return `${kind === "invoice" ? "" : "CN-"}${year}-${String(number).padStart(5, "0")}`;
}

/**
 * The taxes within a refunded amount, by rate, with their net bases: the same share as in the order's total. Computed
 * from the sum of all refunds, so that the parts add up to those of the invoice once everything is refunded.
 */
export function refundedTaxes(
  order: { taxes: readonly InvoiceTax[]; totalCents: number },
  before: { amountCents: number; taxes: readonly InvoiceTax[] },
  amountCents: number,
): InvoiceTax[] {
  const refunded = before.amountCents + amountCents;
  const shareOf = (cents: number, credited: number) =>
    order.totalCents === 0 ? 0 : Math.max(0, Math.round((cents * refunded) / order.totalCents) - credited);
  return order.taxes.map((line) => {
    const same = before.taxes.filter(({ tax, name, rate }) => isSame(line, { tax, name, rate }));
    const sum = (part: "netCents" | "taxCents") => same.reduce((all, each) => all + each[part], 0);
    return {
      ...line,
      netCents: shareOf(line.netCents, sum("netCents")),
      taxCents: shareOf(line.taxCents, sum("taxCents")),
    };
  });
}

/** The taxes within a refund that is due for known goods, with no more of each than what is left of it on the invoice. */
export function knownTaxes(
  known: readonly InvoiceTax[],
  all: readonly InvoiceTax[],
  before: readonly InvoiceTax[],
): InvoiceTax[] {
  const sum = (taxes: readonly InvoiceTax[], name: TaxName, part: "netCents" | "taxCents") =>
    taxes.filter((each) => isSame(each, name)).reduce((cents, each) => cents + each[part], 0);
  return known.map((line) => {
    const capped = (part: "netCents" | "taxCents") =>
      Math.max(0, Math.min(line[part], sum(all, line, part) - sum(before, line, part)));
    return { ...line, netCents: capped("netCents"), taxCents: capped("taxCents") };
  });
}

type TaxName = Pick<InvoiceTax, "tax" | "name" | "rate">;
const isSame = (one: TaxName, other: TaxName) =>
  one.tax === other.tax && one.name === other.name && one.rate === other.rate;

/**
 * The tax within a refunded amount: the same share as in the order's total. Computed from the sum of all refunds, so
 * that the parts add up to the order's tax once everything is refunded.
 */
export function refundedTaxCents(
  order: { taxCents: number; totalCents: number },
  before: { amountCents: number; taxCents: number },
  amountCents: number,
): number {
  if (order.totalCents === 0) return 0;
  const share = Math.round((order.taxCents * (before.amountCents + amountCents)) / order.totalCents);
  return Math.min(amountCents, Math.max(0, share - before.taxCents));
}
