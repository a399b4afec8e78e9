import { toDecimalString } from "@shop/shared/money";
import { exportOrdersSchema } from "@shop/shared/order/order-list";
import { type ExportedOrder, exportOrders, exportOrdersWithItems } from "../../domain/order/export.ts";
import { csvAnswer } from "../openapi/answers.ts";
import { endpoint } from "./endpoint.ts";
import { shopifyOrderColumns, shopifyOrderLines } from "./moving-out/shopify-orders.ts";
import { wooCommerceOrderColumns } from "./moving-out/woocommerce-orders.ts";
import { type CsvColumns, sendCsv } from "./send-csv.ts";

const iso = (time: Date | null) => time?.toISOString() ?? "";

/** The columns of the file. Amounts are plain numbers with two decimals; times are ISO 8601, UTC. */
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
};

/** Streams the orders of a filter as CSV. */
export const orderExportEndpoint = endpoint({
  method: "GET",
  path: "/api/orders.csv",
  caller: "reader",
  id: "exportOrders",
  tag: "Orders",
  summary: "Export orders for spreadsheets",
  description:
    "Every order that the filter means, newest first, without a limit: for spreadsheets, or with their line items as Shopify or WooCommerce write orders. Days are in UTC, and the last one is included.",
  input: { query: exportOrdersSchema },
  answers: { 200: csvAnswer("ID,DATE,USER,EMAIL,UNITS,ITEMS,SHIPPING,TAX,TOTAL,…") },
  run: ({ services: { largeActs }, actor, reply, query: { format, ...filter } }) => {
    if (format === "own") return sendCsv(reply, { name: "orders", columns }, exportOrders(largeActs, actor, filter));
    // Customers type names and addresses, which a spreadsheet must not run: cells are prefixed for other shops as well.
    const found = exportOrdersWithItems(largeActs, actor, filter);
    return format === "shopify"
      ? sendCsv(reply, { name: "shopify-orders", columns: shopifyOrderColumns }, shopifyOrderLines(found))
      : sendCsv(reply, { name: "woocommerce-orders", columns: wooCommerceOrderColumns }, found);
  },
});
