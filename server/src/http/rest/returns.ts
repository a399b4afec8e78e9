import { idempotencyKeySchema } from "@shop/shared/order/order";
import {
  acceptReturnSchema,
  nameReturnedSchema,
  orderReturnsSchema,
  receiveReturnSchema,
  refundReturnSchema,
  refuseReturnSchema,
  requestReturnSchema,
} from "@shop/shared/order/return";
import { idInputSchema } from "@shop/shared/query";
import { z } from "zod";
import { readOwnOrder, requireOrder } from "../../domain/order/read.ts";
import { decideReturn, nameReturned, receiveReturn } from "../../domain/return/decide.ts";
import { readReturns, requireOwnReturn, requireReturn } from "../../domain/return/read.ts";
import { refundReturn } from "../../domain/return/refund.ts";
import { cancelReturn, requestReturn } from "../../domain/return/request.ts";
import type { Answer } from "../openapi/documented.ts";
import { exampleProduct, exampleReturns } from "../openapi/examples.ts";
import { endpoint } from "./endpoint.ts";

const tag = "Returns";
const answer: Answer = {
  description: "The returns of the order, and what else of it can be sent back.",
  schema: orderReturnsSchema,
  example: exampleReturns,
};
const { _id: product } = exampleProduct;
const request = { lines: [{ product, qty: 1, reason: "It does not fit" }] };

