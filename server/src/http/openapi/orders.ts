import { idempotencyKeySchema, orderSchema, placeOrderSchema } from "@shop/shared/order";
import { filterOrdersSchema } from "@shop/shared/order-list";
import { changeParcelSchema, newParcelSchema, shipOrderSchema } from "@shop/shared/parcel";
import { listRangeSchema } from "@shop/shared/query";
import { z } from "zod";
import { documented, type RouteDocs } from "./documented.ts";
import { exampleOrder, examplePaidOrder, exampleParcel, exampleShippedOrder } from "./examples.ts";

const tag = "Orders";
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
    summary: "Read an order",
    description: "One's own; any for administrators. To anybody else it does not exist.",
    answers: { 200: order("The order.") },
  }),
  confirm: stepDocs("confirm"),
  process: stepDocs("process"),
  ship: documented(shipDocs),
  ...parcelDocs,
  deliver: stepDocs("deliver"),
  export: documented({
    id: "exportOrders",
    tag,
    who: "admin",
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
};
