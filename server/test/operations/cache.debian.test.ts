import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { products } from "../../src/db/schema/products.ts";
import { type Customer, insertCustomer } from "../harness/customers.ts";
import { isLeftOut, runProgram } from "../harness/debian.ts";
import { makeProduct } from "../harness/factories.ts";
import { freePort } from "../harness/free-port.ts";
import { formOf, noise } from "../harness/images.ts";
import { orderOf } from "../harness/ordering.ts";
import { startTwoServers } from "../harness/two-servers.ts";

const conf = fileURLToPath(new URL("../../../deploy/nginx/cache.conf", import.meta.url));
/** Longer than the second that a shared cache may keep an answer, which nginx counts in whole ones. */
const expiryMs = 2_500;
const undo: (() => Promise<unknown>)[] = [];
let cache = "";

/** The shipped file with this machine's ports and folder, in the smallest nginx that includes it. */
async function startCache(shop: { origin: string }): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "shop-cache-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  cache = `http://127.0.0.1:${port}`;
  const adapted = (await readFile(conf, "utf8"))
    .replace("127.0.0.1:3000", new URL(shop.origin).host)
    .replace("/var/cache/nginx/shop", `${folder}/kept`)
    .replace("listen 8080", `listen 127.0.0.1:${port}`);
  await writeFile(join(folder, "cache.conf"), adapted);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  // Started by root, its workers would have no access to the folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const main = `${user} daemon off; pid ${folder}/nginx.pid; error_log stderr;
    events {} http { access_log off; ${temporary.join(" ")} include ${folder}/cache.conf; }`;
  await writeFile(join(folder, "nginx.conf"), main);
  const { stop } = runProgram("nginx", ["-e", "stderr", "-c", join(folder, "nginx.conf")]);
  undo.push(stop);
  while (
    await fetch(`${cache}/healthz`).then(
      ({ ok }) => !ok,
      () => true,
    )
  )
    await delay(100);
}

type Asked = { headers?: Record<string, string>; method?: string; body?: string };

async function ask(path: string, asked: Asked = {}) {
  const response = await fetch(cache + path, asked);
  const body = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    from: response.headers.get("x-cache"),
    type: response.headers.get("content-type"),
    body,
  };
}

/** Where each of several requests in a row was answered. */
async function sources(path: string, times: number, asked: Asked = {}): Promise<unknown[]> {
  const from: unknown[] = [];
  for (let n = 0; n < times; n += 1) from.push((await ask(path, asked)).from);
  return from;
}

const priceIn = (body: Buffer): unknown => Reflect.get(Object(JSON.parse(body.toString())), "price");

describe.skipIf(isLeftOut("nginx"))("Behind a shared cache", () => {
  const servers = startTwoServers({ TRUSTED_PROXIES: "loopback" });
  let admin: Customer;
  beforeAll(async () => {
    await startCache(servers.shops[0]);
    admin = await insertCustomer(servers.db, { isAdmin: true });
  });
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });

  it("scripts and images come from the cache, each image in the format that the browser takes", async () => {
    const page = (await ask("/")).body.toString();
    const script = /\/static\/[^"]+\.js/.exec(page)?.[0] ?? "";
    expect(await sources(script, 3)).toEqual(["MISS", "HIT", "HIT"]);
    const { cookie } = admin;
    const sent = { method: "POST", headers: { cookie }, body: formOf(await noise(900, 700).blur(4).png().toBuffer()) };
    const image = String(
      Reflect.get(Object(await (await fetch(`${servers.shops[0].origin}/api/upload`, sent)).json()), "image"),
    );
    const narrow = image.replace(/\.webp$/, "-640.webp");
    const takes = (accept: string) => ask(narrow, { headers: { accept } });
    const [avif, plain] = [await takes("image/avif,image/webp,*/*"), await takes("image/jpeg")];
    expect(avif.type).not.toBe(plain.type);
    expect([(await takes("image/avif,image/webp,*/*")).type, (await takes("image/jpeg")).type]).toEqual([
      avif.type,
      plain.type,
    ]);
    expect((await takes("image/jpeg")).from).toBe("HIT");
  });

  it("an answer for everybody is kept for a second, and whoever has written sees the change at once", async () => {
    const id = await makeProduct(servers.db, { priceCents: 1_000 });
    const path = `/api/products/${id}`;
    expect(priceIn((await ask(path)).body)).toBe(10);
    await servers.db.update(products).set({ priceCents: 2_000 }).where(eq(products.id, id));
    const own = await ask(path, { headers: { cookie: "wrote=1" } });
    expect([priceIn(own.body), own.from]).toEqual([20, "BYPASS"]);
    await delay(expiryMs);
    expect(priceIn((await ask(path)).body)).toBe(20);
    expect((await ask(path)).from).toBe("HIT");
  });

  it("nothing of a customer's own is kept, and orders go through", async () => {
    const customer = await insertCustomer(servers.db);
    const product = await makeProduct(servers.db);
    const { cookie } = customer;
    const body = JSON.stringify(orderOf([{ product, qty: 1 }]));
    const headers = { "content-type": "application/json", cookie };
    expect((await ask("/api/orders", { method: "POST", headers, body })).status).toBe(201);
    for (const path of ["/api/users/profile", "/api/orders/mine"]) {
      expect(await sources(path, 2, { headers: { cookie } }), path).toEqual(["BYPASS", "BYPASS"]);
      expect((await ask(path)).status, path).toBe(401);
    }
  });

  it("what is known is answered while the shop is gone, and nothing else is", async () => {
    const id = await makeProduct(servers.db);
    expect((await ask(`/api/products/${id}`)).status).toBe(200);
    const [shop] = servers.shops;
    shop.kill("SIGKILL");
    await shop.exited;
    await delay(expiryMs);
    const known = await ask(`/api/products/${id}`);
    expect([known.status, known.from]).toEqual([200, "STALE"]);
    expect((await ask("/api/products?keyword=never")).status).toBe(502);
  });
});
