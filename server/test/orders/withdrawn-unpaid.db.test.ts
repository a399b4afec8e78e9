import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { releaseExpiredHolds } from "../../src/domain/payment/release-holds.ts";
import { recordWithdrawals } from "../../src/domain/withdrawal/record.ts";
import { issuer } from "../harness/customers.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { startMailing } from "../harness/mailing.ts";
import { expectNoItemError } from "../harness/no-item-error.ts";
import { stockOf } from "../harness/ordering.ts";
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
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin } from "../harness/test-client.ts";
import { payElsewhere } from "../harness/webhooks.ts";

const shop = startTestShop({
  takesPayments: true,
  settings: { jwtSecret: issuer.jwtSecret },
  fixed: { returnsDays: 14, timeZone: "Europe/Berlin" },
});
const mailing = startMailing(shop);
const sentence = /^You have withdrawn from this order, so there is nothing to pay\./;

let admin: Member | undefined;
beforeEach(async () => {
  admin ??= await makeAdmin(shop);
  await shop.pool.query("delete from mails");
});

type Mine = Awaited<ReturnType<typeof orderToPay>>;

/** Declares a withdrawal from an order, and has its order looked up; gives its id. */
async function withdraw({ order, customer }: Mine): Promise<string> {
  await shop.pool.query(
    "insert into withdrawal_declarations (id, order_number, email) values (gen_random_uuid(), $1, $2)",
    [order._id, customer.email.toLowerCase()],
  );
  await recordWithdrawals(shop.services, expectNoItemError);
  const { rows } = await shop.pool.query("select id from withdrawals where order_id = $1", [order._id]);
  return z.tuple([z.object({ id: z.string() })]).parse(rows)[0].id;
}

async function decide(id: string, decision: object): Promise<number | undefined> {
  return (await admin?.trpc("mutation", "admin.withdrawals.decide", { id, decision }))?.status;
}

