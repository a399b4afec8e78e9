import { setTimeout as delay } from "node:timers/promises";
import type { Faults, PlannedFault } from "@shop/paypal-simulator/faults";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Refusal } from "./account/refusal.ts";
import type { Account } from "./account.ts";

export const callNames = [
  "create",
  "read",
  "capture",
  "cancel",
  "read charge",
  "list charges",
  "refund",
  "list",
] as const;
export type CallName = (typeof callNames)[number];

/** A logged call. */
export type Call = {
  call: CallName;
  method: string;
  path: string;
  idempotencyKey: string | undefined;
  /** In simulated milliseconds. */
  at: number;
  /** The kind of its fault. */
  fault: string | undefined;
  /** The response; absent while there is none, or if the connection was closed. */
  status?: number;
};

type Answer = { status: number; body: unknown };
/** An answer that is given again to the same key with the same request, for a day. */
type StoredAnswer = Answer & { request: string; until: number };

export type ServerState = {
  account: Account;
  faults: Faults<CallName>;
  calls: Call[];
  answers: Map<string, StoredAnswer>;
  /** The keys of requests that are being processed. */
  underWay: Set<string>;
  secretKey: string | undefined;
  /** The number of calls that are being processed, whether or not the caller still waits. */
  callsInProgress: number;
};

export type Serve = (
  call: CallName,
  act: (request: FastifyRequest) => unknown,
) => (request: FastifyRequest, reply: FastifyReply) => unknown;

const retentionMs = 86_400_000;

/** Creates handlers of Stripe's calls: each is logged, subject to planned faults, and idempotent by its key. */
export function callServer(state: ServerState): Serve {
  return (call, act) => async (request, reply) => {
    const { method, url: path } = request;
    const idempotencyKey = [request.headers["idempotency-key"]].flat()[0];
    const fault = state.faults.next(call, path);
    const logged: Call = { call, method, path, idempotencyKey, at: state.account.now(), fault: fault?.kind };
    state.calls.push(logged);
    reply.raw.on("finish", () => {
      logged.status = reply.raw.statusCode;
    });
    reply.header("request-id", `req_${state.calls.length}`);
    state.callsInProgress += 1;
    try {
      if (fault?.kind === "delay") await delay(fault.ms, undefined, { ref: false });
      const early = answerInstead(fault, request, reply);
      if (early !== undefined) return early;
      const answer = await answerOnce(state, { request, idempotencyKey, fault }, () => act(request));
      if (fault?.kind === "drop") return closeConnection(request, reply);
      return reply.code(answer.status).send(answer.body);
    } finally {
      state.callsInProgress -= 1;
    }
  };
}

type Asked = { request: FastifyRequest; idempotencyKey: string | undefined; fault: PlannedFault | undefined };

async function answerOnce(
  { account, answers, underWay, secretKey }: ServerState,
  { request, idempotencyKey: key, fault }: Asked,
  act: () => unknown,
): Promise<Answer> {
  const { authorization = "" } = request.headers;
  if (secretKey !== undefined && authorization !== `Bearer ${secretKey}`)
    return refused(new Refusal(401, "api_key_expired"));
  if (key === undefined) return withFault(perform(act), fault);
  const asked = JSON.stringify([request.url, request.body]);
  const known = answers.get(key);
  if (known !== undefined && known.until > account.now()) {
    return known.request === asked
      ? known
      : refused(new Refusal(400, "idempotency_error", { type: "idempotency_error" }));
  }
  if (underWay.has(key)) return refused(new Refusal(409, "idempotency_key_in_use"));
  underWay.add(key);
  try {
    const answer = withFault(perform(act), fault);
    const isForgotten = fault?.kind === "status after" && fault.forgets;
    // An error after the effect is given again as well, as Stripe says of its keys.
    if (!isForgotten) answers.set(key, { ...answer, request: asked, until: account.now() + retentionMs });
    if (fault?.kind === "delay answer") await delay(fault.ms, undefined, { ref: false });
    return answer;
  } finally {
    underWay.delete(key);
  }
}

function withFault(answer: Answer, fault: PlannedFault | undefined): Answer {
  return fault?.kind === "status after" ? refused(new Refusal(fault.status, fault.issue ?? "api_error")) : answer;
}

function perform(act: () => unknown): Answer {
  try {
    // A copy, so that later changes do not alter a stored answer.
    return { status: 200, body: structuredClone(act()) };
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    if (error instanceof z.ZodError) return refused(new Refusal(400, "parameter_invalid_empty"));
    throw error;
  }
}

function refused(refusal: Refusal): Answer {
  return { status: refusal.status, body: refusal.body };
}

/** The response of a fault that prevents processing. */
function answerInstead(
  fault: PlannedFault | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  switch (fault?.kind) {
    case "refuse":
      return closeConnection(request, reply);
    case "garbage":
      return reply.type("application/json").send('{"id": "pi_');
    case "page":
      return reply.type("text/html").send("<!doctype html><title>Sorry</title>");
    case "status": {
      const type = fault.status === 402 ? { type: "card_error" } : {};
      return reply.code(fault.status).send(new Refusal(fault.status, fault.issue ?? "api_error", type).body);
    }
    default:
      return undefined;
  }
}

function closeConnection(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
