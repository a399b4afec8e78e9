import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Refusal } from "./bank/refusal.ts";
import type { CallName, PlannedFault } from "./faults.ts";
import { falsify, represent } from "./represent.ts";
import type { Answer } from "./response-cache.ts";
import type { Call, SimulatorState } from "./simulator-state.ts";

type Act = (request: FastifyRequest) => Answer;
export type Serve = (
  call: CallName,
  act: Act,
  isOpen?: boolean,
) => (request: FastifyRequest, reply: FastifyReply) => unknown;

const requestIdMax = 108;

/**
 * Creates handlers of the provider's calls: each call is logged, subject to planned faults, and
 * idempotent by its request id.
 */
export function callServer(state: SimulatorState): Serve {
  const { answers, bank } = state;
  const isAuthorized = ({ headers }: FastifyRequest) =>
    state.tokens.has((headers.authorization ?? "").replace(/^Bearer /, ""));

  return (call, act, isOpen = false) =>
    async (request, reply) => {
      const { method, url: path } = request;
      const requestId = [request.headers["paypal-request-id"]].flat()[0];
      const fault = state.faults.next(call, path);
      const logged: Call = { call, method, path, requestId, at: bank.now(), fault: fault?.kind };
      state.calls.push(logged);
      reply.raw.on("finish", () => {
        logged.status = reply.raw.statusCode;
      });
      reply.header("paypal-debug-id", randomBytes(7).toString("hex"));

      // Reads have no effect, so only POST requests are deduplicated.
      const key = method === "POST" && requestId !== undefined ? `${method} ${path} ${requestId}` : undefined;
      const isFirst = key === undefined || answers.begin(key);
      state.callsInProgress += 1;
      try {
        if (fault?.kind === "delay") await delay(fault.ms, undefined, { ref: false });
        const early = answerInstead(fault, request, reply);
        if (early !== undefined) return early;
        const isIn = isOpen || isAuthorized(request);
        const answer = isFirst
          ? answerOnce(state, { key, path, isIn, isTooLong: (requestId?.length ?? 0) > requestIdMax }, () =>
              act(request),
            )
          : refuse(409, "PREVIOUS_REQUEST_IN_PROGRESS");
        if (fault?.kind === "delay answer") await delay(fault.ms, undefined, { ref: false });
        if (fault?.kind === "drop") return closeConnection(request, reply);
        if (fault?.kind === "status after") {
          if (fault.forgets && key !== undefined) answers.delete(key);
          return reply.code(fault.status).send(toError(fault.status, fault.issue));
        }
        const { status } = answer;
        const body = fault?.kind === "lie" ? falsify(answer.body, fault) : answer.body;
        return reply.code(status).send(status < 300 ? represent(request, body) : body);
      } finally {
        state.callsInProgress -= 1;
        if (isFirst && key !== undefined) answers.end(key);
      }
    };
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
      return reply.type("application/json").send('{"id": "SIM');
    case "page":
      return reply.type("text/html").send("<!doctype html><title>Sorry</title>");
    case "huge":
      return reply.type("application/json").send(`"${"x".repeat(fault.bytes)}"`);
    case "redirect":
      return reply.redirect(fault.to, 302);
    case "status":
      return reply.code(fault.status).send(toError(fault.status, fault.issue));
    default:
      return undefined;
  }
}

function answerOnce(
  { answers, bank }: SimulatorState,
  { key, path, isIn, isTooLong }: { key: string | undefined; path: string; isIn: boolean; isTooLong: boolean },
  act: () => Answer,
): Answer {
  const now = bank.now();
  if (!isIn) return { status: 401, body: { error: "invalid_token" } };
  if (isTooLong) return refuse(400, "INVALID_PARAMETER_VALUE");
  const known = key === undefined ? undefined : answers.find(key, now);
  if (known !== undefined) return known;
  const answer = perform(act);
  if (key !== undefined) {
    answers.remember(key, answer, { path, now });
    bank.store.changed();
  }
  return answer;
}

function perform(act: () => Answer): Answer {
  try {
    const { status, body } = act();
    // A copy, so that later changes do not alter a stored response.
    return { status, body: structuredClone(body) };
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.status, error.issue);
    if (error instanceof z.ZodError) return refuse(400, "INVALID_PARAMETER_SYNTAX");
    throw error;
  }
}

function closeConnection(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

function refuse(status: number, issue: string): Answer {
  return { status, body: toError(status, issue) };
}

const errorNames: Record<number, string> = {
  404: "RESOURCE_NOT_FOUND",
  409: "RESOURCE_CONFLICT",
  422: "UNPROCESSABLE_ENTITY",
};

function toError(status: number, issue = "INTERNAL_SERVICE_ERROR"): unknown {
  return { name: errorNames[status] ?? issue, message: "The simulator says no.", details: [{ issue }] };
}
