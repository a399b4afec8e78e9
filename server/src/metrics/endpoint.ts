import { once } from "node:events";
import { createServer } from "node:http";

/** The connection time-out of a scraper, in milliseconds. */
const readerTimeoutMs = 10_000;

/** Opens the private port that serves `/metrics` only. Returns the port and a function that closes it. */
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
