import { orderSchema } from "@shop/shared/order/order";
import { payOrderSchema } from "@shop/shared/order/payment";
import { idInputSchema } from "@shop/shared/query";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { payOrder } from "../../domain/payment/pay.ts";
import { requirePayable } from "../../domain/payment/read.ts";
import { handleWebhook } from "../../domain/payment/webhook.ts";
import { messageAnswer } from "../openapi/answers.ts";
import { examplePaidOrder } from "../openapi/examples.ts";
import { sentAtOf, stripeWebhookHeadSchema, webhookHeadSchema } from "../webhook-head.ts";
import { endpoint } from "./endpoint.ts";

const tag = "Payment";

const configEndpoint = endpoint({
  method: "GET",
  path: "/api/config/paypal",
  caller: "anyone",
  id: "readPaymentConfig",
  tag,
  isAlwaysThere: true,
  summary: "Read what the provider's script is loaded with",
  description: "The client id is public: every page that shows the payment buttons contains it.",
  input: {},
  answers: {
    200: {
      description: "The client id; empty while online payment is not set up.",
      schema: z.object({ clientId: z.string() }),
      example: { clientId: "AbCdEf" },
    },
  },
  run: ({ services }) => ({ clientId: services.payments.config.clientId }),
});

const payEndpoint = endpoint({
  method: "PUT",
  path: "/api/orders/:id/pay",
  caller: "customer",
  id: "payOrder",
  tag,
  summary: "Report a payment",
  description:
    "Takes the capture details that the provider gave the payer and reads only the provider's order `id` from " +
    "them: everything else is asked of the provider, who takes the money now if that is still to be done. The " +
    "same report again gives the same order. Only the buyer can pay.",
  input: { params: idInputSchema, body: payOrderSchema },
  body: { example: { id: "5O190127TN364715T" } },
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
  requireExisting: ({ services, actor, id }) => requirePayable(services.db, actor, id),
  run: async ({ services, actor, params, body }) =>
    payOrder(services, actor, await requirePayable(services.db, actor, params.id), body),
});

const signatureSchema = webhookHeadSchema.transform((headers) => ({
  sentAt: headers["paypal-transmission-time"],
  headers,
}));

const webhookEndpoint = endpoint({
  method: "POST",
  path: "/api/webhooks/paypal",
  caller: "anyone",
  id: "handlePaymentWebhook",
  tag,
  summary: "Where the payment provider sends its events",
  description:
    "For the provider alone, who signs what it sends; the payment that an event names is looked up at once. Does " +
    "not exist where no webhook is set up.",
  headers: webhookHeadSchema,
  input: {},
  body: {
    schema: z.looseObject({}),
    example: { event_type: "PAYMENT.CAPTURE.COMPLETED", resource: { id: "3C679366HH908993F" } },
  },
  answers: { 200: messageAnswer("Noted") },
  refuses: ["FORBIDDEN", "NOT_FOUND", "RATE_LIMITED", "PAYMENT_PROVIDER_UNAVAILABLE"],
  scope: readsRawJson,
  run: async ({ services, context, request }) => {
    const body = z.string({ error: "The request is not valid" }).parse(request.body);
    const signature = signatureSchema.safeParse(request.headers).data;
    await handleWebhook(services, signature, { via: "paypal", body, address: context.address });
    return { message: "Noted" };
  },
});

const stripeWebhookEndpoint = endpoint({
  method: "POST",
  path: "/api/webhooks/stripe",
  caller: "anyone",
  id: "handleStripeWebhook",
  tag,
  summary: "Where Stripe sends its events",
  description:
    "For Stripe alone, which signs what it sends; the payment that an event names is looked up at once. Does not " +
    "exist where no webhook is set up.",
  headers: stripeWebhookHeadSchema,
  input: {},
  body: {
    schema: z.looseObject({}),
    example: {
      type: "payment_intent.succeeded",
      data: { object: { id: "pi_3Qb2eZvKYlo2C1FW", object: "payment_intent" } },
    },
  },
  answers: { 200: messageAnswer("Noted") },
  refuses: ["FORBIDDEN", "NOT_FOUND", "RATE_LIMITED", "PAYMENT_PROVIDER_UNAVAILABLE"],
  scope: readsRawJson,
  run: async ({ services, context, request }) => {
    const body = z.string({ error: "The request is not valid" }).parse(request.body);
    const headers = stripeWebhookHeadSchema.safeParse(request.headers).data;
    const sentAt = headers === undefined ? undefined : sentAtOf(headers["stripe-signature"]);
    const signature = headers === undefined || sentAt === undefined ? undefined : { sentAt, headers };
    await handleWebhook(services, signature, { via: "stripe", body, address: context.address });
    return { message: "Noted" };
  },
});

/** The signature covers the raw bytes. */
function readsRawJson(scope: FastifyInstance): void {
  scope.removeContentTypeParser("application/json");
  scope.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => done(null, body));
}

/** Payments, and the providers' webhooks. */
export const paymentEndpoints = [configEndpoint, payEndpoint, webhookEndpoint, stripeWebhookEndpoint];
