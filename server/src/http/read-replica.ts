import type {} from "@fastify/cookie";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Db } from "../db/client.ts";
import type { Services } from "./context.ts";

const cookieName = "wrote";
/** Longer than any replica that is read may be behind, in seconds. */
const ownWritesSeconds = 5;

/**
 * Reads what visitors see of the catalog: from a replica where there are
 * any, and from the primary for a browser that has just changed something, so
 * that everybody sees their own review, order or saved product at once.
 */
export function readFromReplica<Result>(
  { db, replicas }: Pick<Services, "db" | "replicas">,
  request: FastifyRequest,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  if (replicas === undefined || request.cookies[cookieName] === "1") return work(db);
  return replicas.read(work);
}

/** Lets a browser that changes something say so with its next requests, whichever instance they reach. */
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
