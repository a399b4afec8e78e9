import { toDecimalString } from "@shop/shared/money";
import { exportOrdersSchema } from "@shop/shared/order/order-list";
import { exportEarlierOrders } from "../../domain/order/earlier-orders.ts";
import { type ExportedOrder, exportOrders, exportOrdersWithItems } from "../../domain/order/export.ts";
import { csvAnswer } from "../openapi/answers.ts";
import { endpoint } from "./endpoint.ts";
import { movedOrders } from "./moving-out/moved-order.ts";
import { ownOrderColumns, ownOrderLines } from "./moving-out/own-orders.ts";
import { shopifyOrderColumns, shopifyOrderLines } from "./moving-out/shopify-orders.ts";
import { wooCommerceOrderColumns } from "./moving-out/woocommerce-orders.ts";
import { type CsvColumns, sendCsv } from "./send-csv.ts";

const iso = (time: Date | null) => time?.toISOString() ?? "";

/** The columns of the file. Amounts are plain numbers with the decimals of the currency; times are ISO 8601, UTC. */
const columns: CsvColumns<ExportedOrder> = {
  ID: (order) => order.id,
  DATE: (order) => iso(order.createdAt),
  USER: (order) => order.customerName,
  EMAIL: (order) => order.customerEmail,
  UNITS: (order) => String(order.units ?? 0),
  ITEMS: (order) => toDecimalString(order.itemsCents),
  SHIPPING: (order) => toDecimalString(order.shippingCents),
  TAX: (order) => toDecimalString(order.taxCents),
  TOTAL: (order) => toDecimalString(order.totalCents),
  "PAYMENT METHOD": (order) => order.paymentMethod,
  PAID: (order) => iso(order.paidAt),
  CONFIRMED: (order) => iso(order.confirmedAt),
  PROCESSED: (order) => iso(order.processedAt),
  SHIPPED: (order) => iso(order.shippedAt),
  DELIVERED: (order) => iso(order.deliveredAt),
  REFUNDED: (order) => toDecimalString(order.refundedCents),
  MATTERS: (order) => order.matters.join(", "),
  ADDRESS: (order) => order.address,
  CITY: (order) => order.city,
  "POSTAL CODE": (order) => order.postalCode,
  COUNTRY: (order) => order.country,
  REGION: (order) => order.region,
  "COUNTRY CODE": (order) => order.countryCode ?? "",
  RECIPIENT: (order) => order.recipient,
  TELEPHONE: (order) => order.phone,
  DELIVERY: (order) => order.delivery?.name ?? "",
  "TAX INCLUDED": (order) => (order.taxIncluded ? "yes" : "no"),
  "TERMS VERSION": (order) => String(order.termsVersion),
  CANCELLED: (order) => iso(order.cancelledAt),
  DISCOUNT: (order) => toDecimalString(order.discountCents),
};

async function* none(): AsyncGenerator<never> {}

/** Streams the orders of a filter as CSV. */
export const orderExportEndpoint = endpoint({
  method: "GET",
  path: "/api/orders.csv",
  caller: "reader",
  needs: ["orders.read"],
  id: "exportOrders",
  tag: "Orders",
  summary: "Export orders for spreadsheets",
  description:
    "Every order that the filter means, newest first, without a limit: for spreadsheets, or with their line items, those of a former shop included, as Shopify, WooCommerce or this shop read them. Days are those of the shop’s time zone, and the last one is included.",
  input: { query: exportOrdersSchema },
  answers: { 200: csvAnswer("ID,DATE,USER,EMAIL,UNITS,ITEMS,SHIPPING,TAX,TOTAL,…") },
  run: ({ services: { largeActs: db, shop, terms }, actor, reply, query: { format, ...filter } }) => {
    if (format === "own")
      return sendCsv({ reply, shop }, { name: "orders", columns }, exportOrders({ db, shop }, actor, filter));
    // Customers type names and addresses, which a spreadsheet must not run: cells are prefixed for other shops as well.
    const found = movedOrders(
      exportOrdersWithItems({ db, shop, terms }, actor, filter),
      // They are in no state of this shop's orders.
      filter.state === undefined ? exportEarlierOrders({ db, shop }, actor, filter) : none(),
    );
    if (format === "lines")
      return sendCsv({ reply, shop }, { name: "order-lines", columns: ownOrderColumns }, ownOrderLines(found));
    return format === "shopify"
      ? sendCsv({ reply, shop }, { name: "shopify-orders", columns: shopifyOrderColumns }, shopifyOrderLines(found))
      : sendCsv({ reply, shop }, { name: "woocommerce-orders", columns: wooCommerceOrderColumns }, found);
  },
});
