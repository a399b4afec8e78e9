import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from "fastify";
import { refusalsOf } from "../http/refusals.ts";
import type { OnCall } from "../http/trpc/on-call.ts";
import { waitedFor } from "../infra/waits.ts";
import type { Metrics } from "./registry.ts";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "DELETE"]);
const transports: [string, string][] = [
  ["/api/", "rest"],
  ["/trpc/", "trpc"],
  ["/static/", "file"],
  ["/uploads/", "file"],
];
/** One label for all unknown paths, which bounds the label cardinality. */
const unknown = "unknown";
const probes = new Set(["/healthz", "/readyz"]);

/**
 * Measures the requests of all transports, pages and files: duration, count, status and refusals. A
 * batch counts as its calls.
 */
export function measureRequests(app: FastifyInstance, metrics: Metrics): OnCall {
  const took = metrics.durations({
    name: "shop_request_duration_seconds",
    help: "Response times, by transport, route or procedure, method and class of status",
    labels: ["transport", "route", "method", "status"],
  });
  const refused = metrics.counter({
    name: "shop_refusals_total",
    help: "Refused calls, by wire code",
    labels: ["code"],
  });
  const countAborted = metrics.counter({
    name: "shop_requests_abandoned_total",
    help: "Requests that the client aborted",
  });
  const waited = metrics.counter({
    name: "shop_request_wait_seconds_total",
    help: "What requests waited for, by what: pool, sql, render or provider",
    labels: ["wait"],
  });
  let inProgress = 0;
  metrics.gauge({
    name: "shop_requests_in_flight",
    help: "Requests in progress",
    read: () => [{ value: inProgress }],
  });

  const countedByCall = new WeakSet<FastifyRequest>();
  const secondsSince = (since: number) => (performance.now() - since) / 1_000;

  // The pattern is stored per route: reading it from the request allocates a large object each time.
  const patterns = new WeakMap<FastifyRequest, string>();
  app.addHook("onRoute", (route) => {
    const { url } = route;
    const emit: onRequestHookHandler = (request, _reply, done) => {
      patterns.set(request, url);
      done();
    };
    route.onRequest = [emit, ...[route.onRequest ?? []].flat()];
  });

  app.addHook("onRequest", (request, reply, done) => {
    if (probes.has(request.url)) return done();
    const since = performance.now();
    inProgress += 1;
    // Called once for every request, whether it completed or was aborted.
    reply.raw.once("close", () => {
      inProgress -= 1;
      for (const [wait, ms] of Object.entries(waitedFor(request))) waited({ wait }, ms / 1_000);
      // A stream stays open as long as its reader looks at the list.
      if (String(reply.getHeader("content-type")).startsWith("text/event-stream")) return;
      for (const code of refusalsOf(request)) refused({ code });
      if (!reply.raw.writableFinished) countAborted({});
      else if (!countedByCall.has(request)) {
        const pattern = patterns.get(request) ?? request.routeOptions.url;
        took(labelsOf(request, pattern, reply.statusCode), secondsSince(since));
      }
    });
    done();
  });

  return (request, { path = unknown, status, since }) => {
    countedByCall.add(request);
    took({ transport: "trpc", route: path, method: methodOf(request), status: classOf(status) }, secondsSince(since));
  };
}

function methodOf({ method }: FastifyRequest): string {
  return methods.has(method) ? method : unknown;
}

function classOf(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}

/** The labels of a request; each has a bounded cardinality. */
function labelsOf(request: FastifyRequest, pattern: string | undefined, status: number) {
  const transport = transports.find(([start]) => request.url.startsWith(start))?.[1] ?? "page";
  // The pattern of pages is a catch-all; only known addresses count as pages.
  const isUnknown = pattern === undefined || (pattern === "/*" && transport !== "page");
  const isCall = pattern === "/trpc/:path";
  return {
    transport,
    route: isUnknown || isCall ? unknown : pattern,
    method: methodOf(request),
    status: classOf(status),
  };
}
