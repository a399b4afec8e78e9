import { formatMoney, toWire } from "@shop/shared/money";
import {
  type CreditNoteContent,
  creditNoteContentSchema,
  type InvoiceContent,
  type InvoiceTax,
  invoiceContentSchema,
  invoiceNumber,
} from "@shop/shared/order/invoice";
import type { Sheet } from "@shop/shared/order/paper";
import { reverseChargeName } from "@shop/shared/terms-of-sale/reverse-charge";
import { specifiedVersion } from "@shop/shared/terms-of-sale/terms-of-sale";
import type { orders } from "../../db/schema/orders.ts";
import type { invoices } from "../../db/schema/payments.ts";
import { centsToPay } from "../order/amount-to-pay.ts";

/** The row of an invoice, and of a credit note whether its refund failed after all. */
export type InvoiceOfOrder = typeof invoices.$inferSelect & { isVoid: boolean };

type Packed = { productId: string; name: string; qty: number; image: string; priceCents: number };

/** An order with the lines that are to be sent. */
export type OrderToPack = typeof orders.$inferSelect & {
  placedOn: string;
  isRefunded: boolean;
  items: Packed[] | null;
  /** Units that were refunded into the stock, by product. */
  restocked: Record<string, number> | null;
  parcels: PackedParcel[] | null;
};

type PackedParcel = { id: string; trackingNumber: string; items: { product: string; qty: number }[] };

const money = (cents: number) => formatMoney(toWire(cents));
const fact = (label: string, value: string) => ({ label, value });
const sum = (label: string, cents: number) => ({ label, amount: money(cents) });

const days = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
/** A day such as 2026-12-25 in words. */
const dayInWords = (day: string) => days.format(new Date(`${day}T00:00:00Z`));

type Customer = InvoiceContent["customer"];

function toRecipient({
  name,
  recipient = "",
  address,
  city,
  postalCode,
  region = "",
  country,
  taxNumber,
}: Customer): string[] {
  return [
    ...(recipient === "" ? [name] : [recipient]),
    address,
    `${city}${region === "" ? "" : `, ${region}`} ${postalCode}`.trim(),
    country,
    ...(taxNumber === undefined ? [] : [`Tax number ${taxNumber}`]),
  ].filter((line) => line !== "");
}

/** Who gets the parcel, in the lines of an address. */
export function recipientOf({
  customerName: name,
  recipient,
  address,
  city,
  postalCode,
  region,
  country,
}: typeof orders.$inferSelect): string[] {
  return toRecipient({ name, recipient, address, city, postalCode, region, country });
}

function toSeller({ name, address, taxId }: InvoiceContent["seller"]): string[] {
  return [name, ...address, ...(taxId === null ? [] : [`Tax number ${taxId}`])];
}

/** The lines of an order less some of its units. */
function without(items: Packed[], units: ReadonlyMap<string, number>): Packed[] {
  return items.flatMap((item) => {
    const qty = item.qty - (units.get(item.productId) ?? 0);
    return qty > 0 ? [{ ...item, qty }] : [];
  });
}

/** What is in a parcel; without one, what is left to be sent: all that was not refunded into the stock or sent in a part. */
function toPack({ items, restocked, parcels, shippedAt }: OrderToPack, parcel: PackedParcel | undefined): Packed[] {
  const all = items ?? [];
  if (parcel !== undefined && parcel.items.length > 0) {
    const packed = new Map(parcel.items.map(({ product, qty }) => [product, qty]));
    return all.flatMap((item) => {
      const qty = packed.get(item.productId);
      return qty === undefined ? [] : [{ ...item, qty }];
    });
  }
  const left = without(all, new Map(Object.entries(restocked ?? {})));
  if (shippedAt !== null) return left;
  const sent = new Map<string, number>();
  for (const { product, qty } of (parcels ?? []).flatMap((each) => each.items)) {
    sent.set(product, (sent.get(product) ?? 0) + qty);
  }
  return without(left, sent);
}

type SlipChoice = { hasPrices: boolean; parcelId?: string | undefined };

/** The packing slip of an order or of one of its parcels: what is to be sent, without prices unless they are wanted. */
export function toPackingSlip(order: OrderToPack, shopName: string, { hasPrices, parcelId }: SlipChoice): Sheet {
  const parcels = order.parcels ?? [];
  const parcel = parcels.find(({ id }) => id === parcelId);
  const lines = toPack(order, parcel).map(({ name, qty, image, priceCents }) => ({
    name,
    qty,
    image,
    price: hasPrices ? money(priceCents) : null,
    total: hasPrices ? money(priceCents * qty) : null,
  }));
  const units = lines.reduce((all, { qty }) => all + qty, 0);
  return {
    kind: "packing slip",
    title: "Packing slip",
    shopName,
    seller: [shopName],
    orderId: order.id,
    lines,
    recipient: recipientOf(order),
    facts: [
      fact("Order", order.id.slice(-5)),
      fact("Placed on", dayInWords(order.placedOn)),
      fact("Units", String(units)),
      ...(parcel === undefined ? [] : [fact("Parcel", parcel.trackingNumber)]),
      ...(parcel === undefined && order.shippedAt === null && parcels.length > 0
        ? [fact("Part", "The rest of the order")]
        : []),
      ...(order.delivery === null || order.termsVersion === specifiedVersion.version
        ? []
        : [fact("Delivery", order.delivery.name)]),
      ...(order.phone === "" ? [] : [fact("Telephone", order.phone)]),
      ...(isToCollect(order) ? [fact("To be paid on delivery", money(centsToPay(order)))] : []),
    ],
    warning: warningOf(order, units),
    sums: [],
    notes: [],
  };
}

