import { setTimeout } from "node:timers/promises";
import { documentedIssues } from "@shop/paypal-simulator/issues";
import { afterEach, describe, expect, it } from "vitest";
import { reconcilePayments } from "../../src/domain/payment/reconcile.ts";
import { releaseExpiredHolds } from "../../src/domain/payment/release-holds.ts";
import { startJobs } from "../../src/jobs/start-jobs.ts";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { orderOf, sendOrder, stockOf } from "../harness/ordering.ts";
import {
  actsOf,
  capturesAsked,
  decided,
  mattersOf,
  orderToPay,
  pay,
  paymentsOf,
  reconcileNow,
  seenOrder,
  start,
} from "../harness/paying.ts";
import { startTestShop, wideLimits } from "../harness/shop.ts";

const shop = startTestShop({ takesPayments: true, settings: { jwtSecret: issuer.jwtSecret, reconcileMs: 30 } });

afterEach(async () => {
  shop.simulator.faults.clear();
  await expectInvariants(shop.pool);
});

type Mine = Awaited<ReturnType<typeof orderToPay>>;

/** Lets time pass for a payment: what is due later is due now, and what began, began so much earlier. */
async function passTime(orderId: string, ms: number): Promise<void> {
  const by = `interval '${ms} milliseconds'`;
  await shop.pool.query(
    `update payments set created_at = created_at - ${by}, capturing_since = capturing_since - ${by},
       last_requested_at = last_requested_at - ${by}, settled_at = settled_at - ${by}, ask_again_at = ask_again_at - ${by} where order_id = $1`,
    [orderId],
  );
}

/** Lets the shop ask until an order is as expected. */
async function reconcileUntil({ customer, order }: Mine, what: Record<string, unknown>): Promise<void> {
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

/** An order whose customer has approved the payment. */
async function approved(more: { countInStock?: number } = {}): Promise<Mine & { id: string }> {
  const mine = await orderToPay(shop, more);
  return { ...mine, id: await decided(shop, mine.customer, mine.order._id) };
}

describe("a capture whose answer is lost and whose repeat is refused", () => {
  it.each(documentedIssues.capture)("pays the order all the same: %s", async (issue) => {
    const mine = await approved();
    const { faults } = shop.simulator;
    faults.add("capture", { kind: "drop" });
    faults.add("capture", { kind: "status", status: 422, issue });
    expect((await pay(shop, mine.customer, mine.order._id, { id: mine.id })).outcome).toBe("200");
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ isPaid: true, matters: [] });
    expect(shop.simulator.bank.captures(mine.id)).toHaveLength(1);
  });

  it("is found later where the order cannot be read either", async () => {
    const mine = await approved();
    const { faults } = shop.simulator;
    faults.add("capture", { kind: "drop" });
    faults.add("capture", { kind: "status", status: 422, issue: "DUPLICATE_INVOICE_ID" });
    faults.add("read", { kind: "delay", ms: 0 });
    faults.add("read", { kind: "status", status: 500 }, 3);
    const { outcome } = await pay(shop, mine.customer, mine.order._id, { id: mine.id });
    expect(outcome).toBe("503 PAYMENT_STATUS_UNKNOWN");
    expect((await start(shop, mine.customer, mine.order._id)).outcome).toBe("409 PAYMENT_PENDING");
    faults.clear();
    await reconcileUntil(mine, { isPaid: true });
  });

  it("lets the customer try again where what is read back shows no capture", async () => {
    const mine = await approved();
    const { faults } = shop.simulator;
    faults.add("capture", { kind: "refuse" });
    faults.add("capture", { kind: "status", status: 422, issue: "INSTRUMENT_DECLINED" });
    const { outcome } = await pay(shop, mine.customer, mine.order._id, { id: mine.id });
    expect(outcome).toBe("503 PAYMENT_STATUS_UNKNOWN");
    expect((await pay(shop, mine.customer, mine.order._id, { id: mine.id })).outcome).toBe("200");
    expect(shop.simulator.bank.captures(mine.id)).toHaveLength(1);
  });
});

