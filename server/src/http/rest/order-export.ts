import { Readable } from "node:stream";
import { toDecimalString } from "@shop/shared/money";
import { filterOrdersSchema } from "@shop/shared/order-list";
import { stringify } from "csv-stringify/sync";
import type { FastifyInstance } from "fastify";
import { type ExportedOrder, exportOrders } from "../../domain/order/export.ts";
import { type Services, toContext } from "../context.ts";
import { orderDocs } from "../openapi/orders.ts";
import { requireAdmin } from "../security/access.ts";
import { begin } from "./send-list.ts";

const iso = (time: Date | null) => time?.toISOString() ?? "";

/** The columns of the file. Amounts are plain numbers with two decimals; times are ISO 8601, UTC. */
const columns: Record<string, (order: ExportedOrder) => string> = {
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

/** The rows of the file. A cell that a spreadsheet would run as a formula is prefixed with an apostrophe. */
function toLines(rows: string[][], isStart: boolean): string {
  // Without a byte order mark, spreadsheets do not read the file as UTF-8.
  return stringify(rows, {
    bom: isStart,
    escape_formulas: true,
    quote_record_delimiter: true,
    record_delimiter: "\r\n",
  });
}

async function* toFile(batches: AsyncIterable<ExportedOrder[]>): AsyncGenerator<string> {
  yield toLines([Object.keys(columns)], true);
  for await (const batch of batches) {
    const rows = batch.map((order) => Object.values(columns).map((cell) => cell(order)));
    yield toLines(rows, false);
  }
}

/** Streams the orders of a filter as CSV. */
export function orderExportRest(app: FastifyInstance, services: Services): void {
  app.get("/api/orders.csv", orderDocs.export, async (request, reply) => {
    const admin = await requireAdmin(toContext(services, request, reply));
    const batches = await begin(exportOrders(services.db, admin, filterOrdersSchema.parse(request.query)));
    const day = new Date().toISOString().slice(0, 10);
    return reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="orders-${day}.csv"`)
      .send(Readable.from(toFile(batches)));
  });
}
