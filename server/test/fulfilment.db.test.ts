import { type AdminStep, adminSteps, nextStep, orderAttentions, steps } from "@shop/shared/fulfilment";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Buyer, issuer, makeBuyer, makeBuyers } from "./harness/buyers.ts";
import { makeOrder, makeUser } from "./harness/factories.ts";
import { expectInvariants } from "./harness/invariants.ts";
import { orderSchema } from "./harness/ordering.ts";
import { markPaid } from "./harness/paying.ts";
import { startTestShop, type TestShop } from "./harness/shop.ts";
import { type Door, doors, fromTrpc } from "./harness/visitors.ts";

const settings = { jwtSecret: issuer.jwtSecret };
const shop = startTestShop({ settings });
/** A second instance on the same database. */
const other = startTestShop({ settings, besides: shop });

let admin: Buyer;
let colleague: Buyer;
beforeAll(async () => {
  [admin, colleague] = [await makeBuyer(shop.db, { isAdmin: true }), await makeBuyer(shop.db, { isAdmin: true })];
});

const acts: Record<AdminStep, string> = {
  confirmed: "confirm",
  processed: "process",
  shipped: "ship",
  delivered: "deliver",
};
const json = { "content-type": "application/json" };

async function post(at: TestShop, who: { cookie: string } | undefined, procedure: string, input: unknown) {
  const response = await fetch(`${at.origin}/trpc/${procedure}`, {
    method: "POST",
    headers: { ...json, ...(who === undefined ? {} : { cookie: who.cookie }) },
    body: JSON.stringify(input),
  });
  return { status: response.status, body: fromTrpc(await response.json()) };
}

/** What the typed door says of a step: the order, and whether the step had been taken before. */
const advancedSchema = z.strictObject({ order: orderSchema, isRepeat: z.boolean() });

/** Asks for a step through either door; gives the order, or the refusal. */
async function take(
  door: Door,
  who: { cookie: string } | undefined,
  id: string,
  to: AdminStep,
  { at = shop, ...init }: { at?: TestShop; headers?: Record<string, string>; body?: string } = {},
) {
  if (door === "tRPC") {
    const { status, body } = await post(at, who, "admin.orders.advance", { id, to });
    return { status, body: status === 200 ? advancedSchema.parse(body).order : body };
  }
  const response = await fetch(`${at.origin}/api/orders/${encodeURIComponent(id)}/${acts[to]}`, {
    method: "PUT",
    ...init,
    headers: { ...(who === undefined ? {} : { cookie: who.cookie }), ...init.headers },
  });
  const body: unknown = await response.json();
  return { status: response.status, body };
}

const storedSchema = z.object({
  paidAt: z.date().nullable(),
  confirmedAt: z.date().nullable(),
  processedAt: z.date().nullable(),
  shippedAt: z.date().nullable(),
  deliveredAt: z.date().nullable(),
  attention: z.enum(orderAttentions).nullable(),
});

/** How far an order is in the database. */
async function stored(id: string) {
  const { rows } = await shop.pool.query(
    `select paid_at as "paidAt", confirmed_at as "confirmedAt", processed_at as "processedAt",
       shipped_at as "shippedAt", delivered_at as "deliveredAt", attention from orders where id = $1`,
    [id],
  );
  return storedSchema.parse(rows[0]);
}

/** Who did what to an order, in the order of time. */
async function events(id: string): Promise<{ act: string; by: string | null; at: Date }[]> {
  const { rows } = await shop.pool.query(
    "select act, user_id as by, created_at as at from order_events where order_id = $1 order by created_at, id",
    [id],
  );
  return z.array(z.object({ act: z.string(), by: z.string().nullable(), at: z.date() })).parse(rows);
}

/** Every number of steps done, and every step that can be asked for then. */
const combinations = [0, 1, 2, 3, 4, 5].flatMap((stepsDone) => adminSteps.map((to) => ({ stepsDone, to })));

