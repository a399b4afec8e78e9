import type { FastifyInstance, FastifyRequest } from "fastify";
import type { OpenSpan, Tracing } from "../infra/tracing.ts";
import { isHealthCheck } from "./health.ts";
import { traceParentReader } from "./security/request-id.ts";

const spans = new WeakMap<FastifyRequest, OpenSpan>();

/** The span of a request, if it is traced. */
export function spanOf(request: FastifyRequest): OpenSpan | undefined {
  return spans.get(request);
}

/** The id of the trace of a request, for its line of the log. */
export function traceOf(request: FastifyRequest): { trace?: string } {
  const traceId = spans.get(request)?.traceId ?? "";
  return traceId === "" ? {} : { trace: traceId };
}

/**
 * Traces the requests of an application, but for health checks and static files. A span has the pattern of the address,
 * never what a caller put into it.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing, trustedProxies: string[]): void {
  const readTraceParent = traceParentReader(trustedProxies);
  app.addHook("onRequest", (request, reply, done) => {
    if (isHealthCheck(request.url) || request.url.startsWith("/static/")) return done();
    const { method } = request;
    const span = tracing.begin({
      name: method,
      kind: "server",
      facts: { "http.request.method": method, "shop.request.id": request.id },
      // Of nobody else than a proxy.
      parent: readTraceParent(request.raw) ?? null,
    });
    spans.set(request, span);
    // Also when the client has left.
    reply.raw.once("close", () => {
      const route = request.routeOptions.url ?? "unknown";
      span.add({ "http.route": route, "http.response.status_code": reply.statusCode });
      span.end({
        name: `${method} ${route}`,
        ...(reply.statusCode >= 500 ? { error: new Error(`status ${reply.statusCode}`) } : {}),
      });
    });
    done();
  });
}
