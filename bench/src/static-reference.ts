import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";

/** A server of static pages. */
type Reference = { origin: string; stop: () => Promise<void> };

/**
 * Serves the shop's pages as static ones: the same HTML, headers, styles, fonts and images, and no script. It is what a page of
 * this content can reach at best on the machine of the run.
 */
export async function startStaticReference(shop: string): Promise<Reference> {
  const server = createServer((incoming, outgoing) => {
    const isPage = incoming.headers.accept?.includes("text/html") === true;
    const encoding = isPage ? "identity" : incoming.headers["accept-encoding"];
    const headers = { ...incoming.headers, "accept-encoding": encoding };
    request(shop + (incoming.url ?? "/"), { headers }, (answer) => {
      if (isPage) void sendWithoutScripts(answer, outgoing);
      else {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      }
    }).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The reference has no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function sendWithoutScripts(answer: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const html = (await text(answer))
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
    .replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, "");
  const body = gzipSync(html);
  // The headers as well: one that isolates the page makes the browser start another process before it paints.
  outgoing.writeHead(200, { ...answer.headers, "content-encoding": "gzip", "content-length": body.length });
  outgoing.end(body);
}