describe("a capture request that the provider processes late", () => {
  /** A payment whose first request hangs at the provider, and whose repeated one was lost. */
  async function hanging(): Promise<Mine & { id: string }> {
    const mine = await approved();
    shop.simulator.faults.add("capture", { kind: "refuse" }, 2);
    const { outcome } = await pay(shop, mine.customer, mine.order._id, { id: mine.id });
    expect(outcome).toBe("503 PAYMENT_STATUS_UNKNOWN");
    return mine;
  }
  const pollNow = () => reconcilePayments(shop.services, { limit: 50, isStopping: () => false, onItemError: () => {} });

  it.each(documentedIssues.capture)("is awaited, although a repeated one is refused: %s", async (issue) => {
    const mine = await hanging();
    shop.simulator.faults.add("capture", { kind: "status", status: 422, issue });
    const { outcome } = await pay(shop, mine.customer, mine.order._id, { id: mine.id });
    expect(outcome).toBe("503 PAYMENT_STATUS_UNKNOWN");
    expect((await start(shop, mine.customer, mine.order._id)).outcome).toBe("409 PAYMENT_PENDING");
    shop.simulator.bank.capture(mine.id);
    await reconcileUntil(mine, { isPaid: true, matters: [] });
  });

  it("is not repeated by polling for a minute, and then a refusal lets the customer pay again", async () => {
    const mine = await hanging();
    shop.simulator.faults.add("capture", { kind: "status", status: 422, issue: "INSTRUMENT_DECLINED" });
    await passTime(mine.order._id, 40_000);
    await pollNow();
    expect(capturesAsked(shop, mine.id)).toHaveLength(2);
    expect((await start(shop, mine.customer, mine.order._id)).outcome).toBe("409 PAYMENT_PENDING");
    await passTime(mine.order._id, 40_000);
    await pollNow();
    expect(capturesAsked(shop, mine.id)).toHaveLength(3);
    expect((await paymentsOf(shop.pool, mine.order._id))[0]?.status).toBe("created");
    expect((await pay(shop, mine.customer, mine.order._id, { id: mine.id })).outcome).toBe("200");
  });

  it("is not given up while its last try may still be processed", async () => {
    const mine = await hanging();
    shop.simulator.faults.add("capture", { kind: "status", status: 500 }, 2);
    await passTime(mine.order._id, 1_200_000);
    await pollNow();
    await passTime(mine.order._id, 40_000);
    await pollNow();
    expect((await paymentsOf(shop.pool, mine.order._id))[0]?.status).toBe("capturing");
    shop.simulator.bank.capture(mine.id);
    await passTime(mine.order._id, 60_000);
    await reconcileUntil(mine, { isPaid: true, matters: [] });
  });
});

describe("a capture that was made although it was refused", () => {
  it.each(["TRANSACTION_REFUSED", "INSTRUMENT_DECLINED"])("pays the order: %s", async (issue) => {
    const mine = await approved();
    shop.simulator.faults.add("capture", { kind: "status after", status: 422, issue });
    expect((await pay(shop, mine.customer, mine.order._id, { id: mine.id })).outcome).toBe("200");
  });

  it("lets nobody pay again before it was looked up, however long that takes", async () => {
    const mine = await approved();
    const { faults } = shop.simulator;
    faults.add("capture", { kind: "drop" }, 2);
    faults.add("read", { kind: "delay", ms: 0 });
    faults.add("read", { kind: "status", status: 500 });
    await pay(shop, mine.customer, mine.order._id, { id: mine.id });
    await passTime(mine.order._id, 36_000_000);
    expect((await start(shop, mine.customer, mine.order._id)).outcome).toBe("409 PAYMENT_PENDING");
    await reconcileUntil(mine, { isPaid: true });
  });
});

describe("an invoice that the provider has captured before", () => {
  it("pays the order by the payment that was captured, although another was reported", async () => {
    const mine = await approved();
    const { bank } = shop.simulator;
    bank.capture(mine.id);
    const other = bank.create([
      { custom_id: mine.order._id, invoice_id: mine.order._id, amount: { currency_code: "USD", value: "21.50" } },
    ]);
    bank.decide(other.id, "approve");
    expect((await pay(shop, mine.customer, mine.order._id, { id: other.id })).outcome).toBe("409 ALREADY_PAID");
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ isPaid: true });
    expect(bank.captures(other.id)).toEqual([]);
  });

  it("keeps everybody from paying again while the other payment cannot be read", async () => {
    const mine = await approved();
    const { bank, faults } = shop.simulator;
    bank.capture(mine.id);
    const other = bank.create([
      { custom_id: mine.order._id, invoice_id: mine.order._id, amount: { currency_code: "USD", value: "21.50" } },
    ]);
    bank.decide(other.id, "approve");
    faults.add("read", { kind: "status", status: 500 }, 1_000, mine.id);
    expect((await pay(shop, mine.customer, mine.order._id, { id: other.id })).outcome).toBe(
      "503 PAYMENT_STATUS_UNKNOWN",
    );
    expect((await start(shop, mine.customer, mine.order._id)).outcome).toBe("409 PAYMENT_PENDING");
    faults.clear();
    await reconcileUntil(mine, { isPaid: true });
    expect(bank.captures(other.id)).toEqual([]);
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual([]);
  });

  it("is a matter for administrators where the shop knows no such payment", async () => {
    const mine = await approved();
    const { bank } = shop.simulator;
    const unknown = bank.create([{ invoice_id: mine.order._id, amount: { currency_code: "USD", value: "21.50" } }]);
    bank.decide(unknown.id, "approve");
    bank.capture(unknown.id);
    const { outcome, refusal } = await pay(shop, mine.customer, mine.order._id, { id: mine.id });
    expect(outcome).toBe("409 ALREADY_PAID");
    expect(refusal?.message).toMatch(/Please do not pay again/);
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual(["unknown payment"]);
  });
});

