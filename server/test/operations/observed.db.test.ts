import { describe, expect, it } from "vitest";
import { z } from "zod";
import { recordEvent } from "../../src/domain/order/history.ts";
import { openBucket } from "../../src/infra/storage-bucket.ts";
import { mailJobs } from "../../src/jobs/mail-jobs.ts";
import { readState } from "../../src/metrics/read-state.ts";
import { openMetrics } from "../../src/metrics/registry.ts";
import { openShopMetrics } from "../../src/metrics/shop.ts";
import { adminActor } from "../harness/admin-actor.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { makeOrder, makeProduct } from "../harness/factories.ts";
import { samplesIn, sumOf } from "../harness/metrics.ts";
import { startObjectStore } from "../harness/object-store.ts";
import { decided, orderToPay, pay } from "../harness/paying.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";
import { addWebhook, sendDueWebhooks, startReceiver } from "../harness/webhook-receiver.ts";

const metrics = openMetrics();
const shop = startTestShop({
  metrics,
  takesPayments: true,
  clientDir: makeClientDir(),
  settings: { jwtSecret: issuer.jwtSecret, allowsPrivateWebhooks: true },
});
const receiver = startReceiver();

const lineSchema = z.looseObject({ msg: z.string(), path: z.string().optional() });
const linesOf = (msg: string) =>
  shop.logLines.map((line) => lineSchema.parse(JSON.parse(line))).filter((line) => line.msg === msg);

let text: (() => Promise<string>) | undefined;
/** The metrics of the shop as a scrape finds them. */
async function scrape(storage = shop.storage) {
  text ??= openShopMetrics(metrics, {
    services: { ...shop.services, storage },
    pool: shop.pool,
    jobs: () => new Map(),
    version: "1.2.3",
    loop: { blocks: 0, blockedMs: 0 },
    uploadsDir: undefined,
    backupsDir: shop.uploadsDir,
    freshMs: 0,
    readState: () => readState(shop.db),
    countMigrations: async () => 1,
    isWritable: async () => true,
    isReady: async () => true,
  });
  return samplesIn(await text());
}

describe("the line of an answer", () => {
  it("tells how long it waited for a connection, for statements and for the payment provider", async () => {
    const { customer, order } = await orderToPay(shop);
    const id = await decided(shop, customer, order._id);
    expect((await pay(shop, customer, order._id, { id })).outcome).toBe("200");
    const paid = linesOf("answered").findLast(({ path }) => path?.endsWith("/pay") === true);
    const times = z.looseObject({ ms: z.number(), poolMs: z.number(), sqlMs: z.number(), providerMs: z.number() });
    const { ms, providerMs } = times.parse(paid);
    expect(providerMs).toBeLessThanOrEqual(ms + 1);
    expect(Object.keys(paid ?? {})).not.toContain("renderMs");
  });

  it("tells how long a page was rendered, and nothing of what it did not wait for", async () => {
    await makeProduct(shop.db);
    await send(shop.origin, { path: "/" });
    const home = linesOf("answered").findLast(({ path }) => path === "/");
    expect(home).toMatchObject({ renderMs: expect.any(Number) });
    expect(Object.keys(home ?? {})).not.toContain("providerMs");
    const waited = samplesIn(await metrics.text()).filter(({ name }) => name === "shop_request_wait_seconds_total");
    expect(new Set(waited.map(({ labels }) => labels.wait))).toEqual(new Set(["pool", "sql", "render", "provider"]));
  });
});

describe("the metrics", () => {
  it("tell what the cache had and had not", async () => {
    const before = await scrape();
    const path = `/api/products?keyword=${crypto.randomUUID()}`;
    for (let n = 0; n < 3; n += 1) expect((await send(shop.origin, { path })).status).toBe(200);
    const after = await scrape();
    const grown = (result: string) =>
      sumOf(after, "shop_cache_requests_total", { cache: "answers", result }) -
      sumOf(before, "shop_cache_requests_total", { cache: "answers", result });
    expect([grown("miss"), grown("hit"), grown("stale")]).toEqual([1, 2, 0]);
    expect(sumOf(after, "shop_cache_bytes")).toBeGreaterThan(0);
  });

  it("tell of each webhook how it ended, as does the log, which names no address", async () => {
    const { id, name, email } = await insertCustomer(shop.db, { isAdmin: true });
    const { rows } = await shop.pool.query<{ id: string }>("select id from sessions where user_id = $1", [id]);
    const session = { id: rows[0]?.id ?? "", expiresAt: new Date(), hasSecondFactor: false };
    const admin = adminActor({ id, name, email }, session);
    await addWebhook(shop, receiver, { admin, path: "/taken", events: ["order.paid"] });
    await addWebhook(shop, receiver, { admin, path: "/refused", events: ["order.paid"] });
    receiver.answers.set("/refused", { status: 500 });
    const orderId = await makeOrder(shop.db);
    await recordEvent(shop.db, { orderId, act: "paid", by: null });
    await sendDueWebhooks(shop.services);
    const figures = await scrape();
    expect(sumOf(figures, "shop_webhook_attempts_total", { outcome: "arrived" })).toBe(1);
    expect(sumOf(figures, "shop_webhook_attempts_total", { outcome: "refused" })).toBe(1);
    expect(sumOf(figures, "shop_webhooks_retried")).toBe(1);
    expect(sumOf(figures, "shop_webhooks_due")).toBe(0);
    const lines = linesOf("webhook sent");
    expect(lines.map(({ outcome, status }) => [outcome, status])).toEqual(
      expect.arrayContaining([
        ["arrived", 204],
        ["refused", 500],
      ]),
    );
    expect(JSON.stringify(lines)).not.toContain("127.0.0.1");
  });

  it("tell how many mails are due, for how long the first, and which were sent", async () => {
    await shop.pool.query("delete from mails");
    const { id, email } = await insertCustomer(shop.db);
    await shop.pool.query(
      `insert into mails (id, kind, user_id, recipient, send_at, attempts) values
         (gen_random_uuid(), 'welcome', $1, $2, now() - interval '10 minutes', 0),
         (gen_random_uuid(), 'welcome', $1, $2, now() + interval '10 minutes', 3)`,
      [id, email],
    );
    const waiting = await scrape();
    expect(sumOf(waiting, "shop_mails_due")).toBe(1);
    expect(sumOf(waiting, "shop_mails_due_oldest_seconds")).toBeGreaterThan(599);
    expect(sumOf(waiting, "shop_mails_retried")).toBe(1);
    const job = mailJobs(shop.services).find(({ name }) => name === "mails");
    await job?.run({ isStopping: () => false, onItemError: () => undefined, log: shop.app.log });
    await job?.close?.();
    const sent = await scrape();
    expect(sumOf(sent, "shop_mails_due")).toBe(0);
    expect(sumOf(sent, "shop_mails_sent_total", { kind: "welcome" })).toBe(1);
    expect(linesOf("mail sent")).toHaveLength(1);
  });

  it("tell of the object store which calls it answered and which not", async () => {
    const store = await startObjectStore();
    const storage = await openBucket(store.settings, () => undefined);
    expect(await storage.has("none.webp")).toBe(false);
    await store.kill();
    await expect(storage.has("none.webp")).rejects.toThrow("the object store does not answer");
    await store.discard();
    expect(storage.calls?.()).toEqual([
      { call: "ListObjectsV2", outcome: "ok", count: 1 },
      { call: "HeadObject", outcome: "ok", count: 1 },
      { call: "HeadObject", outcome: "none", count: 1 },
    ]);
  });
});
