import { shopCurrency } from "@shop/shared/currency";
import { toWire } from "@shop/shared/money";
import {
  type CreditNoteContent,
  creditNoteContentSchema,
  type InvoiceContent,
  type InvoiceKind,
  type InvoiceTax,
  invoiceNumber,
  knownTaxes,
  refundedTaxCents,
  refundedTaxes,
} from "@shop/shared/order/invoice";
import { nameOfMethod, taxPercent } from "@shop/shared/shop";
import { paymentFeeWords } from "@shop/shared/terms-of-sale/delivery-words";
import { type OrderDelivery, specifiedVersion } from "@shop/shared/terms-of-sale/terms-of-sale";
import { and, asc, eq, getTableColumns, inArray, ne, type SQL, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { orderMatters } from "../../db/schema/customer-service.ts";
import { orderDiscounts } from "../../db/schema/discounts.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { invoiceCounters, invoices, payments, refunds } from "../../db/schema/payments.ts";
import { retryingConflicts } from "../base/errors.ts";
import { retryingLocks } from "../base/locks.ts";
import type { Seller } from "../base/shop-facts.ts";
import { lockOrder } from "../order/hold.ts";

export type InvoiceDeps = { db: Db; seller: Seller };

type InvoiceRow = typeof invoices.$inferSelect;
type Head = Pick<InvoiceContent, "seller" | "customer" | "issuedOn" | "currency" | "taxPercent" | "terms">;
type Written = { id: string; orderId: string; refundId?: string; content: InvoiceContent | CreditNoteContent };

/**
 * Writes the invoice of a paid order, and the credit notes of its refunds, unless they are there. The last statements of
 * the transaction: a number's counter is locked until the commit, so nothing else may be locked after it. The order's
 * row must be locked.
 */
export async function issueInvoice(tx: Db, seller: Seller, orderId: string): Promise<void> {
  const order = await readOrder(tx, seller, orderId);
  if (order.paidOn === null) return;
  const found = await findInvoice(tx, orderId);
  if (found !== undefined) return issueCreditNotes(tx, seller, orderId);
  const lines = await tx
    .select({ name: orderItems.name, qty: orderItems.qty, priceCents: orderItems.priceCents })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
  const { placedOn, paidOn, paymentMethod, itemsCents, shippingCents, taxCents, totalCents } = order;
  const sums = { itemsCents, ...(await readDiscounts(tx, orderId)), shippingCents, taxCents, totalCents };
  const delivery = order.delivery === null ? {} : { delivery: deliveryText(order.delivery) };
  const head = { ...headOf(seller, order), taxes: taxesOf(order) };
  const content = {
    ...head,
    placedOn,
    paidOn,
    paymentMethod: nameOfMethod(paymentMethod),
    ...delivery,
    lines,
    ...sums,
  };
  await write(tx, "invoice", { id: uuidv7(), orderId, content });
  await issueCreditNotes(tx, seller, orderId);
}

/** The discounts as an invoice has them. */
async function readDiscounts(tx: Db, orderId: string): Promise<Pick<InvoiceContent, "discounts">> {
  const { name, amountCents, ruleId } = orderDiscounts;
  const discounts = await tx
    .select({ name, amountCents })
    .from(orderDiscounts)
    .where(eq(orderDiscounts.orderId, orderId))
    .orderBy(asc(ruleId));
  return discounts.length === 0 ? {} : { discounts };
}

function deliveryText({ name, paymentFee = 0 }: OrderDelivery): string {
  return name + paymentFeeWords(toWire(paymentFee));
}

/** Writes the credit notes of an order's refunds that have none. Without an invoice there is nothing to correct. */
export async function issueCreditNotes(tx: Db, seller: Seller, orderId: string): Promise<void> {
  const invoice = await findInvoice(tx, orderId);
  if (invoice === undefined) return;
  const uncredited = await tx
    .select({ id: refunds.id, amountCents: refunds.amountCents, reason: refunds.reason, taxes: refunds.taxes })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isUncredited))
    .orderBy(asc(refunds.completedAt), asc(refunds.id));
  if (uncredited.length === 0) return;
  const order = await readOrder(tx, seller, orderId);
  for (const { id: refundId, amountCents, reason, taxes: known } of uncredited) {
    const before = await sumCredited(tx, orderId);
    const all = taxesOf(order);
    const taxes =
      known === null
        ? refundedTaxes({ ...order, taxes: all }, before, amountCents)
        : knownTaxes(known, all, before.taxes);
    const taxCents =
      isSpecified(order) && known === null
        ? refundedTaxCents(order, before, amountCents)
        : taxes.reduce((sum, tax) => sum + tax.taxCents, 0);
    const head = { ...headOf(seller, order), taxes };
    const content = { ...head, invoiceNumber: invoiceNumber(invoice), reason, amountCents, taxCents };
    await write(tx, "credit note", { id: uuidv7(), orderId, refundId, content });
  }
}

/**
 * Writes the invoices and credit notes that are missing of the paid orders among some. Orders have none if they were
 * paid, or refunded, before the shop wrote invoices.
 */