describe.each(doors)("a step through %s", (door) => {
  it.each(combinations)("to $to after $stepsDone steps is taken when it is the next one", async ({ stepsDone, to }) => {
    const id = await makeOrder(shop.db, { stepsDone });
    const before = await stored(id);
    const { status, body } = await take(door, admin, id, to);
    const after = await stored(id);
    if (nextStep(before) === to) {
      const order = orderSchema.parse(body);
      expect(status).toBe(200);
      expect(order._id).toBe(id);
      expect(steps.map((step) => order[`${step}At`])).toEqual(
        steps.map((step) => after[`${step}At`]?.toISOString() ?? null),
      );
      expect({ ...after, [`${to}At`]: null }).toEqual(before);
      expect(after[`${to}At`]).not.toBeNull();
      expect(await events(id)).toEqual([{ act: to, by: admin.id, at: after[`${to}At`] }]);
    } else {
      const isDone = before[`${to}At`] !== null;
      expect(status).toBe(isDone ? 200 : 409);
      if (isDone) expect(orderSchema.parse(body)[`${to}At`]).toBe(before[`${to}At`]?.toISOString());
      else expect(body).toMatchObject({ code: "ILLEGAL_TRANSITION", message: expect.stringMatching(/^[A-Z].*\w$/) });
      expect(after).toEqual(before);
      expect(await events(id)).toEqual([]);
    }
  });

  it("that was taken before stays the first one's", async () => {
    const id = await makeOrder(shop.db, { stepsDone: 1 });
    expect(await take(door, admin, id, "confirmed")).toMatchObject({ status: 200 });
    const first = await stored(id);
    expect(await take(door, colleague, id, "confirmed")).toMatchObject({ status: 200, body: { isConfirmed: true } });
    expect(await stored(id)).toEqual(first);
    expect(await events(id)).toMatchObject([{ act: "confirmed", by: admin.id }]);
  });

  it("of an order that is not there is not found, whatever its id looks like", async () => {
    for (const id of [uuidv7(), "abc", "00000000-0000-0000-0000-000000000000", "x".repeat(300), "' or true --"]) {
      expect(await take(door, admin, id, "confirmed")).toMatchObject({
        status: 404,
        body: { code: "NOT_FOUND", message: "Order not found" },
      });
    }
  });

  it("is for administrators, not even for the one who ordered", async () => {
    const [owner, stranger] = await makeBuyers(shop.db, 2);
    const id = await makeOrder(shop.db, { stepsDone: 1, ...(owner === undefined ? {} : { userId: owner.id }) });
    const before = await stored(id);
    for (const known of [id, uuidv7(), "abc"]) {
      expect(await take(door, undefined, known, "confirmed")).toMatchObject({
        status: 401,
        body: { code: "UNAUTHENTICATED" },
      });
      for (const who of [owner, stranger]) {
        expect(await take(door, who, known, "confirmed")).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
      }
    }
    expect(await stored(id)).toEqual(before);
    expect(await events(id)).toEqual([]);
  });

  it("of a deleted buyer's order is taken like any other", async () => {
    const userId = await makeUser(shop.db, {
      name: "Deleted user",
      email: null,
      passwordHash: null,
      deletedAt: new Date(),
    });
    const id = await makeOrder(shop.db, { stepsDone: 1, userId, buyerName: "Ada", buyerEmail: "ada@example.com" });
    for (const to of adminSteps) expect((await take(door, admin, id, to)).status).toBe(200);
    const { status, body } = await take(door, admin, id, "delivered");
    expect(status).toBe(200);
    expect(orderSchema.parse(body).user).toEqual({ name: "Ada", email: "ada@example.com" });
  });

  it.each(orderAttentions)("waits while an order that was found %s needs attention", async (attention) => {
    const id = await makeOrder(shop.db, { stepsDone: 3, attention });
    const before = await stored(id);
    expect(await take(door, admin, id, "shipped")).toMatchObject({ status: 409, body: { code: "ILLEGAL_TRANSITION" } });
    expect(await stored(id)).toEqual(before);
    // That a parcel on its way has arrived can be said all the same.
    const sent = await makeOrder(shop.db, { stepsDone: 4, attention });
    expect(await take(door, admin, sent, "delivered")).toMatchObject({ status: 200 });
  });
});

