import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import { z } from "zod";

/** How often the proxy asks its servers whether they want requests, in milliseconds. */
const everyMs = 100;

export type Proxy = {
  origin: string;
  /** Sends requests to one more server as soon as it says that it is ready. */
  add: (origin: string) => void;
  /** Whether a server is sent requests at this moment. */
  sendsTo: (origin: string) => boolean;
  close: () => Promise<void>;
};

/**
 * A small reverse proxy with kept-alive connections that sends requests, in
 * turns, only where readiness is told. It hands on what it is given, tries
 * nothing twice, and answers 502 when a server leaves it without an answer. It
 * listens on any port unless one is given.
 */
export async function openProxy(origins: readonly string[], port = 0): Promise<Proxy> {
  const toBackend = (origin: string) => ({ origin, isReady: false, agent: new Agent({ keepAlive: true }) });
  const backends = origins.map(toBackend);
  const look = () =>
    Promise.all(
      backends.map(async (backend) => {
        backend.isReady = await fetch(`${backend.origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
          async (response) => {
            await response.arrayBuffer();
            return response.status === 200;
          },
          () => false,
        );
      }),
    );
  await look();
  const looking = setInterval(() => void look(), everyMs);

  let waitForSlot = 0;
  const server = createServer((incoming, outgoing) => {
    const ready = backends.filter((backend) => backend.isReady);
    const backend = ready[waitForSlot++ % ready.length];
    if (backend === undefined) {
      outgoing.writeHead(502).end();
      return;
    }
    const { hostname, port } = new URL(backend.origin);
    const { method, url: path, headers } = incoming;
    const passed = request({ hostname, port, agent: backend.agent, method, path, headers }, (answer) => {
      // How long a connection is kept is between each two.
      const { connection: _connection, "keep-alive": _keepAlive, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(outgoing);
      answer.on("error", () => outgoing.destroy());
    });
    passed.on("error", () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    incoming.pipe(passed);
  });
  server.listen({ port, host: "127.0.0.1" });
  await once(server, "listening");
  const listening = z.object({ port: z.number() }).parse(server.address());
  return {
    origin: `http://127.0.0.1:${listening.port}`,
    add: (another) => void backends.push(toBackend(another)),
    sendsTo: (origin) => backends.some((backend) => backend.origin === origin && backend.isReady),
    close: async () => {
      clearInterval(looking);
      server.close();
      server.closeAllConnections();
      for (const { agent } of backends) agent.destroy();
    },
  };
}
