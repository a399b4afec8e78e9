import { idempotencyKeySchema, orderSchema, placeOrderSchema } from "@shop/shared/order/order";
import { filterOrdersSchema } from "@shop/shared/order/order-list";
import { orderMessageSchema, sendMessageSchema } from "@shop/shared/order/order-message";
import { changeParcelSchema, newParcelSchema, shipOrderSchema } from "@shop/shared/order/parcel";
import { declareWithdrawalSchema } from "@shop/shared/order/withdrawal";
import { listRangeSchema } from "@shop/shared/query";
import { z } from "zod";
import { withdrawalDeclared } from "../../domain/withdrawal/declare.ts";
import { messageAnswer } from "./answers.ts";
import { documented, type RouteDocs } from "./documented.ts";
import { exampleOrder, examplePaidOrder, exampleParcel, exampleShippedOrder } from "./examples.ts";

const tag = "Orders";
const exampleMessage = {
  _id: "01987d9e-7c3a-7aaa-8c55-0b5d1c0f8e21",
  from: "customer",
  by: "Ada Lovelace",
  text: "Could you deliver it on a Friday?",
  createdAt: "2026-03-01T10:00:00.000Z",
  isNew: false,
};
const listed = "Newest first, all of them or a range.";
const order = (description: string, example = exampleOrder) => ({ description, schema: orderSchema, example });
const orders = { description: "The orders.", schema: z.array(orderSchema), example: [exampleOrder] };

const steps = {
  confirm: "Confirm a paid order",
  process: "Mark a confirmed order as processing",
  ship: "Mark a processed order as shipped",
  deliver: "Mark a shipped order as delivered",
};

function stepDocs(act: Exclude<keyof typeof steps, "ship">) {
  const done: RouteDocs = {
    id: `${act}Order`,
    tag,
    who: "admin",
    key: "write",
    summary: steps[act],
    description: "Only the next step may be taken; a step that was taken before changes nothing. Reads no body.",
    answers: { 200: order("The order as it is now.", { ...examplePaidOrder, isConfirmed: true }) },
    refuses: ["ILLEGAL_TRANSITION"],
  };
  return documented(done);
}

const shipDocs: RouteDocs = {
  id: "shipOrder",
  tag,
  who: "admin",
  key: "write",
  summary: steps.ship,
  description:
    "Only the next step may be taken; a step that was taken before changes nothing. A body is optional: it names the " +
    "parcels that the order is sent in, which the customer then can follow. Of an order that was shipped before, those " +
    "parcels are added that it does not have.",
  body: { schema: shipOrderSchema, example: { parcels: [exampleParcel] }, isOptional: true },
  answers: { 200: order("The order as it is now.", exampleShippedOrder) },
  refuses: ["ILLEGAL_TRANSITION", "IN_USE"],
};

/** Operations on the parcels of an order. */
const parcelDocs = {
  addParcel: documented({
    id: "addParcel",
    tag,
    who: "admin",
    key: "write",
    summary: "Add a parcel to a shipped order",
    description:
      "The payment provider is told of it as well, where it took the money. A parcel that the order has already is " +
      "not added again.",
    body: { schema: newParcelSchema, example: exampleParcel },
    answers: { 201: order("The order as it is now.", exampleShippedOrder) },
    refuses: ["ILLEGAL_TRANSITION", "IN_USE"],
  }),
  changeParcel: documented({
    id: "changeParcel",
    tag,
    who: "admin",
    key: "write",
    summary: "Correct the carrier or the number of a parcel",
    description: "With `version`, the change is refused if somebody else has changed the parcel since.",
    body: { schema: changeParcelSchema, example: { ...exampleParcel, version: 1 } },
    answers: { 200: order("The order as it is now.", exampleShippedOrder) },
    refuses: ["STALE", "IN_USE"],
  }),
  removeParcel: documented({
    id: "removeParcel",
    tag,
    who: "admin",
    key: "write",
    summary: "Remove a parcel that was entered by mistake",
    description: "The payment provider cancels what it was told of it.",
    answers: { 200: order("The order as it is now.") },
  }),
};