it("The typed door says whether somebody else was faster", async () => {
  const id = await makeOrder(shop.db, { stepsDone: 1 });
  const input = { id, to: "confirmed" };
  expect(await post(shop, admin, "admin.orders.advance", input)).toMatchObject({ body: { isRepeat: false } });
  expect(await post(shop, colleague, "admin.orders.advance", input)).toMatchObject({ body: { isRepeat: true } });
});

describe("a documented path", () => {
  it("takes no notice of a body, of a type without one, nor of their absence", async () => {
    for (const init of [{}, { headers: json }, { headers: json, body: "" }, { headers: json, body: "{}" }]) {
      const id = await makeOrder(shop.db, { stepsDone: 1 });
      expect(await take("REST", admin, id, "confirmed", init)).toMatchObject({ status: 200 });
    }
    const id = await makeOrder(shop.db, { stepsDone: 0 });
    const wishes = {
      isPaid: true,
      paidAt: "2020-01-01T00:00:00.000Z",
      deliveredAt: "2020-01-01T00:00:00.000Z",
      to: "delivered",
    };
    const body = JSON.stringify(wishes);
    expect(await take("REST", admin, id, "confirmed", { headers: json, body })).toMatchObject({ status: 409 });
    expect(await stored(id)).toMatchObject({ paidAt: null, deliveredAt: null });
    const paid = await makeOrder(shop.db, { stepsDone: 1 });
    const first = await stored(paid);
    expect(await take("REST", admin, paid, "confirmed", { headers: json, body })).toMatchObject({ status: 200 });
    expect(await stored(paid)).toEqual({ ...first, confirmedAt: expect.any(Date) });
  });
});

describe("dates", () => {
  it("never run backwards, even when the step before was written by a clock that is ahead", async () => {
    const id = await makeOrder(shop.db, { stepsDone: 1, paidAt: new Date(Date.now() + 3_600_000) });
    for (const to of adminSteps) expect((await take("REST", admin, id, to)).status).toBe(200);
    const { paidAt, confirmedAt, processedAt, shippedAt, deliveredAt } = await stored(id);
    const times = [paidAt, confirmedAt, processedAt, shippedAt, deliveredAt].map((date) => date?.getTime() ?? 0);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThan(Date.now());
    await expectInvariants(shop.pool);
  });
});

