import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { countMigrations, isWritable } from "../../src/db/migrate.ts";
import { allJobs, startJobs } from "../../src/jobs/start-jobs.ts";
import { openMetricsPort } from "../../src/metrics/endpoint.ts";
import { readState } from "../../src/metrics/read-state.ts";
import { openMetrics } from "../../src/metrics/registry.ts";
import { openShopMetrics } from "../../src/metrics/shop.ts";
import { register } from "../harness/accounts.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { issuer } from "../harness/customers.ts";
import { startEmbeddingService } from "../harness/embedding-service.ts";
import { type Figure, samplesIn, sumOf } from "../harness/metrics.ts";
import { decided, orderToPay, pay } from "../harness/paying.ts";
import { shopProcesses } from "../harness/process.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop, wideLimits } from "../harness/shop.ts";
import { createDatabase } from "../harness/test-database.ts";

const metrics = openMetrics();
// With everything that has jobs and metrics of its own.
const embeddings = await startEmbeddingService([["lamp"]]);
/** Asked by nobody here, but it has metrics and jobs. */
const searchEngine = { url: "http://127.0.0.1:1", alias: "shop-products", deadlineMs: 100, lagMs: 60_000 };
const vectors = {
  url: embeddings.url,
  key: undefined,
  dimensions: undefined,
  model: "small",
  deadlineMs: 20_000,
  floor: 0.5,
};
const shop = startTestShop({
  metrics,
  takesPayments: true,
  clientDir: makeClientDir(),
  settings: { jwtSecret: issuer.jwtSecret, limits: limitsOf(1_000), vectors, searchEngine },
});
const processes = shopProcesses();

function limitsOf(points: number) {
  const limit = { points, seconds: 900 };
  return {
    ...wideLimits,
    signInPerAccount: { points: 1, seconds: 900 },
    signInPerAddress: limit,
    registerPerAddress: limit,
  };
}

afterAll(() => embeddings.close());

let read: () => Promise<string>;
let isDatabaseThere = true;
let backups: string;
const undo: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  backups = await mkdtemp(join(tmpdir(), "shop-backups-"));
  undo.push(() => rm(backups, { recursive: true, force: true }));
  const jobs = startJobs(shop.services, shop.app.log);
  undo.push(jobs.stop);
  const whenThere =
    <Answer>(ask: () => Promise<Answer>) =>
    () =>
      isDatabaseThere ? ask() : new Promise<Answer>(() => undefined);
  const text = openShopMetrics(metrics, {
    services: shop.services,
    pool: shop.pool,
    jobs: () => jobs.counters,
    version: "1.2.3",
    loop: { blocks: 2, blockedMs: 1_500 },
    uploadsDir: shop.uploadsDir,
    backupsDir: backups,
    freshMs: 0,
    readState: whenThere(() => readState(shop.db)),
    countMigrations: whenThere(() => countMigrations(shop.pool)),
    isWritable: whenThere(() => isWritable(shop.pool)),
    isReady: async () => isDatabaseThere,
  });
  const port = await openMetricsPort({ port: 0, host: "127.0.0.1" }, { contentType: metrics.contentType, text });
  undo.push(port.close);
  read = async () => (await send(`http://127.0.0.1:${port.port}`, { path: "/metrics" })).body;
  undo.push(async () => {
    const origin = `http://127.0.0.1:${port.port}`;
    expect((await send(origin, { path: "/" })).status).toBe(404);
    expect((await send(origin, { method: "POST", path: "/metrics" })).status).toBe(405);
  });
});
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

const counters = async () => samplesIn(await read());
const requests = "shop_request_duration_seconds_count";

