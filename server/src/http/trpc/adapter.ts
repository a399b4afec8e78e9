import {
  type AnyTRPCProcedure,
  type AnyTRPCRouter,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  TRPCError,
} from "@trpc/server";
import { getHTTPStatusCode } from "@trpc/server/http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type OnCall, unknown } from "../../metrics/requests.ts";
import { type RequestContext, type Services, toContext } from "../context.ts";
import { longestWait, toRefusal } from "../errors.ts";
import { noteRefusal } from "../refusals.ts";
import { appRouter } from "./router.ts";

/** A batch of our own screens stays well below this many calls. */
const maxBatchSize = 10;

const { _config: config, procedures: byPath }: AnyTRPCRouter["_def"] = appRouter._def;
const procedures = new Map<string, AnyTRPCProcedure>(Object.entries(byPath));
const methods: Record<string, string> = { query: "GET", mutation: "POST" };

type Question = { Params: { path: string }; Querystring: { batch?: unknown; input?: unknown } };

/** One call of a request, which may carry several. `input` reads the request's input when the call first needs it. */
type Call = { path: string; index: number; input: () => unknown };

/**
 * Answers queries and mutations in tRPC's own format, one or a batch of them
 * in a request. The library's adapter does the same by way of a web Request, a
 * Response and its stream, which takes longer than most of the calls.
 */
export function trpcAdapter(scope: FastifyInstance, services: Services, onCall?: OnCall): void {
  // Text, so that a call is judged by who makes it before what it says is read.
  scope.removeContentTypeParser("application/json");
  scope.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => done(null, body));

  scope.all<Question>("/:path", async (request, reply) => {
    const ctx = toContext(services, request, reply);
    const errors: TRPCError[] = [];
    const refuse = (cause: unknown, path?: string) => {
      const error = getTRPCErrorFromUnknown(cause);
      errors.push(error);
      const { status, code } = toRefusal(error);
      noteRefusal(request, code);
      if (status >= 500) request.log.error({ err: error.cause ?? error, path }, "request failed");
      return { error: getTRPCErrorShape({ config, error, type: "unknown", path, input: undefined, ctx }) };
    };
    const answerTo = (call: Call) => {
      const since = performance.now();
      const note = (status: number) =>
        onCall?.(request, { path: procedures.has(call.path) ? call.path : unknown, status, since });
      return runCall(call, request.method, ctx).then(
        (data) => {
          note(200);
          return { result: { data } };
        },
        (cause: unknown) => {
          note(toRefusal(getTRPCErrorFromUnknown(cause)).status);
          return refuse(cause, call.path);
        },
      );
    };
    const answer = await answerAll(request, answerTo).catch((cause: unknown) => refuse(cause));
    const wait = longestWait(errors);
    if (wait !== undefined) reply.header("retry-after", String(wait));
    return reply.code(getHTTPStatusCode(answer)).send(answer);
  });
}

async function answerAll<Answer>(request: FastifyRequest<Question>, answerTo: (call: Call) => Promise<Answer>) {
  const { path } = request.params;
  if (request.query.batch !== "1") return answerTo({ path, index: 0, input: () => readInput(request) });
  const paths = path.split(",");
  const types = new Set(paths.flatMap((each) => procedures.get(each)?._def.type ?? []));
  if (paths.length > maxBatchSize || types.size > 1) throw new TRPCError({ code: "BAD_REQUEST" });
  let inputs: unknown;
  const inputOf = (index: number) => {
    inputs ??= readInput(request) ?? {};
    if (typeof inputs !== "object" || inputs === null) throw new TRPCError({ code: "BAD_REQUEST" });
    return Object.hasOwn(inputs, index) ? Reflect.get(inputs, index) : undefined;
  };
  return Promise.all(paths.map((each, index) => answerTo({ path: each, index, input: () => inputOf(index) })));
}

async function runCall({ path, index, input }: Call, method: string, ctx: RequestContext): Promise<unknown> {
  const procedure = procedures.get(path);
  if (procedure === undefined) throw new TRPCError({ code: "NOT_FOUND" });
  const { type } = procedure._def;
  if (methods[type] !== method) throw new TRPCError({ code: "METHOD_NOT_SUPPORTED" });
  return procedure({ path, type, ctx, batchIndex: index, signal: undefined, getRawInput: async () => input() });
}

function readInput(request: FastifyRequest<Question>): unknown {
  const text = request.method === "GET" ? request.query.input : request.body;
  if (request.method === "GET" && (text === undefined || text === "")) return undefined;
  try {
    return JSON.parse(String(text));
  } catch {
    throw new TRPCError({ code: "PARSE_ERROR" });
  }
}
