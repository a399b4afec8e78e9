import { toDecimalString } from "@shop/shared/money";
import { filterOrdersSchema } from "@shop/shared/order/order-list";
import type { FastifyInstance } from "fastify";
import { type ExportedOrder, exportOrders } from "../../domain/order/export.ts";
import { type Services, toContext } from "../context.ts";
import { orderDocs } from "../openapi/orders.ts";
import { requireReader } from "../security/access.ts";
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
export function orderExportRest(app: FastifyInstance, services: Services): void {
  app.get("/api/orders.csv", orderDocs.export, async (request, reply) => {
    const admin = await requireReader(toContext(services, request, reply));
    const batches = exportOrders(services.largeActs, admin, filterOrdersSchema.parse(request.query));
    return sendCsv(reply, { name: "orders", columns }, batches);
  });
}
