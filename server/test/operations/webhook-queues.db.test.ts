import type { WebhookPayload } from "@shop/shared/program/webhook";
import type { WebhookEventType } from "@shop/shared/program/webhook-events";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { openDb } from "../../src/db/client.ts";
import type { Admin } from "../../src/domain/base/actor.ts";
import { recordEvent } from "../../src/domain/order/history.ts";
import { WebhookQueues } from "../../src/domain/webhook/deliver.ts";
import { listDeliveries, replayDelivery, sendTest } from "../../src/domain/webhook/deliveries.ts";
import { dispatchEvents } from "../../src/domain/webhook/dispatch.ts";
import { endSwitchedOff } from "../../src/domain/webhook/end-deliveries.ts";
import { createEndpoint, readEndpoint, updateEndpoint } from "../../src/domain/webhook/endpoints.ts";
import type { SendWebhook, WebhookOutcome } from "../../src/infra/webhook-sender.ts";
import { webhookJobs } from "../../src/jobs/webhook-jobs.ts";
import { adminActor } from "../harness/admin-actor.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeOrder, makeProduct } from "../harness/factories.ts";
import { expectNoItemError } from "../harness/no-item-error.ts";
import { startTestShop } from "../harness/shop.ts";

const settings = { jwtSecret: issuer.jwtSecret, allowsPrivateWebhooks: true };
const shop = startTestShop({ settings });
const otherShop = startTestShop({ besides: shop, settings });

let boss: Customer | undefined;
async function theAdmin(): Promise<Admin> {
  boss ??= await insertCustomer(shop.db, { isAdmin: true });
  const { rows } = await shop.pool.query("select id from sessions where user_id = $1", [boss.id]);
  const { id } = z.object({ id: z.string() }).parse(rows[0]);
  return adminActor(
    { id: boss.id, name: boss.name, email: boss.email },
    { id, expiresAt: new Date(), hasSecondFactor: false },
  );
}

async function add(...events: WebhookEventType[]): Promise<string> {
  const url = "https://erp.example.com/hooks";
  return (await createEndpoint(shop.services, await theAdmin(), { url, events })).endpoint._id;
}

async function switchTo(id: string, isEnabled: boolean): Promise<void> {
  const admin = await theAdmin();
  const { url, events, version } = await readEndpoint(shop.db, admin, id);
  await updateEndpoint(shop.services, admin, id, { url, events, isEnabled, version });
}

/** An address that has taken some messages and answers no more until the sender stops. */
function receiverOf(messages: number): { sendWebhook: SendWebhook; bodies: WebhookPayload[] } {
  const bodies: WebhookPayload[] = [];
  const sendWebhook: SendWebhook = ({ body }, stop) => {
    bodies.push(JSON.parse(body));
    if (bodies.length <= messages) return Promise.resolve({ responseStatus: 204, problem: null });
    return new Promise<WebhookOutcome>((answer) => {
      stop?.addEventListener("abort", () => answer({ responseStatus: null, problem: "stopped" }));
    });
  };
  return { sendWebhook, bodies };
}

/** Sends until the receiver has taken its messages and has been asked with another. */
async function sendTo({ sendWebhook, bodies }: ReturnType<typeof receiverOf>, count: number): Promise<void> {
  const queues = new WebhookQueues({ ...shop.services, sendWebhook });
  await queues.poll(expectNoItemError);
  await expect.poll(() => bodies.length).toBeGreaterThanOrEqual(count);
  await queues.close();
}

const dispatch = () => dispatchEvents(shop.services, () => false);
const typesOf = (bodies: readonly WebhookPayload[]) => bodies.map(({ type }) => type);
const change = (product: string) =>
  shop.pool.query("update products set price_cents = price_cents + 1, version = version + 1 where id = $1", [product]);
const logOf = async (endpointId: string) =>
  (await listDeliveries(shop.db, await theAdmin(), { endpointId })).deliveries;

/** Changes of products that were written for the endpoint long ago. */
const writeDeliveries = (endpoint: string, count: number) =>
  shop.pool.query(
    `insert into webhook_deliveries (id, event_id, endpoint_id, type, body, send_at)
     select gen_random_uuid(), gen_random_uuid(), $1, 'product.updated', '{"type":"product.updated"}', now() - interval '1 hour'
     from generate_series(1, $2)`,
    [endpoint, count],
  );

