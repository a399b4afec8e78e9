import { afterEach, describe, expect, it } from "vitest";
import { releaseExpiredHolds } from "../../src/domain/payment/release-holds.ts";
import { issuer } from "../harness/customers.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { stockOf } from "../harness/ordering.ts";
import {
  actsOf,
  capturesAsked,
  decided,
  expectMoneyAgrees,
  mattersOf,
  orderToPay,
  pay,
  paymentsOf,
  reconcileNow,
  seenOrder,
  start,
} from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";
import { notify, signedFor } from "../harness/webhooks.ts";

const shop = startTestShop({ takesPayments: true, settings: { jwtSecret: issuer.jwtSecret, reconcileMs: 50 } });
const plainShop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });

afterEach(async () => {
  shop.simulator.faults.clear();
  await expectInvariants(shop.pool);
  await expectMoneyAgrees(shop);
});

type Mine = Awaited<ReturnType<typeof orderToPay>>;

/** Lets the shop look after payments until the order is as expected. */
async function lookUntil({ customer, order }: Mine, what: Record<string, unknown>): Promise<void> {
  await expect
    .poll(
      async () => {
        await reconcileNow(shop.services);
        return seenOrder(shop, customer, order._id);
      },
      { timeout: 60_000 },
    )
    .toMatchObject(what);
}

/** Lets the shop ask for the payments of an order now, whenever it would have. */
async function lookAgain({ order }: Mine): Promise<void> {
  await shop.pool.query("update payments set ask_again_at = now() where order_id = $1", [order._id]);
  await reconcileNow(shop.services);
}

/** An order whose money the provider still looks into. */
async function pendingOrder() {
  const mine = await orderToPay(shop, { countInStock: 1 });
  const id = await decided(shop, mine.customer, mine.order._id, "pend");
  expect((await pay(shop, mine.customer, mine.order._id, { id })).outcome).toBe("409 PAYMENT_PENDING");
  return { ...mine, id };
}

describe("money that the provider looks into", () => {
  it("pays the order when it clears, without anybody asking", async () => {
    const mine = await pendingOrder();
    await lookUntil(mine, { isPaid: false, paymentResult: { id: mine.id, status: "pending" } });
    shop.simulator.bank.clear(mine.id, "COMPLETED");
    await lookUntil(mine, { isPaid: true, paymentResult: { id: mine.id, status: "completed" } });
    expect(await actsOf(shop.pool, mine.order._id)).toEqual(["placed", "payment started", "payment pending", "paid"]);
    expect(shop.simulator.bank.captures(mine.id)).toHaveLength(1);
  });

  it("pays the order of an account that was deleted meanwhile", async () => {
    const mine = await pendingOrder();
    const headers = { cookie: mine.customer.cookie };
    const deleted = await fetch(`${shop.origin}/api/users/profile`, { method: "DELETE", headers });
    expect(deleted.status).toBe(200);
    shop.simulator.bank.clear(mine.id, "COMPLETED");
    await lookAgain(mine);
    const { rows } = await shop.pool.query(
      "select paid_at is not null as paid, buyer_name, buyer_email from orders where id = $1",
      [mine.order._id],
    );
    const { name: buyer_name, email: buyer_email } = mine.customer;
    expect(rows).toEqual([{ paid: true, buyer_name, buyer_email }]);
    expect((await actsOf(shop.pool, mine.order._id)).at(-1)).toBe("paid");
  });

  it("leaves the order unpaid when it is denied, gives the units back, and lets the customer try again", async () => {
    const mine = await pendingOrder();
    shop.simulator.bank.clear(mine.id, "DECLINED");
    await lookUntil(mine, { isPaid: false, paymentResult: null });
    expect((await actsOf(shop.pool, mine.order._id)).at(-1)).toBe("payment failed");
    await releaseExpiredHolds(shop.db, 100);
    expect(await stockOf(shop.pool, mine.product)).toBe(1);
    const other = await decided(shop, mine.customer, mine.order._id);
    expect(other).not.toBe(mine.id);
    expect((await pay(shop, mine.customer, mine.order._id, { id: other })).outcome).toBe("200");
    expect(await stockOf(shop.pool, mine.product)).toBe(0);
  });
});