export async function issueMissing({ db, seller }: InvoiceDeps, orderIds: readonly string[]): Promise<void> {
  const isMissing = sql`${orders.paidAt} is not null and (
    not exists (select from ${invoices} i where i.order_id = ${orders.id} and i.kind = 'invoice')
    or exists (select from ${refunds} where ${refunds.orderId} = ${orders.id} and ${isUncredited}))`;
  const missing = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, [...orderIds]), isMissing))
    .orderBy(asc(orders.paidAt), asc(orders.id));
  for (const { id } of missing) {
    const issue = () =>
      db.transaction(async (tx) => {
        await lockOrder(tx, id);
        await issueInvoice(tx, seller, id);
      });
    await retryingLocks(() => retryingConflicts(issue));
  }
}

/**
 * Refunds that were made of the money that the invoice is about, and have no credit note. Money that was paid twice is on
 * no invoice, and what the provider took back is no refund by the shop.
 */
const isUncredited: SQL = sql`${refunds.status} = 'completed'
  and exists (select from ${payments} p where p.id = ${refunds.paymentId} and (p.is_settling or p.provider in ('exchange', 'store credit')))
  and not exists (select from ${invoices} c where c.refund_id = ${refunds.id})
  and not exists (select from ${orderMatters} m where m.order_id = ${refunds.orderId} and m.kind = 'reversed'
    and m.reference = ${refunds.providerRefundId})`;

/** What the credit notes of an order come to, without those whose refund failed after all. */
async function sumCredited(
  tx: Db,
  orderId: string,
): Promise<{ amountCents: number; taxCents: number; taxes: InvoiceTax[] }> {
  const rows = await tx
    .select({ content: invoices.content })
    .from(invoices)
    .innerJoin(refunds, eq(refunds.id, invoices.refundId))
    .where(and(eq(invoices.orderId, orderId), ne(refunds.status, "failed")));
  const notes = rows.map(({ content }) => creditNoteContentSchema.parse(content));
  return {
    amountCents: notes.reduce((sum, { amountCents }) => sum + amountCents, 0),
    taxCents: notes.reduce((sum, { taxCents }) => sum + taxCents, 0),
    taxes: notes.flatMap(({ taxes = [] }) => taxes),
  };
}

type OrderRow = Awaited<ReturnType<typeof readOrder>>;

function isSpecified({ termsVersion }: OrderRow): boolean {
  return termsVersion === specifiedVersion.version;
}

/** The taxes of an order; the specified one is on its items alone. */
function taxesOf({ taxes, itemsCents, itemsDiscountCents, taxCents }: OrderRow): InvoiceTax[] {
  const netCents = itemsCents - itemsDiscountCents;
  if (taxes === null) return [{ tax: "tax", name: "Tax", rate: taxPercent * 1_000, netCents, taxCents }];
  return taxes.map(({ tax, name, rate, net, amount }) => ({ tax, name, rate, netCents: net, taxCents: amount }));
}

async function readOrder(tx: Db, { timeZone }: Seller, orderId: string) {
  const day = (time: SQL) => sql<string>`to_char(${time} at time zone ${timeZone}, 'YYYY-MM-DD')`;
  const [order] = await tx
    .select({
      ...getTableColumns(orders),
      placedOn: day(sql`${orders.createdAt}`),
      paidOn: sql<string | null>`${day(sql`${orders.paidAt}`)}`,
      today: day(sql`now()`),
      itemsDiscountCents: sql<number>`coalesce((
        select sum(i.discount_cents) from ${orderItems} i where i.order_id = ${orders}.id
      ), 0)`.mapWith(Number),
    })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (order === undefined) throw new Error("order not found");
  return order;
}

function headOf({ name, address, taxId }: Seller, order: OrderRow): Head {
  const { region, recipient, taxNumber, termsVersion: version, taxIncluded, countryCode } = order;
  return {
    seller: { name, address, taxId: taxId ?? null },
    customer: {
      name: order.customerName,
      address: order.address,
      city: order.city,
      postalCode: order.postalCode,
      country: order.country,
      ...(region === "" ? {} : { region }),
      ...(recipient === "" ? {} : { recipient }),
      ...(taxNumber === "" ? {} : { taxNumber }),
    },
    issuedOn: order.today,
    currency: shopCurrency(),
    taxPercent,
    terms: { version, taxIncluded, countryCode },
  };
}

async function findInvoice(tx: Db, orderId: string): Promise<InvoiceRow | undefined> {
  const [found] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), eq(invoices.kind, "invoice")));
  return found;
}

async function write(tx: Db, kind: InvoiceKind, row: Written): Promise<void> {
  const year = Number(row.content.issuedOn.slice(0, 4));
  const [taken] = await tx
    .insert(invoiceCounters)
    .values({ kind, year, last: 1 })
    .onConflictDoUpdate({
      target: [invoiceCounters.kind, invoiceCounters.year],
      set: { last: sql`${invoiceCounters.last} + 1` },
    })
    .returning({ number: invoiceCounters.last });
  if (taken === undefined) throw new Error("the counter returned no number");
  await tx.insert(invoices).values({ ...row, kind, year, ...taken });
}
