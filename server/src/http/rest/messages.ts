import { orderMessageSchema, sendMessageSchema } from "@shop/shared/order/order-message";
import { idInputSchema } from "@shop/shared/query";
import { z } from "zod";
import { listMessages, sendMessage } from "../../domain/order/messages.ts";
import { requireOrder } from "../../domain/order/read.ts";
import { endpoint } from "./endpoint.ts";

const tag = "Orders";
const path = "/api/orders/:id/messages";
const example = {
  _id: "01987d9e-7c3a-7aaa-8c55-0b5d1c0f8e21",
  from: "customer",
  by: "Ada Lovelace",
  text: "Could you deliver it on a Friday?",
  createdAt: "2026-03-01T10:00:00.000Z",
  isNew: false,
};

/** Messages about an order. */
export const messageEndpoints = [
  endpoint({
    method: "GET",
    path,
    caller: "customer",
    id: "listMessages",
    tag,
    summary: "List the messages about an order",
    description: "Between the customer and the shop, oldest first; of one's own orders, of any for administrators.",
    input: { params: idInputSchema },
    answers: { 200: { description: "The messages.", schema: z.array(orderMessageSchema), example: [example] } },
    run: ({ services, actor, params }) => listMessages(services.db, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path,
    caller: "customer",
    id: "sendMessage",
    tag,
    summary: "Write a message about an order",
    description:
      "The customer writes to the shop, an administrator to the customer. The other side also gets it by mail. Plain text.",
    input: { params: idInputSchema, body: sendMessageSchema },
    body: { example: { text: example.text } },
    answers: { 201: { description: "The message.", schema: orderMessageSchema, example } },
    refuses: ["IN_USE", "RATE_LIMITED"],
    requireExisting: ({ services, actor, id }) => requireOrder(services.db, actor, id),
    run: ({ services, actor, params, body }) => sendMessage(services, actor, params.id, body),
  }),
];