async function payAnOrder(): Promise<string> {
  const order = await makeOrder(shop.db, { stepsDone: 1 });
  await recordEvent(shop.db, { orderId: order, act: "paid", by: null });
  return order;
}

beforeEach(async () => {
  await shop.pool.query("delete from webhook_endpoints");
  await shop.pool.query("delete from webhook_events");
});

describe("behind twenty thousand changes of products", () => {
  it("what happens to an order is written first", async () => {
    const endpoint = await add("order.paid", "order.refunded", "product.updated");
    const product = await makeProduct(shop.db);
    await shop.pool.query(
      `insert into webhook_events (id, type, subject_id, created_at)
       select gen_random_uuid(), 'product.updated', $1, now() - interval '1 hour' from generate_series(1, 20000)`,
      [product],
    );
    const order = await payAnOrder();
    await recordEvent(shop.db, { orderId: order, act: "refunded", by: null, amountCents: 100 });
    let transactions = 0;
    await dispatchEvents(shop.services, () => {
      transactions += 1;
      return transactions > 1;
    });
    const types = (await logOf(endpoint)).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith("order.")).sort()).toEqual(
      expect.arrayContaining(["order.paid", "order.refunded"]),
    );
  });

  it("what happens to an order is sent first, and so is a test", async () => {
    const endpoint = await add("order.paid", "order.refunded", "product.updated");
    await writeDeliveries(endpoint, 20_000);
    const order = await payAnOrder();
    await recordEvent(shop.db, { orderId: order, act: "refunded", by: null, amountCents: 100 });
    await dispatch();
    await sendTest(shop.db, await theAdmin(), endpoint);
    const receiver = receiverOf(0);
    await sendTo(receiver, 5);
    const types = typesOf(receiver.bodies);
    expect(types.filter((type) => type === "product.updated").length).toBeLessThan(5);
    expect(types).toEqual(expect.arrayContaining(["order.paid", "order.refunded", "webhook.test"]));
  });
});

describe("repeated changes of a product", () => {
  it("that nobody was told of yet are one message, with the newest state and in the place of the first", async () => {
    const endpoint = await add("product.updated");
    const [often, once] = [await makeProduct(shop.db), await makeProduct(shop.db)];
    await change(often);
    await dispatch();
    await change(once);
    await dispatch();
    for (let round = 0; round < 5; round += 1) {
      await change(often);
      await change(often);
      await dispatch();
    }
    const log = await logOf(endpoint);
    expect(log.map(({ status }) => status)).toEqual(["waiting", "waiting"]);
    const { rows } = await shop.pool.query("select body from webhook_deliveries order by send_at");
    const data = z
      .array(z.object({ body: z.string() }))
      .parse(rows)
      .map(({ body }) => JSON.parse(body).data);
    expect(data).toMatchObject([
      { _id: often, version: 12 },
      { _id: once, version: 2 },
    ]);
  });

  it("are told again of what was sent, of what is being tried, and of what an administrator sends again", async () => {
    const endpoint = await add("product.updated");
    const product = await makeProduct(shop.db);
    await change(product);
    await dispatch();
    const receiver = receiverOf(0);
    await sendTo(receiver, 1);
    await change(product);
    await dispatch();
    expect((await logOf(endpoint)).map(({ status, attempts }) => [status, attempts])).toEqual([
      ["waiting", 0],
      ["waiting", 1],
    ]);
    await sendTo(receiverOf(100), 2);
    const [first] = (await logOf(endpoint)).slice(-1);
    await replayDelivery(shop.db, await theAdmin(), first?._id ?? "");
    const again = receiverOf(100);
    await sendTo(again, 1);
    expect(again.bodies).toMatchObject([{ data: { _id: product, version: 2 } }]);
  });

  it("end in the newest state, whichever of two instances writes them", async () => {
    const endpoint = await add("product.updated");
    const product = await makeProduct(shop.db);
    for (let round = 0; round < 15; round += 1) {
      await Promise.all([
        change(product),
        dispatchEvents(shop.services, () => false),
        dispatchEvents(otherShop.services, () => false),
      ]);
    }
    await dispatch();
    const log = await logOf(endpoint);
    expect(log).toHaveLength(1);
    expect(JSON.parse(log[0]?.body ?? "")).toMatchObject({ data: { version: 16 } });
  });
});

