import type { AdminStep } from "@shop/shared/order/fulfilment";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { issuer } from "../harness/customers.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { decided, mattersOf, orderToPay, pay, reconcileNow, seenOrder } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, type Transport, transports } from "../harness/test-client.ts";

const shop = startTestShop({ takesPayments: true, settings: { jwtSecret: issuer.jwtSecret } });

let admin: Member | undefined;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});
const someAdmin = () => {
  if (admin === undefined) throw new Error("The admin comes before the first test");
  return admin;
};

afterEach(async () => {
  shop.simulator.faults.clear();
  await expectInvariants(shop.pool);
});

/** An order that is paid and packed. */
async function packedOrder() {
  const mine = await orderToPay(shop);
  const providerOrder = await decided(shop, mine.customer, mine.order._id);
  expect((await pay(shop, mine.customer, mine.order._id, { id: providerOrder })).outcome).toBe("200");
  for (const to of ["confirmed", "processed"] as const)
    expect((await take("tRPC", mine.order._id, to)).status).toBe(200);
  const captureId = shop.simulator.bank.captures(providerOrder)[0]?.id ?? "";
  return { ...mine, id: mine.order._id, providerOrder, captureId };
}

const acts = { confirmed: "confirm", processed: "process", shipped: "ship", delivered: "deliver" } as const;

function take(transport: Transport, id: string, to: AdminStep) {
  return transport === "REST"
    ? someAdmin().rest("PUT", `/api/orders/${id}/${acts[to]}`)
    : someAdmin().trpc("mutation", "admin.orders.advance", { id, to });
}

const takeAll = (ids: string[]) => someAdmin().trpc("mutation", "admin.orders.advanceMany", { ids, to: "shipped" });

/** The reads of provider orders since a number of calls. */
const readsSince = (count: number) => shop.simulator.calls.slice(count).filter(({ call }) => call === "read").length;

const countDue = async () =>
  (await shop.pool.query("select count(*)::int as n from payments where ask_again_at <= now()")).rows[0].n;

describe("an order whose money was refunded at the provider, without a webhook", () => {
  it.each(transports)("is not shipped (%s)", async (transport) => {
    const mine = await packedOrder();
    shop.simulator.bank.refund(mine.captureId);
    expect(await take(transport, mine.id, "shipped")).toMatchObject({
      status: 409,
      body: { code: "ILLEGAL_TRANSITION", message: "The payment was refunded" },
    });
    expect(await seenOrder(shop, mine.customer, mine.id)).toMatchObject({ isShipped: false, isRefunded: true });
    expect(await mattersOf(shop.pool, mine.id)).toEqual(["refunded"]);
  });

  it("in part, or taken back, is not shipped before an admin has seen it", async () => {
    const partly = await packedOrder();
    shop.simulator.bank.refund(partly.captureId, { amount: { currency_code: "USD", value: "4.00" } });
    expect(await take("REST", partly.id, "shipped")).toMatchObject({
      status: 409,
      body: { message: "Resolve the refund made at the payment provider first" },
    });
    const reversed = await packedOrder();
    shop.simulator.bank.reverse(reversed.captureId);
    expect((await take("REST", reversed.id, "shipped")).status).toBe(409);
    expect(await mattersOf(shop.pool, reversed.id)).toEqual(["reversed"]);
  });

  it("is the only one of several that is not shipped", async () => {
    const orders = [await packedOrder(), await packedOrder(), await packedOrder()];
    const [, refunded] = orders;
    if (refunded === undefined) throw new Error("there are three");
    shop.simulator.bank.refund(refunded.captureId);
    const { body } = await takeAll(orders.map(({ id }) => id));
    expect(body).toMatchObject([
      ...[{ outcome: "done" }, { outcome: "refused", reason: "The payment was refunded" }, { outcome: "done" }],
    ]);
  });
});

describe("a shipment while the provider cannot be reached", () => {
  it.each(transports)("is not held up, and the payment is read as soon as it can be (%s)", async (transport) => {
    const mine = await packedOrder();
    shop.simulator.bank.refund(mine.captureId);
    shop.simulator.faults.add("read", { kind: "status", status: 503 }, 2);
    expect((await take(transport, mine.id, "shipped")).status).toBe(200);
    expect(await mattersOf(shop.pool, mine.id)).toEqual([]);
    // The first round meets the outage too.
    await reconcileNow(shop.services);
    shop.simulator.faults.clear();
    await expect
      .poll(
        async () => {
          await shop.pool.query(
            "update payments set ask_again_at = ask_again_at - interval '31 seconds' where order_id = $1",
            [mine.id],
          );
          await reconcileNow(shop.services);
          return mattersOf(shop.pool, mine.id);
        },
        { timeout: 60_000 },
      )
      .toEqual(["refunded"]);
  });

  it("of several orders asks for a few payments only", async () => {
    const orders = [];
    for (let n = 0; n < 12; n += 1) orders.push(await packedOrder());
    await shop.pool.query("update payments set ask_again_at = now() + interval '1 hour'");
    shop.simulator.faults.add("read", { kind: "status", status: 503 }, 100);
    const before = shop.simulator.calls.length;
    const { body } = await takeAll(orders.map(({ id }) => id));
    expect(body).toMatchObject(orders.map(() => ({ outcome: "done" })));
    expect(readsSince(before)).toBeLessThanOrEqual(5);
    expect(await countDue()).toBe(12);
  });
});

it("A shipment reads each payment once, and nothing of other steps and repeats", async () => {
  const orders = [await packedOrder(), await packedOrder()];
  const paid = await orderToPay(shop);
  const before = shop.simulator.calls.length;
  await takeAll([...orders.map(({ id }) => id), paid.order._id]);
  expect(readsSince(before)).toBe(2);
  await takeAll(orders.map(({ id }) => id));
  for (const { id } of orders) await take("REST", id, "delivered");
  expect(readsSince(before)).toBe(2);
});

it("No transaction is open while the provider is asked before a shipment", async () => {
  const mine = await packedOrder();
  shop.simulator.faults.add("read", { kind: "delay", ms: 2_000 });
  const before = shop.simulator.calls.length;
  const shipping = take("REST", mine.id, "shipped");
  await expect.poll(() => shop.simulator.calls.length).toBeGreaterThan(before);
  const { rows } = await shop.pool.query(
    "select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  );
  expect(rows).toEqual([]);
  expect((await shipping).status).toBe(200);
});
