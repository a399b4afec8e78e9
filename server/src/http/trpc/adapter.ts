import { callTRPCProcedure, TRPCError, type TRPCProcedureType } from "@trpc/server";
import { getHTTPStatusCode } from "@trpc/server/http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../../domain/base/errors.ts";
import { respond } from "../cache/cached-routes.ts";
import { tagsOf } from "../cache/catalog-tags.ts";
import { type RequestContext, type Services, toContext } from "../context.ts";
import { type Refusal, toRefusal } from "../errors.ts";
import { noteRefusal } from "../refusals.ts";
import { refuseRequest } from "../refuse-request.ts";
import { knownUser } from "../security/access.ts";
import { type ErrorShape, toErrorShape } from "./error-shape.ts";
import type { OnCall, TraceCall } from "./on-call.ts";
import { procedureTypes } from "./procedure-types.ts";
import { appRouter } from "./router.ts";

/** The client batches at most as many calls. */
const maxBatchSize = 10;

const json = "application/json; charset=utf-8";

const publicQueries: ReadonlySet<string> = new Set([...Object.keys(tagsOf), "review.list"]);

const methods: Partial<Record<TRPCProcedureType, string>> = { query: "GET", mutation: "POST" };

type TrpcRequest = FastifyRequest<{ Params: { path: string }; Querystring: { batch?: unknown; input?: unknown } }>;

/** One call of a request. `readInput` parses the request's input when the call first needs it. */
type Call = { path: string; batchIndex: number; readInput: () => unknown };

type Answer = { result: { data: unknown } } | { error: ErrorShape };

/** What is told of each call. */
type Observers = { onCall?: OnCall | undefined; traceCall?: TraceCall | undefined };

/** What the calls of one request share. `retryAfters` collects seconds from refused calls. */
type Exchange = Observers & { request: TrpcRequest; ctx: RequestContext; retryAfters: number[] };

/**
 * Serves the router in tRPC's wire format: single calls, batches, and batches
 * as JSON lines. The figures against the library's adapter are in procedure-types.ts.
 */
export function trpcAdapter(scope: FastifyInstance, services: Services, observers: Observers = {}): void {
  // The body stays text until the procedure has checked access.
  scope.removeContentTypeParser("application/json");
  scope.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => done(null, body));

  // Refusals before the handler: foreign origin, method, content type, size.
  scope.setErrorHandler((error, request, reply) => {
    const refusal = refuseRequest(error, request, reply);
    return reply.send({ error: toErrorShape(refusal, { requestId: request.id }) });
  });

  scope.all<{ Params: TrpcRequest["params"]; Querystring: TrpcRequest["query"] }>("/:path", async (request, reply) => {
    // As the library's adapters answer it: no procedure runs.
    if (request.method === "HEAD") return reply.code(204).send();
    if (isCacheable(request)) return respondFromCache({ services, observers }, request, reply);
    const exchange: Exchange = { request, ctx: toContext(services, request, reply), ...observers, retryAfters: [] };
    return sendAnswer(await answerExchange(exchange), exchange, reply);
  });
}

/** Whether all calls are queries that answer everybody the same, and the answer is one JSON value. */
function isCacheable(request: TrpcRequest): boolean {
  const { path } = request.params;
  const paths = request.query.batch === "1" ? path.split(",") : [path];
  return request.method === "GET" && !acceptsLines(request) && paths.every((each) => publicQueries.has(each));
}

async function respondFromCache(
  { services, observers }: { services: Services; observers: Observers },
  request: TrpcRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const since = performance.now();
  let isProduced = false;
  const produce = async () => {
    isProduced = true;
    const exchange: Exchange = { request, ctx: toContext(services, request, reply), ...observers, retryAfters: [] };
    const answer = await answerExchange(exchange);
    const { tags } = exchange.ctx;
    // Whoever was identified may have been shown more than guests.
    const isSame = tags.length === (Array.isArray(answer) ? answer.length : 1) && knownUser(request) === undefined;
    if (!isSame || getHTTPStatusCode(answer) !== 200) return { other: () => sendAnswer(answer, exchange, reply) };
    return { body: JSON.stringify(answer), type: json, tags: [...new Set(tags.flat())] };
  };
  const sent = await respond(services, request, reply, { produce });
  if (!isProduced) {
    for (const path of request.params.path.split(",")) observers.onCall?.(request, { path, status: 200, since });
  }
  return sent;
}

