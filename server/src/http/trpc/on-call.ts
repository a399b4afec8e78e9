import type { FastifyRequest } from "fastify";

/**
 * Called for every call of a batched request. `path` is the procedure, `undefined` for unknown ones; `status` is the call's
 * own, and `since` its start in milliseconds.
 */
export type OnCall = (
  request: FastifyRequest,
  call: { path: string | undefined; status: number; since: number },
) => void;

/** Runs a call in a span of a trace, which is named by its procedure. */
export type TraceCall = <Result>(path: string, work: () => Promise<Result>) => Promise<Result>;