describe("at the same moment", () => {
  it("twenty confirmations over two instances are one", async () => {
    const id = await makeOrder(shop.db, { stepsDone: 1 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        take(n % 4 < 2 ? "REST" : "tRPC", n % 3 === 0 ? colleague : admin, id, "confirmed", {
          at: n % 2 === 0 ? shop : other,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const moments = new Set(answers.map(({ body }) => orderSchema.parse(body).confirmedAt));
    expect([...moments]).toEqual([(await stored(id)).confirmedAt?.toISOString()]);
    expect(await events(id)).toMatchObject([{ act: "confirmed" }]);
  });

  it("different steps keep their order, fifty times over", async () => {
    for (let round = 0; round < 50; round += 1) {
      const id = await makeOrder(shop.db, { stepsDone: 1 });
      const answers = await Promise.all(
        adminSteps
          .toReversed()
          .map((to, n) => take(n % 2 === 0 ? "REST" : "tRPC", admin, id, to, { at: n < 2 ? shop : other })),
      );
      for (const { status } of answers) expect([200, 409]).toContain(status);
      const after = await stored(id);
      const done = adminSteps.filter((step) => after[`${step}At`] !== null);
      expect(done).toEqual(adminSteps.slice(0, done.length));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(done.length);
      expect((await events(id)).map(({ act }) => act)).toEqual(done);
    }
    await expectInvariants(shop.pool);
  });

  it("payment and confirmation end in no order that is confirmed and not paid, fifty times over", async () => {
    let confirmed = 0;
    for (let round = 0; round < 50; round += 1) {
      const id = await makeOrder(shop.db);
      const [, answer] = await Promise.all([
        markPaid(shop.pool, id),
        take("REST", admin, id, "confirmed", { at: other }),
      ]);
      const { paidAt, confirmedAt } = await stored(id);
      expect(paidAt).not.toBeNull();
      expect(answer.status).toBe(confirmedAt === null ? 409 : 200);
      if (confirmedAt !== null && paidAt !== null) {
        confirmed += 1;
        expect(confirmedAt.getTime()).toBeGreaterThanOrEqual(paidAt.getTime());
      }
      expect(await events(id)).toHaveLength(confirmedAt === null ? 0 : 1);
    }
    expect(confirmed).toBeLessThanOrEqual(50);
    await expectInvariants(shop.pool);
  });
});

describe("several orders at once", () => {
  const advanceMany = (input: unknown, who: { cookie: string } | undefined = admin, at: TestShop = shop) =>
    post(at, who, "admin.orders.advanceMany", input);

  it("have a result each, and what one is refused keeps no other back", async () => {
    const ready = [await makeOrder(shop.db, { stepsDone: 1 }), await makeOrder(shop.db, { stepsDone: 1 })];
    const unpaid = await makeOrder(shop.db);
    const done = await makeOrder(shop.db, { stepsDone: 4 });
    const odd = await makeOrder(shop.db, { stepsDone: 1, attention: "stock gone" });
    const unknown = uuidv7();
    const ids = [ready[0], unpaid, done, unknown, odd, "abc", ready[1]];
    const { status, body } = await advanceMany({ ids: [...ids, ready[0]?.toUpperCase()], to: "confirmed" });
    expect(status).toBe(200);
    expect(body).toEqual([
      { _id: ready[0], outcome: "done" },
      { _id: unpaid, outcome: "refused", reason: "Waiting for payment" },
      { _id: done, outcome: "already done" },
      { _id: unknown, outcome: "refused", reason: "Order not found" },
      { _id: odd, outcome: "refused", reason: "Look into the missing stock first" },
      { _id: "abc", outcome: "refused", reason: "Order not found" },
      { _id: ready[1], outcome: "done" },
    ]);
    for (const id of ready) expect(await events(id)).toMatchObject([{ act: "confirmed", by: admin.id }]);
    for (const id of [unpaid, done, odd]) expect(await events(id)).toEqual([]);
    await expectInvariants(shop.pool);
  });

  it("are at most a hundred and at least one", async () => {
    for (const ids of [[], Array.from({ length: 101 }, () => uuidv7()), "all", undefined]) {
      expect(await advanceMany({ ids, to: "confirmed" })).toMatchObject({ status: 400, body: { code: "VALIDATION" } });
    }
    expect(await advanceMany({ ids: [uuidv7()], to: "paid" })).toMatchObject({ status: 400 });
  });

  it("taken by two people in opposite orders are each taken once", async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => makeOrder(shop.db, { stepsDone: 1 })));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        advanceMany(
          { ids: n % 2 === 0 ? ids : ids.toReversed(), to: "confirmed" },
          n < 4 ? admin : colleague,
          n % 3 === 0 ? shop : other,
        ),
      ),
    );
    const outcomes = answers.flatMap(({ body }) => z.array(z.object({ outcome: z.string() })).parse(body));
    expect(outcomes.filter(({ outcome }) => outcome === "done")).toHaveLength(ids.length);
    expect(outcomes.filter(({ outcome }) => outcome === "already done")).toHaveLength(7 * ids.length);
    for (const id of ids) expect(await events(id)).toHaveLength(1);
  });
});