describe("a provider that does not know the payment for a moment", () => {
  it("loses no payment whose capture has no answer yet", async () => {
    const mine = await approved();
    const { faults } = shop.simulator;
    faults.add("capture", { kind: "drop" }, 2);
    faults.add("read", { kind: "delay", ms: 0 });
    faults.add("read", { kind: "status", status: 404 });
    expect((await pay(shop, mine.customer, mine.order._id, { id: mine.id })).outcome).toBe(
      "503 PAYMENT_STATUS_UNKNOWN",
    );
    await reconcileUntil(mine, { isPaid: true });
    expect(shop.simulator.bank.captures(mine.id)).toHaveLength(1);
  });

  it("loses none whose capture it answers with 404 either", async () => {
    const mine = await approved();
    shop.simulator.faults.add("capture", { kind: "status after", status: 404 }, 2);
    expect((await pay(shop, mine.customer, mine.order._id, { id: mine.id })).outcome).toBe("200");
  });
});

describe("a capture that the provider never makes", () => {
  it("is a matter within two minutes, and gives stock and customer free in the end", async () => {
    const mine = await approved({ countInStock: 1 });
    const { faults } = shop.simulator;
    faults.add("capture", { kind: "status", status: 500 }, 1_000);
    expect((await pay(shop, mine.customer, mine.order._id, { id: mine.id })).outcome).toBe(
      "503 PAYMENT_STATUS_UNKNOWN",
    );
    await passTime(mine.order._id, 90_000);
    await reconcileNow(shop.services);
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual(["payment stuck"]);
    // The age of a stuck capture goes on with each try.
    const [row] = (
      await shop.pool.query(
        "select now() - capturing_since > interval '80 seconds' as is_old from payments where order_id = $1",
        [mine.order._id],
      )
    ).rows;
    expect(row).toEqual({ is_old: true });
    await passTime(mine.order._id, 1_200_000);
    await reconcileNow(shop.services);
    await passTime(mine.order._id, 120_000);
    await reconcileNow(shop.services);
    expect((await paymentsOf(shop.pool, mine.order._id))[0]?.status).toBe("failed");
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual([]);
    await shop.pool.query("update orders set held_until = now() - interval '1 second' where id = $1", [mine.order._id]);
    await releaseExpiredHolds(shop.db, 100);
    expect(await stockOf(shop.pool, mine.product)).toBe(1);
    faults.clear();
    expect((await start(shop, mine.customer, mine.order._id)).outcome).toBe("200");
  });

  it("and was made all the same pays the order when it is read", async () => {
    const mine = await approved();
    const { bank, faults } = shop.simulator;
    faults.add("capture", { kind: "status", status: 500 }, 1_000);
    await pay(shop, mine.customer, mine.order._id, { id: mine.id });
    await passTime(mine.order._id, 1_200_000);
    await reconcileNow(shop.services);
    await passTime(mine.order._id, 120_000);
    await reconcileNow(shop.services);
    expect((await paymentsOf(shop.pool, mine.order._id))[0]?.status).toBe("failed");
    bank.capture(mine.id);
    await passTime(mine.order._id, 600_000);
    await reconcileUntil(mine, { isPaid: true });
  });
});

