import { idempotencyKeySchema, orderSchema } from "@shop/shared/order/order";
import { payOrderSchema } from "@shop/shared/order/payment";
import { refundOrderSchema, refundSchema } from "@shop/shared/order/refund";
import { z } from "zod";
import { webhookHeadSchema } from "../webhook-head.ts";
import { messageAnswer } from "./answers.ts";
import { documented } from "./documented.ts";
import { examplePaidOrder, exampleRefund } from "./examples.ts";

const tag = "Payment";

/** Operations of payments. */
export const paymentDocs = {
  config: documented({
    id: "readPaymentConfig",
    tag,
    who: "anyone",
    isAlwaysThere: true,
    summary: "Read what the provider's script is loaded with",
    description: "The client id is public: every page that shows the payment buttons contains it.",
    answers: {
      200: {
        description: "The client id; empty while online payment is not set up.",
        schema: z.object({ clientId: z.string() }),
        example: { clientId: "AbCdEf" },
      },
    },
  }),
  pay: documented({
    id: "payOrder",
    tag,
    who: "customer",
    summary: "Report a payment",
    description:
      "Takes the capture details that the provider gave the payer and reads only the provider's order `id` from " +
      "them: everything else is asked of the provider, who takes the money now if that is still to be done. The " +
      "same report again gives the same order. Only the buyer can pay.",
    body: { schema: payOrderSchema, example: { id: "5O190127TN364715T" } },
    answers: { 200: { description: "The paid order.", schema: orderSchema, example: examplePaidOrder } },
    refuses: [
      "FORBIDDEN",
      "PAYMENT_NOT_VERIFIED",
      "INSTRUMENT_DECLINED",
      "AMOUNT_MISMATCH",
      "CURRENCY_MISMATCH",
      "PAYEE_MISMATCH",
      "PAYMENT_REFUSED",
      "OUT_OF_STOCK",
      "PAYMENT_REUSED",
      "ALREADY_PAID",
      "PAYMENT_PENDING",
      "RATE_LIMITED",
      "PAYMENT_PROVIDER_UNAVAILABLE",
      "PAYMENT_STATUS_UNKNOWN",
    ],
  }),
  webhook: documented({
    id: "handlePaymentWebhook",
    tag,
    who: "anyone",
    summary: "Where the payment provider sends its events",
    description:
      "For the provider alone, who signs what it sends; the payment that an event names is looked up at once. Does " +
      "not exist where no webhook is set up.",
    headers: webhookHeadSchema,
    body: {
      schema: z.looseObject({}),
      example: { event_type: "PAYMENT.CAPTURE.COMPLETED", resource: { id: "3C679366HH908993F" } },
    },
    answers: { 200: messageAnswer("Noted") },
    refuses: ["FORBIDDEN", "NOT_FOUND", "RATE_LIMITED", "PAYMENT_PROVIDER_UNAVAILABLE"],
  }),
  refund: documented({
    id: "refundOrder",
    tag,
    who: "admin",
    summary: "Refund a payment in full or in part",
    description:
      "Has the provider give money back to the customer. The order's own states stay as they are; the refund is a " +
      "record beside it. While the provider has not answered, its status is `requested`, and the shop goes on asking. " +
      "Units go back into the stock only where `restock` names them.",
    headers: z.object({
      "Idempotency-Key": idempotencyKeySchema.meta({
        description: "The caller's own name for this refund: the same key and body give the same refund again.",
        examples: ["5b0f8c1e-refund-1"],
      }),
    }),
    body: { schema: refundOrderSchema, example: { amount: 5, reason: "The box was damaged" } },
    answers: {
      201: {
        description: "The refund.",
        schema: refundSchema,
        example: exampleRefund,
        headers: {
          "Idempotency-Replayed": "`true` when the refund was asked for by an earlier request with this key.",
        },
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
  }),
};