function answerExchange(exchange: Exchange): Promise<Answer | Answer[]> {
  return answerRequest(exchange).catch((cause: unknown) => refuseCall(cause, exchange));
}

async function answerRequest(exchange: Exchange): Promise<Answer | Answer[]> {
  const { request } = exchange;
  const { path } = request.params;
  if (request.query.batch !== "1") {
    return answerCall({ path, batchIndex: 0, readInput: () => parseInput(request) }, exchange);
  }
  const paths = path.split(",");
  if (paths.length > maxBatchSize) {
    throw new DomainError("VALIDATION", `A batch holds at most ${maxBatchSize} calls`);
  }
  if (new Set(paths.flatMap((each) => procedureTypes.get(each) ?? [])).size > 1) {
    throw new DomainError("VALIDATION", "A batch holds either queries or mutations");
  }
  let inputs: unknown;
  const inputOf = (index: number) => {
    inputs ??= parseInput(request) ?? {};
    if (typeof inputs !== "object" || inputs === null) throw new TRPCError({ code: "BAD_REQUEST" });
    return Object.hasOwn(inputs, index) ? Reflect.get(inputs, index) : undefined;
  };
  return Promise.all(
    paths.map((each, batchIndex) =>
      answerCall({ path: each, batchIndex, readInput: () => inputOf(batchIndex) }, exchange),
    ),
  );
}

async function answerCall(call: Call, exchange: Exchange): Promise<Answer> {
  const { request, ctx, onCall, traceCall = (_path, work) => work() } = exchange;
  const since = performance.now();
  const path = procedureTypes.has(call.path) ? call.path : undefined;
  try {
    const data = await traceCall(path ?? "unknown", () => runCall(call, request.method, ctx));
    onCall?.(request, { path, status: 200, since });
    return { result: { data } };
  } catch (cause) {
    const answer = refuseCall(cause, exchange, call.path);
    onCall?.(request, { path, status: answer.error.data.httpStatus, since });
    return answer;
  }
}

async function runCall({ path, batchIndex, readInput }: Call, method: string, ctx: RequestContext): Promise<unknown> {
  const type = procedureTypes.get(path);
  if (type === undefined) throw new TRPCError({ code: "NOT_FOUND" });
  if (methods[type] !== method) {
    ctx.reply.header("allow", methods[type]);
    throw new TRPCError({ code: "METHOD_NOT_SUPPORTED" });
  }
  const getRawInput = async () => readInput();
  return callTRPCProcedure({ router: appRouter, path, type, ctx, batchIndex, signal: undefined, getRawInput });
}

function refuseCall(cause: unknown, { request, retryAfters }: Exchange, path?: string): { error: ErrorShape } {
  const refusal: Refusal = toRefusal(cause);
  noteRefusal(request, refusal.code);
  if (refusal.status >= 500) {
    const err = cause instanceof TRPCError ? (cause.cause ?? cause) : cause;
    request.log.error({ err, path }, "request failed");
  }
  if (refusal.retryAfter !== undefined) retryAfters.push(refusal.retryAfter);
  return { error: toErrorShape(refusal, { path, requestId: request.id }) };
}

function parseInput(request: TrpcRequest): unknown {
  const text = request.method === "GET" ? request.query.input : request.body;
  if (request.method === "GET" && (text === undefined || text === "")) return undefined;
  try {
    return JSON.parse(String(text));
  } catch {
    throw new TRPCError({ code: "PARSE_ERROR" });
  }
}

function sendAnswer(answer: Answer | Answer[], { request, retryAfters }: Exchange, reply: FastifyReply): FastifyReply {
  const status = getHTTPStatusCode(answer);
  if (retryAfters.length > 0) reply.header("retry-after", String(Math.max(...retryAfters)));
  if (!Array.isArray(answer) || !acceptsLines(request)) return reply.code(status).send(answer);
  // httpBatchStreamLink reads lines only from a 2xx answer. All calls have settled, so the first line holds them all.
  const line = JSON.stringify(Object.fromEntries(answer.map((each, index) => [index, [[each]]])));
  return reply
    .code(status === 200 ? 200 : 207)
    .type("application/jsonl; charset=utf-8")
    .send(`${line}\n`);
}

/** Whether the client reads a batch as JSON lines. */
function acceptsLines({ headers }: TrpcRequest): boolean {
  const accepted = headers["trpc-accept"] ?? headers.accept;
  return typeof accepted === "string" && /\bapplication\/jsonl\b/.test(accepted);
}
