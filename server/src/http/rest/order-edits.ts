import { editOrderSchema, orderEditsSchema } from "@shop/shared/order/order-edit";
import { idInputSchema } from "@shop/shared/query";
import { requireOrder } from "../../domain/order/read.ts";
import { editOrder, undoEdit } from "../../domain/payment/edit/edit-order.ts";
import { listEdits, requireEdit } from "../../domain/payment/edit/list-edits.ts";
import { orderAnswer } from "../openapi/answers.ts";
import { exampleEdits, exampleOrder, exampleProduct } from "../openapi/examples.ts";
import { endpoint } from "./endpoint.ts";

const tag = "Orders";
const { _id: product } = exampleProduct;
const { shippingAddress } = exampleOrder;
const whileInProgress = ["PAYMENT_PENDING", "PAYMENT_STATUS_UNKNOWN"] as const;

/** Edits of orders by administrators. */
export const orderEditEndpoints = [
  endpoint({
    method: "GET",
    path: "/api/orders/:id/edits",
    caller: "admin",
    needs: ["orders.read"],
    id: "listOrderEdits",
    tag,
    summary: "List the edits of an order",
    description: "With what of it can be edited, and the `version` that the next edit names.",
    input: { params: idInputSchema },
    answers: { 200: { description: "The edits of the order.", schema: orderEditsSchema, example: exampleEdits } },
    run: ({ services, actor, params: { id } }) => listEdits(services.db, actor, id),
  }),
  endpoint({
    method: "POST",
    path: "/api/orders/:id/edits",
    caller: "admin",
    needs: ["orders.fulfil", "orders.read"],
    id: "editOrder",
    tag,
    summary: "Edit an order",
    description:
      "The order as it is to be: of an unpaid one its lines, address and delivery, of a paid one that was not sent its " +
      "address, as long as it costs the same. Lines that it had keep their prices. The customer gets a mail with what is " +
      "to pay now.",
    input: { params: idInputSchema, body: editOrderSchema },
    body: { example: { orderItems: [{ product, qty: 2 }], shippingAddress, words: "As you asked.", version: 0 } },
    answers: { 200: orderAnswer("The order as it is now.") },
    refuses: ["ILLEGAL_TRANSITION", "STALE", "OUT_OF_STOCK", "PRICE_CHANGED", ...whileInProgress],
    requireExisting: ({ services, actor, id }) => requireOrder(services.db, actor, id),
    run: ({ services, actor, params, body }) => editOrder(services, actor, params.id, body),
  }),
  endpoint({
    method: "PUT",
    path: "/api/order-edits/:id/undo",
    caller: "admin",
    needs: ["orders.fulfil", "orders.read"],
    id: "undoOrderEdit",
    tag,
    summary: "Undo the last edit of an order",
    description: "The order is what it was before. An edit that was undone before stays so.",
    input: { params: idInputSchema },
    answers: { 200: orderAnswer("The order as it is now.") },
    refuses: ["ILLEGAL_TRANSITION", "OUT_OF_STOCK", ...whileInProgress],
    run: async ({ services, actor, params: { id } }) => {
      const { orderId } = await requireEdit(services.db, id);
      return undoEdit(services, actor, orderId, id);
    },
  }),
];