describe("what needs attention", () => {
  const resolve = (id: string, attention: string, who: { cookie: string } | undefined = admin) =>
    post(shop, who, "admin.orders.resolve", { id, attention });

  it("goes on as usual once somebody has looked after it, and their name is kept", async () => {
    const id = await makeOrder(shop.db, { stepsDone: 1, attention: "paid twice" });
    expect(await resolve(id, "paid twice")).toMatchObject({ status: 200, body: { attention: null } });
    expect(await resolve(id, "paid twice", colleague)).toMatchObject({ status: 200, body: { attention: null } });
    expect(await events(id)).toMatchObject([{ act: "resolved", by: admin.id }]);
    expect(await take("REST", colleague, id, "confirmed")).toMatchObject({ status: 200 });
  });

  it("stays when it has become something else, or is money that went back", async () => {
    const twice = await makeOrder(shop.db, { stepsDone: 1, attention: "paid twice" });
    expect(await resolve(twice, "stock gone")).toMatchObject({ status: 409, body: { code: "ILLEGAL_TRANSITION" } });
    const refunded = await makeOrder(shop.db, { stepsDone: 1, attention: "refunded" });
    expect(await resolve(refunded, "refunded")).toMatchObject({
      status: 409,
      body: { message: "The payment was refunded" },
    });
    for (const id of [twice, refunded]) {
      expect((await stored(id)).attention).not.toBeNull();
      expect(await events(id)).toEqual([]);
    }
    expect(await resolve(uuidv7(), "nonsense")).toMatchObject({ status: 404 });
    expect(await resolve(twice, "nonsense")).toMatchObject({ status: 400 });
  });
});

describe("the history of an order", () => {
  async function history(who: { cookie: string } | undefined, id: string) {
    const response = await fetch(
      `${shop.origin}/trpc/order.history?input=${encodeURIComponent(JSON.stringify({ id }))}`,
      {
        headers: who === undefined ? {} : { cookie: who.cookie },
      },
    );
    return { status: response.status, body: fromTrpc(await response.json()) };
  }

  it("tells administrators who did what, and the buyer what was done", async () => {
    const owner = await makeBuyer(shop.db);
    const id = await makeOrder(shop.db, { stepsDone: 1, userId: owner.id, attention: "paid twice" });
    const placed = "2026-01-01T00:00:00.000Z";
    await shop.pool.query(
      "insert into order_events (id, order_id, act, user_id, created_at) values ($1, $2, 'placed', $3, $4)",
      [uuidv7(), id, owner.id, placed],
    );
    await post(shop, admin, "admin.orders.resolve", { id, attention: "paid twice" });
    await take("REST", colleague, id, "confirmed");
    const confirmed = (await stored(id)).confirmedAt?.toISOString();
    expect(await history(admin, id)).toEqual({
      status: 200,
      body: [
        { act: "placed", by: owner.name, at: placed },
        { act: "resolved", by: admin.name, at: expect.any(String) },
        { act: "confirmed", by: colleague.name, at: confirmed },
      ],
    });
    const own = await history(owner, id);
    expect(own).toEqual({
      status: 200,
      body: [
        { act: "placed", by: owner.name, at: placed },
        { act: "confirmed", by: null, at: confirmed },
      ],
    });
    expect(JSON.stringify(own)).not.toContain(colleague.name);
  });

  it("is nobody else's", async () => {
    const id = await makeOrder(shop.db);
    expect(await history(undefined, id)).toMatchObject({ status: 401 });
    expect(await history(await makeBuyer(shop.db), id)).toMatchObject({
      status: 404,
      body: { message: "Order not found" },
    });
    expect(await history(admin, "abc")).toMatchObject({ status: 404 });
  });
});

it("A step that cannot be written down is not taken", async () => {
  const id = await makeOrder(shop.db, { stepsDone: 1 });
  await shop.pool.query("alter table order_events add constraint broken_for_test check (act <> 'confirmed') not valid");
  try {
    expect((await take("REST", admin, id, "confirmed")).status).toBe(500);
    expect((await stored(id)).confirmedAt).toBeNull();
  } finally {
    await shop.pool.query("alter table order_events drop constraint broken_for_test");
  }
  expect((await take("REST", admin, id, "confirmed")).status).toBe(200);
});
