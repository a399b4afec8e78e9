import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, it, vi } from "vitest";
import { statusesOf } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop();
/** How long Caddy keeps an idle connection, in seconds. */
const proxyIdleSeconds = 120;

const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

type Connection = { socket: Socket; received: () => string };

async function open(): Promise<Connection> {
  const { hostname, port } = new URL(shop.origin);
  const socket = connect({ host: hostname, port: Number(port) });
  sockets.push(socket);
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk.toString();
  });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return { socket, received: () => received };
}

const head = "POST /api/users/logout HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n";

async function call({ socket, received }: Connection): Promise<void> {
  const before = statusesOf(received()).length;
  socket.write(`${head}\r\n`);
  const isAnswered = () => expect(statusesOf(received()).length + Number(socket.closed)).toBeGreaterThan(before);
  await vi.waitFor(isAnswered, { timeout: 60_000 });
}

describe.concurrent("an idle connection", { tags: "wide" }, () => {
  it("stays open for longer than a reverse proxy keeps it, so that no POST meets a connection that closes", async () => {
    const response = await fetch(`${shop.origin}/healthz`);
    const seconds = Number(/timeout=(\d+)/.exec(response.headers.get("keep-alive") ?? "")?.[1]);
    expect(seconds).toBeGreaterThan(proxyIdleSeconds);
  });

  it("is used again after longer than any request may take", async () => {
    const connection = await open();
    await call(connection);
    // Longer than the time-outs of headers, requests and connections.
    await delay(17_000);
    await call(connection);
    expect(statusesOf(connection.received())).toEqual([200, 200]);
  });

  it("is closed when its next request stalls in the headers", async () => {
    const connection = await open();
    await call(connection);
    connection.socket.write(`${head}X-Half: `);
    await once(connection.socket, "close");
    expect(statusesOf(connection.received())).toEqual([200, 408]);
  });

  it("without a request is closed", async () => {
    const { socket } = await open();
    await once(socket, "close");
  });
});

describe("very many idle connections", () => {
  it("are closed when another one opens, which is answered", async () => {
    const idle = await Promise.all(Array.from({ length: 1_000 }, open));
    await Promise.all(idle.map(call));
    const last = await open();
    await expect.poll(() => idle.filter(({ socket }) => socket.closed).length).toBeGreaterThan(900);
    await call(last);
    expect(statusesOf(last.received())).toEqual([200]);
  });

  it("do not keep the shop from stopping", async () => {
    const connection = await open();
    await call(connection);
    const closed = once(connection.socket, "close");
    await shop.app.close();
    await closed;
  });
});
