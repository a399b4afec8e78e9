import { paperFileSchema, printQuerySchema } from "@shop/shared/order/paper";
import { z } from "zod";
import { documented, type RouteDocs } from "./documented.ts";
import { exampleOrder } from "./examples.ts";

const tag = "Orders";
const file = (description: string) => ({
  description,
  type: "application/pdf",
  schema: z.string().meta({ format: "binary" }),
  headers: { "Content-Disposition": "Names the file." },
});
const body = { schema: paperFileSchema, example: { ids: [exampleOrder._id] } };
const refuses: RouteDocs["refuses"] = ["RATE_LIMITED"];

/** Operations of packing slips and invoices. */
export const paperDocs = {
  invoice: documented({
    id: "printInvoice",
    tag,
    who: "customer",
    summary: "The invoice of an order as PDF",
    description:
      "For the customer of the order and for administrators. The credit notes of the order's refunds follow it. An order " +
      "that was paid before the shop wrote invoices gets its number with the first request.",
    answers: { 200: file("The invoice, as it was when the order was paid.") },
    refuses: ["ILLEGAL_TRANSITION", "RATE_LIMITED"],
  }),
  packingSlip: documented({
    id: "printPackingSlip",
    tag,
    who: "admin",
    summary: "The packing slip of an order as PDF",
    description: "Units that were refunded into the stock are left out.",
    query: printQuerySchema,
    answers: { 200: file("The slip, with the order's id as Code 128.") },
    refuses,
  }),
  "packing-slips": documented({
    id: "printPackingSlips",
    tag,
    who: "admin",
    summary: "The packing slips of several orders as one PDF",
    description: "In the order of the ids, each on pages of its own.",
    body,
    answers: { 200: file("The slips.") },
    refuses: ["NOT_FOUND", "RATE_LIMITED"],
  }),
  invoices: documented({
    id: "printInvoices",
    tag,
    who: "admin",
    summary: "The invoices of several orders as one PDF",
    description: "In the order of the ids, each followed by its credit notes. All of the orders must be paid.",
    body,
    answers: { 200: file("The invoices.") },
    refuses: ["NOT_FOUND", "ILLEGAL_TRANSITION", "RATE_LIMITED"],
  }),
};
