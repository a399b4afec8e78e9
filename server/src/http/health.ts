import type { FastifyInstance } from "fastify";
import { operationDocs } from "./openapi/operation.ts";

/** Whether this instance should get traffic, or what it lacks. */
export type Readiness = () => Promise<"ready" | "draining" | "database" | "schema">;

/** What readiness depends on; `patience` for the database's answer is in milliseconds. */
export type ReadinessNeeds = {
  isDraining: () => boolean;
  /** Whether the start has put everything in its place. */
  isSeeded: () => boolean;
  countMigrations: () => Promise<number>;
  /** How many migrations this release needs. */
  known: number;
  timeoutMs: number;
};

/**
 * Tells the truth of the moment: the database answers in time, knows all that
 * this release needs, and this process is not about to leave. Askers at the
 * same moment share one question to the database.
 */
export function watchReadiness({ isDraining, isSeeded, countMigrations, known, timeoutMs }: ReadinessNeeds): Readiness {
  let asking: ReturnType<Readiness> | undefined;
  const ask = async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"database">((done) => {
      timer = setTimeout(done, timeoutMs, "database");
    });
    const state = countMigrations().then(
      (n) => (n >= known ? ("ready" as const) : ("schema" as const)),
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
    if (!isSeeded()) return "schema";
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

/** Liveness never looks beyond the process; readiness says what is missing, and nothing of where it is. */
export function healthRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.get("/healthz", { logLevel: "silent", ...operationDocs.live }, () => ({ status: "ok" }));
  app.get("/readyz", { logLevel: "silent", ...operationDocs.ready }, async (_request, reply) => {
    const state = await readiness();
    if (state === "ready") return { status: "ready" };
    reply.code(503).header("retry-after", "2");
    return { status: "unavailable", missing: sayings[state] };
  });
}

/** Tells keep-alive clients of an instance that is about to stop to come back on a new connection, to another one. */
export function sendElsewhere(app: FastifyInstance, isDraining: () => boolean): void {
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isDraining()) reply.header("connection", "close");
    done(null, payload);
  });
}

/** Refuses everything but the two questions above for as long as the start has not put everything in its place. */
export function refuseUntil(app: FastifyInstance, isSeeded: () => boolean): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const isWaiting = !isSeeded() && !/^\/(healthz|readyz)$/.test(request.url);
    done(isWaiting ? Object.assign(new Error("the schema is not there yet"), { statusCode: 503 }) : undefined);
  });
}

const sayings = {
  draining: "this instance is about to stop",
  database: "the database does not answer",
  schema: "the database lacks migrations",
};
