import type { FastifyInstance } from "fastify";
import { operationDocs } from "./openapi/operation.ts";

/** Whether this instance should get traffic, or the reason why not. */
export type Readiness = () => Promise<"ready" | "draining" | "busy" | "database" | "read-only" | "schema">;

/** The dependencies of the readiness check. `timeoutMs` limits the database's answer. */
export type ReadinessDeps = {
  isDraining: () => boolean;
  /** Whether the event loop is blocked too often to serve others. */
  isBusy: () => boolean;
  countMigrations: () => Promise<number>;
  /** Whether the database takes changes. */
  isWritable: () => Promise<boolean>;
  /** The number of migrations of this release. */
  known: number;
  timeoutMs: number;
};

/**
 * Ready means: the database answers in time, takes changes, has this release's migrations, and the process is neither
 * shutting down nor blocked. Concurrent checks share one query.
 */
export function watchReadiness(deps: ReadinessDeps): Readiness {
  const { isDraining, isBusy, countMigrations, isWritable, known, timeoutMs } = deps;
  let asking: ReturnType<Readiness> | undefined;
  const ask = async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"database">((done) => {
      timer = setTimeout(done, timeoutMs, "database");
    });
    const state = Promise.all([countMigrations(), isWritable()]).then(
      ([n, writes]) => (n < known ? ("schema" as const) : writes ? ("ready" as const) : ("read-only" as const)),
      () => "database" as const,
    );
    try {
      return await Promise.race([state, late]);
    } finally {
      clearTimeout(timer);
    }
  };
  return async () => {
    if (isDraining()) return "draining";
    if (isBusy()) return "busy";
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

/** Liveness checks only the process. Readiness names the missing part, but no host or address. */
export function healthRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.get("/healthz", { logLevel: "silent", ...operationDocs.live }, () => ({ status: "ok" }));
  app.get("/readyz", { logLevel: "silent", ...operationDocs.ready }, async (_request, reply) => {
    const state = await readiness();
    if (state === "ready") return { status: "ready" };
    reply.code(503).header("retry-after", "2");
    return { status: "unavailable", missing: sayings[state] };
  });
}

/** Whether a path is one of a health check, which proxies ask each second. */
export function isHealthCheck(url: string): boolean {
  return /^\/(healthz|readyz)(\?|$)/.test(url);
}

/** Answers nothing but health checks: the request belongs to another instance. */
export function refuseRequests(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ url }) => {
    if (!isHealthCheck(url)) throw Object.assign(new Error("a worker answers no requests"), { statusCode: 503 });
  });
}

/** While draining, closes keep-alive connections, so that clients reconnect to another instance. */
export function sendElsewhere(app: FastifyInstance, isDraining: () => boolean): void {
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isDraining()) reply.header("connection", "close");
    done(null, payload);
  });
}

const sayings = {
  draining: "this instance is about to stop",
  busy: "this instance is busy",
  database: "the database does not answer",
  "read-only": "the database takes no changes",
  schema: "the database lacks migrations",
};
