import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, it, vi } from "vitest";
import { makeClientDir } from "./harness/client-files.ts";
import { keepAsking, median, tally, time } from "./harness/load.ts";
import { shopProcesses } from "./harness/process.ts";
import { createDatabase, startTestShop } from "./harness/shop.ts";

const shop = startTestShop({ clientDir: makeClientDir() });
const processes = shopProcesses();
const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

/** Connects, says something, and never hangs up by itself, not even when the other side does. */
async function stall(origin: string, bytes: string, isReading = true): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  sockets.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  if (isReading) socket.resume();
  else socket.pause();
  socket.write(bytes);
  return socket;
}

function openConnections(): Promise<number> {
  return new Promise((done, fail) =>
    shop.app.server.getConnections((error, count) => (error === null ? done(count) : fail(error))),
  );
}

// A start takes about a second, and many times that on a machine that is busy with something else.
vi.setConfig({ testTimeout: 90_000 });

describe.concurrent("clients that stall", () => {
  it("in the head, in the body or in reading lose their connections, and nobody else notices", async () => {
    const head = "GET /api/products HTTP/1.1\r\nHost: localhost\r\nX-Half: ";
    const body =
      "POST /api/users/auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{";
    const reading = "GET /static/big.bin HTTP/1.1\r\nHost: localhost\r\n\r\n";
    await Promise.all([
      ...Array.from({ length: 45 }, () => stall(shop.origin, head)),
      ...Array.from({ length: 45 }, () => stall(shop.origin, body)),
      ...Array.from({ length: 10 }, () => stall(shop.origin, reading, false)),
    ]);
    while ((await openConnections()) < 100) await delay(20);
    const started = performance.now();
    const load = keepAsking(2, () => time(`${shop.origin}/api/products`), 50);
    // The two of the load may stay; they are not stalled.
    while ((await openConnections()) > 5) {
      if (performance.now() - started > 20_000) break;
      await delay(100);
    }
    const closedAfter = performance.now() - started;
    const calls = await load.stop();
    expect(closedAfter).toBeLessThan(15_000);
    expect(Object.keys(tally(calls))).toEqual(["200"]);
    expect(median(calls.map((call) => call.ms))).toBeLessThan(100);
  });

  it("cannot keep a server from stopping", async () => {
    const database = await createDatabase();
    const server = await processes.open({ DATABASE_URL: database.url });
    const dripping = await stall(server.origin, "GET /api/products HTTP/1.1\r\nHost: localhost\r\nX-Drip: ");
    const drip = setInterval(() => dripping.write("x"), 200);
    await stall(
      server.origin,
      "POST /api/users/auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
    );
    const started = performance.now();
    server.kill("SIGTERM");
    const { code } = await server.exited;
    clearInterval(drip);
    expect(code, server.errors.join("\n")).toBe(0);
    expect(performance.now() - started).toBeLessThan(15_000);
    await database.drop();
  });
});