describe("a webhook that is switched off", () => {
  it("is sent nothing any more, and what waited ends with words", async () => {
    const endpoint = await add("order.paid");
    await writeDeliveries(endpoint, 250);
    await switchTo(endpoint, false);
    const receiver = receiverOf(1_000);
    const queues = new WebhookQueues({ ...shop.services, sendWebhook: receiver.sendWebhook });
    await queues.poll(expectNoItemError);
    await queues.settle();
    expect(receiver.bodies).toEqual([]);
    await Promise.all([endSwitchedOff(shop.db), endSwitchedOff(otherShop.db)]);
    expect(await readEndpoint(shop.db, await theAdmin(), endpoint)).toMatchObject({ isEnabled: false, waiting: 0 });
    const { status, detail, nextAt } = (await logOf(endpoint))[0] ?? {};
    expect({ status, detail, nextAt }).toEqual({
      status: "failed",
      detail: "The webhook was switched off",
      nextAt: null,
    });
  });

  it("while its messages are being sent gets no further one", async () => {
    const endpoint = await add("order.paid");
    await writeDeliveries(endpoint, 250);
    const asked: string[] = [];
    const sendWebhook: SendWebhook = async ({ id }) => {
      asked.push(id);
      if (asked.length === 1) await switchTo(endpoint, false);
      return { responseStatus: 204, problem: null };
    };
    const queues = new WebhookQueues({ ...shop.services, sendWebhook });
    await queues.poll(expectNoItemError);
    await queues.settle();
    expect(asked.length).toBeLessThanOrEqual(10);
  });

  it("gets as many messages at once as it may, whichever plan the database chooses", async () => {
    await shop.pool.query("delete from webhook_deliveries");
    await writeDeliveries(await add("order.paid"), 50);
    const url = new URL(shop.databaseUrl);
    const off = ["hashjoin", "mergejoin", "material", "hashagg", "memoize", "sort"];
    url.searchParams.set("options", off.map((way) => `-c enable_${way}=off`).join(" "));
    const { db, close } = openDb({ url: url.href, poolMax: 2 });
    const receiver = receiverOf(0);
    const queues = new WebhookQueues({ ...shop.services, db, sendWebhook: receiver.sendWebhook });
    await queues.poll(expectNoItemError);
    await expect.poll(() => receiver.bodies.length).toBeGreaterThan(0);
    await queues.close();
    expect(receiver.bodies).toHaveLength(5);
    await close();
  });

  it("starts with what happens after it was switched on again, also at once", async () => {
    const endpoint = await add("order.paid");
    await payAnOrder();
    await dispatch();
    await writeDeliveries(endpoint, 250);
    await switchTo(endpoint, false);
    await payAnOrder();
    await switchTo(endpoint, true);
    const order = await payAnOrder();
    await dispatch();
    const receiver = receiverOf(1_000);
    await sendTo(receiver, 1);
    expect(receiver.bodies.map(({ data }) => data)).toMatchObject([{ _id: order }]);
  });
});

describe("an event that cannot be written", () => {
  it("stops no message that waits", async () => {
    const endpoint = await add("order.paid", "product.updated");
    await writeDeliveries(endpoint, 3);
    await change(await makeProduct(shop.db));
    const receiver = receiverOf(100);
    const { shop: identity, ...others } = shop.services;
    const broken = {
      get origin(): string {
        throw new Error("no address");
      },
      name: identity.name,
      timeZone: identity.timeZone,
    };
    const jobs = webhookJobs({ ...others, shop: broken, sendWebhook: receiver.sendWebhook });
    const round = { isStopping: () => false, onItemError: expectNoItemError, log: shop.app.log };
    const ends = await Promise.allSettled(jobs.map((job) => job.run(round)));
    expect(ends.map(({ status }) => status)).toContain("rejected");
    await expect.poll(() => receiver.bodies.length).toBe(3);
    await Promise.all(jobs.map((job) => job.close?.()));
  });
});
