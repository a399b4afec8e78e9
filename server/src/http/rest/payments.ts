import { payOrderSchema } from "@shop/shared/payment";
import { idInputSchema } from "@shop/shared/query";
import type { FastifyInstance } from "fastify";
import { hearNotice } from "../../domain/payment/notice.ts";
import { payOrder } from "../../domain/payment/pay.ts";
import { requirePayable } from "../../domain/payment/read.ts";
import { requireUser, usersOnly } from "../access.ts";
import { type Services, toContext } from "../context.ts";
import { paymentDocs } from "../openapi/payments.ts";
import { noticeHeadSchema } from "./notice-head.ts";

/** The documented paths of payment, and the one on which the provider sends word. */
export function paymentsRest(app: FastifyInstance, services: Services): void {
  const { config } = services.payments;
  app.get("/api/config/paypal", paymentDocs.config, () => ({ clientId: config.clientId }));
  app.put("/api/orders/:id/pay", { ...usersOnly(services), ...paymentDocs.pay }, async (request, reply) => {
    const user = await requireUser(toContext(services, request, reply));
    const order = await requirePayable(services.db, user, idInputSchema.parse(request.params).id);
    return payOrder(services, user, order, payOrderSchema.parse(request.body));
  });

  app.post("/api/webhooks/paypal", paymentDocs.notice, async (request) => {
    await hearNotice(services, noticeHeadersSchema.safeParse(request.headers).data, request.body);
    return { message: "Noted" };
  });
}

const noticeHeadersSchema = noticeHeadSchema.transform((headers) => ({
  algorithm: headers["paypal-auth-algo"],
  certUrl: headers["paypal-cert-url"],
  transmissionId: headers["paypal-transmission-id"],
  signature: headers["paypal-transmission-sig"],
  time: headers["paypal-transmission-time"],
}));