describe("money of another amount that the provider looks into", () => {
  /** A program of the customer's takes too little, and reports it. */
  async function reportedOther() {
    const mine = await orderToPay(shop, { countInStock: 1 });
    const { bank } = shop.simulator;
    const amount = { currency_code: "USD", value: "20.00" };
    const { id } = bank.create([{ custom_id: mine.order._id, amount }]);
    bank.decide(id, "pend");
    bank.capture(id);
    expect((await pay(shop, mine.customer, mine.order._id, { id })).outcome).toBe("409 PAYMENT_PENDING");
    return { ...mine, id };
  }

  it("pays nothing when it clears, and is shown to administrators", async () => {
    const mine = await reportedOther();
    shop.simulator.bank.clear(mine.id, "COMPLETED");
    await lookAgain(mine);
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual(["payment differs"]);
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ isPaid: false });
  });

  it("holds no units for the order, and is in nobody's way when it is denied", async () => {
    const mine = await reportedOther();
    await shop.pool.query("update orders set held_until = now() where id = $1", [mine.order._id]);
    await releaseExpiredHolds(shop.db, 100);
    expect(await stockOf(shop.pool, mine.product)).toBe(1);
    shop.simulator.bank.clear(mine.id, "DECLINED");
    await lookAgain(mine);
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ isPaid: false, paymentResult: null });
    const other = await decided(shop, mine.customer, mine.order._id);
    expect((await pay(shop, mine.customer, mine.order._id, { id: other })).outcome).toBe("200");
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual([]);
  });
});

describe("a customer who approves and never comes back", () => {
  it("has paid", async () => {
    const mine = await orderToPay(shop);
    const id = await decided(shop, mine.customer, mine.order._id);
    await lookUntil(mine, { isPaid: true });
    expect(capturesAsked(shop, id)).toHaveLength(1);
    expect(await actsOf(shop.pool, mine.order._id)).toEqual(["placed", "payment started", "paid"]);
  });

  it("is not charged again on a card that was declined", async () => {
    const mine = await orderToPay(shop);
    const id = await decided(shop, mine.customer, mine.order._id, "decline");
    expect((await pay(shop, mine.customer, mine.order._id, { id })).outcome).toBe("402 INSTRUMENT_DECLINED");
    shop.simulator.bank.read(id).status = "APPROVED";
    await lookAgain(mine);
    expect(capturesAsked(shop, id)).toHaveLength(1);
    expect(await paymentsOf(shop.pool, mine.order._id)).toMatchObject([{ status: "created" }]);
  });

  it("is not charged for units that are gone", async () => {
    const mine = await orderToPay(shop, { countInStock: 1 });
    const id = await decided(shop, mine.customer, mine.order._id);
    await shop.pool.query("update orders set held_until = now() - interval '1 s' where id = $1", [mine.order._id]);
    await releaseExpiredHolds(shop.db, 100);
    await shop.pool.query("update products set count_in_stock = 0 where id = $1", [mine.product]);
    await expect
      .poll(async () => {
        await reconcileNow(shop.services);
        return shop.simulator.calls.filter(({ path }) => path === `/v2/checkout/orders/${id}`).length;
      })
      .toBeGreaterThan(1);
    expect(capturesAsked(shop, id)).toEqual([]);
  });
});

describe("an order of the provider that nobody approves", () => {
  it("is asked for less and less, and given up when the provider drops it", async () => {
    const mine = await orderToPay(shop);
    const { content } = await start(shop, mine.customer, mine.order._id);
    const asked = () => paymentsOf(shop.pool, mine.order._id).then(([payment]) => payment);
    await shop.pool.query(
      "update payments set created_at = now() - interval '10 minutes', ask_again_at = now() where order_id = $1",
      [mine.order._id],
    );
    await reconcileNow(shop.services);
    const pause = ((await asked())?.ask_again_at?.getTime() ?? 0) - Date.now();
    expect(pause).toBeGreaterThan(500_000);
    expect(pause).toBeLessThan(700_000);
    shop.simulator.bank.read(content?.id ?? "").status = "VOIDED";
    await lookAgain(mine);
    expect(await asked()).toMatchObject({ status: "failed" });
    // It is still looked at for a while, and nothing is taken of it any more.
    shop.simulator.bank.read(content?.id ?? "").status = "APPROVED";
    await lookAgain(mine);
    expect(await asked()).toMatchObject({ status: "failed" });
    expect(capturesAsked(shop, content?.id ?? "")).toEqual([]);
  });

  it("is left alone after hours", async () => {
    const mine = await orderToPay(shop);
    await start(shop, mine.customer, mine.order._id);
    await shop.pool.query(
      "update payments set created_at = now() - interval '1 day', ask_again_at = now() where order_id = $1",
      [mine.order._id],
    );
    await reconcileNow(shop.services);
    expect(await paymentsOf(shop.pool, mine.order._id)).toMatchObject([{ status: "created", ask_again_at: null }]);
  });
});