it("A capture whose answer is being written down just now is no stuck one", async () => {
  const mine = await approved();
  shop.simulator.faults.add("capture", { kind: "status", status: 500 }, 1_000);
  await pay(shop, mine.customer, mine.order._id, { id: mine.id });
  await passTime(mine.order._id, 90_000);
  const writer = await shop.pool.connect();
  await writer.query("begin");
  await writer.query(
    "update payments set status = 'failed', capturing_since = null, ask_again_at = null where order_id = $1",
    [mine.order._id],
  );
  // A round that only looks for what is stuck.
  const looked = reconcilePayments(shop.services, {
    limit: 0,
    isStopping: () => false,
    onItemError: () => undefined,
  });
  // Gives a look that would wait for the writer the time to begin, and ends it in any case.
  await Promise.race([looked, setTimeout(1_000)]);
  await writer.query("commit");
  writer.release();
  await looked;
  expect(await mattersOf(shop.pool, mine.order._id)).toEqual([]);
});

describe("a capture that was cut off with its process", () => {
  it("is made when the shop comes back, however long it was away", async () => {
    const mine = await approved();
    await shop.pool.query(
      "update payments set status = 'capturing', capturing_since = now(), updated_at = clock_timestamp() where order_id = $1",
      [mine.order._id],
    );
    await passTime(mine.order._id, 36_000_000);
    await reconcileUntil(mine, { isPaid: true });
    expect(shop.simulator.bank.captures(mine.id)).toHaveLength(1);
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual([]);
  });

  /** A payment that was captured long ago, of which neither an answer nor a look has told the shop. */
  async function capturedUnseen() {
    const mine = await approved();
    const { faults } = shop.simulator;
    faults.add("capture", { kind: "drop" }, 2);
    faults.add("read", { kind: "delay", ms: 0 }, 1, mine.id);
    faults.add("read", { kind: "status", status: 404 }, 1_000, mine.id);
    await pay(shop, mine.customer, mine.order._id, { id: mine.id });
    await passTime(mine.order._id, 36_000_000);
    return mine;
  }

  it("ends where the provider has forgotten its order for long, and is still found if that was wrong", async () => {
    const mine = await capturedUnseen();
    const { bank, faults } = shop.simulator;
    faults.add("capture", { kind: "status", status: 404 }, 1_000, mine.id);
    await expect
      .poll(async () => {
        await passTime(mine.order._id, 60_000);
        await reconcileNow(shop.services);
        return (await paymentsOf(shop.pool, mine.order._id))[0]?.status;
      })
      .toBe("failed");
    faults.clear();
    expect(bank.captures(mine.id)).toHaveLength(1);
    await passTime(mine.order._id, 7_200_000);
    await reconcileUntil(mine, { isPaid: true });
  });

  it("is not given up by looks alone, however long ago it was: the request is repeated first", async () => {
    const mine = await capturedUnseen();
    await reconcileNow(shop.services);
    const { outcome } = await start(shop, mine.customer, mine.order._id);
    expect(outcome).not.toBe("200");
    shop.simulator.faults.clear();
    await passTime(mine.order._id, 7_200_000);
    await reconcileUntil(mine, { isPaid: true });
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual([]);
  });
});

describe("money that was refunded before the shop knew of it", () => {
  it("holds no stock, and leaves the order to be paid", async () => {
    const mine = await approved({ countInStock: 1 });
    const { bank, faults } = shop.simulator;
    faults.add("capture", { kind: "drop" }, 2);
    faults.add("read", { kind: "delay", ms: 0 });
    faults.add("read", { kind: "status", status: 500 }, 3);
    await pay(shop, mine.customer, mine.order._id, { id: mine.id });
    faults.clear();
    for (const { id } of bank.captures(mine.id)) bank.refund(id);
    await expect
      .poll(async () => {
        await reconcileNow(shop.services);
        return (await paymentsOf(shop.pool, mine.order._id))[0]?.status;
      })
      .toBe("refunded");
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ isPaid: false, refundedPrice: 21.5 });
    await shop.pool.query("update orders set held_until = now() - interval '1 second' where id = $1", [mine.order._id]);
    await releaseExpiredHolds(shop.db, 100);
    expect(await stockOf(shop.pool, mine.product)).toBe(1);
  });
});

