import type {} from "@fastify/cookie";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Db } from "../db/client.ts";
import type { Services } from "./context.ts";

const cookieName = "wrote";
/** Longer than the replication lag that replicas are allowed, in seconds. */
const ownWritesSeconds = 5;

/**
 * Runs a catalog query on a replica, where there are any. A browser that has
 * just written reads from the primary, so that it reads its own writes.
 */
export function readFromReplica<Result>(
  { db, replicas }: Pick<Services, "db" | "replicas">,
  request: FastifyRequest,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  if (replicas === undefined || request.cookies[cookieName] === "1") return work(db);
  return replicas.read(work);
}

/** Marks browsers that write with a short-lived cookie, which every instance reads. */
export function pinOwnWrites(app: FastifyInstance, { replicas, isSecure }: Services): void {
  if (replicas === undefined) return;
  app.addHook("onSend", (request, reply, payload, done) => {
    const isWrite = request.method !== "GET" && request.method !== "HEAD" && request.method !== "OPTIONS";
    if (isWrite && reply.statusCode < 500) {
      const attributes = { httpOnly: true, sameSite: "strict", path: "/", secure: isSecure } as const;
      reply.setCookie(cookieName, "1", { ...attributes, maxAge: ownWritesSeconds });
    }
    done(null, payload);
  });
}
