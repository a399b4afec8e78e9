import { decimalsOf } from "@shop/shared/terms-of-sale/currencies";
import { z } from "zod";
import type {
  CaptureStatus,
  ProviderCapture,
  ProviderMoney,
  ProviderOrder,
  ProviderRefund,
} from "../payment-provider.ts";

const captureStatuses = new Map<string, CaptureStatus>([
  ["COMPLETED", "completed"],
  ["PENDING", "pending"],
  ["DECLINED", "declined"],
  ["FAILED", "declined"],
  ["PARTIALLY_REFUNDED", "partially refunded"],
  ["REFUNDED", "refunded"],
]);
const refundStatuses = new Map<string, ProviderRefund["status"]>([
  ["COMPLETED", "completed"],
  ["PENDING", "pending"],
  ["FAILED", "failed"],
  ["CANCELLED", "failed"],
]);
const orderStatuses = new Map<string, ProviderOrder["status"]>([
  ["CREATED", "open"],
  ["SAVED", "open"],
  ["PAYER_ACTION_REQUIRED", "open"],
  ["APPROVED", "approved"],
  ["COMPLETED", "completed"],
]);

export const moneySchema = z
  .object({ currency_code: z.string(), value: z.string() })
  .transform(
    ({ currency_code, value }): ProviderMoney => ({ currency: currency_code, cents: toCents(value, currency_code) }),
  );

/** The codes of a card's issuer for a security code, and for an address, that are not those of the card. */
const otherSecurityCodes = ["N", "1"];
const otherAddressCodes = ["N", "C", "1"];

const processorResponseSchema = z
  .object({ avs_code: z.string().optional(), cvv_code: z.string().optional() })
  .optional()
  // Whatever else it is, money is read all the same.
  .catch(undefined)
  .transform((response) => [
    ...(otherSecurityCodes.includes(response?.cvv_code ?? "") ? ["the security code is not that of the card"] : []),
    ...(otherAddressCodes.includes(response?.avs_code ?? "") ? ["the address is not that of the card"] : []),
  ]);

export const captureSchema = z
  .object({
    id: z.string(),
    status: z.string(),
    amount: moneySchema.optional(),
    processor_response: processorResponseSchema,
  })
  .transform(
    ({ id, status, amount, processor_response }): ProviderCapture => ({
      id,
      status: captureStatuses.get(status) ?? "unknown",
      amount: amount ?? null,
      risks: processor_response,
    }),
  );

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
      status: refundStatuses.get(status) ?? "unknown",
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
  .transform(({ id, status, create_time, purchase_units }) => ({
    id,
    status: orderStatuses.get(status) ?? "unknown",
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
  }));

const refusalSchema = z.object({ details: z.array(z.object({ issue: z.string() })).min(1) });

/** An order as PayPal represents it, with what it was told of parcels. */
export type PayPalOrder = z.output<typeof orderSchema>;

/** The first issue of an error response. */
export function issueOf(body: unknown): string | undefined {
  return refusalSchema.safeParse(body).data?.details[0]?.issue;
}

/** The name of an error response. */
export function nameOf(body: unknown): string | undefined {
  return z.object({ name: z.string() }).safeParse(body).data?.name;
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

/** A time as PayPal writes it; `null` for what is none. */
export function toDate(time: string | undefined): Date | null {
  const at = Date.parse(time ?? "");
  return Number.isNaN(at) ? null : new Date(at);
}
