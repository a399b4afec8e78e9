import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { callNames, faultSchema } from "./faults.ts";
import type { Desk } from "./orders-api.ts";

const faultRequestSchema = z.object({
  call: z.enum(callNames),
  fault: faultSchema,
  times: z.number().int().min(1).default(1),
});
const orderSchema = z.object({ id: z.string() });
const decisionSchema = z.object({ decision: z.enum(["approve", "decline", "pend", "cancel"]) });
const clearSchema = z.object({ status: z.enum(["COMPLETED", "DECLINED", "FAILED"]).default("COMPLETED") });

/** For tests in a browser: decides for the buyer, lets calls go wrong, and tells what was asked. */
export function controlRoutes(app: FastifyInstance, { bank, faults, calls }: Desk): void {
  app.post("/control/faults", (request) => {
    const { call, fault, times } = faultRequestSchema.parse(request.body);
    faults.add(call, fault, times);
    return {};
  });
  app.delete("/control/faults", () => {
    faults.clear();
    return {};
  });
  app.post("/control/orders/:id/decide", (request) => {
    bank.decide(orderSchema.parse(request.params).id, decisionSchema.parse(request.body).decision);
    return {};
  });
  app.post("/control/orders/:id/clear", (request) => {
    bank.clear(orderSchema.parse(request.params).id, clearSchema.parse(request.body ?? {}).status);
    return {};
  });
  app.get("/control/orders", () => [...bank.orders.values()]);
  app.get("/control/calls", () => calls);
}
