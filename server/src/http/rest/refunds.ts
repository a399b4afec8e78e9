import { idempotencyKeySchema } from "@shop/shared/order/order";
import { refundOrderSchema, refundSchema } from "@shop/shared/order/refund";
import { idInputSchema } from "@shop/shared/query";
import { z } from "zod";
import { requireOrder } from "../../domain/order/read.ts";
import { refundPayment } from "../../domain/payment/refund.ts";
import { exampleRefund } from "../openapi/examples.ts";
import { endpoint } from "./endpoint.ts";

/** Refunds of payments. */
export const refundEndpoint = endpoint({
  method: "POST",
  path: "/api/orders/:id/refund",
  caller: "admin",
  needs: ["orders.refund"],
  id: "refundOrder",
  tag: "Payment",
  summary: "Refund a payment in full or in part",
  description:
    "Has the provider give money back to the customer. The order's own states stay as they are; the refund is a " +
    "record beside it. While the provider has not answered, its status is `requested`, and the shop goes on asking. " +
    "Units go back into the stock only where `restock` names them.",
  input: {
    params: idInputSchema,
    headers: z.object({
      "Idempotency-Key": idempotencyKeySchema.meta({
        description: "The caller's own name for this refund: the same key and body give the same refund again.",
        examples: ["5b0f8c1e-refund-1"],
      }),
    }),
    body: refundOrderSchema,
  },
  body: { example: { amount: 5, reason: "The box was damaged" } },
  answers: {
    201: {
      description: "The refund.",
      schema: refundSchema,
      example: exampleRefund,
      headers: { "Idempotency-Replayed": "`true` when the refund was asked for by an earlier request with this key." },
    },
  },
  refuses: [
    "NOT_FOUND",
    "ILLEGAL_TRANSITION",
    "REFUND_REFUSED",
    "REFUND_PENDING",
    "IDEMPOTENCY_KEY_REUSED",
    "PAYMENT_PROVIDER_UNAVAILABLE",
  ],
  requireExisting: ({ services, actor, id }) => requireOrder(services.db, actor, id),
  run: async ({ services, actor, reply, params, headers, body }) => {
    const asked = { orderId: params.id, input: body, key: headers["Idempotency-Key"] };
    const { refund, isReplay } = await refundPayment(services, actor, asked);
    if (isReplay) reply.header("idempotency-replayed", "true");
    return refund;
  },
});
