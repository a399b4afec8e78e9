import { type CancelOrder, cancelOrderSchema } from "@shop/shared/order/cancellation";
import { sendMessageSchema } from "@shop/shared/order/order-message";
import { idInputSchema } from "@shop/shared/query";
import { readOwnOrder, requireOrder } from "../../domain/order/read.ts";
import { cancelOrder, cancelOwnOrder } from "../../domain/payment/cancellation/cancel.ts";
import { reinstateOrder } from "../../domain/payment/cancellation/reinstate.ts";
import { orderAnswer } from "../openapi/answers.ts";
import { exampleCancelledOrder, exampleOrder } from "../openapi/examples.ts";
import { endpoint } from "./endpoint.ts";

const tag = "Orders";
const effects =
  "Its units are returned to stock, its money is refunded, and the customer gets a mail. Money that was transferred is " +
  "refunded by hand. An order that was cancelled before stays as it is.";
const whileInProgress = [
  ...(["PAYMENT_PENDING", "PAYMENT_STATUS_UNKNOWN", "REFUND_PENDING"] as const),
  "PAYMENT_PROVIDER_UNAVAILABLE" as const,
];

/** A program that names more than is known must learn that it was not read. */
const cancellationSchema = cancelOrderSchema.strict();

/** The reason in a body, which is optional. */
function cancellationIn(body: unknown): CancelOrder {
  return cancellationSchema.parse(body ?? {});
}

/** Cancellations of orders, and their undoing. */
export const cancellationEndpoints = [
  endpoint({
    method: "PUT",
    path: "/api/orders/mine/:id/cancel",
    caller: "customer",
    id: "cancelMyOrder",
    tag,
    summary: "Cancel one's own order",
    description: `As long as the shop permits it: by default until it is prepared. ${effects}`,
    input: { params: idInputSchema },
    body: { schema: cancellationSchema, isOptional: true, example: { reason: "I ordered the wrong colour." } },
    answers: { 200: orderAnswer("The cancelled order.", exampleCancelledOrder) },
    refuses: ["ILLEGAL_TRANSITION", ...whileInProgress],
    run: async ({ services, actor, request, params: { id } }) => {
      await readOwnOrder(services.db, actor, id);
      return cancelOwnOrder(services, actor, id, cancellationIn(request.body));
    },
  }),
  endpoint({
    method: "PUT",
    path: "/api/orders/:id/cancel",
    caller: "editor",
    needs: ["orders.refund"],
    id: "cancelOrder",
    tag,
    summary: "Cancel an order that was not shipped",
    description: effects,
    input: { params: idInputSchema },
    body: {
      schema: cancellationSchema,
      isOptional: true,
      example: { reason: exampleCancelledOrder.cancellation?.reason },
    },
    answers: { 200: orderAnswer("The cancelled order.", exampleCancelledOrder) },
    refuses: ["ILLEGAL_TRANSITION", ...whileInProgress],
    run: async ({ services, actor, request, params: { id } }) => {
      await requireOrder(services.db, actor, id);
      return cancelOrder(services, actor, id, cancellationIn(request.body));
    },
  }),
  endpoint({
    method: "PUT",
    path: "/api/orders/:id/reinstate",
    caller: "admin",
    needs: ["orders.refund"],
    id: "reinstateOrder",
    tag,
    summary: "Undo the cancellation of an unpaid order",
    description: "It holds its units again and can be paid. The customer is told the text by a message.",
    input: { params: idInputSchema, body: sendMessageSchema },
    body: { example: { text: "We have found another lamp for you. You can pay for your order now." } },
    answers: { 200: orderAnswer("The order as it is now.", exampleOrder) },
    refuses: ["ILLEGAL_TRANSITION", "OUT_OF_STOCK"],
    requireExisting: ({ services, actor, id }) => requireOrder(services.db, actor, id),
    run: ({ services, actor, params, body }) => reinstateOrder(services, actor, params.id, body),
  }),
];
