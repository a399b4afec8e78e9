import { orderSchema } from "@shop/shared/order";
import { payOrderSchema } from "@shop/shared/payment";
import { z } from "zod";
import { noticeHeadSchema } from "../rest/notice-head.ts";
import { said } from "./answers.ts";
import { documented } from "./documented.ts";
import { examplePaidOrder } from "./examples.ts";

const tag = "Payment";

/** The paths of payment. */
export const paymentDocs = {
  config: documented({
    id: "readPaymentConfig",
    tag,
    who: "anyone",
    isAlwaysThere: true,
    summary: "Read what the provider's script is loaded with",
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
      "Takes the capture details that the provider gave the buyer and reads only the provider's order `id` from " +
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
      "OUT_OF_STOCK",
      "PAYMENT_REUSED",
      "ALREADY_PAID",
      "PAYMENT_PENDING",
      "PAYMENT_PROVIDER_UNAVAILABLE",
      "PAYMENT_STATUS_UNKNOWN",
    ],
  }),
  notice: documented({
    id: "hearPaymentNotice",
    tag,
    who: "anyone",
    summary: "Where the payment provider sends word",
    description:
      "For the provider alone, who signs what it sends; the payment that a notice names is looked up at once. Does " +
      "not exist where no webhook is set up.",
    headers: noticeHeadSchema,
    body: {
      schema: z.looseObject({}),
      example: { event_type: "PAYMENT.CAPTURE.COMPLETED", resource: { id: "3C679366HH908993F" } },
    },
    answers: { 200: said("Noted") },
    refuses: ["FORBIDDEN", "NOT_FOUND", "PAYMENT_PROVIDER_UNAVAILABLE"],
  }),
};
