import { payOrderSchema } from "@shop/shared/payment";
import { idInputSchema } from "@shop/shared/query";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { DomainError } from "../../domain/errors.ts";
import { payOrder } from "../../domain/payment/pay.ts";
import { requirePayable } from "../../domain/payment/read.ts";
import { followNotice } from "../../domain/payment/reconcile.ts";
import { talkUntil } from "../../domain/payment/till.ts";
import { requireUser, usersOnly } from "../access.ts";
import { type Services, toContext } from "../context.ts";

/** The documented paths of payment, and the one on which the provider sends word. */
export function paymentsRest(app: FastifyInstance, services: Services): void {
  const { config, provider } = services.payments;
  app.get("/api/config/paypal", () => ({ clientId: config.clientId }));
  app.put("/api/orders/:id/pay", usersOnly(services), async (request, reply) => {
    const user = await requireUser(toContext(services, request, reply));
    const order = await requirePayable(services.db, user, idInputSchema.parse(request.params).id);
    return payOrder(services, user, order, payOrderSchema.parse(request.body));
  });

  const verify = provider?.verifyNotice;
  app.post("/api/webhooks/paypal", async (request, reply) => {
    if (verify === undefined) return reply.callNotFound();
    const headers = noticeHeadersSchema.safeParse(request.headers);
    if (!headers.success || !(await verify(headers.data, request.body, talkUntil()))) {
      throw new DomainError("FORBIDDEN", "This notice does not come from the payment provider");
    }
    const { data: notice } = noticeSchema.safeParse(request.body);
    const id = notice?.resource.supplementary_data?.related_ids?.order_id ?? notice?.resource.id;
    const named = payOrderSchema.safeParse({ id });
    if (named.success) await followNotice(services, named.data.id);
    return { message: "Noted" };
  });
}

const noticeHeadersSchema = z
  .object({
    "paypal-auth-algo": z.string(),
    "paypal-cert-url": z.string(),
    "paypal-transmission-id": z.string(),
    "paypal-transmission-sig": z.string(),
    "paypal-transmission-time": z.string(),
  })
  .transform((headers) => ({
    algorithm: headers["paypal-auth-algo"],
    certUrl: headers["paypal-cert-url"],
    transmissionId: headers["paypal-transmission-id"],
    signature: headers["paypal-transmission-sig"],
    time: headers["paypal-transmission-time"],
  }));

/** Word of a capture names its order beside itself; word of an order is about the order. */
const noticeSchema = z.object({
  resource: z.object({
    id: z.string().optional(),
    supplementary_data: z.object({ related_ids: z.object({ order_id: z.string() }).optional() }).optional(),
  }),
});
