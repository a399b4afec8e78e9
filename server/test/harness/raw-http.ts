import { request } from "node:http";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

/** Sends a request as `fetch` refuses to: any method, any header, the path exactly as written. */
export function send(
  origin: string,
  {
    method = "GET",
    path,
    headers = {},
    body,
  }: { method?: string; path: string; headers?: Record<string, string>; body?: string | Buffer },
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((done, fail) => {
    const call = request({ host: hostname, port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", fail);
      response.on("end", () =>
        done({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    call.on("error", fail);
    call.end(body);
  });
}

/**
 * Writes bytes to the server and gives back everything it answers until it
 * closes the connection, or until `timeoutMs` milliseconds have passed.
 */
export async function exchange(origin: string, bytes: string | Buffer, timeoutMs = 3_000): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.on("error", () => undefined);
  socket.write(bytes);
  const closed = new Promise<void>((done) => socket.once("close", () => done()));
  await Promise.race([closed, delay(timeoutMs, undefined, { ref: false })]);
  socket.destroy();
  return Buffer.concat(chunks).toString("utf8");
}

/** The status codes of the answers in a raw exchange, in their order. */
export function statusesOf(raw: string): number[] {
  return [...raw.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
}
