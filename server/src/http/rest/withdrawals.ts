import { declareWithdrawalSchema } from "@shop/shared/order/withdrawal";
import type { FastifyInstance } from "fastify";
import { declareWithdrawal } from "../../domain/withdrawal/declare.ts";
import { type Services, toContext } from "../context.ts";
import { orderDocs } from "../openapi/orders.ts";

/** The route for withdrawals from contracts, which needs no account. */
export function withdrawalsRest(app: FastifyInstance, services: Services): void {
  app.post("/api/withdrawals", orderDocs.withdraw, async (request, reply) => {
    const { address } = toContext(services, request, reply);
    return declareWithdrawal(services, declareWithdrawalSchema.parse(request.body), address);
  });
}
