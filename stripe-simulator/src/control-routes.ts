import { faultSchema } from "@shop/paypal-simulator/faults";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { Refusal } from "./account/refusal.ts";
import type { Deliveries } from "./deliveries.ts";
import { callNames, type ServerState } from "./serve-call.ts";

const idSchema = z.object({ id: z.string() });
const settleSchema = z.object({ isTaken: z.boolean() });
const switchSchema = z.object({ isOn: z.boolean() });
const faultRequestSchema = z.object({
  call: z.enum(callNames),
  fault: faultSchema,
  times: z.number().int().min(1).max(10_000).default(1),
});

/** The control interface for browser tests and for trying out: decisions of banks, planned faults, and what there is. */
export function controlRoutes(app: FastifyInstance, state: ServerState, deliveries: Deliveries): void {
  const { account, faults } = state;
  app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => {
      if (error instanceof Refusal) return reply.code(error.status).send(error.body);
      if (error instanceof z.ZodError) return reply.code(400).send({ error: z.prettifyError(error) });
      throw error;
    });
    scope.get("/control/state", () => account.store.contents());
    scope.post("/control/intents/:id/settle", ({ params, body }) => {
      account.settle(idSchema.parse(params).id, settleSchema.parse(body).isTaken);
      return {};
    });
    scope.post("/control/charges/:id/dispute", ({ params }) => account.dispute(idSchema.parse(params).id));
    scope.post("/control/charges/:id/refund", ({ params }) =>
      account.refund({ charge: idSchema.parse(params).id, metadata: {} }),
    );
    scope.post("/control/webhook", ({ body }) => {
      deliveries.isOn = switchSchema.parse(body).isOn;
      return {};
    });
    scope.post("/control/faults", ({ body }) => {
      const { call, fault, times } = faultRequestSchema.parse(body);
      faults.add(call, fault, times);
      return {};
    });
    scope.delete("/control/faults", () => {
      faults.clear();
      return {};
    });
  });
}
