import type { FastifyRequest } from "fastify";
import type { Db } from "../db/client.ts";
import type { Services } from "./context.ts";
import { hasWritten } from "./own-writes.ts";

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
