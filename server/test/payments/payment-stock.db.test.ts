import { afterEach, describe, expect, it } from "vitest";
import { releaseExpiredHolds } from "../../src/domain/payment/release-holds.ts";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { orderOf, placedOrder, stockOf } from "../harness/ordering.ts";
import {
  actsOf,
  capturedElsewhere,
  capturesAsked,
  decided,
  expectMoneyAgrees,
  mattersOf,
  orderToPay,
  pay,
  seenOrder,
  start,
} from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop({ takesPayments: true, settings: { jwtSecret: issuer.jwtSecret } });
const total = "21.50";

afterEach(async () => {
  shop.simulator.faults.clear();
  await expectInvariants(shop.pool);
  await expectMoneyAgrees(shop);
});

async function expire(orderId: string): Promise<void> {
  await shop.pool.query("update orders set held_until = now() - interval '1 second' where id = $1", [orderId]);
}

/** An order of the last unit of a product, whose time has run out. */
async function releasedOrder() {
  const mine = await orderToPay(shop, { countInStock: 1 });
  await expire(mine.order._id);
  await releaseExpiredHolds(shop.db, 100);
  expect(await stockOf(shop.pool, mine.product)).toBe(1);
  return mine;
}

/** Somebody else takes the last unit. */
async function sellTo(product: string) {
  return placedOrder(shop.origin, await insertCustomer(shop.db), orderOf([{ product, qty: 1 }]));
}

describe("an order whose time to pay has run out", () => {
  it("stays as it was, and takes its units again when it is paid after all", async () => {
    const { customer, order, product } = await releasedOrder();
    expect(await seenOrder(shop, customer, order._id)).toEqual(order);
    const id = await decided(shop, customer, order._id);
    expect(await stockOf(shop.pool, product)).toBe(0);
    expect((await pay(shop, customer, order._id, { id })).outcome).toBe("200");
    expect(await stockOf(shop.pool, product)).toBe(0);
    expect(await actsOf(shop.pool, order._id)).toEqual(["placed", "released", "held", "payment started", "paid"]);
    await releaseExpiredHolds(shop.db, 100);
    expect(await stockOf(shop.pool, product)).toBe(0);
    await expectInvariants(shop.pool, { [product]: 1 });
  });

  it("cannot be paid when its units are gone, and the provider hears of nothing", async () => {
    const { customer, order, product } = await releasedOrder();
    await sellTo(product);
    const before = shop.simulator.calls.length;
    const { outcome, refusal } = await start(shop, customer, order._id);
    expect(outcome).toBe("409 OUT_OF_STOCK");
    expect(refusal?.message).toContain("is sold out");
    expect(shop.simulator.calls.length).toBe(before);
    expect(await seenOrder(shop, customer, order._id)).toEqual(order);
  });

  it("cannot be paid when its product is no longer sold", async () => {
    const { customer, order, product } = await releasedOrder();
    await shop.pool.query("update products set deleted_at = now() where id = $1", [product]);
    expect((await start(shop, customer, order._id)).outcome).toBe("409 OUT_OF_STOCK");
  });

  it("is not charged for when the units went while the customer was approving", async () => {
    const { customer, order, product } = await orderToPay(shop, { countInStock: 1 });
    const id = await decided(shop, customer, order._id);
    await expire(order._id);
    await releaseExpiredHolds(shop.db, 100);
    await sellTo(product);
    expect((await pay(shop, customer, order._id, { id })).outcome).toBe("409 OUT_OF_STOCK");
    expect(capturesAsked(shop, id)).toEqual([]);
    expect(await seenOrder(shop, customer, order._id)).toMatchObject({ isPaid: false, paymentResult: null });
  });

  it("keeps money that was taken past us, and is shown to administrators", async () => {
    const { customer, order, product } = await releasedOrder();
    await sellTo(product);
    const { id } = capturedElsewhere(shop, total);
    expect((await pay(shop, customer, order._id, { id })).outcome).toBe("200");
    expect(await mattersOf(shop.pool, order._id)).toEqual(["stock gone"]);
    expect(await stockOf(shop.pool, product)).toBe(0);
    await expectInvariants(shop.pool, { [product]: 1 });
  });

  it("takes units that are still there for money that was taken past us", async () => {
    const { customer, order, product } = await releasedOrder();
    const { id } = capturedElsewhere(shop, total);
    expect((await pay(shop, customer, order._id, { id })).outcome).toBe("200");
    expect(await mattersOf(shop.pool, order._id)).toEqual([]);
    expect(await stockOf(shop.pool, product)).toBe(0);
    await expectInvariants(shop.pool, { [product]: 1 });
  });
});

describe("an order whose money is on its way", () => {
  it.each(["capturing", "pending"])("keeps its units however long that takes: %s", async (status) => {
    const { customer, order, product } = await orderToPay(shop, { countInStock: 1 });
    const id = await decided(shop, customer, order._id, status === "pending" ? "pend" : "approve");
    if (status === "capturing") {
      shop.simulator.faults.add("capture", { kind: "refuse" }, 2);
      expect((await pay(shop, customer, order._id, { id })).outcome).toBe("503 PAYMENT_STATUS_UNKNOWN");
    } else {
      expect((await pay(shop, customer, order._id, { id })).outcome).toBe("409 PAYMENT_PENDING");
    }
    await expire(order._id);
    await releaseExpiredHolds(shop.db, 100);
    expect(await stockOf(shop.pool, product)).toBe(0);
    shop.simulator.bank.clear(id, "COMPLETED");
    expect((await pay(shop, customer, order._id, { id })).outcome).toBe("200");
    await expectInvariants(shop.pool, { [product]: 1 });
  });
});

describe("a release at the very moment of the payment", () => {
  it("leaves the order paid with its units once, or unpaid without", { tags: "wide" }, async () => {
    const rounds = 100;
    const stock = 1_000;
    const first = await orderToPay(shop, { countInStock: stock });
    const outcomes: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const customer = await insertCustomer(shop.db);
      const order = await placedOrder(shop.origin, customer, orderOf([{ product: first.product, qty: 1 }]));
      const id = await decided(shop, customer, order._id);
      await expire(order._id);
      const [paid] = await Promise.all([
        pay(shop, customer, order._id, { id }),
        releaseExpiredHolds(shop.db, 1),
        releaseExpiredHolds(shop.db, 1),
      ]);
      outcomes.push(paid.outcome);
    }
    expect(new Set(outcomes)).toEqual(new Set(["200"]));
    expect(await stockOf(shop.pool, first.product)).toBe(stock - rounds - 1);
    await expectInvariants(shop.pool, { [first.product]: stock });
  });
});
