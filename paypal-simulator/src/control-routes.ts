import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { disputeOutcomes, disputeReasons } from "./bank/dispute-terms.ts";
import { Refusal } from "./bank/refusal.ts";
import { moneySchema } from "./bank/resources.ts";
import { browserFiles } from "./browser-files.ts";
import { renderControl } from "./control/page.ts";
import { controlView } from "./control/view.ts";
import { requireLocalControl } from "./control-access.ts";
import { callNames, faultSchema } from "./faults.ts";
import { refundRequestSchema } from "./payments-api.ts";
import type { SimulatorState } from "./simulator-state.ts";

const times = z.number().int().min(1).max(10_000).default(1);
const idSchema = z.object({ id: z.string() });
const faultRequestSchema = z.object({
  call: z.enum(callNames),
  fault: faultSchema,
  times,
  match: z.string().min(1).optional(),
});
const decisionSchema = z.object({ decision: z.enum(["approve", "decline", "pend", "cancel"]) });
const clearSchema = z.object({ status: z.enum(["COMPLETED", "DECLINED", "FAILED"]).default("COMPLETED") });
const reverseSchema = z.object({ amount: moneySchema.optional() });
const disputeSchema = z.object({ reason: z.enum(disputeReasons).optional(), amount: moneySchema.optional() });
const resolveSchema = z.object({ outcome: z.enum(disputeOutcomes) });
const updateSchema = z.object({ status: z.enum(["OPEN", "WAITING_FOR_SELLER_RESPONSE", "UNDER_REVIEW"]) });
const settleSchema = z.object({ status: z.enum(["COMPLETED", "FAILED", "CANCELLED"]) });
const nextSchema = z.object({ status: z.enum(["PENDING", "FAILED", "CANCELLED"]), times });
const switchSchema = z.object({ isOn: z.boolean() });

/**
 * The control interface, for manual and browser tests: decisions of customers and of the provider,
 * planned faults, and the log of calls.
 */
export function controlRoutes(app: FastifyInstance, state: SimulatorState): void {
  app.register(async (scope) => {
    scope.addHook("onRequest", requireLocalControl);
    scope.setErrorHandler((error, _request, reply) => {
      if (error instanceof Refusal) return reply.code(error.status).send({ issue: error.issue });
      if (error instanceof z.ZodError) return reply.code(400).send({ issue: z.prettifyError(error) });
      throw error;
    });
    pageRoutes(scope, state);
    faultRoutes(scope, state);
    paymentRoutes(scope, state);
    disputeRoutes(scope, state);
    webhookRoutes(scope, state);
  });
}

function pageRoutes(app: FastifyInstance, state: SimulatorState): void {
  app.get("/control", (_request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header(
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-ancestors 'none'",
      )
      .send(renderControl()),
  );
  app.get("/control/page.js", async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send((await browserFiles()).controlScript),
  );
  app.get("/control/page.css", async (_request, reply) =>
    reply.type("text/css; charset=utf-8").send((await browserFiles()).controlStyles),
  );
  app.get("/control/state", () => controlView(state));
  app.get("/control/orders", () => [...state.bank.orders.values()]);
  app.get("/control/calls", () => state.calls);
}

function faultRoutes(app: FastifyInstance, { faults, bank }: SimulatorState): void {
  app.post("/control/faults", ({ body }) => {
    const { call, fault, times, match } = faultRequestSchema.parse(body);
    faults.add(call, fault, times, match);
    return {};
  });
  app.delete("/control/faults", () => {
    faults.clear();
    return {};
  });
  app.post("/control/refunds/next", ({ body }) => {
    const { status, times } = nextSchema.parse(body);
    bank.nextRefunds(status, times);
    return {};
  });
}

function paymentRoutes(app: FastifyInstance, { bank }: SimulatorState): void {
  app.post("/control/orders/:id/decide", ({ params, body }) => {
    bank.decide(idSchema.parse(params).id, decisionSchema.parse(body).decision);
    return {};
  });
  app.post("/control/orders/:id/clear", ({ params, body }) => {
    bank.clear(idSchema.parse(params).id, clearSchema.parse(body ?? {}).status);
    return {};
  });
  app.post("/control/captures/:id/refund", ({ params, body }) =>
    bank.refund(idSchema.parse(params).id, refundRequestSchema.parse(body ?? {})),
  );
  app.post("/control/captures/:id/reverse", ({ params, body }) =>
    bank.reverse(idSchema.parse(params).id, reverseSchema.parse(body ?? {}).amount),
  );
  app.post("/control/refunds/:id/settle", ({ params, body }) =>
    bank.settleRefund(idSchema.parse(params).id, settleSchema.parse(body).status),
  );
}

function disputeRoutes(app: FastifyInstance, { bank }: SimulatorState): void {
  app.post("/control/captures/:id/dispute", ({ params, body }) =>
    bank.openDispute(idSchema.parse(params).id, disputeSchema.parse(body ?? {})),
  );
  app.post("/control/disputes/:id/update", ({ params, body }) =>
    bank.updateDispute(idSchema.parse(params).id, updateSchema.parse(body).status),
  );
  app.post("/control/disputes/:id/resolve", ({ params, body }) =>
    bank.resolveDispute(idSchema.parse(params).id, resolveSchema.parse(body).outcome),
  );
}

function webhookRoutes(app: FastifyInstance, { bank, deliveries }: SimulatorState): void {
  app.post("/control/webhook", ({ body }) => {
    deliveries.switch(switchSchema.parse(body).isOn);
    return {};
  });
  app.post("/control/events/:id/send", ({ params }) => {
    const { id } = idSchema.parse(params);
    const event = bank.events.find((each) => each.id === id);
    if (event === undefined) throw new Refusal(404, "INVALID_RESOURCE_ID");
    if (deliveries.send(event) === undefined) throw new Refusal(409, "NO_WEBHOOK_SET_UP");
    return {};
  });
}