describe("the counters of requests", () => {
  it("count each transport, route, call of a batch and class of status, and nothing twice", async () => {
    const ask = (path: string) => send(shop.origin, { path });
    await Promise.all([
      ask("/api/products"),
      ask("/api/products/00000000-0000-7000-8000-000000000000"),
      ask("/trpc/catalog.brands,catalog.categories,catalog.nothing?batch=1&input=%7B%7D"),
      ask("/"),
      ask("/login"),
      ask("/static/none.js"),
      ask("/healthz"),
    ]);
    const found = await counters();
    const count = (labels: Record<string, string>) => sumOf(found, requests, labels);
    expect(count({ transport: "rest", route: "/api/products", method: "GET", status: "2xx" })).toBe(1);
    expect(count({ transport: "rest", route: "/api/products/:id", method: "GET", status: "4xx" })).toBe(1);
    expect(count({ transport: "trpc", route: "catalog.brands", status: "2xx" })).toBe(1);
    expect(count({ transport: "trpc", route: "catalog.categories", status: "2xx" })).toBe(1);
    expect(count({ transport: "trpc", route: "unknown", status: "4xx" })).toBe(1);
    expect(count({ transport: "page", route: "/*", status: "2xx" })).toBe(2);
    expect(count({ transport: "file", status: "4xx" })).toBe(1);
    expect(count({})).toBe(8);
    expect(sumOf(found, "shop_refusals_total", { code: "NOT_FOUND" })).toBe(3);
    expect(sumOf(found, "shop_requests_in_flight")).toBe(0);
  });

  it("do not grow with the addresses and procedures that somebody tries", async () => {
    const seriesOf = async () =>
      (await counters()).filter(({ name }) => name.startsWith("shop_request") || name === "shop_refusals_total").length;
    const tries = (round: number) =>
      Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          const word = `x${round}y${n}`;
          for (const path of [
            `/${word}`,
            `/api/${word}`,
            `/trpc/${word}`,
            `/uploads/${word}.webp`,
            `/static/${word}.js`,
          ]) {
            await send(shop.origin, { path });
          }
          await send(shop.origin, { method: n % 2 === 0 ? "PROPFIND" : "LINK", path: `/${word}` });
        }),
      );
    await tries(0);
    const before = await seriesOf();
    await tries(1);
    expect(await seriesOf()).toBe(before);
  });

  it("notice a caller who hangs up, and let no request stay under way", async () => {
    const holder = await shop.pool.connect();
    await holder.query("begin; lock table products in access exclusive mode");
    const leaving = new AbortController();
    // An address that was not asked for before, because a cached answer waits for no lock.
    const left = fetch(`${shop.origin}/api/products/${randomUUID()}`, { signal: leaving.signal }).catch(() => "left");
    await expect.poll(async () => sumOf(samplesIn(await metrics.text()), "shop_requests_in_flight")).toBe(1);
    leaving.abort();
    expect(await left).toBe("left");
    await expect.poll(async () => sumOf(samplesIn(await metrics.text()), "shop_requests_in_flight")).toBe(0);
    await holder.query("rollback");
    holder.release();
    expect(sumOf(await counters(), "shop_requests_abandoned_total")).toBe(1);
  });
});

