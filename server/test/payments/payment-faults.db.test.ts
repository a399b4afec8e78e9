import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Fault } from "@shop/paypal-simulator/faults";
import { afterEach, describe, expect, it } from "vitest";
import { issuer } from "../harness/customers.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { median, time } from "../harness/load.ts";
import {
  capturesAsked,
  decided,
  expectMoneyAgrees,
  orderToPay,
  pay,
  reconcileNow,
  seenOrder,
  start,
} from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";
import { timeLimit } from "../harness/time-limit.ts";

const shop = startTestShop({ takesPayments: true, settings: { jwtSecret: issuer.jwtSecret, reconcileMs: 100 } });
/** The longest that a customer waits, in milliseconds. */
const timeoutMs = 12_000;

afterEach(async () => {
  shop.simulator.faults.clear();
  await expectInvariants(shop.pool);
  await expectMoneyAgrees(shop);
});

/** Lets the shop look after payments until an order is paid. */
async function untilPaid(customer: { cookie: string }, orderId: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await reconcileNow(shop.services);
        return (await seenOrder(shop, customer, orderId)).isPaid;
      },
      { timeout: 60_000 },
    )
    .toBe(true);
}

const broken: [name: string, fault: Fault][] = [
  ["hangs up", { kind: "refuse" }],
  ["answers broken JSON", { kind: "garbage" }],
  ["answers a page", { kind: "page" }],
  ["answers ten megabytes", { kind: "huge" }],
  ["is broken", { kind: "status", status: 500 }],
  ["is overloaded", { kind: "status", status: 503 }],
  ["has heard too much", { kind: "status", status: 429 }],
  ["lets nobody in", { kind: "status", status: 403 }],
  ["lets nobody in any more", { kind: "status", status: 401 }],
];

