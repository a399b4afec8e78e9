import { plainAmount } from "@shop/shared/order/earlier-order";
import { type CsvLine, lineColumns } from "./csv-line.ts";
import type { MovedOrder } from "./moved-order.ts";

const headings = [
  ...["NUMBER", "DATE", "EMAIL", "NAME", "ADDRESS", "CITY", "POSTAL CODE", "COUNTRY", "PAYMENT METHOD", "CURRENCY"],
  ...["DISCOUNT", "SHIPPING", "TAX", "TOTAL", "REFUNDED", "STATE", "PAID", "SHIPPED", "DELIVERED", "CANCELLED"],
  ...["ITEM", "ITEM SKU", "QUANTITY", "ITEM TOTAL", "ITEM TAX", "ITEM TAX RATE", "TRACKING", "SHIPPING TAX"],
];

export const ownOrderColumns = lineColumns(headings);

const iso = (time: Date | null) => time?.toISOString() ?? "";

/** Orders as this shop imports them as earlier orders: a row for each line item, of which the first one has the order. */
export async function* ownOrderLines(batches: AsyncIterable<MovedOrder[]>): AsyncGenerator<CsvLine[]> {
  for await (const batch of batches) {
    yield batch.flatMap((order) => {
      const items = order.items.map((item) => itemCells(item, order.currency));
      const [first = {}, ...others] = items;
      return [{ ...orderCells(order), ...first }, ...others.map((item) => ({ NUMBER: order.number, ...item }))];
    });
  }
}

function itemCells(item: MovedOrder["items"][number], currency: string): CsvLine {
  const { name, sku, qty, totalCents, taxCents, taxRates, trackingNumbers } = item;
  return {
    ITEM: name,
    "ITEM SKU": sku,
    QUANTITY: String(qty),
    "ITEM TOTAL": plainAmount(totalCents, currency),
    "ITEM TAX": taxCents === null ? "" : plainAmount(taxCents, currency),
    "ITEM TAX RATE": taxRates.join(" + "),
    TRACKING: trackingNumbers.join(", "),
  };
}

function orderCells(order: MovedOrder): CsvLine {
  const amount = (units: number) => plainAmount(units, order.currency);
  const { address, city, postalCode, country } = order.shippingAddress;
  return {
    NUMBER: order.number,
    DATE: iso(order.orderedAt),
    EMAIL: order.customer.email,
    NAME: order.customer.name,
    ADDRESS: address,
    CITY: city,
    "POSTAL CODE": postalCode,
    COUNTRY: country,
    "PAYMENT METHOD": order.paymentMethod,
    CURRENCY: order.currency,
    DISCOUNT: amount(order.discountCents),
    SHIPPING: amount(order.shippingCents),
    TAX: amount(order.taxCents),
    "SHIPPING TAX": order.shippingTaxCents === null ? "" : amount(order.shippingTaxCents),
    TOTAL: amount(order.totalCents),
    REFUNDED: amount(order.refundedCents),
    STATE: order.state,
    PAID: iso(order.paidAt),
    SHIPPED: iso(order.shippedAt),
    DELIVERED: iso(order.deliveredAt),
    CANCELLED: iso(order.cancelledAt),
  };
}
