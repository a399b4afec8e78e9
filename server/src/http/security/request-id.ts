import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { compile } from "@fastify/proxy-addr";

/** The response header with the request id that log lines carry. */
export const idHeader = "x-request-id";

/** Safe in a header, a log line and an SQL comment. */
const harmless = /^[\w.:=+@-]{1,64}$/;

/**
 * The id of a request: a trusted proxy's, so that both logs share it, else a
 * new one. Callers cannot set it, because ids must be unique.
 */
export function requestIdReader(trustedProxies: string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedProxies.length === 0 ? () => false : compile(trustedProxies);
  return ({ headers, socket }) => {
    const named = headers[idHeader];
    const isTheirs =
      typeof named === "string" &&
      socket.remoteAddress !== undefined &&
      isTrusted(socket.remoteAddress, 0) &&
      harmless.test(named);
    return isTheirs ? named : randomUUID();
  };
}
