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
});

const headSchema = z.object({
  seller: sellerSchema,
  customer: customerSchema,
  /** Days in the shop's time zone. */
  issuedOn: z.iso.date(),
  currency: z.string(),
  taxPercent: z.number(),
});

/** What was on an invoice when it was written. Amounts in cents. */
export const invoiceContentSchema = headSchema.extend({
  placedOn: z.iso.date(),
  paidOn: z.iso.date(),
  paymentMethod: z.string(),
  lines: z.array(z.object({ name: z.string(), qty: z.number(), priceCents: z.number() })),
  itemsCents: z.number(),
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
