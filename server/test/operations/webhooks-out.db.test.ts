import { createHmac } from "node:crypto";
import type { WebhookEventType } from "@shop/shared/program/webhook-events";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Admin } from "../../src/domain/base/actor.ts";
import { deleteProduct } from "../../src/domain/catalog/delete-product.ts";
import { advanceOrder } from "../../src/domain/order/advance.ts";
import { recordEvent } from "../../src/domain/order/history.ts";
import { readOrder } from "../../src/domain/order/read.ts";
import { cancelOrder } from "../../src/domain/payment/cancellation/cancel.ts";
import { editOrder } from "../../src/domain/payment/edit/edit-order.ts";
import { deleteOldDeliveries, listDeliveries, replayDelivery, sendTest } from "../../src/domain/webhook/deliveries.ts";
import {
  createEndpoint,
  deleteEndpoint,
  readEndpoint,
  rotateSecret,
  updateEndpoint,
} from "../../src/domain/webhook/endpoints.ts";
import { openWebhookSender, signWebhook } from "../../src/infra/webhook-sender.ts";
import { adminActor } from "../harness/admin-actor.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeOrder, makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { addWebhook, passTime, sendDueWebhooks, startReceiver } from "../harness/webhook-receiver.ts";

const settings = { jwtSecret: issuer.jwtSecret, allowsPrivateWebhooks: true };
const shop = startTestShop({ settings });
const otherShop = startTestShop({ besides: shop, settings });
const strictShop = startTestShop({ besides: shop, settings: { jwtSecret: issuer.jwtSecret } });
const receiver = startReceiver();

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
const add = async (path: string, events: WebhookEventType[]) =>
  addWebhook(shop, receiver, { admin: await theAdmin(), path, events });
const send = () => sendDueWebhooks(shop.services);
const logOf = async (endpointId: string) =>
  (await listDeliveries(shop.db, await theAdmin(), { endpointId })).deliveries;

beforeEach(async () => {
  receiver.received.length = 0;
  receiver.asked.length = 0;
  receiver.answers.clear();
  await shop.pool.query("delete from webhook_endpoints");
  await shop.pool.query("delete from webhook_events");
});

