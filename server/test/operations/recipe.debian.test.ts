import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { arch, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { nodeBinary } from "../../../scripts/node-binary.ts";
import { type OpenedDb, openDb } from "../../src/db/client.ts";
import { builtCommit, presentCommit } from "../harness/built-release.ts";
import { isLeftOut } from "../harness/debian.ts";
import { type DebianMachine, type Shell, startDebian } from "../harness/debian-machine.ts";
import { commandsIn } from "../harness/documents.ts";
import { makeProduct } from "../harness/factories.ts";
import { freePort } from "../harness/free-port.ts";
import { type Answer, type HttpsClient, openHttpsClient } from "../harness/https-client.ts";
import { formOf, plain } from "../harness/images.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { type Call, keepAsking, tally } from "../harness/load.ts";
import { orderOf } from "../harness/ordering.ts";
import { fromTrpc } from "../harness/test-client.ts";
import { testLimits } from "../harness/test-limits.ts";

/** The document's own example. */
const domain = "shop.example.com";
const authority = "acme.example.com";
const stock = 1_000_000;
const account = { email: "olive@example.com", password: "a-long-enough-secret-7" };
/** Two builds on a busy machine. */
const buildMs = 1_800_000;
const recipe = commandsIn("docs/deploy/systemd.md");
const undo: (() => Promise<unknown>)[] = [];
let folder = "";
let machine: DebianMachine;
let shell: Shell;
let shop: HttpsClient;
let db: OpenedDb;
let owner = "";
let product = "";
/** The scripts and styles of the release that is installed first. */
let firstFiles: string[] = [];

/** The blocks under a heading, in their order. */
const commandsUnder = (heading: string) =>
  recipe.filter((block) => block.heading === heading).map(({ script }) => script);

/** Runs all blocks under a heading as they stand; gives what they print. */
async function follow(heading: string): Promise<string> {
  const scripts = commandsUnder(heading);
  expect(scripts, heading).not.toEqual([]);
  let said = "";
  for (const script of scripts) said += await shell.run(script);
  return said;
}

/** A release as the document packages it, and one whose client differs, as the next would. */
async function makeReleases(): Promise<string> {
  const [asDocumented = ""] = commandsUnder("Package a release");
  const next = `node --import tsx scripts/next-release.ts "$PWD/next"
    mv package next-package && rm -r next-package/client/dist && mv next/client/dist next-package/client/
    mkdir next-release && cd next-release
    tar --create --gzip --file shop-1.1.0.tar.gz --directory .. --transform 's/^next-package/shop-1.1.0/' next-package
    sha256sum shop-1.1.0.tar.gz > SHA256SUMS`;
  return builtCommit("present", await presentCommit(), `${asDocumented}\n${next}`);
}

/** What nodejs.org has for the document's commands, around the program that npm has. */
async function packNode(): Promise<Map<string, Buffer>> {
  const program = await nodeBinary(24);
  const version = execFileSync(program, ["--version"], { encoding: "utf8" }).trim();
  const name = `node-${version}-linux-${arch()}`;
  const archive = join(dirname(program), `${name}.tar.xz`);
  if (!existsSync(archive)) {
    const from = ["--directory", dirname(dirname(program)), "--transform", `s,^bin,${name}/bin,`, "bin/node"];
    execFileSync("tar", ["--create", "--use-compress-program=xz -1", "--file", archive, ...from]);
  }
  const content = await readFile(archive);
  const sums = `${createHash("sha256").update(content).digest("hex")}  ${basename(archive)}\n`;
  return new Map([
    [`/dist/latest-v24.x/${basename(archive)}`, content],
    ["/dist/latest-v24.x/SHASUMS256.txt", Buffer.from(sums)],
  ]);
}

/** Serves files at nodejs.org, as the machine sees it. */
async function serveFiles(files: Map<string, Buffer>, tls: { cert: string; key: string }): Promise<number> {
  const port = await freePort();
  const server = createServer(tls, (request, response) => {
    const file = files.get(request.url ?? "");
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  undo.push(async () => server.close());
  return port;
}

async function makeCertificate(): Promise<{ cert: string; key: string }> {
  const names = `subjectAltName=DNS:nodejs.org,DNS:${authority}`;
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const options = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test", "-addext", names];
  execFileSync("openssl", ["req", ...options, "-keyout", key, "-out", cert], { stdio: "pipe" });
  return { cert: await readFile(cert, "utf8"), key: await readFile(key, "utf8") };
}

/** Gives the machine what the internet would: names, a certificate authority, and trust in it. Gives its certificate. */
async function prepareInternet({ cert, key }: { cert: string; key: string }): Promise<string> {
  await writeFile(machine.path("/etc/hosts"), `127.0.0.1 localhost ${domain} ${authority}\n`);
  await writeFile(machine.path("/root/.curlrc"), "connect-to = nodejs.org:443:127.0.0.1:8443\n");
  await mkdir(machine.path("/root/.config/letsencrypt"), { recursive: true });
  const directory = `https://${authority}:14000/dir`;
  await writeFile(machine.path("/root/.config/letsencrypt/cli.ini"), `server = ${directory}\n`);
  const trusted = "/usr/local/share/ca-certificates";
  await writeFile(machine.path(`${trusted}/test.crt`), cert);
  await mkdir(machine.path("/etc/pebble"));
  await writeFile(machine.path("/etc/pebble/cert.pem"), cert);
  await writeFile(machine.path("/etc/pebble/key.pem"), key);
  const pebble = {
    listenAddress: "127.0.0.1:14000",
    managementListenAddress: "127.0.0.1:15000",
    certificate: "/etc/pebble/cert.pem",
    privateKey: "/etc/pebble/key.pem",
    httpPort: 80,
    tlsPort: 443,
  };
  await writeFile(machine.path("/etc/pebble/config.json"), JSON.stringify({ pebble }));
  await machine.run(`
    systemd-run --quiet --unit=pebble -E PEBBLE_VA_NOSLEEP=1 pebble -config /etc/pebble/config.json
    curl --silent --fail --cacert ${trusted}/test.crt --retry 20 --retry-all-errors \\
      --output ${trusted}/pebble.crt https://${authority}:15000/roots/0
    update-ca-certificates >/dev/null 2>&1`);
  return readFile(machine.path(`${trusted}/pebble.crt`), "utf8");
}

async function call(procedure: string, body: unknown, cookie = ""): Promise<{ value: unknown; cookie: string }> {
  const headers = { "content-type": "application/json", cookie };
  const sent = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await shop.ask(`/trpc/${procedure}`, sent);
  expect(answer.status, `${procedure}: ${answer.body}`).toBe(200);
  return { value: fromTrpc(JSON.parse(answer.body)), cookie: cookiesOf(answer) };
}

const cookiesOf = ({ headers }: Answer) =>
  (headers["set-cookie"] ?? []).map((each) => each.split(";", 1)[0]).join("; ");

const order = () =>
  shop.ask("/api/orders", {
    method: "POST",
    headers: { "content-type": "application/json", cookie: owner },
    body: JSON.stringify(orderOf([{ product, qty: 1 }])),
  });

/** Asks for pages, products and files of the first release, and orders, until it is told to stop. */
function useShop() {
  const paths = ["/", "/api/products", `/product/${product}`, ...firstFiles];
  return keepAsking(4, (n) => (n % 4 === 0 ? order() : shop.ask(paths[n % paths.length] ?? "/")), 50);
}

async function expectServed(calls: Call[]): Promise<void> {
  expect(Object.keys(tally(calls)), JSON.stringify(calls.find(({ status }) => status > 201 || status < 200))).toEqual([
    "200",
    "201",
  ]);
  await expectInvariants(db.pool, { [product]: stock });
}

const orderCount = async () => Number((await db.pool.query("select count(*) as n from orders")).rows[0]?.n);

/** The scripts that the page of Home names. */
async function scriptsOfHome(): Promise<string[]> {
  const { body } = await shop.ask("/", { headers: { cookie: owner } });
  return [...body.matchAll(/(?:src|href)="(\/static\/[^"]+\.js)"/g)].flatMap(([, path = ""]) => path);
}

async function allReady(): Promise<void> {
  for (const port of [3000, 3001]) {
    await machine.run(
      `curl --fail --silent --retry 60 --retry-delay 1 --retry-all-errors http://127.0.0.1:${port}/readyz`,
    );
  }
}

describe.skipIf(["debootstrap", "systemd-nspawn", "nsenter"].some((program) => isLeftOut(program)))(
  "The recipe for systemd",
  () => {
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "shop-recipe-"));
      undo.push(() => rm(folder, { recursive: true, force: true }));
      const tls = await makeCertificate();
      const outside = { 8443: await serveFiles(await packNode(), tls) };
      const packages = ["postgresql", "nginx", "certbot", "python3-certbot-nginx", "curl", "xz-utils", "caddy"];
      machine = await startDebian({ packages, outside, inside: [443, 5432] });
      undo.push(machine.stop);
      const ca = await prepareInternet(tls);
      shop = openHttpsClient({ port: await machine.reach(443), name: domain, ca });
      shell = await machine.openShell();
    });
    beforeAll(async () => {
      const built = await makeReleases();
      await cp(join(built, "release"), machine.path("/root/release"), { recursive: true });
      await cp(join(built, "next-release"), machine.path("/root/next-release"), { recursive: true });
    }, buildMs);
    afterAll(async () => {
      for (const step of undo.reverse()) await step();
    });

    it("leads, as it stands, to a shop that answers by https, with a certificate that was asked for first", async () => {
      for (const heading of ["Before", "Node", "Install it", "Create the database and its roles", "Settings"]) {
        await follow(heading);
      }
      const said = await follow("Start");
      expect(said).toMatch(/^ok/m);
      expect(said).not.toMatch(/^error/m);
      await follow("Reverse proxy");
      expect(await machine.run("node --version")).toMatch(/^v24\./);
      expect(await machine.run("systemctl --failed --plain --no-legend")).toBe("");
      expect(
        await machine.run("systemd-analyze verify shop@3000.service shop-backup.service shop-backup.timer 2>&1"),
      ).toBe("");
      expect(await machine.run(`curl --silent --head http://${domain}/products`)).toMatch(
        new RegExp(`^location: https://${domain}/products\r$`, "im"),
      );
      expect((await shop.ask("/")).body).toContain("<h1>Opening soon</h1>");
    });

    it("gives the shop to whoever enters the code, who opens it", async () => {
      const code = /code (\S+)/.exec(await follow("The owner"))?.[1];
      owner = (await call("setup.makeOwner", { ...account, name: "Olive", code })).cookie;
      const { value } = await call("admin.settings.read", undefined, owner);
      const { version } = z.looseObject({ version: z.number() }).parse(value);
      await call("admin.settings.save", { version, values: { isOpen: true, unpaidUnitsMax: stock } }, owner);
      await expect.poll(async () => (await shop.ask("/")).status).toBe(200);

      const env = await readFile(machine.path("/etc/shop/migrate.env"), "utf8");
      const url = new URL(/^DATABASE_URL=(.*)$/m.exec(env)?.[1] ?? "");
      url.port = String(await machine.reach(5432));
      // By this name a restore knows that it is no instance.
      db = openDb({ url: url.href, poolMax: 2, limits: testLimits, name: "test" });
      undo.push(db.close);
      product = await makeProduct(db.db, { countInStock: stock });
      expect((await order()).status).toBe(201);
      const files = await machine.run("cd /srv/shop/client/dist && find static -name '*.js' -or -name '*.css'");
      firstFiles = files
        .trim()
        .split("\n")
        .map((file) => `/${file}`);
      expect(firstFiles.length).toBeGreaterThan(50);
    });

    it("serves a renewed certificate at once", async () => {
      const before = await shop.certificate();
      await machine.run("certbot renew --force-renewal --no-random-sleep-on-renew 2>&1");
      await expect.poll(() => shop.certificate()).not.toBe(before);
      expect((await shop.ask("/")).status).toBe(200);
    });

    it("upgrades to the next release while it serves everybody, also those whose pages are of the release before", async () => {
      const [before, home] = [await orderCount(), await scriptsOfHome()];
      await machine.run("rm -r /root/release && mv /root/next-release /root/release");
      const load = useShop();
      await delay(2_000);
      const [upgrade = ""] = commandsUnder("Upgrade");
      await shell.run(upgrade);
      await delay(2_000);
      const calls = await load.stop();
      await expectServed(calls);
      expect(await orderCount()).toBe(before + (tally(calls)[201] ?? 0));
      expect(await scriptsOfHome()).not.toEqual(home);
      for (const file of firstFiles) expect((await shop.ask(file)).status, file).toBe(200);
    });

    it("keeps the folders of both releases, and returns to the one before while it serves", async () => {
      const [, prune = "", comeBack = ""] = commandsUnder("Upgrade");
      await shell.run(prune);
      expect(await readdir(machine.path("/srv/shop-releases"))).toHaveLength(2);
      const load = useShop();
      await delay(2_000);
      await shell.run(comeBack);
      await delay(2_000);
      await expectServed(await load.stop());
      const [first = ""] = (await readdir(machine.path("/srv/shop-releases"))).sort();
      expect(await machine.run("readlink /srv/shop")).toBe(`/srv/shop-releases/${first}\n`);
    });

    it("restores a backup with what was sold and shown", async () => {
      const form = new Response(formOf(await plain().png().toBuffer()));
      const sent = { method: "POST", body: Buffer.from(await form.arrayBuffer()) };
      const type = form.headers.get("content-type") ?? "";
      const uploaded = await shop.ask("/api/upload", { ...sent, headers: { "content-type": type, cookie: owner } });
      expect(uploaded.status, uploaded.body).toBe(200);
      const image = /\/uploads\/[\w.-]+/.exec(uploaded.body)?.[0] ?? "";
      expect((await shop.ask(image)).status, uploaded.body).toBe(200);
      const sold = await orderCount();
      await machine.run("systemctl start shop-backup");
      expect((await order()).status).toBe(201);
      await machine.run("rm -r /var/lib/shop/uploads/*");

      const keys = await readFile(machine.path("/root/backup-key.txt"), "utf8");
      const key = /AGE-SECRET-KEY-1\w+/.exec(keys)?.[0] ?? "";
      const [restore = ""] = commandsUnder("Restore");
      const filledIn = restore.replace("AGE-SECRET-KEY-1…", key);
      expect(filledIn).toContain(key);
      await shell.run(filledIn);
      await allReady();
      expect(await orderCount()).toBe(sold);
      expect((await shop.ask(image)).status).toBe(200);
      await expectInvariants(db.pool, { [product]: stock });
      // A backup has no sessions.
      expect((await order()).status).toBe(401);
      const headers = { "content-type": "application/json" };
      const signedIn = await shop.ask("/api/users/auth", { method: "POST", headers, body: JSON.stringify(account) });
      owner = cookiesOf(signedIn);
      expect((await order()).status).toBe(201);
    });

    it("has a Caddyfile that Caddy takes", async () => {
      const document = await machine.run("cat /srv/shop/docs/deploy/systemd.md");
      const caddyfile = /^```\n(shop\.example\.com \{[\s\S]*?)^```$/m.exec(document)?.[1] ?? "";
      await writeFile(machine.path("/root/Caddyfile"), caddyfile);
      await machine.run(
        "systemctl mask caddy && apt-get install --yes caddy && caddy validate --config /root/Caddyfile 2>&1",
      );
    });
  },
);