/** What customers send back, and the answers of the shop. */
export const returnEndpoints = [
  endpoint({
    method: "GET",
    path: "/api/orders/mine/:id/returns",
    caller: "customer",
    id: "listMyReturns",
    tag,
    summary: "List the returns of one's own order",
    description: "With what else of it can be sent back, and what is due for each.",
    input: { params: idInputSchema },
    answers: { 200: answer },
    run: async ({ services, actor, params: { id } }) => {
      await readOwnOrder(services.db, actor, id);
      return readReturns(services, actor, id);
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/orders/mine/:id/returns",
    caller: "customer",
    id: "requestReturn",
    tag,
    summary: "Ask to send something of one's own order back",
    description:
      "With `isWithdrawal` the customer withdraws from the contract about it, and needs no reasons. Photos are uploaded " +
      "before, as those of reviews are.",
    input: { params: idInputSchema, body: requestReturnSchema },
    body: { example: request },
    answers: { 201: answer },
    refuses: ["ILLEGAL_TRANSITION", "IN_USE"],
    requireExisting: ({ services, actor, id }) => readOwnOrder(services.db, actor, id),
    run: ({ services, actor, params, body }) => requestReturn(services, actor, params.id, body),
  }),
  endpoint({
    method: "PUT",
    path: "/api/returns/:id/cancel",
    caller: "customer",
    id: "cancelReturn",
    tag,
    summary: "Keep what was to be sent back",
    description: "As long as nothing has arrived.",
    input: { params: idInputSchema },
    answers: { 200: answer },
    refuses: ["ILLEGAL_TRANSITION"],
    run: async ({ services, actor, params: { id } }) => {
      const { orderId } = await requireOwnReturn(services.db, actor, id);
      return cancelReturn(services, actor, orderId, id);
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/orders/:id/returns",
    caller: "admin",
    needs: ["orders.read"],
    id: "listReturns",
    tag,
    summary: "List the returns of an order",
    description: "With what else of it can be sent back, and what is due for each.",
    input: { params: idInputSchema },
    answers: { 200: answer },
    run: async ({ services, actor, params: { id } }) => {
      await requireOrder(services.db, actor, id);
      return readReturns(services, actor, id);
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/orders/:id/returns",
    caller: "admin",
    needs: ["orders.refund"],
    id: "enterReturn",
    tag,
    summary: "Enter a return for a customer",
    description: "Also after the days that customers have for it.",
    input: { params: idInputSchema, body: requestReturnSchema },
    body: { example: request },
    answers: { 201: answer },
    refuses: ["ILLEGAL_TRANSITION", "IN_USE"],
    requireExisting: ({ services, actor, id }) => requireOrder(services.db, actor, id),
    run: ({ services, actor, params, body }) => requestReturn(services, actor, params.id, body),
  }),
  endpoint({
    method: "PUT",
    path: "/api/returns/:id/items",
    caller: "admin",
    needs: ["orders.refund"],
    id: "nameReturnedItems",
    tag,
    summary: "Name the items of a declared return",
    description: "Of a customer who withdrew from a part of an order in words, without signing in.",
    input: { params: idInputSchema, body: nameReturnedSchema },
    body: { example: { lines: [{ product, qty: 1 }] } },
    answers: { 200: answer },
    refuses: ["ILLEGAL_TRANSITION"],
    requireExisting: ({ services, id }) => requireReturn(services.db, id),
    run: ({ services, actor, params, body }) => nameReturned(services, actor, params.id, body),
  }),
  endpoint({
    method: "PUT",
    path: "/api/returns/:id/accept",
    caller: "admin",
    needs: ["orders.refund"],
    id: "acceptReturn",
    tag,
    summary: "Accept a return",
    description: "The customer gets a mail with `words`: where to send the items, and until when.",
    input: { params: idInputSchema, body: acceptReturnSchema },
    body: { example: { words: "Please send it to 12 Weaver Street, 10115 Berlin." } },
    answers: { 200: answer },
    refuses: ["ILLEGAL_TRANSITION"],
    requireExisting: ({ services, id }) => requireReturn(services.db, id),
    run: ({ services, actor, params, body }) =>
      decideReturn(services, actor, params.id, { ...body, to: "accepted" as const }),
  }),
  endpoint({
    method: "PUT",
    path: "/api/returns/:id/refuse",
    caller: "admin",
    needs: ["orders.refund"],
    id: "refuseReturn",
    tag,
    summary: "Refuse a return",
    description: "Also after it has arrived. The customer gets a mail that explains it with `words`.",
    input: { params: idInputSchema, body: refuseReturnSchema },
    body: { example: { words: "The seal of the lamp is broken." } },
    answers: { 200: answer },
    refuses: ["ILLEGAL_TRANSITION"],
    requireExisting: ({ services, id }) => requireReturn(services.db, id),
    run: ({ services, actor, params, body }) =>
      decideReturn(services, actor, params.id, { ...body, to: "refused" as const }),
  }),
  endpoint({
    method: "PUT",
    path: "/api/returns/:id/receive",
    caller: "admin",
    needs: ["orders.refund"],
    id: "receiveReturn",
    tag,
    summary: "Note what of a return has arrived",
    description: "What `isRestocked` names goes back into the stock with the refund.",
    input: { params: idInputSchema, body: receiveReturnSchema },
    body: { example: { lines: [{ product, qty: 1, condition: "as new", isRestocked: true }] } },
    answers: { 200: answer },
    refuses: ["ILLEGAL_TRANSITION"],
    requireExisting: ({ services, id }) => requireReturn(services.db, id),
    run: ({ services, actor, params, body }) => receiveReturn(services, actor, params.id, body),
  }),
  endpoint({
    method: "POST",
    path: "/api/returns/:id/refund",
    caller: "admin",
    needs: ["orders.refund"],
    id: "refundReturn",
    tag,
    summary: "Refund a return",
    description: "Of what is `due`, or another amount. The same key gives the same refund again.",
    input: {
      params: idInputSchema,
      headers: z.object({
        "Idempotency-Key": idempotencyKeySchema.meta({
          description: "The caller's own name for this refund.",
          examples: ["5b0f8c1e-return-1"],
        }),
      }),
      body: refundReturnSchema,
    },
    body: { example: { amount: exampleReturns.returns[0]?.due, reason: "Your return" } },
    answers: { 200: answer },
    refuses: [
      "ILLEGAL_TRANSITION",
      "REFUND_REFUSED",
      "REFUND_PENDING",
      "IDEMPOTENCY_KEY_REUSED",
      "PAYMENT_PROVIDER_UNAVAILABLE",
    ],
    requireExisting: ({ services, id }) => requireReturn(services.db, id),
    run: ({ services, actor, params, headers, body }) =>
      refundReturn(services, actor, params.id, { ...body, key: headers["Idempotency-Key"] }),
  }),
];
