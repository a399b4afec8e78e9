import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Bank, type Order, Refusal } from "./bank.ts";
import type { CallName, Faults } from "./faults.ts";

/** One call that came in, whatever became of it. */
export type Call = { call: CallName; method: string; path: string; requestId: string | undefined };

export type Desk = {
  bank: Bank;
  faults: Faults;
  calls: Call[];
  /** Access tokens that are let in; taking one out ends it. */
  tokens: Set<string>;
  credentials: { clientId: string; clientSecret: string } | undefined;
};

type Answer = { status: number; body: unknown };

const moneySchema = z.object({ currency_code: z.string().length(3), value: z.string() });
const createSchema = z.object({
  intent: z.literal("CAPTURE"),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().max(255).optional(),
        invoice_id: z.string().max(127).optional(),
        amount: moneySchema,
        payee: z.object({ merchant_id: z.string().optional() }).optional(),
      }),
    )
    .min(1)
    .max(10),
  application_context: z.object({ brand_name: z.string().optional() }).optional(),
});
const idSchema = z.object({ id: z.string() });
const requestIdMax = 108;

/** The part of the provider's interface that shops' servers call. */
export function ordersApi(app: FastifyInstance, desk: Desk): void {
  const { bank, tokens } = desk;
  /** What was answered under each request id: asked again, the same is answered again and nothing is done. */
  const answered = new Map<string, Answer>();

  app.addContentTypeParser("application/x-www-form-urlencoded", (_request, payload, done) => {
    payload.resume();
    payload.on("end", () => done(null));
  });

  const serve = (call: CallName, act: (request: FastifyRequest) => Answer, isOpen = false) => {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const requestId = [request.headers["paypal-request-id"]].flat()[0];
      desk.calls.push({ call, method: request.method, path: request.url, requestId });
      reply.header("paypal-debug-id", randomBytes(7).toString("hex"));
      const fault = desk.faults.next(call);
      if (fault?.kind === "delay") await delay(fault.ms, undefined, { ref: false });
      if (fault?.kind === "refuse") return hangUp(request, reply);
      if (fault?.kind === "garbage") return reply.type("application/json").send('{"id": "SIM');
      if (fault?.kind === "page") return reply.type("text/html").send("<!doctype html><title>Sorry</title>");
      if (fault?.kind === "huge") return reply.type("application/json").send(`"${"x".repeat(fault.bytes)}"`);
      if (fault?.kind === "redirect") return reply.redirect(fault.to, 302);
      if (fault?.kind === "status") return reply.code(fault.status).send(toError(fault.status, fault.issue));

      const key = `${request.method} ${request.url} ${requestId}`;
      const known = requestId === undefined ? undefined : answered.get(key);
      const { status, body } = known ?? answer(isOpen || isLetIn(request), act, request);
      if (requestId !== undefined && status !== 401) answered.set(key, { status, body });
      if (fault?.kind === "delay answer") await delay(fault.ms, undefined, { ref: false });
      if (fault?.kind === "drop") return hangUp(request, reply);
      const said = fault?.kind === "lie" ? lieAbout(body, fault) : body;
      return reply.code(status).send(status < 300 ? represent(request, said) : said);
    };
  };

  const answer = (isIn: boolean, act: (request: FastifyRequest) => Answer, request: FastifyRequest): Answer => {
    if (!isIn) return { status: 401, body: { error: "invalid_token" } };
    if ((request.headers["paypal-request-id"]?.length ?? 0) > requestIdMax)
      return refuse(400, "INVALID_PARAMETER_VALUE");
    try {
      const { status, body } = act(request);
      // A copy: what was said once is not changed by what happens later.
      return { status, body: structuredClone(body) };
    } catch (error) {
      if (error instanceof Refusal) return refuse(error.status, error.issue);
      if (error instanceof z.ZodError) return refuse(400, "INVALID_PARAMETER_SYNTAX");
      throw error;
    }
  };

  const isLetIn = (request: FastifyRequest) =>
    tokens.has((request.headers.authorization ?? "").replace(/^Bearer /, ""));

  app.post(
    "/v1/oauth2/token",
    serve(
      "token",
      (request) => {
        const { credentials } = desk;
        const basic = Buffer.from(`${credentials?.clientId}:${credentials?.clientSecret}`).toString("base64");
        if (credentials !== undefined && request.headers.authorization !== `Basic ${basic}`) {
          return { status: 401, body: { error: "invalid_client" } };
        }
        const token = `SIM-TOKEN-${randomBytes(24).toString("hex")}`;
        tokens.add(token);
        return { status: 200, body: { access_token: token, token_type: "Bearer", expires_in: 32_400 } };
      },
      true,
    ),
  );
  app.post(
    "/v2/checkout/orders",
    serve("create", (request) => {
      const { purchase_units, application_context } = createSchema.parse(request.body);
      return { status: 201, body: bank.create(purchase_units, application_context?.brand_name) };
    }),
  );
  app.get(
    "/v2/checkout/orders/:id",
    serve("read", (request) => ({ status: 200, body: bank.read(idSchema.parse(request.params).id) })),
  );
  app.post(
    "/v2/checkout/orders/:id/capture",
    serve("capture", (request) => ({ status: 201, body: bank.capture(idSchema.parse(request.params).id) })),
  );
  app.post(
    "/v2/payments/captures/:id/refund",
    serve("refund", (request) => {
      const { amount } = bank.refund(idSchema.parse(request.params).id);
      return { status: 201, body: { id: `SIMREFUND${randomBytes(6).toString("hex")}`, status: "COMPLETED", amount } };
    }),
  );
  app.post(
    "/v1/notifications/verify-webhook-signature",
    serve("verify", (request) => {
      const { transmission_sig } = z.object({ transmission_sig: z.string() }).parse(request.body);
      return { status: 200, body: { verification_status: transmission_sig === goodSignature ? "SUCCESS" : "FAILURE" } };
    }),
  );
}

/** The signature that this provider takes for its own. */
export const goodSignature = "simulated-signature";

/** Unless asked for everything, the provider names an order and says no more of it. A look shows it whole. */
function represent(request: FastifyRequest, body: unknown): unknown {
  if (!isOrder(body) || request.method === "GET") return body;
  if (String(request.headers.prefer).includes("return=representation")) return body;
  return { id: body.id, status: body.status, links: [] };
}

function isOrder(body: unknown): body is Order {
  return typeof body === "object" && body !== null && "purchase_units" in body;
}

function lieAbout(
  body: unknown,
  lie: {
    amount?: string | undefined;
    currency?: string | undefined;
    payee?: string | undefined;
    customId?: string | undefined;
  },
): unknown {
  if (!isOrder(body)) return body;
  const told = structuredClone(body);
  for (const unit of told.purchase_units) {
    for (const { amount } of [unit, ...(unit.payments?.captures ?? [])]) {
      amount.value = lie.amount ?? amount.value;
      amount.currency_code = lie.currency ?? amount.currency_code;
    }
    unit.payee.merchant_id = lie.payee ?? unit.payee.merchant_id;
    unit.custom_id = lie.customId ?? unit.custom_id;
  }
  return told;
}

function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

function refuse(status: number, issue: string): Answer {
  return { status, body: toError(status, issue) };
}

function toError(status: number, issue = "INTERNAL_SERVICE_ERROR"): unknown {
  const name = status === 422 ? "UNPROCESSABLE_ENTITY" : status === 404 ? "RESOURCE_NOT_FOUND" : issue;
  return { name, message: "The simulator says no.", details: [{ issue }] };
}