const isToCollect = ({ paymentMethod, paidAt }: OrderToPack) => paymentMethod === "On Delivery" && paidAt === null;

function warningOf({ paidAt, isRefunded, paymentMethod }: OrderToPack, units: number): string | null {
  if (paidAt === null && paymentMethod !== "On Delivery") return "This order is not paid. Do not send it.";
  if (isRefunded) return "This order was refunded. Do not send it.";
  return units === 0 ? "All units of this order were returned to stock. There is nothing to send." : null;
}

/** An invoice or a credit note, as it was when it was written. */
export function toInvoiceSheet(row: InvoiceOfOrder, shopName: string): Sheet {
  return row.kind === "invoice"
    ? toInvoice(row, invoiceContentSchema.parse(row.content), shopName)
    : toCreditNote(row, creditNoteContentSchema.parse(row.content), shopName);
}

function headOf(row: InvoiceOfOrder, content: InvoiceContent | CreditNoteContent, shopName: string) {
  return {
    shopName,
    seller: toSeller(content.seller),
    orderId: row.orderId,
    recipient: toRecipient(content.customer),
    date: fact("Date", dayInWords(content.issuedOn)),
    order: fact("Order", row.orderId.slice(-5)),
  };
}

function toInvoice(row: InvoiceOfOrder, content: InvoiceContent, shopName: string): Sheet {
  const { date, order, ...head } = headOf(row, content, shopName);
  const number = invoiceNumber(row);
  return {
    ...head,
    kind: "invoice",
    title: `Invoice ${number}`,
    warning: null,
    facts: [
      ...[fact("Invoice number", number), date, order],
      ...[fact("Placed on", dayInWords(content.placedOn)), fact("Paid on", dayInWords(content.paidOn))],
      fact("Paid by", content.paymentMethod),
    ],
    lines: content.lines.map(({ name, qty, priceCents }) => ({
      name,
      qty,
      image: "",
      price: money(priceCents),
      total: money(priceCents * qty),
    })),
    sums: [
      sum("Items", content.itemsCents),
      ...(content.discounts ?? []).map(({ name, amountCents }) => ({
        label: `Discount: ${name}`,
        amount: `−${money(amountCents)}`,
      })),
      sum(content.delivery === undefined ? "Shipping" : `Shipping (${content.delivery})`, content.shippingCents),
      ...(hasIncludedTax(content) ? [] : taxSums(content)),
      sum(`Total (${content.currency})`, content.totalCents),
      ...(hasIncludedTax(content) ? taxSums(content) : []),
    ],
    notes: [
      "This invoice is paid.",
      ...((content.taxes ?? []).some(({ name, rate }) => name === reverseChargeName && rate === 0)
        ? ["Reverse charge: the recipient owes the tax."]
        : []),
    ],
  };
}

type Content = InvoiceContent | CreditNoteContent;

function isSpecified({ terms }: Content): boolean {
  return terms === undefined || terms.version === specifiedVersion.version;
}

function hasIncludedTax({ terms }: Content): boolean {
  return terms?.taxIncluded ?? false;
}

/** The taxes of an invoice: each with its rate, its net base and both together. */
function taxSums(content: InvoiceContent): Sheet["sums"] {
  if (isSpecified(content)) return [sum(`Tax (${content.taxPercent} % of the items)`, content.taxCents)];
  return (content.taxes ?? []).map((tax) => {
    const { label, amount } = taxSum(tax);
    return { label: hasIncludedTax(content) ? `Includes ${label}` : label, amount };
  });
}

function taxSum({ name, rate, netCents, taxCents }: InvoiceTax): Sheet["sums"][number] {
  return sum(`${name} ${rate / 1_000} % (net ${money(netCents)}, gross ${money(netCents + taxCents)})`, taxCents);
}

function toCreditNote(row: InvoiceOfOrder, content: CreditNoteContent, shopName: string): Sheet {
  const { date, order, ...head } = headOf(row, content, shopName);
  const { amountCents, taxCents, reason } = content;
  return {
    ...head,
    kind: "credit note",
    title: `Credit note ${invoiceNumber(row)}`,
    facts: [
      fact("Credit note number", invoiceNumber(row)),
      fact("For invoice", content.invoiceNumber),
      ...[date, order],
    ],
    warning: row.isVoid ? "This refund was not made in the end. This credit note is void." : null,
    lines: [],
    sums: [
      sum("Refunded before tax", amountCents - taxCents),
      ...(isSpecified(content) ? [sum("Tax", taxCents)] : (content.taxes ?? []).map(taxSum)),
      sum(`Total refunded (${content.currency})`, amountCents),
    ],
    notes: reason === null ? [] : [`Reason: ${reason}`],
  };
}
