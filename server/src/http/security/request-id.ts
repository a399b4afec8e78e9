import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { compile } from "@fastify/proxy-addr";

/** What stays one word in a header, a log and a comment of SQL. */
const harmless = /^[\w.:=+@-]{1,64}$/;

/**
 * Names requests: as a trusted proxy has named them, so that its log and ours
 * speak of the same, and otherwise anew. Callers name nothing: they could give
 * many requests one name.
 */
export function requestIdReader(trustedProxies: string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedProxies.length === 0 ? () => false : compile(trustedProxies);
  return ({ headers, socket }) => {
    const named = headers["x-request-id"];
    const isTheirs =
      typeof named === "string" &&
      socket.remoteAddress !== undefined &&
      isTrusted(socket.remoteAddress, 0) &&
      harmless.test(named);
    return isTheirs ? named : randomUUID();
  };
}