describe("an unpaid order that its customer has withdrawn from", () => {
  it.each([
    ["is not decided about", undefined],
    ["was accepted", { to: "accepted" }],
  ])("gives its units back and cannot be paid, while the withdrawal %s", async (_when, decision) => {
    const mine = await orderToPay(shop, { countInStock: 1 });
    const approved = await decided(shop, mine.customer, mine.order._id);
    const withdrawal = await withdraw(mine);
    if (decision !== undefined) expect(await decide(withdrawal, decision)).toBe(200);
    await releaseExpiredHolds(shop.db, 100);
    expect(await stockOf(shop.pool, mine.product)).toBe(1);
    const refusals = [
      await start(shop, mine.customer, mine.order._id),
      await pay(shop, mine.customer, mine.order._id, { id: approved }),
    ];
    for (const { outcome, refusal } of refusals) {
      expect(outcome).toBe("409 ILLEGAL_TRANSITION");
      expect(refusal?.message).toMatch(sentence);
    }
    // Nor does the shop itself capture what was approved.
    await shop.pool.query("update payments set ask_again_at = now()");
    await reconcileNow(shop.services);
    expect(capturesAsked(shop, approved)).toEqual([]);
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ isPaid: false, isWithdrawn: true });
    expect(await stockOf(shop.pool, mine.product)).toBe(1);
    await expectInvariants(shop.pool);
  });

  it("is not asked to pay by mail, and the mails say that there is nothing to pay", async () => {
    const mine = await orderToPay(shop);
    await decide(await withdraw(mine), { to: "accepted" });
    const { arrived } = await mailing.sendAll();
    const own = arrived.filter(({ text }) => text.includes(mine.order._id.slice(-5)));
    expect(own.map(({ subject }) => subject).join("\n")).not.toMatch(/One step left/);
    const [receipt] = own.filter(({ subject }) => subject.startsWith("We have received your withdrawal"));
    expect(receipt?.text.replace(/\s+/g, " ")).toContain("Nothing was paid, so please do not pay for this order");
  });

  it("is paid by money that comes all the same, as an open matter that leads to the refund", async () => {
    const mine = await orderToPay(shop);
    const withdrawal = await withdraw(mine);
    expect(await decide(withdrawal, { to: "accepted" })).toBe(200);
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual([]);
    await shop.pool.query("delete from mails");
    await payElsewhere(shop, mine.order._id);
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual(["withdrawal"]);
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ isPaid: true, isWithdrawn: true });
    const { rows } = await shop.pool.query("select kind from mails where order_id = $1", [mine.order._id]);
    const mails = z
      .array(z.object({ kind: z.string() }))
      .parse(rows)
      .map(({ kind }) => kind);
    expect(mails).toContain("open matter");
    expect(mails).not.toContain("new order");
    const { arrived } = await mailing.sendAll();
    expect(arrived.map(({ text }) => text.replace(/\s+/g, " ")).join()).toContain("so we do not send the items");
    const refusal = await admin?.trpc("mutation", "admin.orders.advance", { id: mine.order._id, to: "confirmed" });
    expect(refusal).toMatchObject({ status: 409, body: { message: "Resolve the withdrawal first" } });
    const refund = { id: mine.order._id, amount: 21.5, reason: "Withdrawn", idempotencyKey: withdrawal };
    expect((await admin?.trpc("mutation", "admin.orders.refund", refund))?.status).toBe(200);
    expect(await decide(withdrawal, { to: "refunded" })).toBe(200);
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual([]);
    await expectInvariants(shop.pool);
  });

  it("keeps its units while the provider reviews its money, and pays by it when it clears", async () => {
    const mine = await orderToPay(shop, { countInStock: 1 });
    const id = await decided(shop, mine.customer, mine.order._id, "pend");
    expect((await pay(shop, mine.customer, mine.order._id, { id })).outcome).toBe("409 PAYMENT_PENDING");
    await decide(await withdraw(mine), { to: "accepted" });
    await releaseExpiredHolds(shop.db, 100);
    expect(await stockOf(shop.pool, mine.product)).toBe(0);
    shop.simulator.bank.clear(id, "COMPLETED");
    await shop.pool.query("update payments set ask_again_at = now() where order_id = $1", [mine.order._id]);
    await reconcileNow(shop.services);
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual(["withdrawal"]);
    await expectInvariants(shop.pool);
  });

  it("ends a capture that was never answered, without requesting it again", async () => {
    const mine = await orderToPay(shop, { countInStock: 1 });
    const id = await decided(shop, mine.customer, mine.order._id);
    shop.simulator.faults.add("capture", { kind: "status", status: 500 }, 2);
    expect((await pay(shop, mine.customer, mine.order._id, { id })).outcome).toBe("503 PAYMENT_STATUS_UNKNOWN");
    const requested = capturesAsked(shop, id).length;
    await withdraw(mine);
    await shop.pool.query(
      `update payments set capturing_since = now() - interval '20 minutes', last_requested_at = now() - interval '20 minutes',
         ask_again_at = now() where order_id = $1`,
      [mine.order._id],
    );
    await reconcileNow(shop.services);
    expect(capturesAsked(shop, id)).toHaveLength(requested);
    expect(await paymentsOf(shop.pool, mine.order._id)).toMatchObject([{ status: "failed" }]);
    await releaseExpiredHolds(shop.db, 100);
    expect(await stockOf(shop.pool, mine.product)).toBe(1);
  });

  it("can be paid again once the shop has refused the withdrawal", async () => {
    const mine = await orderToPay(shop);
    await decide(await withdraw(mine), { to: "refused", words: "It was made for you" });
    const id = await decided(shop, mine.customer, mine.order._id);
    expect((await pay(shop, mine.customer, mine.order._id, { id })).outcome).toBe("200");
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ isWithdrawn: false, matters: [] });
  });
});

it("A withdrawal from a paid order leaves its units and its money as they are", async () => {
  const mine = await orderToPay(shop, { countInStock: 1 });
  const id = await decided(shop, mine.customer, mine.order._id);
  expect((await pay(shop, mine.customer, mine.order._id, { id })).outcome).toBe("200");
  await withdraw(mine);
  await releaseExpiredHolds(shop.db, 100);
  expect(await stockOf(shop.pool, mine.product)).toBe(0);
  expect(await actsOf(shop.pool, mine.order._id)).not.toContain("released");
});

it("Orders are withdrawn from and paid at the same time without a payment of a closed order", async () => {
  for (let round = 0; round < 10; round += 1) {
    const mine = await orderToPay(shop);
    const id = await decided(shop, mine.customer, mine.order._id);
    await Promise.all([pay(shop, mine.customer, mine.order._id, { id }), withdraw(mine)]);
    const seen = await seenOrder(shop, mine.customer, mine.order._id);
    expect(seen.isPaid).toBe(capturesAsked(shop, id).length > 0);
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual(["withdrawal"]);
  }
  await expectInvariants(shop.pool);
});
