import type { Server } from "node:http";

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
