import { signWebhook } from "@shop/paypal-simulator/webhook-signature";
import { afterEach, describe, expect, it } from "vitest";
import { issuer } from "../harness/customers.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { decided, mattersOf, orderToPay, pay, seenOrder } from "../harness/paying.ts";
import { startTestShop, webhookId, wideLimits } from "../harness/shop.ts";

const budget = 15;
const addressBudget = 5;
const settings = {
  jwtSecret: issuer.jwtSecret,
  limits: wideLimits,
};
const shop = startTestShop({ takesPayments: true, settings });
const limitedShop = startTestShop({
  besides: shop,
  takesPayments: true,
  trustedProxies: ["127.0.0.1"],
  settings: {
    ...settings,
    limits: {
      ...settings.limits,
      webhooks: { points: budget, seconds: 900 },
      webhooksPerAddress: { points: addressBudget, seconds: 900 },
    },
  },
});

afterEach(async () => {
  shop.simulator.faults.clear();
  await expectInvariants(shop.pool);
});

let transmissions = 0;

/** Sends an event as the provider does; its bytes are the given ones. */
async function send(
  body: string,
  { origin = shop.origin, isForged = false, time = new Date().toISOString(), from = "192.0.2.1" } = {},
): Promise<number> {
  transmissions += 1;
  const transmissionId = `transmission-${transmissions}`;
  const signature = isForged ? "forged" : signWebhook({ transmissionId, time, webhookId, body });
  const response = await fetch(`${origin}/api/webhooks/paypal`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": from,
      "paypal-auth-algo": "SHA256withRSA",
      "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT",
      "paypal-transmission-id": transmissionId,
      "paypal-transmission-sig": signature,
      "paypal-transmission-time": time,
    },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

/** The provider's newest event of a type, as it sends it. */
function newest(type: string): string {
  const event = shop.simulator.bank.events.findLast(({ event_type }) => event_type === type);
  if (event === undefined) throw new Error(`no ${type}`);
  return JSON.stringify(event);
}

async function paidOrder() {
  const mine = await orderToPay(shop);
  const id = await decided(shop, mine.customer, mine.order._id);
  expect((await pay(shop, mine.customer, mine.order._id, { id })).outcome).toBe("200");
  const [capture] = shop.simulator.bank.captures(id);
  if (capture === undefined) throw new Error("nothing was captured");
  return { ...mine, id, captureId: capture.id };
}

const verifications = () => shop.simulator.calls.filter(({ call }) => call === "verify").length;

describe("an event in the provider's own shape", () => {
  it("of a refund names the capture by its link, and the refund is seen at once", async () => {
    const mine = await paidOrder();
    shop.simulator.bank.refund(mine.captureId, { amount: { currency_code: "USD", value: "4.00" } });
    expect(await send(newest("PAYMENT.CAPTURE.REFUNDED"))).toBe(200);
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({
      refundedPrice: 4,
      isRefunded: false,
      refunds: [{ amount: 4, status: "completed", reason: null }],
      matters: [{ kind: "refunded", amount: 4 }],
    });
  });

  it("of a reversal is a matter of its own, and the order is not prepared any more", async () => {
    const mine = await paidOrder();
    shop.simulator.bank.reverse(mine.captureId);
    expect(await send(newest("PAYMENT.CAPTURE.REVERSED"))).toBe(200);
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({
      isRefunded: true,
      matters: [{ kind: "reversed", amount: 21.5 }],
    });
  });

  it("of a dispute opens one matter, however often and in whichever order events come", async () => {
    const mine = await paidOrder();
    const { bank } = shop.simulator;
    const { dispute_id } = bank.openDispute(mine.captureId, { reason: "UNAUTHORISED" });
    const opened = newest("CUSTOMER.DISPUTE.CREATED");
    bank.resolveDispute(dispute_id, "RESOLVED_BUYER_FAVOUR");
    for (const body of [newest("CUSTOMER.DISPUTE.RESOLVED"), opened, opened, newest("PAYMENT.CAPTURE.REVERSED")]) {
      expect(await send(body)).toBe(200);
    }
    expect((await mattersOf(shop.pool, mine.order._id)).toSorted()).toEqual(["disputed", "reversed"]);
    const { rows } = await shop.pool.query(
      "select detail from order_matters where order_id = $1 and kind = 'disputed'",
      [mine.order._id],
    );
    expect(rows).toEqual([{ detail: "UNAUTHORISED" }]);
  });

  it("is found by the order's id where it names nothing else that the shop knows", async () => {
    const mine = await paidOrder();
    shop.simulator.bank.refund(mine.captureId);
    const resource = { id: "UNKNOWN", custom_id: mine.order._id };
    expect(await send(JSON.stringify({ event_type: "PAYMENT.CAPTURE.REFUNDED", resource }))).toBe(200);
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ isRefunded: true });
    const other = await paidOrder();
    shop.simulator.bank.refund(other.captureId);
    const invoice = { id: "UNKNOWN", invoice_id: other.order._id };
    expect(await send(JSON.stringify({ event_type: "PAYMENT.CAPTURE.REFUNDED", resource: invoice }))).toBe(200);
    expect(await seenOrder(shop, other.customer, other.order._id)).toMatchObject({ isRefunded: true });
  });
});

