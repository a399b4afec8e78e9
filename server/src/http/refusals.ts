import type { ErrorCode } from "@shop/shared/errors";
import type { FastifyRequest } from "fastify";

const refusals = new WeakMap<FastifyRequest, ErrorCode[]>();

/** Records the code of a refused call, for the log and the metrics. */
export function noteRefusal(request: FastifyRequest, code: ErrorCode): void {
  const known = refusals.get(request);
  if (known === undefined) refusals.set(request, [code]);
  else known.push(code);
}

/** The codes of a request's refused calls. */
export function refusalsOf(request: FastifyRequest): readonly ErrorCode[] {
  return refusals.get(request) ?? [];
}
