import { once } from "node:events";
import { createServer } from "node:http";

/** A reader that takes longer than this loses its connection; in milliseconds. */
const readerTimeoutMs = 10_000;

/**
 * Opens the private port on which figures are read, and nothing else. Returns
 * the port and what closes it.
 */
export async function openMetricsPort(
  { port, host }: { port: number; host: string },
  metrics: { contentType: string; text: () => Promise<string> },
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer(
    { requestTimeout: readerTimeoutMs, headersTimeout: readerTimeoutMs },
    (request, reply) => {
      const isOurs = request.url?.split("?", 1)[0] === "/metrics";
      if (!isOurs || (request.method !== "GET" && request.method !== "HEAD")) {
        reply.writeHead(isOurs ? 405 : 404).end();
        return;
      }
      metrics.text().then(
        (text) => reply.writeHead(200, { "content-type": metrics.contentType }).end(text),
        () => reply.writeHead(500).end(),
      );
    },
  );
  server.timeout = readerTimeoutMs;
  server.listen({ port, host });
  await once(server, "listening");
  const address = server.address();
  return {
    port: address === null || typeof address === "string" ? port : address.port,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
