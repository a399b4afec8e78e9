import type { FastifyReply, FastifyRequest } from "fastify";
import { UnsupportedMethod } from "./allowed-methods.ts";
import { type Refusal, toRefusal } from "./errors.ts";
import { noteRefusal } from "./refusals.ts";

/**
 * Logs and counts a refused request, and sets the status and the headers of its
 * answer. Returns what each transport writes into a body of its own.
 */
export function refuseRequest(error: unknown, request: FastifyRequest, reply: FastifyReply): Refusal {
  const refusal = toRefusal(error);
  noteRefusal(request, refusal.code);
  if (refusal.status >= 500) request.log.error({ err: error }, "request failed");
  if (refusal.retryAfter !== undefined) reply.header("retry-after", String(refusal.retryAfter));
  if (error instanceof UnsupportedMethod) reply.header("allow", error.allowed.join(", "));
  // The rest of a body that came too late is not read.
  if (refusal.status === 408) reply.header("connection", "close");
  reply.code(refusal.status);
  return refusal;
}