describe("a payment that was settled", () => {
  it("is looked at soon, then seldom, and no more after a month", async () => {
    const mine = await orderToPay(shop);
    const id = await decided(shop, mine.customer, mine.order._id);
    expect((await pay(shop, mine.customer, mine.order._id, { id })).outcome).toBe("200");
    const next = async () => (await paymentsOf(shop.pool, mine.order._id))[0]?.ask_again_at ?? null;
    const hoursAhead = async () => ((await next())?.getTime() ?? 0) / 3_600_000 - Date.now() / 3_600_000;
    expect(await hoursAhead()).toBeLessThan(1 / 60);
    const looks = () => shop.simulator.calls.filter(({ path }) => path === `/v2/checkout/orders/${id}`).length;
    for (const [days, hours] of [
      [0, 1],
      [1, 6],
      [20, 24],
    ] as const) {
      await shop.pool.query("update payments set settled_at = now() - $2 * interval '1 day' where order_id = $1", [
        ...[mine.order._id, days],
      ]);
      const before = looks();
      await lookAgain(mine);
      expect(looks()).toBe(before + 1);
      expect(await hoursAhead(), `after ${days} days`).toBeGreaterThan(hours - 0.1);
      expect(await hoursAhead(), `after ${days} days`).toBeLessThan(hours + 0.1);
    }
    await shop.pool.query("update payments set settled_at = now() - interval '31 days' where order_id = $1", [
      mine.order._id,
    ]);
    await lookAgain(mine);
    expect(await next()).toBeNull();
    // Looking changes nothing.
    expect(await actsOf(shop.pool, mine.order._id)).toEqual(["placed", "payment started", "paid"]);
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual([]);
    expect(capturesAsked(shop, id)).toHaveLength(1);
  });
});

describe("word from the provider", () => {
  const ofCapture = (id: string) => ({
    event_type: "PAYMENT.CAPTURE.COMPLETED",
    resource: { id: "CAPTURE", supplementary_data: { related_ids: { order_id: id } } },
  });

  it("is not heard where it is not set up", async () => {
    expect((await notify(plainShop, ofCapture("X"))).status).toBe(404);
  });

  it("is refused unless the provider itself says that it is its own", async () => {
    const mine = await pendingOrder();
    shop.simulator.bank.clear(mine.id, "COMPLETED");
    const event = ofCapture(mine.id);
    const signed = signedFor(JSON.stringify(event));
    const unsigned = await notify(shop, event, { headers: {} });
    const forged = await notify(shop, event, { headers: { ...signed, "paypal-transmission-sig": "forged" } });
    const changed = await notify(shop, { ...event, event_type: "PAYMENT.CAPTURE.REFUNDED" }, { headers: signed });
    const old = signedFor(JSON.stringify(event), new Date(Date.now() - 5 * 86_400_000).toISOString());
    const late = await notify(shop, event, { headers: old });
    expect([unsigned, forged, changed, late].map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    shop.simulator.faults.add("verify", { kind: "status", status: 500 });
    expect((await notify(shop, event)).status).toBe(503);
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ isPaid: false });
    await lookUntil(mine, { isPaid: true });
  });

  it("has the payment looked up at once, and says nothing else", async () => {
    const mine = await pendingOrder();
    shop.simulator.bank.clear(mine.id, "COMPLETED");
    const lie = { event_type: "PAYMENT.CAPTURE.DENIED", resource: { id: mine.id, amount: { value: "0.01" } } };
    const answer = await notify(shop, lie);
    expect([answer.status, await answer.json()]).toEqual([200, { message: "Noted" }]);
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ isPaid: true });
  });

  it("of refunded money is for administrators", async () => {
    const mine = await orderToPay(shop);
    const id = await decided(shop, mine.customer, mine.order._id);
    await pay(shop, mine.customer, mine.order._id, { id });
    const [capture] = shop.simulator.bank.captures(id);
    shop.simulator.bank.refund(capture?.id ?? "");
    expect((await notify(shop, ofCapture(id))).status).toBe(200);
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual(["refunded"]);
    expect((await seenOrder(shop, mine.customer, mine.order._id)).paymentResult?.status).toBe("refunded");
  });

  it("of nothing that we know, or of nothing at all, changes nothing", async () => {
    const before = shop.simulator.calls.length;
    for (const event of [ofCapture("UNKNOWN"), ofCapture("../x"), {}, [], "text", { resource: { id: 5 } }]) {
      expect((await notify(shop, event)).status).toBe(200);
    }
    // Nobody can make the shop ask the provider by making events up.
    expect(shop.simulator.calls.length).toBe(before);
  });
});
