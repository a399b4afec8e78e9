import { shopCurrency } from "@shop/shared/currency";
import { type AdminStep, adminSteps, steps } from "@shop/shared/order/fulfilment";
import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { lockOrder, updateHold } from "../../src/domain/order/hold.ts";
import { openMatter } from "../../src/domain/order/matters.ts";
import { refundPayment } from "../../src/domain/payment/refund.ts";
import { releaseExpiredHolds } from "../../src/domain/payment/release-holds.ts";
import { adminActor } from "../harness/admin-actor.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeOrder } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { countDeadlocks, whileLocked } from "../harness/locks.ts";
import { capturedElsewhere } from "../harness/paying.ts";
import { startTestShop, type TestShop } from "../harness/shop.ts";
import { notify } from "../harness/webhooks.ts";
import { width } from "../harness/width.ts";

/** Many rounds take minutes; in milliseconds. */
const longMs = 900_000;

const settings = { jwtSecret: issuer.jwtSecret };
const shop = startTestShop({ settings, takesPayments: true });
/** A second instance on the same database. */
const other = startTestShop({ settings, takesPayments: true, besides: shop });

let admin: Customer;
beforeAll(async () => {
  admin = await insertCustomer(shop.db, { isAdmin: true });
  // Whoever changes an order holds its lock, so that the numbers are in the order of the changes.
  await shop.pool.query(`
    create table acts_in_order (number bigint primary key generated always as identity, order_id uuid, act text);
    create function note_act() returns trigger language plpgsql as $$
      begin insert into acts_in_order (order_id, act) values (new.order_id, new.act); return null; end $$;
    create trigger note_act after insert on order_events for each row execute function note_act()`);
});
afterAll(async () => expect(await countDeadlocks(shop.pool)).toBe(0));

async function actsOf(orderId: string): Promise<string[]> {
  const { rows } = await shop.pool.query("select act from acts_in_order where order_id = $1 order by number", [
    orderId,
  ]);
  return z
    .array(z.object({ act: z.string() }))
    .parse(rows)
    .map(({ act }) => act);
}

const verbs: Record<AdminStep, string> = {
  confirmed: "confirm",
  processed: "process",
  shipped: "ship",
  delivered: "deliver",
};
async function take(at: TestShop, id: string, to: AdminStep): Promise<number> {
  const init = { method: "PUT", headers: { cookie: admin.cookie } };
  return (await fetch(`${at.origin}/api/orders/${id}/${verbs[to]}`, init)).status;
}

/** An order whose next step is the given one. */
const orderBefore = (to: AdminStep) => makeOrder(shop.db, { stepsDone: steps.indexOf(to) });

/** The same, paid by a capture that the provider knows of. */
async function paidBefore(to: AdminStep): Promise<{ id: string; captureId: string }> {
  const id = await orderBefore(to);
  const capture = capturedElsewhere(shop, "21.50");
  if (capture === undefined) throw new Error("nothing was captured");
  const [{ id: captureId = "" } = {}] = shop.simulator.bank.captures(capture.id);
  await shop.pool.query("update payments set provider_order_id = $2, capture_id = $3 where order_id = $1", [
    ...[id, capture.id, captureId],
  ]);
  return { id, captureId };
}

/** What another session does with an order that it has locked; each of them refuses a step that prepares or ships. */
const blockers = {
  "a refund of all its money": `
    insert into refunds (id, order_id, payment_id, status, amount_cents, currency)
    select gen_random_uuid(), order_id, id, 'requested', amount_cents, currency from payments where order_id = $1`,
  "its units back in the stock": `
    with refund as (
      insert into refunds (id, order_id, payment_id, status, amount_cents, currency, restocked_at)
      select gen_random_uuid(), order_id, id, 'completed', 1, currency, now() from payments where order_id = $1
      returning id, order_id
    )
    insert into refund_items (refund_id, product_id, qty)
    select refund.id, i.product_id, i.qty from refund join order_items i using (order_id)`,
  "a dispute": `
    insert into order_matters (id, order_id, kind, reference) values (gen_random_uuid(), $1, 'disputed', 'one')`,
};
const blocked = adminSteps.filter((step) => step !== "delivered");
const combinations = blocked.flatMap((to) =>
  Object.entries(blockers).map(([what, statement]) => ({ to, what, statement })),
);

