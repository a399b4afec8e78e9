import type { ErrorCode } from "@shop/shared/errors";
import type { FastifyRequest } from "fastify";

const refusals = new WeakMap<FastifyRequest, ErrorCode[]>();

/** Notes why a call of a request was refused, for the log and the figures. */
export function noteRefusal(request: FastifyRequest, code: ErrorCode): void {
  const known = refusals.get(request);
  if (known === undefined) refusals.set(request, [code]);
  else known.push(code);
}

/** Why calls of a request were refused; none for what went well. */
export function refusalsOf(request: FastifyRequest): readonly ErrorCode[] {
  return refusals.get(request) ?? [];
}
