import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { reconcilePayments } from "../../src/domain/payment/reconcile.ts";
import { issuer } from "../harness/customers.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { decided, orderToPay, pay, paymentsOf, seenOrder, start } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop({ takesPayments: true, settings: { jwtSecret: issuer.jwtSecret } });
const limit = 30;

beforeEach(async () => {
  await shop.pool.query("update payments set ask_again_at = null");
});
afterEach(async () => {
  shop.simulator.faults.clear();
  await expectInvariants(shop.pool);
});

/** Payments that were begun and never approved, all of them due before everything else. */
async function abandon(count: number): Promise<void> {
  const { order } = await orderToPay(shop);
  await shop.pool.query(
    `insert into payments (id, order_id, provider_order_id, status, amount_cents, currency, ask_again_at, created_at)
     select gen_random_uuid(), $1, 'ABANDONED' || n || clock_timestamp(), 'created', 2150, 'USD',
       now() - interval '1 hour', now() - interval '2 hours' from generate_series(1, $2) n`,
    [order._id, count],
  );
}

/** An order whose capture was made, and whose answer was lost. */
async function lostCapture() {
  const mine = await orderToPay(shop);
  const id = await decided(shop, mine.customer, mine.order._id);
  shop.simulator.faults.add("capture", { kind: "status after", status: 500 }, 2);
  shop.simulator.faults.add("read", { kind: "delay", ms: 0 });
  shop.simulator.faults.add("read", { kind: "status", status: 500 });
  expect((await pay(shop, mine.customer, mine.order._id, { id })).outcome).toBe("503 PAYMENT_STATUS_UNKNOWN");
  shop.simulator.faults.clear();
  await shop.pool.query("update payments set ask_again_at = now() where order_id = $1", [mine.order._id]);
  return mine;
}

/** Runs one round; gives the questions that it asked. */
async function runRound(isStopping = () => false): Promise<number> {
  const before = shop.simulator.calls.length;
  const errors: unknown[] = [];
  await reconcilePayments(shop.services, { limit, isStopping, onItemError: (error) => errors.push(error) });
  return shop.simulator.calls.slice(before).filter(({ call }) => call === "read").length;
}

const countDue = async () =>
  Number((await shop.pool.query("select count(*) from payments where ask_again_at <= now()")).rows[0].count);

describe("polling with 5,000 abandoned payments", () => {
  it("finds a lost capture and a refund made at the provider in the first round, with few questions", async () => {
    const refunded = await orderToPay(shop);
    const paid = await decided(shop, refunded.customer, refunded.order._id);
    expect((await pay(shop, refunded.customer, refunded.order._id, { id: paid })).outcome).toBe("200");
    shop.simulator.bank.refund(shop.simulator.bank.captures(paid)[0]?.id ?? "");
    const lost = await lostCapture();
    await abandon(5_000);
    await shop.pool.query("update payments set ask_again_at = now() where order_id = $1", [refunded.order._id]);
    const questions = await runRound();
    expect(await seenOrder(shop, lost.customer, lost.order._id)).toMatchObject({ isPaid: true });
    expect(await seenOrder(shop, refunded.customer, refunded.order._id)).toMatchObject({ isRefunded: true });
    expect(questions).toBeLessThanOrEqual(limit);
    // The rest of the round is for the abandoned ones.
    expect(await countDue()).toBeGreaterThanOrEqual(5_000 - limit);
    expect(await countDue()).toBeLessThan(5_000);
  });

  it("leaves them half of a round's questions however many settled payments are due", async () => {
    await abandon(2 * limit);
    const { order } = await orderToPay(shop);
    await shop.pool.query(
      `insert into payments (id, order_id, provider_order_id, status, amount_cents, currency, ask_again_at)
       select gen_random_uuid(), $1, 'FAILED' || n || clock_timestamp(), 'failed', 2150, 'USD', now() - interval '2 hours'
       from generate_series(1, $2) n`,
      [order._id, 2 * limit],
    );
    const before = await countDue();
    await runRound();
    expect(before - (await countDue())).toBe(limit);
    const { rows } = await shop.pool.query(
      "select count(*)::int as n from payments where ask_again_at <= now() and provider_order_id like 'FAILED%'",
    );
    expect(rows).toEqual([{ n: 2 * limit - limit / 2 }]);
  });

  it("asks nothing more once the provider cannot be reached", async () => {
    await abandon(5 * limit);
    shop.simulator.faults.add("read", { kind: "status", status: 500 }, 1_000);
    expect(await runRound()).toBeLessThanOrEqual(10);
  });
});

describe("a payment that is never approved", () => {
  it("is asked for about a dozen times in all, with pauses that grow", async () => {
    const mine = await orderToPay(shop);
    await start(shop, mine.customer, mine.order._id);
    await shop.pool.query("update payments set ask_again_at = null where order_id <> $1", [mine.order._id]);
    const pauses: number[] = [];
    for (let rounds = 0; rounds < 100; rounds += 1) {
      const [payment] = await paymentsOf(shop.pool, mine.order._id);
      if (payment?.ask_again_at == null) break;
      const ms = payment.ask_again_at.getTime() - Date.now();
      pauses.push(ms);
      await shop.pool.query(
        `update payments set created_at = created_at - $2 * interval '1 millisecond', updated_at = updated_at - $2 * interval '1 millisecond',
           ask_again_at = now() where order_id = $1`,
        [mine.order._id, Math.max(0, ms)],
      );
      await runRound();
    }
    expect(pauses.length).toBeGreaterThan(5);
    expect(pauses.length).toBeLessThan(20);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(3_600_000);
    expect(pauses.every((pause, n) => n === 0 || pause >= (pauses[n - 1] ?? 0) * 0.8)).toBe(true);
    expect(await paymentsOf(shop.pool, mine.order._id)).toMatchObject([{ ask_again_at: null }]);
  });
});
