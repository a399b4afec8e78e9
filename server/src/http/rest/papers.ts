import { shopCurrency } from "@shop/shared/currency";
import { toDecimalString } from "@shop/shared/money";
import { printLabelsSchema, sendOrdersSchema } from "@shop/shared/order/label";
import { paperFileSchema, printQuerySchema } from "@shop/shared/order/paper";
import { idInputSchema } from "@shop/shared/query";
import { dayOfTime } from "@shop/shared/time-zone";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { notFound } from "../../domain/base/errors.ts";
import { type OrderToSend, openAddresses } from "../../domain/invoice/addresses.ts";
import { printInvoice, printLabels, printPaper } from "../../domain/invoice/print.ts";
import { readOrder, requireOrder } from "../../domain/order/read.ts";
import type { PaperFile } from "../../infra/paper/paper-process.ts";
import { csvAnswer } from "../openapi/answers.ts";
import type { Answer } from "../openapi/documented.ts";
import { exampleOrder } from "../openapi/examples.ts";
import { abortedWhenGone } from "./client-gone.ts";
import { endpoint } from "./endpoint.ts";
import { type CsvColumns, sendCsv } from "./send-csv.ts";

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

const labelsEndpoint = endpoint({
  method: "POST",
  path: "/api/orders/labels.pdf",
  caller: "admin",
  needs: ["orders.read"],
  id: "printLabels",
  tag,
  summary: "The addresses of several orders on labels",
  description:
    "One label for each order, in the order of the ids, for printers of labels and for sheets of paper. All of the " +
    "orders must be paid, and none of them cancelled.",
  input: { body: printLabelsSchema },
  body: { example: { ids: [exampleOrder._id], size: "a6" } },
  answers: { 200: pdf("The labels.") },
  refuses: ["NOT_FOUND", "ILLEGAL_TRANSITION", "RATE_LIMITED"],
  run: async ({ services, actor, reply, body }) => {
    const large = { ...services, db: services.largeActs };
    const file = await printLabels(large, actor, { ...body, signal: abortedWhenGone(reply) });
    return sendPdf(reply, file, `labels-${dayOfTime(services.shop.timeZone, new Date())}`);
  },
});

/** The columns that carriers' tools ask for; each tool maps them by its own names. */
const addressColumns: CsvColumns<OrderToSend> = {
  REFERENCE: ({ id }) => id.slice(-5),
  NAME: ({ recipient, customerName }) => (recipient === "" ? customerName : recipient),
  ADDRESS: ({ address }) => address,
  CITY: ({ city }) => city,
  "POSTAL CODE": ({ postalCode }) => postalCode,
  REGION: ({ region }) => region,
  "COUNTRY CODE": ({ countryCode }) => countryCode ?? "",
  COUNTRY: ({ country }) => country,
  EMAIL: ({ customerEmail }) => customerEmail,
  TELEPHONE: ({ phone }) => phone,
  "WEIGHT KG": ({ grams }) => (grams === 0 ? "" : (grams / 1_000).toFixed(3)),
  UNITS: ({ units }) => String(units ?? 0),
  VALUE: ({ totalCents }) => toDecimalString(totalCents),
  CURRENCY: () => shopCurrency(),
  DELIVERY: ({ delivery }) => delivery?.name ?? "",
  ID: ({ id }) => id,
};

const addressesEndpoint = endpoint({
  method: "POST",
  path: "/api/orders/addresses.csv",
  caller: "admin",
  needs: ["orders.read"],
  id: "exportAddresses",
  tag,
  summary: "The addresses of several orders for carriers’ tools",
  description:
    "A row for each order, in the order of the ids, with the weight where all is known of it. All of the orders must be " +
    "paid, and none of them cancelled.",
  input: { body: sendOrdersSchema },
  body: { example: { ids: [exampleOrder._id] } },
  answers: { 200: csvAnswer("REFERENCE,NAME,ADDRESS,CITY,…") },
  refuses: ["NOT_FOUND", "ILLEGAL_TRANSITION"],
  run: async ({ services: { largeActs, shop }, actor, reply, body }) =>
    sendCsv(
      { reply, shop },
      { name: "addresses", columns: addressColumns },
      await openAddresses(largeActs, actor, body.ids),
    ),
});

/** Packing slips, invoices and labels as PDF, and addresses as CSV. */
export const paperEndpoints = [...ofOneOrder, ...ofManyOrders, labelsEndpoint, addressesEndpoint];