describe("a step that waits while somebody else changes its order", () => {
  it.each(combinations)("to $to sees $what", async ({ to, statement }) => {
    const id = await orderBefore(to);
    const [taken] = await whileLocked(
      shop.pool,
      { lock: ["select from orders where id = $1 for update", [id]], meanwhile: [[statement, [id]]] },
      () => take(shop, id, to),
    );
    expect(taken).toEqual({ status: "fulfilled", value: 409 });
    expect(await actsOf(id)).toEqual([]);
  });
});

it("A matter is opened before a step or after it, and not beside it", async () => {
  const id = await makeOrder(shop.db, { stepsDone: 1 });
  const matter = { orderId: id, kind: "disputed", reference: "one" } as const;
  const [opened] = await whileLocked(
    shop.pool,
    {
      lock: ["select from orders where id = $1 for no key update", [id]],
      meanwhile: [["insert into order_events (id, order_id, act) values (gen_random_uuid(), $1, 'confirmed')", [id]]],
    },
    () => openMatter(shop.db, matter),
  );
  expect(opened).toEqual({ status: "fulfilled", value: true });
  expect(await actsOf(id)).toEqual(["confirmed", "matter opened"]);
});

describe.each(adminSteps)("the step to %s", (to) => {
  it(
    "is not taken after a full refund, in many races",
    async () => {
      for (let round = 0; round < width.stepRaces; round += 1) {
        const { id } = await paidBefore(to);
        const actor = adminActor(
          { id: admin.id, name: admin.name, email: admin.email },
          {
            id: admin.id,
            expiresAt: new Date("2040-01-01"),
            hasSecondFactor: true,
          },
        );
        const input = { amount: 21_50, reason: "Sold out" };
        const [status] = await Promise.all([
          take(other, id, to),
          refundPayment(shop.services, actor, { orderId: id, input, key: uuidv7() }),
        ]);
        const acts = await actsOf(id);
        expectOrder(acts, { to, status, blocker: "refund requested" });
        expect(acts).toContain("refunded");
      }
      await expectInvariants(shop.pool);
    },
    longMs,
  );

  it(
    "is not taken after a dispute, in many races",
    async () => {
      for (let round = 0; round < width.stepRaces; round += 1) {
        const { id, captureId } = await paidBefore(to);
        const resource = { dispute_id: uuidv7(), disputed_transactions: [{ seller_transaction_id: captureId }] };
        const [status, notified] = await Promise.all([
          take(other, id, to),
          notify(shop, { event_type: "CUSTOMER.DISPUTE.CREATED", resource }),
        ]);
        expect(notified.status).toBe(200);
        expectOrder(await actsOf(id), { to, status, blocker: "matter opened" });
      }
      await expectInvariants(shop.pool);
    },
    longMs,
  );
});

/** Either the step came first, or it was refused; what was delivered is delivered in any case. */
function expectOrder(acts: string[], { to, status, blocker }: { to: AdminStep; status: number; blocker: string }) {
  const isFirst = acts.includes(to) && acts.indexOf(to) < acts.indexOf(blocker);
  expect(acts).toContain(blocker);
  if (to === "delivered") expect([status, acts.includes(to)]).toEqual([200, true]);
  else expect([status, acts.includes(to)], acts.join(", ")).toEqual(isFirst ? [200, true] : [409, false]);
}

it("A hold is not released while a payment begins, in many races", { timeout: longMs }, async () => {
  for (let round = 0; round < 4 * width.stepRaces; round += 1) {
    const id = await makeOrder(shop.db, { heldUntil: new Date(0) });
    const begin = () =>
      shop.db.transaction(async (tx) => {
        const order = await lockOrder(tx, id);
        if (!order.isStockHeld) return false;
        await updateHold(tx, id);
        await tx.execute(sql`
          insert into payments (id, order_id, provider_order_id, status, amount_cents, currency, capturing_since)
          values (${uuidv7()}, ${id}, ${`ORDER-${id}`}, 'capturing', 2150, ${shopCurrency()}, now())`);
        return true;
      });
    const [begun] = await Promise.all([begin(), releaseExpiredHolds(other.db, 5), releaseExpiredHolds(shop.db, 5)]);
    const { rows } = await shop.pool.query("select is_stock_held from orders where id = $1", [id]);
    expect(rows).toEqual([{ is_stock_held: begun }]);
    await shop.pool.query("update orders set held_until = now() + interval '1 hour' where id = $1", [id]);
  }
});
