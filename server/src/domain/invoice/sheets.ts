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

/** The row of an invoice, and of a credit note whether its refund failed after all. */
export type InvoiceOfOrder = typeof invoices.$inferSelect & { isVoid: boolean };

/** An order with the lines that are to be sent. */
export type OrderToPack = typeof orders.$inferSelect & {
  placedOn: string;
  isRefunded: boolean;
  items: { productId: string; name: string; qty: number; image: string; priceCents: number }[] | null;
  /** Units that were refunded into the stock, by product. */
  restocked: Record<string, number> | null;
};

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
    `${city}${region === "" ? "" : `, ${region}`} ${postalCode}`,
    country,
    ...(taxNumber === undefined ? [] : [`Tax number ${taxNumber}`]),
  ];
}

/** Who gets the parcel. */
function recipientOf({
  customerName: name,
  recipient,
  address,
  city,
  postalCode,
  region,
  country,
}: OrderToPack): string[] {
  return toRecipient({ name, recipient, address, city, postalCode, region, country });
}

function toSeller({ name, address, taxId }: InvoiceContent["seller"]): string[] {
  return [name, ...address, ...(taxId === null ? [] : [`Tax number ${taxId}`])];
}

/** The lines of an order less the units that were refunded into the stock. */
function toPack({ items, restocked }: OrderToPack) {
  const left = new Map(Object.entries(restocked ?? {}));
  return (items ?? []).flatMap((item) => {
    const restockedHere = Math.min(item.qty, left.get(item.productId) ?? 0);
    left.set(item.productId, (left.get(item.productId) ?? 0) - restockedHere);
    return restockedHere === item.qty ? [] : [{ ...item, qty: item.qty - restockedHere }];
  });
}

/** The packing slip of an order: what is to be sent, without prices unless they are wanted. */
export function toPackingSlip(order: OrderToPack, shopName: string, hasPrices: boolean): Sheet {
  const lines = toPack(order).map(({ name, qty, image, priceCents }) => ({
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
      ...(order.delivery === null || order.termsVersion === specifiedVersion.version
        ? []
        : [fact("Delivery", order.delivery.name)]),
      ...(order.phone === "" ? [] : [fact("Telephone", order.phone)]),
    ],
    warning: warningOf(order, units),
    sums: [],
    notes: [],
  };
}

function warningOf({ paidAt, isRefunded }: OrderToPack, units: number): string | null {
  if (paidAt === null) return "This order is not paid. Do not send it.";
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
