import type { FastifyInstance } from "fastify";

/** Whether this instance should get traffic, and why not. */
export type Readiness = () => Promise<"ready" | "draining" | "database" | "schema">;

/** Liveness never looks beyond the process; readiness tells the truth about what it needs. */
export function healthRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.get("/healthz", { logLevel: "silent" }, () => ({ status: "ok" }));
  app.get("/readyz", { logLevel: "silent" }, async (_request, reply) => {
    const state = await readiness();
    if (state !== "ready") reply.code(503).header("retry-after", "2");
    return { status: state === "ready" ? "ready" : "unavailable" };
  });
}
