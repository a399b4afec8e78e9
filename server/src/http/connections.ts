import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * How long an idle connection stays open, in milliseconds. Longer than a reverse proxy keeps one (two minutes): a
 * proxy that sends a request into a connection that the server is closing cannot repeat a POST, and answers 502.
 */
export const idleTimeoutMs = 130_000;

/** More connections than a few proxies open. */
const connectionsMax = 1_000;

/** Closes idle connections when there are too many, so that idle clients cannot hold descriptors and memory for minutes. */
export function boundIdleConnections(server: Server, max = connectionsMax): void {
  let open = 0;
  server.on("connection", (socket) => {
    open += 1;
    socket.once("close", () => {
      open -= 1;
    });
    if (open > max) server.closeIdleConnections();
  });
}

/** How long a client may leave the bytes of an answer unread, in milliseconds. Node may apply it twice. */
const readerTimeoutMs = 5_000;

/**
 * Closes connections whose client does not read its answer. A server that is silent because the answer takes long keeps
 * the connection: what it works on has limits of its own.
 */
export function cutStalledReaders(app: FastifyInstance, timeoutMs = readerTimeoutMs): void {
  const onTimeout = (socket: Socket) => {
    if (socket.writableLength > 0) socket.destroy();
    else socket.setTimeout(timeoutMs);
  };
  // Callbacks instead of promises, because every request runs these hooks.
  app.addHook("onRequest", (_request, reply, done) => {
    reply.raw.on("timeout", onTimeout);
    done();
  });
  app.addHook("onSend", (request, _reply, payload, done) => {
    request.raw.socket.setTimeout(timeoutMs);
    done(null, payload);
  });
}
