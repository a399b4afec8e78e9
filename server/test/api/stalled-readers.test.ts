import { once } from "node:events";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import Fastify from "fastify";
import { expect, it } from "vitest";
import { cutStalledReaders } from "../../src/http/connections.ts";

const timeoutMs = 100;

async function openApp() {
  const app = Fastify({ connectionTimeout: timeoutMs });
  cutStalledReaders(app, timeoutMs);
  const closed: Promise<unknown>[] = [];
  app.server.on("connection", (socket) => closed.push(once(socket, "close")));
  app.get("/late", async () => {
    await delay(5 * timeoutMs);
    return "late";
  });
  app.get("/pausing", (_request, reply) => {
    const parts = async function* () {
      yield "first ";
      await delay(5 * timeoutMs);
      yield "last";
    };
    return reply.type("text/plain").send(Readable.from(parts()));
  });
  app.get("/endless", (_request, reply) => {
    const parts = async function* () {
      for (;;) yield Buffer.alloc(1_000_000);
    };
    return reply.type("application/octet-stream").send(Readable.from(parts()));
  });
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  return { app, origin, closed };
}

it("An answer that takes longer than a reader may be silent arrives whole", async () => {
  const { app, origin } = await openApp();
  expect(await (await fetch(`${origin}/late`)).text()).toBe("late");
  expect(await (await fetch(`${origin}/pausing`)).text()).toBe("first last");
  await app.close();
});

it("A client that does not read its answer loses its connection", async () => {
  const { app, origin, closed } = await openApp();
  const { port } = new URL(origin);
  const socket = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
  await once(socket, "connect");
  socket.on("error", () => undefined).pause();
  socket.write("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await expect.poll(() => closed.length).toBe(1);
  await Promise.all(closed);
  socket.destroy();
  await app.close();
});
