// @module-tag wide
import { afterEach, describe, expect, it } from "vitest";
import { issuer } from "../harness/customers.ts";
import { expectInvariants } from "../harness/invariants.ts";
import {
  actsOf,
  capturedElsewhere,
  capturesAsked,
  decided,
  expectMoneyAgrees,
  orderToPay,
  pay,
  paymentsOf,
  reconcileNow,
  seenOrder,
  start,
} from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";

const settings = { jwtSecret: issuer.jwtSecret, reconcileMs: 50 };
const shop = startTestShop({ takesPayments: true, settings });
/** Another instance on the same database. */
const other = startTestShop({ takesPayments: true, settings, besides: shop });

afterEach(async () => {
  shop.simulator.faults.clear();
  await expectInvariants(shop.pool);
  await expectMoneyAgrees(shop);
});

describe("many reports of one payment at the same moment", () => {
  it("take the money once and pay the order once", async () => {
    const { customer, order, product } = await orderToPay(shop);
    const id = await decided(shop, customer, order._id);
    const reports = await Promise.all(
      Array.from({ length: 50 }, (_, n) => pay(n % 2 === 0 ? shop : other, customer, order._id, { id })),
    );
    expect(reports.map(({ outcome }) => outcome)).toEqual(Array(50).fill("200"));
    expect(new Set(reports.map(({ content }) => JSON.stringify(content))).size).toBe(1);
    expect(shop.simulator.bank.captures(id)).toHaveLength(1);
    expect(new Set(capturesAsked(shop, id).map(({ requestId }) => requestId)).size).toBe(1);
    expect(await paymentsOf(shop.pool, order._id)).toHaveLength(1);
    expect(await actsOf(shop.pool, order._id)).toEqual(["placed", "payment started", "paid"]);
    await expectInvariants(shop.pool, { [product]: 10 });
  });

  it("survive a provider that fails the second of two", async () => {
    const { customer, order } = await orderToPay(shop);
    const id = await decided(shop, customer, order._id);
    shop.simulator.faults.add("capture", { kind: "delay", ms: 300 });
    shop.simulator.faults.add("capture", { kind: "status", status: 409, issue: "PREVIOUS_REQUEST_IN_PROGRESS" });
    const reports = await Promise.all([shop, other].map((at) => pay(at, customer, order._id, { id })));
    for (const { outcome } of reports) expect(["200", "503 PAYMENT_STATUS_UNKNOWN"]).toContain(outcome);
    expect((await pay(shop, customer, order._id, { id })).outcome).toBe("200");
    expect(shop.simulator.bank.captures(id)).toHaveLength(1);
  });
});

describe("one payment that is reported for two orders at the same moment", () => {
  it("pays exactly one of them", async () => {
    const rounds = 50;
    for (let round = 0; round < rounds; round += 1) {
      const one = await orderToPay(shop);
      const two = await orderToPay(shop, { customer: one.customer });
      const { id } = capturedElsewhere(shop, "21.50");
      const reports = await Promise.all([
        pay(shop, one.customer, one.order._id, { id }),
        pay(other, two.customer, two.order._id, { id }),
      ]);
      expect(reports.map(({ outcome }) => outcome).sort()).toEqual(["200", "409 PAYMENT_REUSED"]);
      const seen = [
        await seenOrder(shop, one.customer, one.order._id),
        await seenOrder(shop, two.customer, two.order._id),
      ];
      expect(seen.filter(({ isPaid }) => isPaid)).toHaveLength(1);
    }
  });
});

describe("many starts of one payment at the same moment", () => {
  it("make one order at the provider", async () => {
    const { customer, order } = await orderToPay(shop);
    const starts = await Promise.all(
      Array.from({ length: 20 }, (_, n) => start(n % 2 === 0 ? shop : other, customer, order._id)),
    );
    expect(new Set(starts.map(({ outcome }) => outcome))).toEqual(new Set(["200"]));
    expect(new Set(starts.map(({ content }) => content?.id)).size).toBe(1);
    expect(await paymentsOf(shop.pool, order._id)).toHaveLength(1);
    expect(await actsOf(shop.pool, order._id)).toEqual(["placed", "payment started"]);
  });
});

describe("two payments of one order at the same moment", () => {
  it("take the money of one of them only", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { customer, order } = await orderToPay(shop);
      const first = await decided(shop, customer, order._id);
      const second = shop.simulator.bank.create([
        { custom_id: order._id, amount: { currency_code: "USD", value: "21.50" } },
      ]);
      shop.simulator.bank.decide(second.id, "approve");
      const reports = await Promise.all([
        pay(shop, customer, order._id, { id: first }),
        pay(other, customer, order._id, { id: second.id }),
      ]);
      expect(reports.map(({ outcome }) => outcome).filter((outcome) => outcome === "200")).toHaveLength(1);
      for (const { outcome } of reports) expect(["200", "409 PAYMENT_PENDING", "409 ALREADY_PAID"]).toContain(outcome);
      const captures = [...shop.simulator.bank.captures(first), ...shop.simulator.bank.captures(second.id)];
      expect(captures).toHaveLength(1);
    }
  });
});

describe("payments that were never reported", () => {
  it("are found by several instances at once, each by one", async () => {
    const orders = await Promise.all(Array.from({ length: 30 }, () => orderToPay(shop)));
    const ids = await Promise.all(orders.map(({ customer, order }) => decided(shop, customer, order._id)));
    const errors: unknown[] = [];
    const look = (at: typeof shop) => reconcileNow(at.services, (error) => errors.push(error));
    await expect
      .poll(
        async () => {
          await Promise.all([look(shop), look(other), look(shop), look(other)]);
          const seen = await Promise.all(orders.map(({ customer, order }) => seenOrder(shop, customer, order._id)));
          return seen.filter(({ isPaid }) => isPaid).length;
        },
        { timeout: 60_000 },
      )
      .toBe(orders.length);
    expect(errors).toEqual([]);
    for (const id of ids) expect(shop.simulator.bank.captures(id)).toHaveLength(1);
  });
});
