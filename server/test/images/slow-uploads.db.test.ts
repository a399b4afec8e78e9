import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { pngOf, storedFiles, upload } from "../harness/images.ts";
import { statusesOf } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer } from "../harness/test-client.ts";
import { timeLimit } from "../harness/time-limit.ts";

const shop = startTestShop();
const boundary = "a-boundary";

/**
 * Sends the upload of an image in as many equal pieces, one every so many
 * milliseconds, as far as `pieces` says; gives back all that came until the
 * connection was closed and how long that took.
 */
async function sendSlowly(
  client: Member,
  { bytes, pieces, of, everyMs }: { bytes: number; pieces: number; of: number; everyMs: number },
) {
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="x.png"\r\n\r\n`),
    await pngOf(bytes),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const { hostname, port } = new URL(shop.origin);
  const socket = connect({ host: hostname, port: Number(port) });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const started = performance.now();
  const closed = once(socket, "close");
  socket.write(
    `POST /api/upload HTTP/1.1\r\nHost: localhost\r\nCookie: ${client.cookieHeader}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
  );
  const size = Math.ceil(body.length / of);
  for (let piece = 0; piece < pieces && !socket.destroyed; piece += 1) {
    await delay(everyMs);
    socket.write(body.subarray(piece * size, (piece + 1) * size));
  }
  await closed;
  const raw = Buffer.concat(chunks).toString("utf8");
  return { statuses: statusesOf(raw), raw, ms: performance.now() - started };
}

describe.concurrent("an upload", () => {
  it("that is slow but steady may take longer than other requests", { tags: "wide" }, async () => {
    const admin = await makeAdmin(shop);
    const { statuses, raw, ms } = await sendSlowly(admin, { bytes: 400_000, pieces: 26, of: 26, everyMs: 500 });
    expect(statuses, raw).toEqual([200]);
    expect(raw).toContain("Image uploaded");
    expect(ms).toBeGreaterThan(12_000);
  });

  it("that stalls, or drips, is cut off and leaves nothing behind", { tags: "wide" }, async () => {
    const admin = await makeAdmin(shop);
    const before = await storedFiles(shop);
    const cut = await Promise.all([
      sendSlowly(admin, { bytes: 400_000, pieces: 3, of: 10, everyMs: 200 }),
      sendSlowly(admin, { bytes: 4_000, pieces: 400, of: 4_000, everyMs: 50 }),
    ]);
    for (const { statuses, raw, ms } of cut) {
      expect(statuses).toEqual([408]);
      expect(raw).toContain("TIMEOUT");
      expect(raw.toLowerCase()).toContain("connection: close");
      expect(ms).toBeLessThan(timeLimit(25_000));
    }
    const names = (await storedFiles(shop)).filter((name) => !before.includes(name));
    expect(names.filter((name) => name.endsWith(".tmp"))).toEqual([]);
    expect((await upload(admin, await pngOf(5_000))).status).toBe(200);
  });

  it("of somebody who may not is refused at once, however slowly it would come", async () => {
    const customer = await makeCustomer(shop);
    const { statuses, ms } = await sendSlowly(customer, { bytes: 400_000, pieces: 1, of: 100, everyMs: 10 });
    expect(statuses).toEqual([403]);
    expect(ms).toBeLessThan(timeLimit(5_000));
  });
});