describe("the bytes of an event", () => {
  it.each([
    ["numbers that would be written otherwise", (id: string) => `{"resource":{"id":"${id}","amount":1.0,"rate":1e2}}`],
    ["escapes that would be written otherwise", (id: string) => `{"resource":{"id":"${id}","note":"\\u00e9\\/"}}`],
    ["white space and a repeated key", (id: string) => `{ "a": 1, "a" : 2,\n "resource": {"id": "${id}"} }`],
    ["a text beyond the first plane", (id: string) => `{"resource":{"id":"${id}","note":"😀 é"}}`],
  ])("are handed on as they came: %s", async (_what, toBody) => {
    const mine = await paidOrder();
    shop.simulator.bank.refund(mine.captureId);
    expect(await send(toBody(mine.captureId))).toBe(200);
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ isRefunded: true });
  });

  it("may be nested deeply, and are refused when they are no JSON", async () => {
    const mine = await paidOrder();
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(await send(`{"resource":{"id":"${mine.captureId}"},"deep":${deep}}`)).toBe(200);
    expect(await send(deep)).toBe(200);
    for (const body of ["{", "", '{"resource":', "nonsense"]) expect(await send(body)).toBe(400);
  });
});

describe("a forged event", () => {
  it("that names nothing of ours, is old, or says nothing of itself asks the provider for nothing", async () => {
    const mine = await paidOrder();
    const before = verifications();
    for (let n = 0; n < 100; n += 1) {
      expect(await send(JSON.stringify({ resource: { id: `INVENTED${n}` } }), { isForged: true })).toBe(200);
    }
    const named = JSON.stringify({ resource: { id: mine.captureId } });
    for (const time of ["2020-01-01T00:00:00Z", "nonsense", new Date(Date.now() + 3_600_000).toISOString()]) {
      expect(await send(named, { isForged: true, time })).toBe(403);
    }
    const bare = await fetch(`${shop.origin}/api/webhooks/paypal`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: named,
    });
    expect(bare.status).toBe(403);
    expect(verifications()).toBe(before);
    expect(await send(named, { isForged: true })).toBe(403);
    expect(verifications()).toBe(before + 1);
  });

  it("that names a payment of ours is verified only so often, and polling goes on without webhooks", async () => {
    const mine = await paidOrder();
    const named = JSON.stringify({ resource: { id: mine.captureId } });
    const before = verifications();
    const statuses = new Set<number>();
    for (let n = 0; n < 300; n += 1) statuses.add(await send(named, { origin: limitedShop.origin, isForged: true }));
    expect([...statuses].sort()).toEqual([403, 429]);
    expect(verifications() - before).toBeLessThanOrEqual(addressBudget);
  });

  it("from one address or from many takes nothing from genuine events", async () => {
    const { origin } = limitedShop;
    await shop.pool.query("delete from rate_limits");
    const mine = await paidOrder();
    const named = JSON.stringify({ resource: { id: mine.captureId } });
    const forge = (from: string) => send(named, { origin, isForged: true, from });
    for (let n = 0; n < 8; n += 1) await forge("203.0.113.1");
    expect(await forge("203.0.113.1")).toBe(429);
    // An address from which nothing has come before.
    const genuine = "198.51.100.1";
    expect(await send(named, { origin, from: genuine })).toBe(200);
    const before = verifications();
    const statuses: number[] = [];
    for (let n = 0; n < 25; n += 1) statuses.push(await forge(`203.0.113.${n}`));
    expect(new Set(statuses)).toEqual(new Set([403, 429]));
    expect(verifications() - before).toBeLessThanOrEqual(budget);
    for (let n = 0; n < budget + 5; n += 1) expect(await send(named, { origin, from: genuine })).toBe(200);
    // Who has sent genuine ones may not forge without end either.
    const own: number[] = [];
    for (let n = 0; n < budget + 5; n += 1) own.push(await forge(genuine));
    expect(own.filter((status) => status === 403)).toHaveLength(budget);
  });
});

it("An event is asked to be sent again while the provider cannot be reached", async () => {
  const mine = await paidOrder();
  shop.simulator.bank.refund(mine.captureId);
  const body = newest("PAYMENT.CAPTURE.REFUNDED");
  shop.simulator.faults.add("verify", { kind: "status", status: 500 });
  expect(await send(body)).toBe(503);
  shop.simulator.faults.add("read", { kind: "status", status: 500 });
  expect(await send(body)).toBe(503);
  expect(await send(body)).toBe(200);
  expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ isRefunded: true });
});
