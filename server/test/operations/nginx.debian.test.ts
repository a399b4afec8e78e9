import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { connect } from "node:tls";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertCustomers } from "../harness/customers.ts";
import { isLeftOut, runProgram } from "../harness/debian.ts";
import { makeProduct } from "../harness/factories.ts";
import { freePort } from "../harness/free-port.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { type Call, keepAsking, tally, waitForStatus } from "../harness/load.ts";
import { type ObjectStore, startObjectStore } from "../harness/object-store.ts";
import { orderOf } from "../harness/ordering.ts";
import { startTwoServers } from "../harness/two-servers.ts";

const conf = fileURLToPath(new URL("../../../deploy/nginx/shop.conf", import.meta.url));
const stock = 1_000_000;
const undo: (() => Promise<unknown>)[] = [];
let store: ObjectStore;
let port = 0;
let log = "";
/** Variables of the two servers; the bucket is there before they start. */
const variables: Record<string, string> = { TRUSTED_PROXIES: "loopback", DRAIN_MS: "5000" };

type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer };

/** Asks through nginx, as a browser does. */
function ask(path: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<Call & { id: string }> {
  const at = performance.now();
  return new Promise((done) => {
    const end = (status: number, text: string, type = "", id = "") =>
      done({ status, body: text, type, id, at, ms: performance.now() - at });
    const options = { host: "127.0.0.1", port, path, method, headers, rejectUnauthorized: false };
    const call = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", (error) => end(0, String(error)));
      response.once("end", () => {
        const { "content-type": type, "x-request-id": id } = response.headers;
        end(response.statusCode ?? 0, Buffer.concat(chunks).toString(), type, String(id ?? ""));
      });
    });
    call.once("error", (error) => end(0, String(error)));
    call.end(body);
  });
}

