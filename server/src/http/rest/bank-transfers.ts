import { recordTransferSchema, transferDetailsSchema } from "@shop/shared/order/bank-transfer";
import { orderSchema } from "@shop/shared/order/order";
import { idInputSchema } from "@shop/shared/query";
import { notFound } from "../../domain/base/errors.ts";
import { requireOrder } from "../../domain/order/read.ts";
import { readTransferDetails } from "../../domain/payment/bank-transfer/details.ts";
import { recordTransfer } from "../../domain/payment/bank-transfer/record.ts";
import { examplePaidOrder } from "../openapi/examples.ts";
import { endpoint } from "./endpoint.ts";

const path = "/api/orders/:id/bank-transfer";

const readEndpoint = endpoint({
  method: "GET",
  path,
  caller: "customer",
  id: "readBankTransfer",
  tag: "Payment",
  summary: "Read how the money for an order is transferred",
  description: "Only while an order with the payment method `Bank Transfer` is unpaid.",
  input: { params: idInputSchema },
  answers: {
    200: {
      description: "The shop's account, and what the transfer must be marked with.",
      schema: transferDetailsSchema,
      example: {
        account: [
          { label: "Account holder", value: "Lumen & Loom" },
          { label: "IBAN", value: "DE02 1203 0000 0000 2020 51" },
        ],
        reference: "RF18000539007547034",
        amount: 21.5,
        currency: "USD",
        payUntil: "2026-03-08T09:15:00.000Z",
      },
    },
  },
  refuses: ["NOT_FOUND"],
  requireExisting: ({ services, actor, id }) => requireOrder(services.db, actor, id),
  run: async ({ services, actor, params }) => {
    const details = await readTransferDetails(services, actor, params.id);
    if (details === null) throw notFound("Bank transfer");
    return details;
  },
});

const recordEndpoint = endpoint({
  method: "POST",
  path,
  caller: "admin",
  needs: ["orders.refund"],
  id: "recordBankTransfer",
  tag: "Payment",
  summary: "Record money that has arrived by bank transfer",
  description:
    "The order's total pays it. Any other amount is kept beside the order, which stays unpaid, and is shown to " +
    "administrators. The same reference and amount give the same order again.",
  input: { params: idInputSchema, body: recordTransferSchema },
  body: { example: { amount: 21.5, bankReference: "2026-03-04 entry 17" } },
  answers: { 200: { description: "The order as it is now.", schema: orderSchema, example: examplePaidOrder } },
  refuses: ["NOT_FOUND", "IN_USE"],
  requireExisting: ({ services, actor, id }) => requireOrder(services.db, actor, id),
  run: ({ services, actor, params, body }) => recordTransfer(services, actor, params.id, body),
});

/** Payments by bank transfer. */
export const bankTransferEndpoints = [readEndpoint, recordEndpoint];
