import { decimalsOf } from "@shop/shared/terms-of-sale/currencies";
import { z } from "zod";

/** An amount in the provider's format; `cents` is `null` if it is not a whole number of cents. */
export type ProviderMoney = { currency: string; cents: number | null };

export type ProviderCapture = { id: string; status: string; amount: ProviderMoney | null };

/** A capture that was read by its own id, with the names of the shop's order and the id of its provider order. */
export type ReadCapture = ProviderCapture & {
  createdAt: Date | null;
  customId: string | undefined;
  invoiceId: string | undefined;
  providerOrderId: string | undefined;
};

/** A refund, pending ones included. `customId` is the id of the shop's own refund, if the shop requested it. */
export type ProviderRefund = {
  id: string;
  status: string;
  amount: ProviderMoney | null;
  customId: string | undefined;
  /** The id of its capture, from its link. */
  captureId: string | undefined;
  isReversal: boolean;
};

/** What the provider was told about a parcel. */
export type ProviderTracker = { id: string; status: string | undefined };

/** A purchase unit of a provider order. */
export type ProviderUnit = {
  customId: string | undefined;
  invoiceId: string | undefined;
  merchantId: string | undefined;
  amount: ProviderMoney | null;
  captures: ProviderCapture[];
  refunds: ProviderRefund[];
  trackers: ProviderTracker[];
};

/** The part of a provider order that the shop reads. */
export type ProviderOrder = { id: string; status: string; createdAt: Date | null; units: ProviderUnit[] };

const moneySchema = z
  .object({ currency_code: z.string(), value: z.string() })
  .transform(
    ({ currency_code, value }): ProviderMoney => ({ currency: currency_code, cents: toCents(value, currency_code) }),
  );

export const captureSchema = z
  .object({ id: z.string(), status: z.string(), amount: moneySchema.optional() })
  .transform(({ id, status, amount }): ProviderCapture => ({ id, status, amount: amount ?? null }));

export const readCaptureSchema = captureSchema.and(
  z
    .object({
      create_time: z.string().optional(),
      custom_id: z.string().optional(),
      invoice_id: z.string().optional(),
      supplementary_data: z
        .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
        .optional(),
    })
    .transform(({ create_time, custom_id, invoice_id, supplementary_data }) => ({
      createdAt: toDate(create_time),
      customId: custom_id,
      invoiceId: invoice_id,
      providerOrderId: supplementary_data?.related_ids?.order_id,
    })),
);

const linksSchema = z.array(z.object({ href: z.string(), rel: z.string() })).default([]);

export const refundSchema = z
  .object({
    id: z.string(),
    status: z.string(),
    amount: moneySchema.optional(),
    custom_id: z.string().optional(),
    note_to_payer: z.string().optional(),
    links: linksSchema,
  })
  .transform(
    ({ id, status, amount, custom_id, note_to_payer, links }): ProviderRefund => ({
      id,
      status,
      amount: amount ?? null,
      customId: custom_id,
      captureId: captureOf(links),
      isReversal: /^payment reversed/i.test(note_to_payer ?? ""),
    }),
  );

export const orderSchema = z
  .object({
    id: z.string(),
    status: z.string(),
    create_time: z.string().optional(),
    purchase_units: z
      .array(
        z.object({
          custom_id: z.string().optional(),
          invoice_id: z.string().optional(),
          amount: moneySchema.optional(),
          payee: z.object({ merchant_id: z.string().optional() }).optional(),
          payments: z
            .object({
              captures: z.array(captureSchema).default([]),
              refunds: z.array(refundSchema).default([]),
            })
            .optional(),
          shipping: z
            .object({ trackers: z.array(z.object({ id: z.string(), status: z.string().optional() })).default([]) })
            .optional(),
        }),
      )
      .default([]),
  })
  .transform(
    ({ id, status, create_time, purchase_units }): ProviderOrder => ({
      id,
      status,
      createdAt: toDate(create_time),
      units: purchase_units.map((unit) => ({
        customId: unit.custom_id,
        invoiceId: unit.invoice_id,
        merchantId: unit.payee?.merchant_id,
        amount: unit.amount ?? null,
        captures: unit.payments?.captures ?? [],
        refunds: unit.payments?.refunds ?? [],
        trackers: (unit.shipping?.trackers ?? []).map(({ id, status }) => ({ id, status })),
      })),
    }),
  );

const refusalSchema = z.object({ details: z.array(z.object({ issue: z.string() })).min(1) });

/** The first issue of an error response. */
export function issueOf(body: unknown): string | undefined {
  return refusalSchema.safeParse(body).data?.details[0]?.issue;
}

/**
 * The minor units of a decimal string in a currency: "10.5" and "10.50" are equal. `null` for fractions of a unit and
 * for anything that is no amount.
 */
export function toCents(value: string, currency: string): number | null {
  const [, whole, fraction = ""] = /^(\d{1,12})(?:\.(\d{1,9}))?$/.exec(value) ?? [];
  if (whole === undefined) return null;
  const decimals = decimalsOf(currency);
  if (/[^0]/.test(fraction.slice(decimals))) return null;
  return Number(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
}

/** The capture id of an `up` link. */
export function captureOf(links: readonly { href: string; rel: string }[]): string | undefined {
  const up = links.find(({ rel }) => rel === "up");
  return /\/captures\/([A-Za-z0-9-]{1,64})$/.exec(up?.href ?? "")?.[1];
}

function toDate(time: string | undefined): Date | null {
  const at = Date.parse(time ?? "");
  return Number.isNaN(at) ? null : new Date(at);
}