describe("a provider that takes no payments for the shop", () => {
  it.each(["PAYEE_ACCOUNT_RESTRICTED", "PAYEE_ACCOUNT_LOCKED_OR_CLOSED", "PERMISSION_DENIED"])(
    "is told to the customer and to administrators as what it is: %s",
    async (issue) => {
      const mine = await orderToPay(shop);
      shop.simulator.faults.add("create", { kind: "status", status: 422, issue });
      const { outcome, refusal } = await start(shop, mine.customer, mine.order._id);
      expect(outcome).toBe("402 PAYMENT_REFUSED");
      expect(refusal?.message).toMatch(/Nothing was charged/);
      expect(await mattersOf(shop.pool, mine.order._id)).toEqual(["payment refused"]);
      const id = await decided(shop, mine.customer, mine.order._id);
      expect((await pay(shop, mine.customer, mine.order._id, { id })).outcome).toBe("200");
      // Once the order is paid, nothing of it waits any more.
      expect(await mattersOf(shop.pool, mine.order._id)).toEqual([]);
    },
  );

  it("is told as well when it refuses only to capture", async () => {
    const mine = await approved();
    shop.simulator.faults.add("capture", { kind: "status", status: 403, issue: "PERMISSION_DENIED" });
    expect((await pay(shop, mine.customer, mine.order._id, { id: mine.id })).outcome).toBe("402 PAYMENT_REFUSED");
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual(["payment refused"]);
  });
});

describe("asking for payments", () => {
  it("stops between two rounds of reads when the shop stops", { tags: "wide" }, async () => {
    const several = await Promise.all(Array.from({ length: 12 }, () => approved()));
    for (const { order } of several) await passTime(order._id, 60_000);
    shop.simulator.faults.add("read", { kind: "delay", ms: 1_500 }, 40);
    const before = shop.simulator.calls.length;
    const read = () => {
      const reads = shop.simulator.calls.slice(before).filter(({ call }) => call === "read");
      return several.filter(({ id }) => reads.some(({ path }) => path.includes(id))).length;
    };
    const jobs = startJobs(shop.services, shop.app.log);
    await expect.poll(read).toBeGreaterThan(0);
    await jobs.stop();
    // Those that were being read are read to their end, and no others.
    expect(read()).toBeLessThan(several.length);
    shop.simulator.faults.clear();
    for (const mine of several) await reconcileUntil(mine, { isPaid: true });
  });

  it("does not end with a read that fails: money that was captured while the shop was down is found later", async () => {
    const mine = await approved();
    const { bank, faults } = shop.simulator;
    bank.capture(mine.id);
    await shop.pool.query("update payments set ask_again_at = null where order_id <> $1", [mine.order._id]);
    // Unapproved payments are polled for six hours.
    await passTime(mine.order._id, 25_200_000);
    faults.add("read", { kind: "status", status: 500 }, 9);
    await reconcileNow(shop.services);
    faults.clear();
    await passTime(mine.order._id, 4_000_000);
    await reconcileUntil(mine, { isPaid: true });
  });

  it("ends for a payment that nobody has approved for six hours", async () => {
    const mine = await orderToPay(shop);
    expect((await start(shop, mine.customer, mine.order._id)).outcome).toBe("200");
    await passTime(mine.order._id, 25_200_000);
    await expect
      .poll(async () => {
        await reconcileNow(shop.services);
        return (await paymentsOf(shop.pool, mine.order._id))[0];
      })
      .toMatchObject({ status: "created", ask_again_at: null });
  });

  it("sees refunds that were made at the provider, without a webhook", async () => {
    const mine = await approved();
    const { bank } = shop.simulator;
    expect((await pay(shop, mine.customer, mine.order._id, { id: mine.id })).outcome).toBe("200");
    const [capture] = bank.captures(mine.id);
    if (capture === undefined) throw new Error("nothing was captured");
    bank.refund(capture.id, { amount: { currency_code: "USD", value: "5.00" } });
    await passTime(mine.order._id, 4_000_000);
    await reconcileUntil(mine, { refundedPrice: 5, isRefunded: false, matters: [{ kind: "refunded", amount: 5 }] });
    bank.reverse(capture.id);
    await passTime(mine.order._id, 8_000_000);
    await reconcileUntil(mine, { refundedPrice: 21.5, isRefunded: true, isPaid: true });
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual(["refunded", "reversed"]);
    // After a month the shop looks no more.
    await passTime(mine.order._id, 2_700_000_000);
    await expect
      .poll(async () => {
        await reconcileNow(shop.services);
        return (await paymentsOf(shop.pool, mine.order._id))[0]?.ask_again_at;
      })
      .toBeNull();
  });
});

