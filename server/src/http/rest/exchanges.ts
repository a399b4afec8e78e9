import { exchangeGoodsSchema } from "@shop/shared/order/exchange";
import { idempotencyKeySchema } from "@shop/shared/order/order";
import { idInputSchema } from "@shop/shared/query";
import { z } from "zod";
import { exchangeGoods } from "../../domain/exchange/exchange-goods.ts";
import { requireOrder } from "../../domain/order/read.ts";
import { orderAnswer } from "../openapi/answers.ts";
import { exampleExchange, exampleProduct } from "../openapi/examples.ts";
import { endpoint } from "./endpoint.ts";

const { _id: product } = exampleProduct;

/** Goods of paid orders against others. */
export const exchangeEndpoint = endpoint({
  method: "POST",
  path: "/api/orders/:id/exchanges",
  caller: "admin",
  needs: ["orders.fulfil", "orders.refund", "orders.read"],
  id: "exchangeGoods",
  tag: "Returns",
  summary: "Exchange goods of an order for others",
  description:
    "Takes back what has arrived of a return, or units of an order that was not sent, and enters an order of what is sent " +
    "for it. What is due for the first pays the second: what is more is refunded, what is missing is asked for by mail. " +
    "The same key gives the same order again.",
  input: {
    params: idInputSchema,
    headers: z.object({
      "Idempotency-Key": idempotencyKeySchema.optional().meta({
        description: "The caller's own name for this exchange.",
        examples: ["5b0f8c1e-exchange-1"],
      }),
    }),
    body: exchangeGoodsSchema,
  },
  body: {
    example: {
      items: [{ product, qty: 1 }],
      orderItems: [{ product, qty: 1 }],
      amount: 57.39,
      reason: "Exchanged as you asked",
      paymentMethod: "PayPal",
    },
  },
  answers: { 201: orderAnswer("The order that is sent in exchange.", exampleExchange) },
  refuses: [
    "ILLEGAL_TRANSITION",
    "OUT_OF_STOCK",
    "PRICE_CHANGED",
    "REFUND_PENDING",
    "IDEMPOTENCY_KEY_REUSED",
    "PAYMENT_PROVIDER_UNAVAILABLE",
  ],
  requireExisting: ({ services, actor, id }) => requireOrder(services.db, actor, id),
  run: ({ services, actor, params, headers, body }) =>
    exchangeGoods(services, actor, params.id, { ...body, key: headers["Idempotency-Key"] }),
});
