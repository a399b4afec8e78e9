import { payOrderSchema } from "@shop/shared/order/payment";
import { idInputSchema } from "@shop/shared/query";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { payOrder } from "../../domain/payment/pay.ts";
import { requirePayable } from "../../domain/payment/read.ts";
import { handleWebhook } from "../../domain/payment/webhook.ts";
import { type Services, toContext } from "../context.ts";
import { paymentDocs } from "../openapi/payments.ts";
import { requireUser, usersOnly } from "../security/access.ts";
import { addressKey } from "../security/client-address.ts";
import { webhookHeadSchema } from "../webhook-head.ts";

/** Routes of payments, and the provider's webhook. */
export function paymentsRest(app: FastifyInstance, services: Services): void {
  const { config } = services.payments;
  app.get("/api/config/paypal", paymentDocs.config, () => ({ clientId: config.clientId }));
  app.put("/api/orders/:id/pay", { ...usersOnly(services), ...paymentDocs.pay }, async (request, reply) => {
    const user = await requireUser(toContext(services, request, reply));
    const order = await requirePayable(services.db, user, idInputSchema.parse(request.params).id);
    return payOrder(services, user, order, payOrderSchema.parse(request.body));
  });

  app.register(async (scope) => {
    // The signature covers the raw bytes.
    scope.removeContentTypeParser("application/json");
    scope.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => done(null, body));
    scope.post("/api/webhooks/paypal", paymentDocs.webhook, async (request) => {
      const body = z.string({ error: "The request is not valid" }).parse(request.body);
      const sent = { body, address: addressKey(request.ip) };
      await handleWebhook(services, webhookHeadersSchema.safeParse(request.headers).data, sent);
      return { message: "Noted" };
    });
  });
}

const webhookHeadersSchema = webhookHeadSchema.transform((headers) => ({
  algorithm: headers["paypal-auth-algo"],
  certUrl: headers["paypal-cert-url"],
  transmissionId: headers["paypal-transmission-id"],
  signature: headers["paypal-transmission-sig"],
  time: headers["paypal-transmission-time"],
}));