describe("the counters of the shop", () => {
  it("tell orders, money, holds, people and what is refused", async () => {
    const before = await counters();
    const account = await register(shop, "customer");
    const signIn = (password: string) =>
      send(shop.origin, {
        method: "POST",
        path: "/api/users/auth",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: account.email, password }),
      });
    expect((await signIn(account.password)).status).toBe(200);
    expect((await signIn("not the password")).status).toBe(401);
    expect((await signIn("not the password")).status).toBe(429);

    const waiting = await orderToPay(shop);
    const paid = await orderToPay(shop);
    const id = await decided(shop, paid.customer, paid.order._id);
    expect((await pay(shop, paid.customer, paid.order._id, { id })).outcome).toBe("200");
    expect((await pay(shop, paid.customer, paid.order._id, { id })).outcome).toBe("200");
    const declined = await orderToPay(shop);
    const declinedId = await decided(shop, declined.customer, declined.order._id, "decline");
    expect((await pay(shop, declined.customer, declined.order._id, { id: declinedId })).status).toBe(402);
    // Two of one kind in one order, and one that is resolved.
    await shop.pool.query(
      `insert into order_matters (id, order_id, kind, reference, opened_at, resolved_at, note) values
         (gen_random_uuid(), $1, 'paid twice', 'a', now() - interval '2 hours', null, null),
         (gen_random_uuid(), $1, 'paid twice', 'b', now(), null, null),
         (gen_random_uuid(), $1, 'disputed', 'c', now() - interval '3 hours', now(), 'Called')`,
      [paid.order._id],
    );
    await shop.pool.query("update orders set held_until = now() - interval '1 minute' where id = $1", [
      waiting.order._id,
    ]);

    const after = await counters();
    const grown = (name: string, labels: Record<string, string> = {}) => {
      const was = sumOf(before, name, labels);
      return sumOf(after, name, labels) - (Number.isNaN(was) ? 0 : was);
    };
    expect(grown("shop_sign_ins_total", { event: "registered" })).toBe(1);
    expect(grown("shop_sign_ins_total", { event: "signed in" })).toBe(1);
    expect(grown("shop_rate_limit_refusals_total", { limit: "signInPerAccount" })).toBe(1);
    expect(grown("shop_refusals_total", { code: "INVALID_CREDENTIALS" })).toBe(1);
    expect(grown("shop_orders_placed_total")).toBe(3);
    expect(grown("shop_orders_placed_cents_total")).toBe(3 * 21_50);
    expect(grown("shop_payments_captured_total")).toBe(1);
    expect(grown("shop_revenue_captured_cents_total")).toBe(21_50);
    expect(grown("shop_payments_not_made_total", { code: "INSTRUMENT_DECLINED", by: "buyer" })).toBe(1);
    expect(grown("shop_provider_request_duration_seconds_count", { call: "create order", status: "201" })).toBe(2);
    expect(grown("shop_queue_turns_total", { queue: "orders" })).toBe(3);
    expect(grown("shop_queue_turns_total", { queue: "passwords" })).toBe(2);
    expect(grown("shop_queue_turns_total", { queue: "new passwords" })).toBe(1);
    expect(grown("shop_orders_paid_last_day")).toBe(1);
    expect(grown("shop_revenue_last_day_cents")).toBe(21_50);
    expect(grown("shop_orders_unconfirmed")).toBe(1);
    expect(grown("shop_matters_open", { kind: "paid twice" })).toBe(2);
    expect(sumOf(after, "shop_matters_oldest_seconds", { kind: "paid twice" })).toBeGreaterThan(7_100);
    for (const name of ["shop_matters_open", "shop_matters_oldest_seconds"]) {
      expect(sumOf(after, name, { kind: "disputed" })).toBe(0);
    }
    expect(sumOf(after, "shop_build_info", { version: "1.2.3" })).toBe(1);
    expect(sumOf(after, "shop_ready")).toBe(1);
    expect(sumOf(after, "shop_database_up")).toBe(1);
    expect(sumOf(after, "shop_database_writable")).toBe(1);
    expect(sumOf(after, "shop_database_migrations")).toBeGreaterThan(10);
  });

  it("follow holds and payments that are on their way", async () => {
    const before = await counters();
    const mine = await orderToPay(shop);
    const id = await decided(shop, mine.customer, mine.order._id, "pend");
    expect((await pay(shop, mine.customer, mine.order._id, { id })).outcome).toBe("409 PAYMENT_PENDING");
    await shop.pool.query(
      `update payments set updated_at = now() - interval '2 hours', ask_again_at = now() + interval '1 hour'
       where provider_order_id = $1`,
      [id],
    );
    const after = await counters();
    const grown = (name: string, labels = {}) => sumOf(after, name, labels) - sumOf(before, name, labels);
    expect(grown("shop_payments_unsettled", { status: "pending" })).toBe(1);
    expect(sumOf(after, "shop_payments_unsettled_oldest_seconds", { status: "pending" })).toBeGreaterThan(7_100);
    // What was settled is looked at again for weeks, and waits for nothing.
    expect(sumOf(after, "shop_payments_unsettled", { status: "completed" })).toBeNaN();
    // The sweeper of holds is at work meanwhile.
    expect(sumOf(after, "shop_holds_units")).toBeGreaterThanOrEqual(1);
    expect(sumOf(after, "shop_holds_orders")).toBeGreaterThanOrEqual(1);
    await expect
      .poll(async () => sumOf(await counters(), "shop_job_last_success_timestamp_seconds", { job_name: "payments" }), {
        timeout: 60_000,
      })
      .toBeGreaterThan(Date.now() / 1_000 - 60);
  });

  it("tell the age of the youngest backup", async () => {
    expect(sumOf(await counters(), "shop_backup_newest_timestamp_seconds")).toBe(0);
    for (const time of ["2026-11-20T03-00-00-000", "2026-11-21T03-00-00-000"]) {
      await writeFile(join(backups, `shop-${time}Z.backup`), "");
    }
    // What is not finished is none.
    await writeFile(join(backups, "shop-2026-11-22T03-00-00-000Z.backup.unfinished"), "");
    expect(sumOf(await counters(), "shop_backup_newest_timestamp_seconds")).toBe(
      Date.parse("2026-11-21T03:00:00Z") / 1_000,
    );
  });

  it("are told without the database, and claim nothing of what it would know", async () => {
    isDatabaseThere = false;
    const found = await counters();
    isDatabaseThere = true;
    expect(sumOf(found, "shop_database_up")).toBe(0);
    expect(sumOf(found, "shop_ready")).toBe(0);
    expect(sumOf(found, "shop_holds_orders")).toBeNaN();
    expect(sumOf(found, "shop_payments_unsettled")).toBeNaN();
    expect(sumOf(found, "shop_orders_placed_total")).toBeGreaterThan(0);
    expect(sumOf(await counters(), "shop_database_up")).toBe(1);
  });
});

