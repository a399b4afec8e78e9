import { z } from "zod";
import { type ListedMoney, type MoneyPage, ProviderError } from "../payment-provider.ts";
import { moneySchema, nameOf, toDate } from "./documents.ts";
import type { Answer, AskProvider } from "./http.ts";

/** The longest range of one question, in milliseconds. PayPal allows 31 days. */
const rangeMaxMs = 31 * 86_400_000;
const pageSize = 100;
/** PayPal lists at most 10,000 entries of a range, in as many pages. */
const pagesMax = 100;

const listSchema = z.object({
  transaction_details: z.array(z.object({ transaction_info: z.unknown() })).default([]),
  total_pages: z.int().min(0).default(0),
  last_refreshed_datetime: z.string().optional(),
});

/** An entry that lacks these is none of the shop's payments. */
const entrySchema = z.object({
  transaction_id: z.string().min(1),
  transaction_event_code: z.string(),
  transaction_initiation_date: z.string(),
  transaction_status: z.string().optional(),
  transaction_amount: z.object({ currency_code: z.string(), value: z.string() }),
  paypal_reference_id: z.string().optional(),
  paypal_reference_id_type: z.string().optional(),
  invoice_id: z.string().optional(),
  custom_field: z.string().optional(),
});

/** A part of the list is named by its range and its number. */
type Part = { from: Date; to: Date; page: number };

/** PayPal's report of transactions, which has each some minutes to three hours after it was made. */
export async function listMoney(
  ask: AskProvider,
  { since, before }: { since: Date; before: Date },
  page: string | undefined,
  until: number,
): Promise<MoneyPage> {
  const part = page === undefined ? partFrom(since, before) : readPart(page);
  const query = new URLSearchParams({
    start_date: part.from.toISOString(),
    end_date: part.to.toISOString(),
    fields: "transaction_info",
    page_size: String(pageSize),
    page: String(part.page),
  });
  const path = `/v1/reporting/transactions?${query}`;
  const answer = await ask({ call: "list money", method: "GET", path }, until);
  if (isTooLarge(answer)) return { money: [], next: nameOfPart(halfOf(part)), completeUntil: undefined };
  const parsed = listSchema.safeParse(answer.body);
  if (answer.status === 403)
    throw new ProviderError("PayPal refuses its report: the app needs the feature Transaction search");
  if (answer.status !== 200 || !parsed.success)
    throw new ProviderError(`no transactions listed, status ${answer.status}`);
  const { transaction_details: entries, total_pages: pages, last_refreshed_datetime: refreshed } = parsed.data;
  const hasMore = part.page < Math.min(pages, pagesMax);
  const next = hasMore ? { ...part, page: part.page + 1 } : partAfter(part, before);
  return {
    money: entries.flatMap(({ transaction_info }) => toMoney(transaction_info) ?? []),
    next: next === undefined ? undefined : nameOfPart(next),
    completeUntil: toDate(refreshed) ?? undefined,
  };
}

/** Payments that came in, refunds by the shop, and what was taken back, by PayPal's codes. */
function kindOf(code: string, isNegative: boolean): ListedMoney["kind"] | undefined {
  if (/^T00/.test(code)) return isNegative ? undefined : "capture";
  if (code === "T1107" && isNegative) return "refund";
  return (code === "T1106" || code === "T1201") && isNegative ? "reversal" : undefined;
}

function toMoney(entry: unknown): ListedMoney | undefined {
  const { data } = entrySchema.safeParse(entry);
  if (data === undefined || data.transaction_status === "D") return undefined;
  const { value, currency_code } = data.transaction_amount;
  const kind = kindOf(data.transaction_event_code, value.startsWith("-"));
  const at = toDate(data.transaction_initiation_date);
  if (kind === undefined || at === null) return undefined;
  const { paypal_reference_id: reference, paypal_reference_id_type: type } = data;
  return {
    kind,
    id: data.transaction_id,
    at,
    amount: moneySchema.parse({ currency_code, value: value.replace(/^-/, "") }),
    isPending: data.transaction_status === "P",
    names: [data.custom_field, data.invoice_id].filter((name) => name !== undefined),
    providerOrderId: kind === "capture" && type === "ODR" ? reference : undefined,
    captureId: kind !== "capture" && type === "TXN" ? reference : undefined,
  };
}

function isTooLarge({ status, body }: Answer): boolean {
  return status === 400 && nameOf(body) === "RESULTSET_TOO_LARGE";
}

function partFrom(from: Date, before: Date): Part {
  return { from, to: new Date(Math.min(before.getTime(), from.getTime() + rangeMaxMs)), page: 1 };
}

function partAfter({ to }: Part, before: Date): Part | undefined {
  return to < before ? partFrom(to, before) : undefined;
}

/** The first half of a range that has more than PayPal lists. */
function halfOf({ from, to }: Part): Part {
  const halfMs = Math.floor((to.getTime() - from.getTime()) / 2);
  if (halfMs < 1_000) throw new ProviderError("more transactions within a second than PayPal lists");
  return { from, to: new Date(from.getTime() + halfMs), page: 1 };
}

function nameOfPart({ from, to, page }: Part): string {
  return [from.toISOString(), to.toISOString(), page].join("/");
}

function readPart(name: string): Part {
  const [from = "", to = "", page] = name.split("/");
  return { from: new Date(from), to: new Date(to), page: Number(page) };
}
