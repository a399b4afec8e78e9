import type {} from "@fastify/cookie";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Db } from "../db/client.ts";
import type { Services } from "./context.ts";

const cookieName = "wrote";
/** Requests that change no product, and whose answers set other cookies. */
const accountRoutes = /^\/(api\/users\b|trpc\/account\.[\w.]+(,account\.[\w.]+)*(\?|$))/;
/** Longer than the replication lag that replicas are allowed, in seconds. */
const ownWritesSeconds = 5;

/**
 * Runs a catalog query on a replica, where there are any. A browser that has
 * just written reads from the primary, so that it reads its own writes.
 */
export function readFromReplica<Result>(
  { db, replicas, answers }: Pick<Services, "db" | "replicas" | "answers">,
  request: FastifyRequest,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  if (replicas === undefined || hasWritten(request)) return work(db);
  return replicas.read(work, answers.feed.position());
}

/** Whether the browser has just written, by this or another instance. */
export function hasWritten(request: FastifyRequest): boolean {
  return request.cookies[cookieName] === "1";
}

/** Marks browsers that write with a short-lived cookie, which every instance reads. */
export function pinOwnWrites(app: FastifyInstance, { answers, isSecure }: Services): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    const isWrite = request.method !== "GET" && request.method !== "HEAD" && request.method !== "OPTIONS";
    if (isWrite && reply.statusCode < 400 && !accountRoutes.test(request.url)) {
      answers.noteWrite();
      const attributes = { httpOnly: true, sameSite: "strict", path: "/", secure: isSecure } as const;
      reply.setCookie(cookieName, "1", { ...attributes, maxAge: ownWritesSeconds });
    }
    done(null, payload);
  });
}
