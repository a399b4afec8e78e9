import { paperFileSchema, printQuerySchema } from "@shop/shared/order/paper";
import { idInputSchema } from "@shop/shared/query";
import { dayOfTime } from "@shop/shared/time-zone";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { notFound } from "../../domain/base/errors.ts";
import { printInvoice, printPaper } from "../../domain/invoice/print.ts";
import { readOrder, requireOrder } from "../../domain/order/read.ts";
import type { PaperFile } from "../../infra/paper/paper-process.ts";
import type { Answer } from "../openapi/documented.ts";
import { exampleOrder } from "../openapi/examples.ts";
import { abortedWhenGone } from "./client-gone.ts";
import { endpoint } from "./endpoint.ts";

const tag = "Orders";
const pdf = (description: string): Answer => ({
  description,
  type: "application/pdf",
  schema: z.string().meta({ format: "binary" }),
  headers: { "Content-Disposition": "Names the file." },
});

/** Sends a file with its length, so that a client knows whether it has the whole of it. */
function sendPdf(reply: FastifyReply, { bytes, content }: PaperFile, name: string): FastifyReply {
  return reply
    .type("application/pdf")
    .header("content-length", bytes)
    .header("content-disposition", `attachment; filename="${name}.pdf"`)
    .send(content);
}

const ofOneOrder = [
  endpoint({
    method: "GET",
    path: "/api/orders/:id/invoice.pdf",
    caller: "customer",
    id: "printInvoice",
    tag,
    summary: "The invoice of an order as PDF",
    description:
      "For the customer of the order and for administrators. The credit notes of the order's refunds follow it. An order " +
      "that was paid before the shop wrote invoices gets its number with the first request.",
    input: { params: idInputSchema },
    answers: { 200: pdf("The invoice, as it was when the order was paid.") },
    refuses: ["ILLEGAL_TRANSITION", "RATE_LIMITED"],
    run: async ({ services, actor, reply, params }) => {
      const file = await printInvoice(services, actor, { orderId: params.id, signal: abortedWhenGone(reply) });
      return sendPdf(reply, file, `invoice-${params.id.slice(-5)}`);
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/orders/:id/packing-slip.pdf",
    caller: "admin",
    needs: ["orders.read"],
    id: "printPackingSlip",
    tag,
    summary: "The packing slip of an order as PDF",
    description:
      "Units that were refunded into the stock are left out, and those that were sent in a part before the order is " +
      "shipped.",
    input: { params: idInputSchema, query: printQuerySchema },
    answers: { 200: pdf("The slip, with the order's id as Code 128.") },
    refuses: ["RATE_LIMITED"],
    requireExisting: ({ services, actor, id }) => requireOrder(services.db, actor, id),
    run: async ({ services, actor, reply, params: { id }, query: { prices: hasPrices, parcel: parcelId } }) => {
      const { parcels } = await readOrder(services.db, actor, id);
      if (parcelId !== undefined && parcels.every(({ _id }) => _id !== parcelId)) throw notFound("Parcel");
      const signal = abortedWhenGone(reply);
      const file = await printPaper(services, actor, { kind: "packing-slips", ids: [id], hasPrices, parcelId, signal });
      return sendPdf(reply, file, `packing-slip-${id.slice(-5)}`);
    },
  }),
];

const kinds = [
  {
    kind: "packing-slips",
    id: "printPackingSlips",
    summary: "The packing slips of several orders as one PDF",
    description: "In the order of the ids, each on pages of its own.",
    answer: "The slips.",
    refuses: ["NOT_FOUND", "RATE_LIMITED"],
  },
  {
    kind: "invoices",
    id: "printInvoices",
    summary: "The invoices of several orders as one PDF",
    description: "In the order of the ids, each followed by its credit notes. All of the orders must be paid.",
    answer: "The invoices.",
    refuses: ["NOT_FOUND", "ILLEGAL_TRANSITION", "RATE_LIMITED"],
  },
] as const;

const ofManyOrders = kinds.map(({ kind, answer, ...words }) =>
  endpoint({
    method: "POST",
    path: `/api/orders/${kind}.pdf`,
    caller: "admin",
    needs: ["orders.read"],
    tag,
    ...words,
    input: { body: paperFileSchema },
    body: { example: { ids: [exampleOrder._id] } },
    answers: { 200: pdf(answer) },
    run: async ({ services, actor, reply, body }) => {
      const large = { ...services, db: services.largeActs };
      const file = await printPaper(large, actor, { kind, ...body, signal: abortedWhenGone(reply) });
      return sendPdf(reply, file, `${kind}-${dayOfTime(services.shop.timeZone, new Date())}`);
    },
  }),
);

/** Packing slips and invoices as PDF. */
export const paperEndpoints = [...ofOneOrder, ...ofManyOrders];
