import { emailSchema } from "@shop/shared/account/account";
import type { DecimalMark, RowWarning } from "@shop/shared/catalog/import";
import type { EarlierOrderRecord } from "@shop/shared/catalog/import-records";
import { shopCurrency } from "@shop/shared/currency";
import {
  currencyDigits,
  type EarlierOrderState,
  earlierOrderStates,
  earlierSums,
  plainAmount,
} from "@shop/shared/order/earlier-order";
import { numberBy, readNumber } from "../numbers.ts";
import type { FileEntry, FileItem } from "./file-entry.ts";
import { addressLines, fullName, type Parsed, type Reading } from "./parse-customer.ts";
import { readTime } from "./read-times.ts";

type Values = FileEntry["values"];

/** The longest texts of an earlier order, in characters. */
const lineLength = 300;
const numberLength = 100;
/** The largest amount, in the smallest units of a currency, and the most units of a line item. */
const amountMax = 1_000_000_000_000;
const qtyMax = 1_000_000;

const currencies = new Set(Intl.supportedValuesOf("currency"));
const line = (text: string | undefined) => (text ?? "").slice(0, lineLength).toWellFormed();
const quoted = (text: string) => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;

/** Why an order cannot be read; the message is for the admin. */
class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/** An earlier order of a file. Money that cannot be read costs the order; nothing of it is guessed. */
export function parseOrder(
  { values, items = [], warnings: found = [] }: FileEntry,
  reading: Reading,
): Parsed<EarlierOrderRecord> {
  try {
    const warnings = [...found];
    const record = readOrder(values, items, { ...reading, warnings });
    return { record, warnings };
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message };
    throw error;
  }
}

function readOrder(
  values: Values,
  fileItems: FileItem[],
  { mark, timeZone, warnings }: Reading & { warnings: RowWarning[] },
): EarlierOrderRecord {
  const number = (values.number ?? "").trim();
  if (number === "") throw new Unreadable("It has no order number");
  if (number.length > numberLength) throw new Unreadable(`The order number has more than ${numberLength} characters`);
  const currency = (values.currency ?? shopCurrency()).toUpperCase();
  if (!currencies.has(currency)) throw new Unreadable(`There is no currency ${quoted(currency)}`);
  const amount = (what: string, text: string | undefined) =>
    text === undefined || text === "" ? undefined : readAmount(what, text, { mark, currency });
  const items = fileItems.map((item) => readItem(item, amount, mark));
  const itemsCents = items.reduce((sum, { totalCents }) => sum + totalCents, 0);
  const discountCents = Math.abs(amount("Discount", values.discount) ?? 0);
  const shippingCents = amount("Shipping", values.shipping) ?? 0;
  const taxCents = amount("Tax", values.tax) ?? 0;
  const totalCents = amount("Total", values.total) ?? itemsCents - discountCents + shippingCents + taxCents;
  const refundedCents = Math.abs(amount("Refunded", values.refunded) ?? 0);
  if (totalCents < 0) throw new Unreadable(`Total ${quoted(values.total ?? "")} is below 0`);
  const amounts = { itemsCents, discountCents, shippingCents, taxCents, totalCents };
  warnings.push(...disagreement(amounts, items.length, currency));
  const times = readTimes(values, timeZone);
  return {
    number,
    customerName: line(fullName(values) ?? values.company),
    customerEmail: emailOf(values.email, warnings),
    ...linesOf(values),
    paymentMethod: line(values.paymentMethod),
    currency,
    discountCents,
    shippingCents,
    taxCents,
    totalCents,
    refundedCents,
    state: stateOf(values, { ...times, isRefunded: refundedCents > 0 && refundedCents >= totalCents, warnings }),
    ...times,
    items,
  };
}

function linesOf(values: Values) {
  const { address, city, postalCode, country } = addressLines(values);
  return { address: line(address), city: line(city), postalCode: line(postalCode), country: line(country) };
}

/** An amount in the smallest units of a currency. Half a unit is rounded up. */
function readAmount(
  what: string,
  text: string,
  { mark, currency }: { mark: DecimalMark | undefined; currency: string },
): number {
  const read = readNumber(text);
  if (read.kind === "ambiguous" && mark === undefined) {
    const { asGroups, asDecimals } = read;
    throw new Unreadable(
      `${what} ${quoted(text)} can be ${asGroups.toLocaleString("en-US")} or ${asDecimals}. Choose the decimal mark and check again.`,
    );
  }
  const value = numberBy(text, mark);
  if (Number.isNaN(value)) throw new Unreadable(`${what} ${quoted(text)} is not a number`);
  // The product of a decimal fraction can lie just beside the whole number that is meant.
  const units = Math.round(Number((value * 10 ** currencyDigits(currency)).toPrecision(15)));
  if (Math.abs(units) > amountMax) throw new Unreadable(`${what} ${quoted(text)} is too large`);
  return units === 0 ? 0 : units;
}

