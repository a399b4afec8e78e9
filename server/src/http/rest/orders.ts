import { idempotencyKeySchema, orderSchema, placeOrderSchema } from "@shop/shared/order/order";
import { shipOrderSchema } from "@shop/shared/order/parcel";
import { idInputSchema, listRangeSchema } from "@shop/shared/query";
import { z } from "zod";
import { placeOrder } from "../../domain/order/place.ts";
import { listOrders, listOwnOrders, readOrder, requireOrder } from "../../domain/order/read.ts";
import { advancePaidOrder } from "../../domain/payment/advance.ts";
import { orderAnswer } from "../openapi/answers.ts";
import { exampleOrder, examplePaidOrder, exampleParcel, exampleShippedOrder } from "../openapi/examples.ts";
import { endpoint } from "./endpoint.ts";
import { sendList } from "./send-list.ts";

const tag = "Orders";
const path = "/api/orders";
const listed = "Newest first, all of them or a range.";
const orders = { description: "The orders.", schema: z.array(orderSchema), example: [exampleOrder] };

const placeEndpoint = endpoint({
  method: "POST",
  path,
  caller: "customer",
  id: "placeOrder",
  tag,
  summary: "Place an order",
  description:
    "The shop prices the order itself and takes the units out of the stock, all or nothing; prices that are sent " +
    "are not read. With `expectedTotal`, an order that would come to another total is refused. An order that is " +
    "not paid holds its units for a while, and then only as long as there are some.",
  input: {
    headers: z.object({
      "Idempotency-Key": idempotencyKeySchema.optional().meta({
        description:
          "The caller's own name for this attempt, kept for 24 hours: the same key and body give the same order " +
          "again, however often it is sent. Without a key, each request is an order of its own.",
        examples: ["5b0f8c1e-order-1"],
      }),
    }),
    body: placeOrderSchema,
  },
  body: {
    example: {
      orderItems: [{ product: exampleOrder.orderItems[0]?.product, qty: 2 }],
      shippingAddress: exampleOrder.shippingAddress,
      paymentMethod: exampleOrder.paymentMethod,
    },
    ignored: ["itemsPrice", "shippingPrice", "taxPrice", "totalPrice"],
    hasFormNumbers: true,
  },
  answers: {
    201: {
      ...orderAnswer("The order."),
      headers: { "Idempotency-Replayed": "`true` when the order was placed by an earlier request with this key." },
    },
  },
  refuses: ["NOT_FOUND", "OUT_OF_STOCK", "PRICE_CHANGED", "UNPAID_UNITS", "IDEMPOTENCY_KEY_REUSED"],
  run: async ({ services, actor, reply, headers, body }) => {
    const { order, isReplay } = await placeOrder(services, actor, body, headers["Idempotency-Key"]);
    if (isReplay) reply.header("idempotency-replayed", "true");
    return order;
  },
});

const readers = [
  endpoint({
    method: "GET",
    path,
    caller: "reader",
    needs: ["orders.read"],
    id: "listOrders",
    tag,
    summary: "List all orders",
    description: listed,
    input: { query: listRangeSchema },
    answers: { 200: orders },
    refuses: ["NOT_FOUND"],
    run: ({ services, actor, reply, query }) => sendList(reply, listOrders(services.largeActs, actor, query)),
  }),
  endpoint({
    method: "GET",
    path: `${path}/mine`,
    caller: "customer",
    id: "listMyOrders",
    tag,
    summary: "List one's own orders",
    description: listed,
    input: { query: listRangeSchema },
    answers: { 200: orders },
    refuses: ["NOT_FOUND"],
    run: ({ services, actor, reply, query }) => sendList(reply, listOwnOrders(services.db, actor, query)),
  }),
  endpoint({
    method: "GET",
    path: `${path}/:id`,
    caller: "customer or program",
    id: "readOrder",
    tag,
    summary: "Read an order",
    description: "One's own; any for administrators. To anybody else it does not exist.",
    input: { params: idInputSchema },
    answers: { 200: orderAnswer("The order.") },
    run: ({ services, actor, params }) => readOrder(services.db, actor, params.id),
  }),
];

const steps = [
  { act: "confirm", to: "confirmed", summary: "Confirm a paid order" },
  { act: "process", to: "processed", summary: "Mark a confirmed order as processing" },
  { act: "deliver", to: "delivered", summary: "Mark a shipped order as delivered" },
] as const;

const advances = steps.map(({ act, to, summary }) =>
  endpoint({
    method: "PUT",
    path: `${path}/:id/${act}`,
    caller: "editor",
    needs: ["orders.fulfil"],
    id: `${act}Order`,
    tag,
    summary,
    description: "Only the next step may be taken; a step that was taken before changes nothing. Reads no body.",
    input: { params: idInputSchema },
    answers: { 200: orderAnswer("The order as it is now.", { ...examplePaidOrder, isConfirmed: true }) },
    refuses: ["ILLEGAL_TRANSITION"],
    run: async ({ services, actor, params }) =>
      (await advancePaidOrder(services, actor, { orderId: params.id, to })).order,
  }),
);

const shipEndpoint = endpoint({
  method: "PUT",
  path: `${path}/:id/ship`,
  caller: "editor",
  needs: ["orders.fulfil"],
  id: "shipOrder",
  tag,
  summary: "Mark a processed order as shipped",
  description:
    "Only the next step may be taken; a step that was taken before changes nothing. A body is optional: it names the " +
    "parcels that the order is sent in, which the customer then can follow, and whether the customer gets a mail, as " +
    "is usual. Of an order that was shipped before, those parcels are added that it does not have.",
  input: { params: idInputSchema },
  body: { schema: shipOrderSchema, example: { parcels: [exampleParcel] }, isOptional: true },
  answers: { 200: orderAnswer("The order as it is now.", exampleShippedOrder) },
  refuses: ["ILLEGAL_TRANSITION", "IN_USE"],
  run: async ({ services, actor, request, params: { id } }) => {
    await requireOrder(services.db, actor, id);
    const entered = readBody(request.body);
    return (await advancePaidOrder(services, actor, { orderId: id, to: "shipped", ...entered })).order;
  },
});

/** What a body says; nothing without one, which may then be of any kind. */
function readBody(body: unknown): z.output<typeof shipOrderSchema> {
  return typeof body === "object" && body !== null ? shipOrderSchema.parse(body) : {};
}

/** Placing, reading and fulfilling orders. */
export const orderEndpoints = [placeEndpoint, ...readers, ...advances, shipEndpoint];
