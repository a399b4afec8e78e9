import { type EarlierOrderState, plainAmount } from "@shop/shared/order/earlier-order";
import { countryCode } from "@shop/shared/terms-of-sale/countries";
import { shopifyTime } from "./cells.ts";
import { type CsvLine, lineColumns } from "./csv-line.ts";
import type { MovedOrder } from "./moved-order.ts";

const addressCells = ["Name", "Street", "Address1", "City", "Zip", "Country"];

const headings = [
  ...["Name", "Email", "Financial Status", "Paid at", "Fulfillment Status", "Fulfilled at", "Accepts Marketing"],
  ...["Currency", "Subtotal", "Shipping", "Taxes", "Total", "Discount Amount", "Created at"],
  ...["Lineitem quantity", "Lineitem name", "Lineitem price", "Lineitem compare at price", "Lineitem sku"],
  ...["Lineitem requires shipping", "Lineitem taxable", "Lineitem fulfillment status"],
  ...["Billing", "Shipping"].flatMap((kind) => addressCells.map((cell) => `${kind} ${cell}`)),
  ...["Cancelled at", "Payment Method", "Refunded Amount", "Id"],
];

export const shopifyOrderColumns = lineColumns(headings);

/** Orders as Shopify writes them: a row for each line item, of which the first one has the order. */
export async function* shopifyOrderLines(batches: AsyncIterable<MovedOrder[]>): AsyncGenerator<CsvLine[]> {
  for await (const batch of batches) {
    yield batch.flatMap((order) => {
      const shared = { Name: nameOf(order), Email: order.customer.email, "Created at": shopifyTime(order.orderedAt) };
      const [first = {}, ...others] = itemLines(order);
      return [{ ...shared, ...orderCells(order), ...first }, ...others.map((item) => ({ ...shared, ...item }))];
    });
  }
}

const nameOf = ({ number }: MovedOrder) => (number.startsWith("#") ? number : `#${number}`);

/** Shopify knows prices of one unit. Units that do not share their total evenly are one line of one unit. */
function itemLines({ items, currency, shippedAt }: MovedOrder): CsvLine[] {
  return items.map(({ name, sku, qty, totalCents, regularPriceCents }) => {
    const isEven = qty > 0 && totalCents % qty === 0;
    return {
      "Lineitem quantity": String(isEven ? qty : 1),
      "Lineitem name": isEven ? name : `${qty} × ${name}`,
      "Lineitem price": plainAmount(isEven ? totalCents / qty : totalCents, currency),
      "Lineitem compare at price": regularPriceCents === null ? "" : plainAmount(regularPriceCents, currency),
      "Lineitem sku": sku,
      "Lineitem requires shipping": "true",
      "Lineitem taxable": "true",
      "Lineitem fulfillment status": shippedAt === null ? "pending" : "fulfilled",
    };
  });
}

const isShipped = ({ state, shippedAt }: MovedOrder) =>
  shippedAt !== null || state === "shipped" || state === "delivered";

function orderCells(order: MovedOrder): CsvLine {
  const { address, city, postalCode, country } = order.shippingAddress;
  const lines: CsvLine = {
    Name: order.customer.name,
    Street: address,
    Address1: address,
    City: city,
    Zip: postalCode,
    Country: countryCode(country),
  };
  const addresses = ["Billing", "Shipping"].flatMap((kind) =>
    Object.entries(lines).map(([cell, text]) => [`${kind} ${cell}`, text]),
  );
  const amount = (units: number) => plainAmount(units, order.currency);
  return {
    "Financial Status": financialStatus(order),
    "Paid at": shopifyTime(order.paidAt),
    "Fulfillment Status": isShipped(order) ? "fulfilled" : "unfulfilled",
    "Fulfilled at": shopifyTime(order.shippedAt),
    "Accepts Marketing": "no",
    Currency: order.currency,
    Subtotal: amount(order.itemsCents - order.discountCents),
    Shipping: amount(order.shippingCents),
    Taxes: amount(order.taxCents),
    Total: amount(order.totalCents),
    "Discount Amount": amount(order.discountCents),
    ...Object.fromEntries(addresses),
    "Cancelled at": shopifyTime(order.cancelledAt),
    "Payment Method": order.paymentMethod,
    "Refunded Amount": amount(order.refundedCents),
    Id: order.id,
  };
}

const statuses: Record<EarlierOrderState, string> = {
  unpaid: "pending",
  paid: "paid",
  shipped: "paid",
  delivered: "paid",
  cancelled: "voided",
  refunded: "refunded",
};

function financialStatus({ state, refundedCents }: MovedOrder): string {
  return statuses[state] === "paid" && refundedCents > 0 ? "partially_refunded" : statuses[state];
}