type ReadAmount = (what: string, text: string | undefined) => number | undefined;

function readItem(
  item: FileItem,
  amount: ReadAmount,
  mark: DecimalMark | undefined,
): EarlierOrderRecord["items"][number] {
  const qty = item.quantity === "" ? 1 : numberBy(item.quantity, mark ?? ".");
  if (!Number.isInteger(qty) || qty < 0 || qty > qtyMax)
    throw new Unreadable(`Quantity ${quoted(item.quantity)} is not a whole number`);
  const totalCents = amount("Line total", item.total) ?? (amount("Line price", item.price) ?? 0) * qty;
  return { name: line(item.name === "" ? item.sku : item.name), sku: line(item.sku), qty, totalCents };
}

/** Amounts that do not make the total are kept as they were, and named. Rounding by line may cost a unit for each. */
function disagreement(amounts: Parameters<typeof earlierSums>[0], lines: number, currency: string): RowWarning[] {
  const { otherCents } = earlierSums(amounts);
  if (Math.abs(otherCents) <= lines) return [];
  const total = plainAmount(amounts.totalCents, currency);
  const about = `${plainAmount(otherCents, currency)} of the total ${total} is in no other amount`;
  return [{ kind: "sums-disagree", about }];
}

function emailOf(text: string | undefined, warnings: RowWarning[]): string {
  if (text === undefined) return "";
  const { data, error } = emailSchema.safeParse(text);
  if (data !== undefined) return data;
  warnings.push({
    kind: "value-ignored",
    about: `E-mail ${text.slice(0, 60)}: ${error.issues[0]?.message ?? "it is not valid"}`,
  });
  return "";
}

type Times = Pick<EarlierOrderRecord, "orderedAt" | "paidAt" | "shippedAt" | "deliveredAt" | "cancelledAt">;

function readTimes(values: Values, timeZone: string): Times {
  const time = (what: string, text: string | undefined): string | null => {
    if (text === undefined) return null;
    const read = readTime(text, timeZone);
    if (read.kind === "time") return read.iso;
    if (read.kind === "none") throw new Unreadable(`${what} ${quoted(text)} is not a day`);
    throw new Unreadable(`${what} ${quoted(text)} can be two days. Write it like 2026-02-28.`);
  };
  const orderedAt = time("The day of the order", values.orderedAt);
  if (orderedAt === null) throw new Unreadable("It has no day of the order");
  return {
    orderedAt,
    paidAt: time("The day of payment", values.paidAt),
    shippedAt: time("The day of shipping", values.shippedAt),
    deliveredAt: time("The day of delivery", values.deliveredAt),
    cancelledAt: time("The day of cancellation", values.cancelledAt),
  };
}

/** What exports call the states of an order, in lower case. */
const stateWords: Record<EarlierOrderState, readonly string[]> = {
  refunded: ["refunded"],
  cancelled: ["cancelled", "canceled", "voided", "failed", "expired", "trash"],
  delivered: ["delivered"],
  shipped: ["shipped", "fulfilled", "completed", "complete", "closed"],
  paid: ["paid", "processing", "partially_refunded", "partially refunded", "partially_paid", "partial"],
  unpaid: [
    "unpaid",
    "pending",
    "pending payment",
    "authorized",
    "on-hold",
    "on hold",
    "checkout-draft",
    "draft",
    "open",
    "new",
  ],
};

type Known = Times & { isRefunded: boolean; warnings: RowWarning[] };

/** How far the order came: by the words of the file and, where it has none that are known, by its times. */
function stateOf(
  values: Values,
  { paidAt, shippedAt, deliveredAt, cancelledAt, isRefunded, warnings }: Known,
): EarlierOrderState {
  const wordOf = (text: string | undefined) => (text ?? "").toLowerCase().replace(/^wc-/, "");
  const means = (text: string | undefined) =>
    earlierOrderStates.find((state) => stateWords[state].includes(wordOf(text)));
  const payment = means(values.orderState);
  const fulfilment = means(values.fulfilment);
  if (payment === "refunded" || isRefunded) return "refunded";
  if (payment === "cancelled" || cancelledAt !== null) return "cancelled";
  if (payment === "delivered" || deliveredAt !== null) return "delivered";
  if (payment === "shipped" || fulfilment === "shipped" || shippedAt !== null) return "shipped";
  if (payment !== undefined) return payment;
  if (values.orderState !== undefined) {
    warnings.push({ kind: "value-ignored", about: `State ${values.orderState.slice(0, 60)}: it is not known` });
  }
  return paidAt === null ? "unpaid" : "paid";
}
