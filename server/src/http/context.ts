import type { FastifyRequest } from "fastify";
import type { Db } from "../db/client.ts";

/** What the doors need from outside; made once at start. */
export type Services = {
  db: Db;
  pageSize: number;
};

/** What one request carries through either door. */
export type RequestContext = Services & { requestId: string };

/** The context of a request, the same for both doors. */
export function toContext(services: Services, request: FastifyRequest): RequestContext {
  return { ...services, requestId: request.id };
}
