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
  const isFromProxy = openProxyCheck(trustedProxies);
  return (request) => {
    const named = request.headers[idHeader];
    return typeof named === "string" && isFromProxy(request) && harmless.test(named) ? named : randomUUID();
  };
}

/** The `traceparent` of a request from a trusted proxy: callers may not decide what is recorded. */
export function traceParentReader(trustedProxies: string[]): (request: IncomingMessage) => string | undefined {
  const isFromProxy = openProxyCheck(trustedProxies);
  return (request) => {
    const { traceparent } = request.headers;
    return typeof traceparent === "string" && isFromProxy(request) ? traceparent : undefined;
  };
}

function openProxyCheck(trustedProxies: string[]): (request: IncomingMessage) => boolean {
  const isTrusted = trustedProxies.length === 0 ? () => false : compile(trustedProxies);
  return ({ socket }) => socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress, 0);
}