/** The shipped file with this machine's ports, certificate and log, in the smallest nginx that includes it. */
async function startNginx(instances: readonly { origin: string }[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "shop-nginx-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  port = await freePort();
  log = join(folder, "shop.log");
  const [certificate, key] = [join(folder, "fullchain.pem"), join(folder, "privkey.pem")];
  const subject = ["-subj", "/CN=shop.example.com", "-days", "1"];
  execFileSync("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    key,
    "-out",
    certificate,
    ...subject,
  ]);
  const shipped = await readFile(conf, "utf8");
  const adapted = instances
    .reduce((text, { origin }, n) => text.replace(`127.0.0.1:${3_000 + n}`, new URL(origin).host), shipped)
    .replaceAll("/etc/letsencrypt/live/shop.example.com", folder)
    .replaceAll("/var/log/nginx/shop.log", log)
    .replaceAll(/^\tlisten \[::\].*\n/gm, "")
    .replace("listen 80;", `listen 127.0.0.1:${await freePort()};`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`);
  await writeFile(join(folder, "shop.conf"), adapted);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const main = `daemon off; pid ${folder}/nginx.pid; error_log stderr;
    events {} http { access_log off; ${temporary.join(" ")} include ${folder}/shop.conf; }`;
  await writeFile(join(folder, "nginx.conf"), main);
  const { stop } = runProgram("nginx", ["-e", "stderr", "-c", join(folder, "nginx.conf")]);
  undo.push(stop);
  while ((await ask("/healthz")).status !== 200) await delay(100);
}

describe.skipIf(isLeftOut("nginx"))("Behind nginx as it is shipped", () => {
  beforeAll(async () => {
    store = await startObjectStore();
    undo.push(store.discard);
    Object.assign(variables, store.env);
  });
  const servers = startTwoServers(variables);
  beforeAll(() => startNginx(servers.shops));
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });

  const order = (product: string, cookie: string) =>
    ask("/api/orders", {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify(orderOf([{ product, qty: 1 }])),
    });

  it("images whose store is down cost nobody but those who ask for them an answer", async () => {
    const product = await makeProduct(servers.db, { countInStock: stock });
    const [customer] = await insertCustomers(servers.db, 1);
    expect((await ask("/api/products")).status).toBe(200);
    await store.kill();
    const names = Array.from(
      { length: 40 },
      (_, n) => `/uploads/0190a0a0-0000-7000-8000-${String(n).padStart(12, "0")}.webp`,
    );
    const images = keepAsking(1, (n) => ask(names[n % names.length] ?? ""), 100);
    const others = keepAsking(
      2,
      (n) => (n % 5 === 0 ? order(product, customer?.cookie ?? "") : ask("/api/products")),
      20,
    );
    await delay(8_000);
    const [shown, missed] = [await others.stop(), await images.stop()];
    await store.start();
    expect(missed.length).toBeGreaterThan(10);
    expect(Object.keys(tally(missed))).not.toContain("200");
    expect(Object.keys(tally(shown))).toEqual(["200", "201"]);
    await expectInvariants(servers.pool, { [product]: stock });
  });

  it("instances that are restarted one after the other refuse nobody and lose no order", async () => {
    const product = await makeProduct(servers.db, { countInStock: stock });
    const customers = await insertCustomers(servers.db, 4);
    const load = keepAsking(
      4,
      (n) => (n % 3 === 0 ? order(product, customers[n % 4]?.cookie ?? "") : ask(`/api/products/${product}`)),
      20,
    );
    await delay(2_000);
    for (const shop of servers.shops) {
      shop.kill("SIGTERM");
      await shop.exited;
      const again = await servers.openAnother({ PORT: new URL(shop.origin).port });
      await waitForStatus(`${again.origin}/readyz`, 200, 60_000);
      // For so long nginx skips an instance that had refused a connection.
      await delay(6_000);
    }
    const calls = await load.stop();
    expect(Object.keys(tally(calls))).toEqual(["200", "201"]);
    const { rowCount } = await servers.pool.query("select from order_items where product_id = $1", [product]);
    expect(rowCount).toBe(tally(calls)[201]);
    await expectInvariants(servers.pool, { [product]: stock });
  });

  it("a line of the log names the request as the shop does, the instance, and its time", async () => {
    const { id } = await ask("/api/products?pageNumber=1");
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    await expect.poll(() => readFile(log, "utf8")).toContain(id);
    const line = (await readFile(log, "utf8")).split("\n").find((each) => each.includes(id));
    expect(line).toMatch(
      /"GET \/api\/products\?pageNumber=1 HTTP\/1\.1" 200 .* upstream=127\.0\.0\.1:\d+ .*upstream_time=\d/,
    );
  });

  it("a request in JSON may be as large as the shop takes, and only an upload larger", async () => {
    const post = (path: string, bytes: number) =>
      ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: Buffer.alloc(bytes, 0x20) });
    const refusedByNginx = async (path: string, bytes: number) => {
      const { status, type } = await post(path, bytes);
      return status === 413 && type.startsWith("text/html");
    };
    expect(await refusedByNginx("/api/orders", 1_048_576)).toBe(false);
    expect(await refusedByNginx("/api/orders", 1_100_000)).toBe(true);
    expect(await refusedByNginx("/api/upload", 5_500_000)).toBe(false);
    expect(await refusedByNginx("/api/reviews/photos", 7_000_000)).toBe(true);
  });

  it("versions of TLS that are broken are not spoken", async () => {
    const versionOf = (version: "TLSv1.1" | "TLSv1.2" | "TLSv1.3") =>
      new Promise<string | null>((done) => {
        // So that this side would speak the old one.
        const ciphers = "DEFAULT:@SECLEVEL=0";
        const options = { host: "127.0.0.1", port, rejectUnauthorized: false, ciphers };
        const socket = connect({ ...options, minVersion: version, maxVersion: version }, () => {
          done(socket.getProtocol());
          socket.end();
        });
        socket.once("error", () => done(null));
      });
    expect(await versionOf("TLSv1.1")).toBeNull();
    expect(await versionOf("TLSv1.2")).toBe("TLSv1.2");
    expect(await versionOf("TLSv1.3")).toBe("TLSv1.3");
  });
});