/** Operations of orders. */
export const orderDocs = {
  place: documented({
    id: "placeOrder",
    tag,
    who: "customer",
    summary: "Place an order",
    description:
      "The shop prices the order itself and takes the units out of the stock, all or nothing; prices that are sent " +
      "are not read. With `expectedTotal`, an order that would come to another total is refused. An order that is " +
      "not paid holds its units for a while, and then only as long as there are some.",
    headers: z.object({
      "Idempotency-Key": idempotencyKeySchema.optional().meta({
        description:
          "The caller's own name for this attempt, kept for 24 hours: the same key and body give the same order " +
          "again, however often it is sent. Without a key, each request is an order of its own.",
        examples: ["5b0f8c1e-order-1"],
      }),
    }),
    body: {
      schema: placeOrderSchema,
      example: {
        orderItems: [{ product: exampleOrder.orderItems[0]?.product, qty: 2 }],
        shippingAddress: exampleOrder.shippingAddress,
        paymentMethod: exampleOrder.paymentMethod,
      },
      ignored: ["itemsPrice", "shippingPrice", "taxPrice", "totalPrice"],
    },
    answers: {
      201: {
        ...order("The order."),
        headers: { "Idempotency-Replayed": "`true` when the order was placed by an earlier request with this key." },
      },
    },
    refuses: ["NOT_FOUND", "OUT_OF_STOCK", "PRICE_CHANGED", "UNPAID_UNITS", "IDEMPOTENCY_KEY_REUSED"],
  }),
  list: documented({
    id: "listOrders",
    tag,
    who: "admin",
    key: "read",
    summary: "List all orders",
    description: listed,
    query: listRangeSchema,
    answers: { 200: orders },
    refuses: ["NOT_FOUND"],
  }),
  mine: documented({
    id: "listMyOrders",
    tag,
    who: "customer",
    summary: "List one's own orders",
    description: listed,
    query: listRangeSchema,
    answers: { 200: orders },
    refuses: ["NOT_FOUND"],
  }),
  read: documented({
    id: "readOrder",
    tag,
    who: "customer",
    key: "read",
    summary: "Read an order",
    description: "One's own; any for administrators. To anybody else it does not exist.",
    answers: { 200: order("The order.") },
  }),
  confirm: stepDocs("confirm"),
  process: stepDocs("process"),
  ship: documented(shipDocs),
  ...parcelDocs,
  deliver: stepDocs("deliver"),
  withdraw: documented({
    id: "withdraw",
    tag,
    who: "anyone",
    summary: "Withdraw from the contract of an order",
    description:
      "For whoever knows an order's number, which is its id or the end of it, and its e-mail. No reason is asked for. " +
      "Known and unknown orders get the same answer in the same time; the customer of a known one gets a receipt by " +
      "mail. A second declaration changes nothing. A shop without `RETURNS_DAYS` answers 404.",
    body: { schema: declareWithdrawalSchema, example: { orderNumber: "1a2b3", email: "ada@example.com" } },
    answers: { 200: messageAnswer(withdrawalDeclared) },
    refuses: ["NOT_FOUND", "RATE_LIMITED"],
  }),
  messages: documented({
    id: "listMessages",
    tag,
    who: "customer",
    summary: "List the messages about an order",
    description: "Between the customer and the shop, oldest first; of one's own orders, of any for administrators.",
    answers: {
      200: { description: "The messages.", schema: z.array(orderMessageSchema), example: [exampleMessage] },
    },
  }),
  sendMessage: documented({
    id: "sendMessage",
    tag,
    who: "customer",
    summary: "Write a message about an order",
    description:
      "The customer writes to the shop, an administrator to the customer. The other side also gets it by mail. Plain text.",
    body: { schema: sendMessageSchema, example: { text: exampleMessage.text } },
    answers: { 201: { description: "The message.", schema: orderMessageSchema, example: exampleMessage } },
    refuses: ["IN_USE", "RATE_LIMITED"],
  }),
  export: documented({
    id: "exportOrders",
    tag,
    who: "admin",
    key: "read",
    summary: "Export orders for spreadsheets",
    description:
      "Every order that the filter means, newest first, without a limit. Days are in UTC, and the last one is included.",
    query: filterOrdersSchema,
    answers: {
      200: {
        description: "A file of comma-separated values with a heading, in UTF-8.",
        type: "text/csv",
        schema: z.string(),
        example: "ID,DATE,USER,EMAIL,UNITS,ITEMS,SHIPPING,TAX,TOTAL,…",
        headers: { "Content-Disposition": "Names the file after the day." },
      },
    },
  }),
  live: documented({
    id: "followPaidOrders",
    tag,
    who: "admin",
    summary: "Follow the orders that are paid",
    description:
      "Server-sent events, asked for with `Accept: text/event-stream`. `orders` has the orders that were paid just now: " +
      "how many, and the newest of them. `reload`, at the start and after an interruption, means that orders may have " +
      "been missed. The stream ends with the session; a client opens it again.",
    answers: {
      200: {
        description: "The stream.",
        type: "text/event-stream",
        schema: z.string(),
        example: 'event: orders\ndata: {"count":1,"rows":[…]}\n\n',
      },
    },
    refuses: ["VALIDATION", "UNAVAILABLE"],
  }),
};
