import { toDecimalString } from "@shop/shared/money";
import { currency } from "@shop/shared/shop";
import { countryCode } from "../../../domain/base/countries.ts";
import type { ExportedOrderWithItems } from "../../../domain/order/export.ts";
import { orderNumberOf, shopifyTime } from "./cells.ts";
import { type CsvLine, lineColumns } from "./csv-line.ts";

const addressCells = ["Name", "Street", "Address1", "City", "Zip", "Country"];

const headings = [
  ...["Name", "Email", "Financial Status", "Paid at", "Fulfillment Status", "Fulfilled at", "Accepts Marketing"],
  ...["Currency", "Subtotal", "Shipping", "Taxes", "Total", "Created at"],
  ...["Lineitem quantity", "Lineitem name", "Lineitem price", "Lineitem compare at price", "Lineitem sku"],
  ...["Lineitem requires shipping", "Lineitem taxable", "Lineitem fulfillment status"],
  ...["Billing", "Shipping"].flatMap((kind) => addressCells.map((cell) => `${kind} ${cell}`)),
  ...["Payment Method", "Refunded Amount", "Id"],
];

export const shopifyOrderColumns = lineColumns(headings);

/** Orders as Shopify writes them: a row for each line item, of which the first one has the order. */
export async function* shopifyOrderLines(batches: AsyncIterable<ExportedOrderWithItems[]>): AsyncGenerator<CsvLine[]> {
  for await (const batch of batches) {
    yield batch.flatMap((order) => {
      const shared = { Name: `#${orderNumberOf(order.id)}`, Email: order.customerEmail };
      return (order.items ?? []).map((item, position) => ({
        ...shared,
        "Created at": shopifyTime(order.createdAt),
        ...(position === 0 && orderCells(order)),
        "Lineitem quantity": String(item.qty),
        "Lineitem name": item.name,
        "Lineitem price": toDecimalString(item.priceCents),
        "Lineitem compare at price":
          typeof item.regularPriceCents === "number" ? toDecimalString(item.regularPriceCents) : "",
        "Lineitem sku": item.sku,
        "Lineitem requires shipping": "true",
        "Lineitem taxable": "true",
        "Lineitem fulfillment status": order.shippedAt === null ? "pending" : "fulfilled",
      }));
    });
  }
}

function orderCells(order: ExportedOrderWithItems): CsvLine {
  const address: CsvLine = {
    Name: order.customerName,
    Street: order.address,
    Address1: order.address,
    City: order.city,
    Zip: order.postalCode,
    Country: countryCode(order.country),
  };
  const addresses = ["Billing", "Shipping"].flatMap((kind) =>
    Object.entries(address).map(([cell, text]) => [`${kind} ${cell}`, text]),
  );
  return {
    "Financial Status": financialStatus(order),
    "Paid at": shopifyTime(order.paidAt),
    "Fulfillment Status": order.shippedAt === null ? "unfulfilled" : "fulfilled",
    "Fulfilled at": shopifyTime(order.shippedAt),
    "Accepts Marketing": "no",
    Currency: currency,
    Subtotal: toDecimalString(order.itemsCents),
    Shipping: toDecimalString(order.shippingCents),
    Taxes: toDecimalString(order.taxCents),
    Total: toDecimalString(order.totalCents),
    ...Object.fromEntries(addresses),
    "Payment Method": order.paymentMethod,
    "Refunded Amount": toDecimalString(order.refundedCents),
    Id: order.id,
  };
}

function financialStatus({ paidAt, isRefunded, refundedCents }: ExportedOrderWithItems): string {
  if (isRefunded) return "refunded";
  if (paidAt === null) return "pending";
  return refundedCents > 0 ? "partially_refunded" : "paid";
}