describe("money that was refunded while the provider could not list its refunds", () => {
  /** A paid order whose money is on its way back, of which the shop could read the capture alone. */
  async function returnedUnlisted() {
    const mine = await approved();
    const { bank, faults } = shop.simulator;
    expect((await pay(shop, mine.customer, mine.order._id, { id: mine.id })).outcome).toBe("200");
    const [capture] = bank.captures(mine.id);
    if (capture === undefined) throw new Error("nothing was captured");
    bank.nextRefunds("PENDING");
    const refund = bank.refund(capture.id);
    // The next that is read is this one.
    for (const table of ["payments", "refunds"]) {
      await shop.pool.query(`update ${table} set ask_again_at = null where order_id <> $1`, [mine.order._id]);
    }
    faults.add("read", { kind: "status", status: 404 });
    await passTime(mine.order._id, 4_000_000);
    await reconcileUntil(mine, { refundedPrice: 21.5, matters: [{ kind: "reversed", amount: 21.5 }] });
    await passTime(mine.order._id, 8_000_000);
    await reconcileUntil(mine, { refundedPrice: 21.5, matters: [{ kind: "refunded", amount: 21.5 }] });
    return { ...mine, refund };
  }

  it("is counted once when they are listed again", async () => {
    const { order, refund } = await returnedUnlisted();
    const { rows } = await shop.pool.query("select provider_refund_id from refunds where order_id = $1", [order._id]);
    expect(rows).toEqual([{ provider_refund_id: refund.id }]);
  });

  it("stands again when its refund fails in the end", async () => {
    const { refund, ...mine } = await returnedUnlisted();
    shop.simulator.bank.settleRefund(refund.id, "FAILED");
    await passTime(mine.order._id, 16_000_000);
    await reconcileUntil(mine, { refundedPrice: 0, isRefunded: false, isPaid: true });
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual(["refunded", "refund failed"]);
  });
});

describe("somebody who makes the shop ask the provider again and again", () => {
  const limited = startTestShop({
    besides: shop,
    takesPayments: true,
    settings: {
      jwtSecret: issuer.jwtSecret,
      limits: { ...wideLimits, paymentsPerUser: { points: 20, seconds: 900 } },
    },
  });

  it("is held up after a few, and others are not", async () => {
    const mine = await orderToPay(shop);
    const looks = () => shop.simulator.calls.filter(({ call }) => call === "read").length;
    const before = looks();
    const outcomes = new Set<string>();
    for (let n = 0; n < 60; n += 1) {
      const { outcome } = await pay(limited, mine.customer, mine.order._id, { id: `INVENTED${n}` });
      outcomes.add(outcome);
    }
    expect([...outcomes].sort()).toEqual(["402 PAYMENT_NOT_VERIFIED", "429 RATE_LIMITED"]);
    expect(looks() - before).toBeLessThanOrEqual(20);
    const other = await orderToPay(shop, { customer: await insertCustomer(shop.db) });
    const id = await decided(
      { ...limited, simulator: shop.simulator, origin: limited.origin },
      other.customer,
      other.order._id,
    );
    expect((await pay(limited, other.customer, other.order._id, { id })).outcome).toBe("200");
  });
});

describe("a lapsed hold", () => {
  it("is renewed while nobody else wants the product, and not while others wait for it", async () => {
    const mine = await orderToPay(shop, { countInStock: 1 });
    const lapse = async () => {
      await shop.pool.query("update orders set held_until = now() - interval '1 second' where id = $1", [
        mine.order._id,
      ]);
      await releaseExpiredHolds(shop.db, 100);
      expect(await stockOf(shop.pool, mine.product)).toBe(1);
    };
    await lapse();
    expect((await start(shop, mine.customer, mine.order._id)).outcome).toBe("200");
    expect(await stockOf(shop.pool, mine.product)).toBe(0);
    const other = await insertCustomer(shop.db);
    const refused = await sendOrder(shop.origin, other, orderOf([{ product: mine.product, qty: 1 }]));
    expect(refused.refusal?.code).toBe("OUT_OF_STOCK");
    await lapse();
    const { outcome, refusal } = await start(shop, mine.customer, mine.order._id);
    expect(outcome).toBe("409 OUT_OF_STOCK");
    expect(refusal?.message).toMatch(/others wait/);
    expect((await sendOrder(shop.origin, other, orderOf([{ product: mine.product, qty: 1 }]))).status).toBe(201);
  });
});

it("A payment's history names what happened to its money", async () => {
  const mine = await approved();
  await pay(shop, mine.customer, mine.order._id, { id: mine.id });
  expect(await actsOf(shop.pool, mine.order._id)).toEqual(["placed", "payment started", "paid"]);
  expect(capturesAsked(shop, mine.id)).toHaveLength(1);
});