describe("the alerts", () => {
  const root = join(fileURLToPath(import.meta.url), "../../../..");
  const rulesSchema = z.strictObject({
    groups: z.array(
      z.strictObject({
        name: z.string(),
        rules: z.array(
          z.strictObject({
            alert: z.string().regex(/^Shop\w+$/),
            expr: z.string(),
            for: z.string().regex(/^\d+[smh]$/),
            labels: z.strictObject({ severity: z.enum(["critical", "warning", "none"]) }),
            annotations: z.strictObject({ summary: z.string().min(20), runbook: z.string() }),
          }),
        ),
      }),
    ),
  });
  const dashboardSchema = z.object({
    panels: z.array(
      z.object({
        type: z.string(),
        title: z.string(),
        targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]),
      }),
    ),
  });
  /** The metrics that an expression reads. */
  const namesIn = (expr: string): string[] => expr.match(/\b(up|(shop|nodejs|process|probe|pg|nginx)_\w+)\b/g) ?? [];
  /** The labels that an expression groups by. */
  const groupsIn = (expr: string): string[] =>
    [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = ""]) => labels.split(/,\s*/));
  /** The labels of the metrics in an expression. The collector adds the instance. */
  const labelsOf = (found: readonly Figure[], expr: string): string[] => [
    "instance",
    ...found.filter(({ name }) => namesIn(expr).includes(name)).flatMap(({ labels }) => Object.keys(labels)),
  ];
  const readRules = async () => {
    const file: unknown = parse(await readFile(join(root, "deploy/prometheus/alerts.yml"), "utf8"));
    return rulesSchema.parse(file).groups.flatMap(({ rules }) => rules);
  };
  /** Labels of series that this shop has not: it has neither replicas nor an object store. */
  const withoutSeries = ["replica"];
  const typesIn = async () => [...(await read()).matchAll(/^# TYPE (shop_\w+) /gm)].map(([, name = ""]) => name);
  const readManual = () => readFile(join(root, "docs/operations.md"), "utf8");
  /** What the collector itself and the prober of certificates tell. */
  const fromElsewhere = new Set([
    "up",
    "probe_success",
    "probe_ssl_earliest_cert_expiry",
    "shop_purchase_probe_success",
    "shop_purchase_probe_timestamp_seconds",
    "shop_purchase_probe_duration_seconds",
  ]);
  /** What the exporters of PostgreSQL, nginx and probes tell by their own documents. */
  const exported = [
    ...["up", "database_size_bytes", "locks_count", "replication_lag_seconds", "settings_max_connections"],
    ...["stat_activity_count", "stat_activity_max_tx_duration", "stat_database_xact_commit"],
    ...["stat_database_xact_rollback", "stat_database_blks_hit", "stat_database_blks_read", "stat_database_temp_bytes"],
    ...["stat_database_tup_inserted", "stat_database_tup_updated", "stat_database_tup_deleted"],
    ...["stat_database_deadlocks"],
  ]
    .map((name) => `pg_${name}`)
    .concat(
      ["up", "http_requests_total", "connections_reading", "connections_writing", "connections_waiting"].map(
        (name) => `nginx_${name}`,
      ),
    )
    .concat(["nginx_connections_accepted", "nginx_connections_handled", "probe_http_duration_seconds"]);

  it("ask only for counters that a shop tells", async () => {
    const events = new Set([...(await counters()).map(({ name }) => name), ...(await typesIn())]);
    const rules = await readRules();
    expect(rules.length).toBeGreaterThan(15);
    for (const { alert, expr } of rules) {
      const names = namesIn(expr);
      expect(names.length > 0 || alert === "ShopWatchdog", alert).toBe(true);
      for (const name of names) expect(events.has(name) || fromElsewhere.has(name), `${alert}: ${name}`).toBe(true);
      const labels = [...labelsOf(await counters(), expr), ...withoutSeries];
      expect(labels, alert).toEqual(expect.arrayContaining(groupsIn(expr)));
    }
  });

  it("know every job of the shop, and no other", async () => {
    const rules = await readRules();
    const patterns = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/job_name=~?"([^"]+)"/g)].map(([, pattern = ""]) => new RegExp(`^(?:${pattern})$`)),
    );
    const jobs = allJobs(shop.services).map(({ name }) => name);
    expect(jobs.length).toBeGreaterThan(50);
    expect(jobs.filter((job) => !patterns.some((pattern) => pattern.test(job)))).toEqual([]);
    const named = rules
      .flatMap(({ expr }) => [...expr.matchAll(/job_name=~?"([^"]+)"/g)].map(([, pattern = ""]) => pattern))
      .flatMap((pattern) => pattern.replace(/^\(.*?\) \.\+\|/, "").split("|"));
    expect(named.filter((name) => !jobs.includes(name))).toEqual([]);
  });

  it.each(["dashboard", "postgres", "proxy"])(
    "and the panels of the dashboard %s show only metrics that are told, by labels that they have",
    async (dashboard) => {
      const found = await counters();
      const known = new Set([...found.map(({ name }) => name), ...(await typesIn()), ...fromElsewhere, ...exported]);
      const file: unknown = JSON.parse(await readFile(join(root, `deploy/grafana/${dashboard}.json`), "utf8"));
      const panels = dashboardSchema.parse(file).panels.filter(({ type }) => type !== "row");
      expect(panels.length).toBeGreaterThan(10);
      for (const { title, targets } of panels) {
        expect(targets, title).not.toEqual([]);
        for (const { expr, legendFormat } of targets) {
          const names = namesIn(expr);
          expect(names, title).not.toEqual([]);
          expect(
            names.filter((name) => !known.has(name)),
            `${title}: ${expr}`,
          ).toEqual([]);
          // What this shop has no series of has labels that are not seen here.
          if (!names.every((name) => found.some((figure) => figure.name === name))) continue;
          const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
          expect(labelsOf(found, expr), title).toEqual(expect.arrayContaining([...groupsIn(expr), ...shown]));
        }
      }
    },
  );

  it("lead to their own paragraph, and each paragraph has its alert", async () => {
    const manual = await readManual();
    const headings = [...manual.matchAll(/^### (Shop\w+)$/gm)].map(([, name]) => name);
    const rules = await readRules();
    expect(rules.map(({ alert }) => alert).sort()).toEqual(headings.sort());
    for (const { alert, annotations } of rules) {
      expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
    }
  });

  it("and the manual name every series of the shop, and none that is gone", async () => {
    const manual = await readManual();
    const types = await typesIn();
    const section = manual.split("\n## Metrics and logs\n")[1]?.split("\n## ")[0] ?? "";
    const cells = [...section.matchAll(/^\| (`shop_.+?) \|/gm)].map(([, cell = ""]) => cell);
    const named = cells.flatMap((cell) => {
      const parts = [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
      // `_total` after `shop_queue_turns_total` stands for a name with the same beginning.
      const full = parts.filter((name) => name.startsWith("shop_"));
      const endings = parts.filter((name) => name.startsWith("_"));
      return [
        ...full,
        ...endings.flatMap((ending) =>
          types.filter((type) => type.endsWith(ending) && full.some((name) => sameStart(name, type))),
        ),
      ];
    });
    expect(new Set(named)).toEqual(new Set(types));
  });

  function sameStart(one: string, other: string): boolean {
    const start = (name: string) => name.split("_").slice(0, 2).join("_");
    return start(one) === start(other);
  }
});

describe("a running shop", () => {
  it("tells its counters on their own port, and nothing of them on the public one", async () => {
    const { url, drop } = await createDatabase();
    undo.push(drop);
    const running = await processes.open({ DATABASE_URL: url, METRICS_PORT: "0" });
    await running.said(/figures can be read/);
    const port = running.output.flatMap((line) => /"port":(\d+),"msg":"figures can be read"/.exec(line)?.[1] ?? [])[0];
    const read = async () => samplesIn((await send(`http://127.0.0.1:${port}`, { path: "/metrics" })).body);
    await expect.poll(async () => sumOf(await read(), "shop_ready")).toBe(1);
    const found = await read();
    expect(sumOf(found, "process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
    expect((await send(running.origin, { path: "/metrics" })).status).toBe(404);
    running.kill("SIGTERM");
    expect((await running.exited).code, running.errors.join("\n")).toBe(0);
  });
});