describe("a provider that is out of order before any money is taken", () => {
  it.each(broken)("and %s is a clean failure, after which the same payment succeeds", async (_name, fault) => {
    const { customer, order } = await orderToPay(shop);
    const { faults } = shop.simulator;
    faults.add("create", fault, 9);
    const started = await start(shop, customer, order._id);
    expect(started).toMatchObject({ outcome: "503 PAYMENT_PROVIDER_UNAVAILABLE", retryAfter: "2" });
    faults.clear();
    const id = await decided(shop, customer, order._id);
    faults.add("read", fault, 9);
    const failed = await pay(shop, customer, order._id, { id });
    expect(failed).toMatchObject({ outcome: "503 PAYMENT_PROVIDER_UNAVAILABLE", retryAfter: "2" });
    expect(failed.ms).toBeLessThan(timeLimit(timeoutMs));
    expect(await seenOrder(shop, customer, order._id)).toMatchObject({ isPaid: false, paymentResult: null });
    faults.clear();
    expect((await pay(shop, customer, order._id, { id })).outcome).toBe("200");
    expect(shop.simulator.bank.captures(id)).toHaveLength(1);
  });

  it("and points elsewhere is not followed there", async () => {
    let visits = 0;
    const elsewhere = createServer((_request, response) => {
      visits += 1;
      response.end("{}");
    });
    elsewhere.listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    const address = elsewhere.address();
    const to = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`;
    const { customer, order } = await orderToPay(shop);
    const id = await decided(shop, customer, order._id);
    for (const call of ["read", "capture", "token"] as const) {
      shop.simulator.faults.clear();
      if (call === "token") shop.simulator.forgetTokens();
      shop.simulator.faults.add(call, { kind: "redirect", to }, 9);
      expect((await pay(shop, customer, order._id, { id })).outcome).toMatch(/^503 PAYMENT_/);
    }
    elsewhere.close();
    expect(visits).toBe(0);
    shop.simulator.faults.clear();
    await untilPaid(customer, order._id);
  });

  it("and cannot be signed in to is a clean failure", async () => {
    const { customer, order } = await orderToPay(shop);
    const id = await decided(shop, customer, order._id);
    shop.simulator.forgetTokens();
    shop.simulator.faults.add("token", { kind: "status", status: 500 }, 9);
    expect((await pay(shop, customer, order._id, { id })).outcome).toBe("503 PAYMENT_PROVIDER_UNAVAILABLE");
    shop.simulator.faults.clear();
    expect((await pay(shop, customer, order._id, { id })).outcome).toBe("200");
  });

  it("and hangs is given up on in time, while the rest of the shop goes on and no transaction waits", {
    tags: "wide",
  }, async () => {
    const orders = await Promise.all(Array.from({ length: 50 }, () => orderToPay(shop)));
    const ids = await Promise.all(orders.map(({ customer, order }) => decided(shop, customer, order._id)));
    const calm = await Promise.all(Array.from({ length: 20 }, () => time(`${shop.origin}/api/products`)));
    shop.simulator.faults.add("read", { kind: "delay", ms: 30_000 }, 50);
    const paying = Promise.all(
      orders.map(({ customer, order }, n) => pay(shop, customer, order._id, { id: ids[n] ?? "" })),
    );
    await expect
      .poll(() => shop.simulator.calls.filter(({ call }) => call === "read").length)
      .toBeGreaterThanOrEqual(50);
    const idle = `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`;
    const browsing: number[] = [];
    for (let look = 0; look < 20; look += 1) {
      expect((await shop.pool.query(idle)).rows).toEqual([{ n: 0 }]);
      const { status, ms } = await time(`${shop.origin}/api/products`);
      expect(status).toBe(200);
      browsing.push(ms);
      await delay(50);
    }
    expect(median(browsing)).toBeLessThan(Math.max(250, 5 * median(calm.map(({ ms }) => ms))));
    for (const { outcome, ms } of await paying) {
      expect(outcome).toBe("503 PAYMENT_PROVIDER_UNAVAILABLE");
      expect(ms).toBeLessThan(timeLimit(timeoutMs));
    }
  });
});

describe("a provider that does not even try to take the money", () => {
  it.each([401, 403, 429])("with %i: nothing was charged, and the approval is used later", async (status) => {
    const { customer, order } = await orderToPay(shop);
    const id = await decided(shop, customer, order._id);
    shop.simulator.faults.add("capture", { kind: "status", status }, 9);
    const { outcome, retryAfter, refusal } = await pay(shop, customer, order._id, { id });
    expect({ outcome, retryAfter }).toEqual({ outcome: "503 PAYMENT_PROVIDER_UNAVAILABLE", retryAfter: "2" });
    expect(refusal?.message).toContain("Nothing was charged");
    expect(await seenOrder(shop, customer, order._id)).toMatchObject({ isPaid: false, paymentResult: null });
    expect((await start(shop, customer, order._id)).content).toEqual({ id });
    shop.simulator.faults.clear();
    await untilPaid(customer, order._id);
    expect(shop.simulator.bank.captures(id)).toHaveLength(1);
  });
});

describe("an answer that is lost after the money was taken", () => {
  it("is asked for again under the same name, and the money is taken once", async () => {
    const { customer, order } = await orderToPay(shop);
    const id = await decided(shop, customer, order._id);
    shop.simulator.faults.add("capture", { kind: "drop" });
    expect((await pay(shop, customer, order._id, { id })).outcome).toBe("200");
    const captures = capturesAsked(shop, id);
    expect(captures).toHaveLength(2);
    expect(new Set(captures.map(({ requestId }) => requestId)).size).toBe(1);
    expect(shop.simulator.bank.captures(id)).toHaveLength(1);
  });

  it("is found by a look where asking again does not help", async () => {
    const { customer, order } = await orderToPay(shop);
    const id = await decided(shop, customer, order._id);
    shop.simulator.faults.add("capture", { kind: "drop" }, 2);
    expect((await pay(shop, customer, order._id, { id })).outcome).toBe("200");
    expect(shop.simulator.bank.captures(id)).toHaveLength(1);
  });

  it("is no reason to pay again: it is said to be unknown, and found later", async () => {
    const { customer, order } = await orderToPay(shop);
    const id = await decided(shop, customer, order._id);
    const { faults } = shop.simulator;
    // The first look succeeds; then the provider is gone.
    faults.add("read", { kind: "delay", ms: 0 });
    faults.add("read", { kind: "refuse" }, 99);
    faults.add("capture", { kind: "drop" }, 2);
    const { outcome, ms } = await pay(shop, customer, order._id, { id });
    expect(outcome).toBe("503 PAYMENT_STATUS_UNKNOWN");
    expect(ms).toBeLessThan(timeLimit(timeoutMs));
    expect(await seenOrder(shop, customer, order._id)).toMatchObject({
      isPaid: false,
      paymentResult: { id, status: "capturing" },
    });
    expect((await start(shop, customer, order._id)).outcome).toBe("409 PAYMENT_PENDING");
    faults.clear();
    await untilPaid(customer, order._id);
    expect(shop.simulator.bank.captures(id)).toHaveLength(1);
    expect((await pay(shop, customer, order._id, { id })).outcome).toBe("200");
  });

  it.each(broken.slice(0, 6))("is found as well when the provider %s instead", async (_name, fault) => {
    const { customer, order } = await orderToPay(shop);
    const id = await decided(shop, customer, order._id);
    shop.simulator.faults.add("capture", fault, 2);
    const { outcome } = await pay(shop, customer, order._id, { id });
    expect(outcome).toBe("503 PAYMENT_STATUS_UNKNOWN");
    await untilPaid(customer, order._id);
    expect(shop.simulator.bank.captures(id)).toHaveLength(1);
  });

  it("is waited for no longer than a customer waits", { tags: "wide" }, async () => {
    const { customer, order } = await orderToPay(shop);
    const id = await decided(shop, customer, order._id);
    shop.simulator.faults.add("capture", { kind: "delay answer", ms: 30_000 }, 2);
    const { outcome, ms } = await pay(shop, customer, order._id, { id });
    expect(outcome).toBe("200");
    expect(ms).toBeLessThan(timeLimit(timeoutMs));
    expect(shop.simulator.bank.captures(id)).toHaveLength(1);
  });
});

describe("an access token", () => {
  it("that has ended is renewed once, however many calls find out", async () => {
    const orders = await Promise.all(Array.from({ length: 10 }, () => orderToPay(shop)));
    const ids = await Promise.all(orders.map(({ customer, order }) => decided(shop, customer, order._id)));
    shop.simulator.forgetTokens();
    const tokens = () => shop.simulator.calls.filter(({ call }) => call === "token").length;
    const before = tokens();
    const paid = await Promise.all(
      orders.map(({ customer, order }, n) => pay(shop, customer, order._id, { id: ids[n] ?? "" })),
    );
    expect(paid.map(({ outcome }) => outcome)).toEqual(Array(10).fill("200"));
    expect(tokens()).toBe(before + 1);
  });
});