describe("a signature", () => {
  it("is that of the example of Standard Webhooks", () => {
    const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: '{"test": 2432232314}', url: "" };
    expect(signWebhook({ ...message, secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"] }, 1_614_265_330)).toBe(
      "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    );
  });
});

describe("an endpoint", () => {
  it("is told of the steps of orders, without anything about the customer", async () => {
    const endpoint = await add("/orders", ["order.confirmed", "order.shipped", "order.refunded"]);
    const order = await makeOrder(shop.db, { stepsDone: 1, customerName: "Zenobia", customerEmail: "z@example.com" });
    const admin = await theAdmin();
    for (const to of ["confirmed", "processed"] as const) await advanceOrder(shop.db, admin, { orderId: order, to });
    const parcels = [{ carrier: "ups" as const, trackingNumber: "1Z999" }];
    await advanceOrder(shop.db, admin, { orderId: order, to: "shipped", parcels });
    await recordEvent(shop.db, { orderId: order, act: "refunded", by: null, amountCents: 250 });
    await send();
    expect(receiver.received.map(({ payload }) => payload.type).sort()).toEqual([
      "order.confirmed",
      "order.refunded",
      "order.shipped",
    ]);
    const shipped = receiver.received.find(({ payload }) => payload.type === "order.shipped");
    expect(shipped?.payload.data).toMatchObject({ _id: order, parcels, currency: "USD" });
    const refunded = receiver.received.find(({ payload }) => payload.type === "order.refunded");
    expect(refunded?.payload.data).toMatchObject({ _id: order, amount: 2.5 });
    for (const { body } of receiver.asked) expect(body).not.toMatch(/Zenobia|example\.com|address/i);
    expect(
      (await logOf(endpoint)).map(({ status, attempts, responseStatus }) => [status, attempts, responseStatus]),
    ).toEqual(Array.from({ length: 3 }, () => ["sent", 1, 204]));
  });

  it("is told that an order was cancelled, without what anybody gave as a reason", async () => {
    await add("/cancelled", ["order.cancelled"]);
    const order = await makeOrder(shop.db, { customerName: "Zenobia", customerEmail: "z@example.com" });
    await cancelOrder(shop.services, await theAdmin(), order, { reason: "Zenobia rang" });
    await send();
    const [cancelled, ...others] = receiver.received.splice(0);
    expect(others).toEqual([]);
    expect(cancelled?.payload).toMatchObject({
      type: "order.cancelled",
      data: { _id: order, paidAt: null, cancelledAt: expect.stringMatching(/^20/) },
    });
    for (const { body } of receiver.asked) expect(body).not.toMatch(/Zenobia|example\.com/i);
  });

  it("is told that an order was edited, so that what it has read of it is known to be old", async () => {
    await add("/edited", ["order.edited"]);
    const order = await makeOrder(shop.db, { customerName: "Zenobia" });
    const admin = await theAdmin();
    const [line] = (await readOrder(shop.db, admin, order)).orderItems;
    const shippingAddress = { address: "2 Elm St", city: "Springfield", postalCode: "12345", country: "USA" };
    const orderItems = [{ product: line?.product ?? "", qty: 2 }];
    await editOrder(shop.services, admin, order, {
      orderItems,
      shippingAddress,
      priceReason: "",
      words: "",
      version: 0,
    });
    await send();
    const [edited, ...others] = receiver.received.splice(0);
    expect(others).toEqual([]);
    expect(edited?.payload).toMatchObject({ type: "order.edited", data: { _id: order, items: [{ qty: 2 }] } });
    for (const { body } of receiver.asked) expect(body).not.toMatch(/Zenobia|Elm St/i);
  });

  it("is told of products as guests see them come, change and go, and when one runs out", async () => {
    await add("/products", ["product.created", "product.updated", "product.deleted", "stock.low"]);
    const sentTypes = async () => {
      await send();
      return receiver.received.splice(0).map(({ payload }) => payload.type);
    };
    const draft = await makeProduct(shop.db, { publishedAt: null });
    const change = (set: string) =>
      shop.pool.query(`update products set ${set}, version = version + 1 where id = $1`, [draft]);
    await change("name = 'Still a draft'");
    expect(await sentTypes()).toEqual([]);
    await change("published_at = now()");
    expect(await sentTypes()).toEqual(["product.created"]);
    await change("price_cents = 1234");
    await send();
    expect(receiver.received.splice(0)).toMatchObject([
      {
        payload: {
          type: "product.updated",
          data: { _id: draft, price: 12.34, url: `http://localhost:3000/product/${draft}` },
        },
      },
    ]);
    await shop.pool.query("update products set count_in_stock = 9 where id = $1", [draft]);
    expect(await sentTypes()).toEqual([]);
    await shop.pool.query("update products set count_in_stock = 5 where id = $1", [draft]);
    await shop.pool.query("update products set count_in_stock = 4 where id = $1", [draft]);
    expect(await sentTypes()).toEqual(["stock.low"]);
    await change("published_at = null");
    expect(await sentTypes()).toEqual(["product.deleted"]);
    const whole = await makeProduct(shop.db);
    expect(await sentTypes()).toEqual(["product.created"]);
    await deleteProduct(shop.db, await theAdmin(), whole);
    expect(await sentTypes()).toEqual(["product.deleted"]);
  });

  it("is told nothing of what was rolled back, and nothing that it did not choose", async () => {
    await add("/paid", ["order.paid"]);
    const order = await makeOrder(shop.db, { stepsDone: 1 });
    await expect(
      shop.db.transaction(async (tx) => {
        await recordEvent(tx, { orderId: order, act: "paid", by: null });
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    await recordEvent(shop.db, { orderId: order, act: "confirmed", by: null });
    await send();
    expect(receiver.asked.map(({ body }) => JSON.parse(body).type)).toEqual([]);
    const { rows } = await shop.pool.query("select 1 from webhook_events");
    expect(rows).toEqual([]);
  });
});

describe("a receiver that is down", () => {
  it("for ten minutes gets everything afterwards, under one id for all attempts, and others wait for nothing", async () => {
    const down = await add("/down", ["order.paid"]);
    await add("/up", ["order.paid"]);
    receiver.answers.set("/down", { status: 503 });
    for (let minute = 0; minute < 10; minute += 1) {
      const order = await makeOrder(shop.db, { stepsDone: 1 });
      await recordEvent(shop.db, { orderId: order, act: "paid", by: null });
      await send();
      await passTime(shop, 1);
    }
    const expected = receiver.idsAt("/up");
    expect(expected.length).toBeGreaterThanOrEqual(10);
    expect(receiver.idsAt("/down")).toEqual([]);
    expect(await readEndpoint(shop.db, await theAdmin(), down)).toMatchObject({
      isEnabled: true,
      waiting: expected.length,
    });
    receiver.answers.delete("/down");
    for (let minute = 0; minute < 10; minute += 1) {
      await passTime(shop, 1);
      await send();
    }
    expect(receiver.idsAt("/down").sort()).toEqual(expected.sort());
    expect(receiver.received.filter(({ path }) => path === "/down")).toHaveLength(expected.length);
    for (const id of expected) {
      const bodies = receiver.asked.filter(({ headers }) => headers["webhook-id"] === id).map(({ body }) => body);
      expect(bodies.length).toBeGreaterThanOrEqual(2);
      expect(new Set(bodies).size).toBe(1);
    }
    expect(await readEndpoint(shop.db, await theAdmin(), down)).toMatchObject({ failingSince: null, waiting: 0 });
  });

  it("is tried after growing pauses", async () => {
    const id = await add("/down", []);
    receiver.answers.set("/down", { status: 500 });
    await sendTest(shop.db, await theAdmin(), id);
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await shop.pool.query("update webhook_deliveries set send_at = now() where send_at is not null");
      await send();
      const { rows } = await shop.pool.query("select extract(epoch from send_at - now()) as s from webhook_deliveries");
      pauses.push(Math.round(Number(rows[0]?.s) / 60));
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240]);
    expect(await logOf(id)).toMatchObject([
      { status: "waiting", attempts: 10, responseStatus: 500, detail: "It was answered with status 500" },
    ]);
  });

  it("for three days is told of nothing any more, which the admins learn by mail, until one switches it on again", async () => {
    const id = await add("/down", ["order.paid"]);
    const admin = await theAdmin();
    receiver.answers.set("/down", { status: 500 });
    await sendTest(shop.db, admin, id);
    await send();
    await passTime(shop, 3 * 24 * 60 - 5);
    await send();
    expect(await readEndpoint(shop.db, admin, id)).toMatchObject({ isEnabled: true });
    await shop.pool.query("update webhook_deliveries set send_at = now()");
    await passTime(shop, 10);
    await send();
    expect(await readEndpoint(shop.db, admin, id)).toMatchObject({ isEnabled: false, givenUpAt: expect.any(String) });
    expect(await logOf(id)).toMatchObject([{ status: "failed", nextAt: null }]);
    const { rows } = await shop.pool.query(
      "select data from mails where kind = 'webhook switched off' and user_id = $1",
      [admin.id],
    );
    expect(rows).toMatchObject([{ data: { endpointId: id, url: `${receiver.origin}/down` } }]);

    const { url, events, version } = await readEndpoint(shop.db, admin, id);
    await updateEndpoint(shop.services, admin, id, { url, events, isEnabled: true, version });
    expect(await readEndpoint(shop.db, admin, id)).toMatchObject({
      isEnabled: true,
      givenUpAt: null,
      failingSince: null,
    });
    receiver.answers.delete("/down");
    const [failed] = await logOf(id);
    await replayDelivery(shop.db, admin, failed?._id ?? "");
    await send();
    expect(await logOf(id)).toMatchObject([{ status: "sent", messageId: failed?.messageId, responseStatus: 204 }]);
    expect(receiver.received.map((message) => message.id)).toEqual([failed?.messageId]);
  });

  it("for good, as it says with 410, is told of nothing any more at once", async () => {
    const id = await add("/gone", []);
    receiver.answers.set("/gone", { status: 410 });
    await sendTest(shop.db, await theAdmin(), id);
    await send();
    expect(await readEndpoint(shop.db, await theAdmin(), id)).toMatchObject({ isEnabled: false, waiting: 0 });
  });

  it("holds nobody else up, also while it does not answer at all", async () => {
    await add("/silent", ["order.paid"]);
    await add("/up", ["order.paid"]);
    receiver.answers.set("/silent", undefined);
    const order = await makeOrder(shop.db, { stepsDone: 1 });
    await recordEvent(shop.db, { orderId: order, act: "paid", by: null });
    const stop = new AbortController();
    const patient = {
      ...shop.services,
      sendWebhook: openWebhookSender({ isAllowed: () => true, timeoutMs: 3_600_000 }),
    };
    const sending = sendDueWebhooks({
      ...patient,
      sendWebhook: (message) => patient.sendWebhook(message, stop.signal),
    });
    await expect.poll(() => receiver.received.map(({ path }) => path)).toContain("/up");
    stop.abort();
    await sending;
  });
});

describe("two instances", () => {
  it("send each delivery once", async () => {
    await add("/both", ["order.paid"]);
    for (let count = 0; count < 40; count += 1) {
      const order = await makeOrder(shop.db, { stepsDone: 1 });
      await recordEvent(shop.db, { orderId: order, act: "paid", by: null });
    }
    await Promise.all([sendDueWebhooks(shop.services), sendDueWebhooks(otherShop.services)]);
    await Promise.all([sendDueWebhooks(shop.services), sendDueWebhooks(otherShop.services)]);
    expect(receiver.idsAt("/both").length).toBe(receiver.received.length);
    const { rows } = await shop.pool.query("select count(*)::int as n from webhook_deliveries where status <> 'sent'");
    expect(rows).toEqual([{ n: 0 }]);
    expect(receiver.received.length).toBeGreaterThanOrEqual(40);
  });
});

describe("a secret", () => {
  it("is stored encrypted, and after a rotation signs beside the new one for a day", async () => {
    const id = await add("/rotated", []);
    const admin = await theAdmin();
    const before = receiver.secrets.get("/rotated") ?? "";
    const { rows } = await shop.pool.query("select * from webhook_endpoints");
    expect(JSON.stringify(rows)).not.toContain(before.slice(6));
    const { secret } = await rotateSecret(shop.services, admin, id);
    expect(secret).not.toBe(before);
    const signedWith = (key: string, { headers, body }: (typeof receiver.asked)[number]) => {
      const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
      const mac = createHmac("sha256", Buffer.from(key.slice(6), "base64"))
        .update(content)
        .digest("base64");
      return String(headers["webhook-signature"]).split(" ").includes(`v1,${mac}`);
    };
    const lastAsked = async () => {
      await sendTest(shop.db, admin, id);
      await send();
      const last = receiver.asked.at(-1);
      if (last === undefined) throw new Error("nothing came");
      return [signedWith(before, last), signedWith(secret, last)];
    };
    // The receiver still has the one before.
    expect(await lastAsked()).toEqual([true, true]);
    expect(receiver.received).toHaveLength(1);
    await passTime(shop, 24 * 60 + 1);
    receiver.secrets.set("/rotated", secret);
    expect(await lastAsked()).toEqual([false, true]);
    expect(receiver.received).toHaveLength(2);
  });

  it("is given only to who has shown who they are in the last ten minutes", async () => {
    const id = await add("/rotated", []);
    const admin = await theAdmin();
    await shop.pool.query("update sessions set created_at = now() - interval '11 minutes' where user_id = $1", [
      admin.id,
    ]);
    const isAsked = { kind: "REAUTH_REQUIRED" };
    await expect(rotateSecret(shop.services, admin, id)).rejects.toMatchObject(isAsked);
    await expect(addWebhook(shop, receiver, { admin, path: "/new", events: ["order.paid"] })).rejects.toMatchObject(
      isAsked,
    );
    const { events, version } = await readEndpoint(shop.db, admin, id);
    const elsewhere = { url: "https://elsewhere.example/", events, isEnabled: true, version };
    await expect(updateEndpoint(shop.services, admin, id, elsewhere)).rejects.toMatchObject(isAsked);
    await shop.pool.query("update sessions set created_at = now() where user_id = $1", [admin.id]);
  });
});

describe("a request", () => {
  const message = { url: "", id: "msg_1", body: "{}", secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"] };

  it("goes to no private address and to none without encryption", async () => {
    const { sendWebhook } = strictShop.services;
    for (const host of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "[::1]", "localhost"]) {
      expect(await sendWebhook({ ...message, url: `https://${host}/` }), host).toEqual({
        responseStatus: null,
        problem: "The address is not public",
      });
    }
    expect((await sendWebhook({ ...message, url: receiver.origin })).problem).toBe("The address is not encrypted");
    expect(receiver.asked).toEqual([]);
    const admin = await theAdmin();
    await expect(
      createEndpoint(strictShop.services, admin, { url: "http://erp.example.com/", events: ["order.paid"] }),
    ).rejects.toMatchObject({ kind: "VALIDATION" });
  });

  it("follows no redirect, and reads no more of an answer than it has to", async () => {
    const { sendWebhook } = shop.services;
    receiver.answers.set("/moved", { status: 302, headers: { location: `${receiver.origin}/secret` } });
    expect(await sendWebhook({ ...message, url: `${receiver.origin}/moved` })).toEqual({
      responseStatus: 302,
      problem: "It was redirected, which is not followed",
    });
    receiver.answers.set("/large", { status: 200, body: "x".repeat(50_000_000) });
    expect(await sendWebhook({ ...message, url: `${receiver.origin}/large` })).toEqual({
      responseStatus: 200,
      problem: null,
    });
    expect(receiver.asked.map(({ path }) => path)).toEqual(["/moved", "/large"]);
  });
});

describe("the log", () => {
  it("goes with its webhook, and after thirty days", async () => {
    const admin = await theAdmin();
    const [old, removed] = [await add("/old", []), await add("/removed", [])];
    for (const id of [old, removed]) await sendTest(shop.db, admin, id);
    await send();
    await shop.pool.query("update webhook_deliveries set ended_at = now() - interval '29 days'");
    await deleteOldDeliveries(shop.db);
    expect(await logOf(old)).toHaveLength(1);
    await shop.pool.query("update webhook_deliveries set ended_at = now() - interval '31 days'");
    await deleteOldDeliveries(shop.db);
    expect(await logOf(old)).toEqual([]);
    await sendTest(shop.db, admin, removed);
    await deleteEndpoint(shop.db, admin, removed);
    const { rows } = await shop.pool.query("select 1 from webhook_deliveries where endpoint_id = $1", [removed]);
    expect(rows).toEqual([]);
  });
});
