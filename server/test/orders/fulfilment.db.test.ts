import { type AdminStep, adminSteps, nextStep, steps } from "@shop/shared/order/fulfilment";
import { type MatterKind, matterKinds } from "@shop/shared/order/matter";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Customer, insertCustomer, insertCustomers, issuer } from "../harness/customers.ts";
import { makeOrder, makeUser } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { orderSchema, stockOf } from "../harness/ordering.ts";
import { markPaid, mattersOf } from "../harness/paying.ts";
import { startTestShop, type TestShop } from "../harness/shop.ts";
import { fromTrpc, type Transport, transports } from "../harness/test-client.ts";

const settings = { jwtSecret: issuer.jwtSecret };
const shop = startTestShop({ settings });
/** A second instance on the same database. */
const other = startTestShop({ settings, besides: shop });

let admin: Customer;
let colleague: Customer;
beforeAll(async () => {
  [admin, colleague] = [
    await insertCustomer(shop.db, { isAdmin: true }),
    await insertCustomer(shop.db, { isAdmin: true }),
  ];
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

/** What tRPC says of a step: the order, and whether the step had been taken before. */
const advancedSchema = z.strictObject({ order: orderSchema, isRepeat: z.boolean() });

/** Asks for a step over either transport; gives the order, or the refusal. */
async function take(
  transport: Transport,
  who: { cookie: string } | undefined,
  { id, to }: { id: string; to: AdminStep },
  { at = shop, ...init }: { at?: TestShop; headers?: Record<string, string>; body?: string } = {},
) {
  if (transport === "tRPC") {
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
});

/** How far an order is in the database. */
async function stored(id: string) {
  const { rows } = await shop.pool.query(
    `select paid_at as "paidAt", confirmed_at as "confirmedAt", processed_at as "processedAt",
       shipped_at as "shippedAt", delivered_at as "deliveredAt" from orders where id = $1`,
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

/** The product that an order is of. */
async function productOf(id: string): Promise<string> {
  const { rows } = await shop.pool.query("select product_id as product from order_items where order_id = $1", [id]);
  return z.object({ product: z.string() }).parse(rows[0]).product;
}

/** Every number of steps done, and every step that can be asked for then. */
const combinations = [0, 1, 2, 3, 4, 5].flatMap((stepsDone) => adminSteps.map((to) => ({ stepsDone, to })));

describe.each(transports)("a step through %s", (transport) => {
  it.each(combinations)("to $to after $stepsDone steps is taken when it is the next one", async ({ stepsDone, to }) => {
    const id = await makeOrder(shop.db, { stepsDone });
    const before = await stored(id);
    const { status, body } = await take(transport, admin, { id, to });
    const after = await stored(id);
    if (nextStep({ ...before, paymentMethod: "PayPal" }) === to) {
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
    expect(await take(transport, admin, { id, to: "confirmed" })).toMatchObject({ status: 200 });
    const first = await stored(id);
    expect(await take(transport, colleague, { id, to: "confirmed" })).toMatchObject({
      status: 200,
      body: { isConfirmed: true },
    });
    expect(await stored(id)).toEqual(first);
    expect(await events(id)).toMatchObject([{ act: "confirmed", by: admin.id }]);
  });

  it("of an order that is not there is not found, whatever its id looks like", async () => {
    for (const id of [uuidv7(), "abc", "00000000-0000-0000-0000-000000000000", "x".repeat(300), "' or true --"]) {
      expect(await take(transport, admin, { id, to: "confirmed" })).toMatchObject({
        status: 404,
        body: { code: "NOT_FOUND", message: "Order not found" },
      });
    }
  });

  it("is for administrators, not even for the one who ordered", async () => {
    const [owner, guest] = await insertCustomers(shop.db, 2);
    const id = await makeOrder(shop.db, { stepsDone: 1, ...(owner === undefined ? {} : { userId: owner.id }) });
    const before = await stored(id);
    for (const known of [id, uuidv7(), "abc"]) {
      expect(await take(transport, undefined, { id: known, to: "confirmed" })).toMatchObject({
        status: 401,
        body: { code: "UNAUTHENTICATED" },
      });
      for (const who of [owner, guest]) {
        expect(await take(transport, who, { id: known, to: "confirmed" })).toMatchObject({
          status: 403,
          body: { code: "FORBIDDEN" },
        });
      }
    }
    expect(await stored(id)).toEqual(before);
    expect(await events(id)).toEqual([]);
  });

  it("of a deleted customer's order is taken like any other", async () => {
    const userId = await makeUser(shop.db, {
      name: "Deleted user",
      email: null,
      passwordHash: null,
      deletedAt: new Date(),
    });
    const id = await makeOrder(shop.db, {
      stepsDone: 1,
      userId,
      customerName: "Ada",
      customerEmail: "ada@example.com",
    });
    for (const to of adminSteps) expect((await take(transport, admin, { id, to })).status).toBe(200);
    const { status, body } = await take(transport, admin, { id, to: "delivered" });
    expect(status).toBe(200);
    expect(orderSchema.parse(body).user).toEqual({ name: "Ada", email: "ada@example.com" });
  });

  it("goes on while a mail to the customer could not be sent", async () => {
    const id = await makeOrder(shop.db, { stepsDone: 1, matters: ["mail failed"] });
    expect(await take(transport, admin, { id, to: "confirmed" })).toMatchObject({ status: 200 });
  });

  const blocking = matterKinds.filter((kind) => kind !== "mail failed" && kind !== "exchange unpaid");
  it.each(blocking)("waits while an order has an open matter: %s", async (kind) => {
    for (const [stepsDone, to] of [
      [1, "confirmed"],
      [2, "processed"],
      [3, "shipped"],
    ] as const) {
      const id = await makeOrder(shop.db, { stepsDone, matters: [kind] });
      const before = await stored(id);
      expect(await take(transport, admin, { id, to })).toMatchObject({
        status: 409,
        body: { code: "ILLEGAL_TRANSITION" },
      });
      expect(await stored(id)).toEqual(before);
    }
    // That a parcel on its way has arrived can be said all the same.
    const sent = await makeOrder(shop.db, { stepsDone: 4, matters: [kind] });
    expect(await take(transport, admin, { id: sent, to: "delivered" })).toMatchObject({ status: 200 });
  });

  it("is never taken of an order whose money was all refunded, and is of one that kept some of it", async () => {
    const id = await makeOrder(shop.db, { stepsDone: 2, refundedCents: 21_50 });
    expect(await take(transport, admin, { id, to: "processed" })).toMatchObject({
      status: 409,
      body: { code: "ILLEGAL_TRANSITION", message: "The payment was refunded" },
    });
    expect((await stored(id)).processedAt).toBeNull();
    const sent = await makeOrder(shop.db, { stepsDone: 4, refundedCents: 21_50 });
    expect(await take(transport, admin, { id: sent, to: "delivered" })).toMatchObject({
      status: 200,
      body: { isRefunded: true, refundedPrice: 21.5 },
    });
    const part = await makeOrder(shop.db, { stepsDone: 2, refundedCents: 21_49 });
    expect(await take(transport, admin, { id: part, to: "processed" })).toMatchObject({
      status: 200,
      body: { isRefunded: false, refundedPrice: 21.49 },
    });
  });
});

it("tRPC says whether somebody else was faster", async () => {
  const id = await makeOrder(shop.db, { stepsDone: 1 });
  const input = { id, to: "confirmed" };
  expect(await post(shop, admin, "admin.orders.advance", input)).toMatchObject({ body: { isRepeat: false } });
  expect(await post(shop, colleague, "admin.orders.advance", input)).toMatchObject({ body: { isRepeat: true } });
});

describe("a documented path", () => {
  it("takes no notice of a body, of a type without one, nor of their absence", async () => {
    for (const init of [{}, { headers: json }, { headers: json, body: "" }, { headers: json, body: "{}" }]) {
      const id = await makeOrder(shop.db, { stepsDone: 1 });
      expect(await take("REST", admin, { id, to: "confirmed" }, init)).toMatchObject({ status: 200 });
    }
    const id = await makeOrder(shop.db, { stepsDone: 0 });
    const wishes = {
      isPaid: true,
      paidAt: "2020-01-01T00:00:00.000Z",
      deliveredAt: "2020-01-01T00:00:00.000Z",
      to: "delivered",
    };
    const body = JSON.stringify(wishes);
    expect(await take("REST", admin, { id, to: "confirmed" }, { headers: json, body })).toMatchObject({ status: 409 });
    expect(await stored(id)).toMatchObject({ paidAt: null, deliveredAt: null });
    const paid = await makeOrder(shop.db, { stepsDone: 1 });
    const first = await stored(paid);
    expect(await take("REST", admin, { id: paid, to: "confirmed" }, { headers: json, body })).toMatchObject({
      status: 200,
    });
    expect(await stored(paid)).toEqual({ ...first, confirmedAt: expect.any(Date) });
  });
});

describe("dates", () => {
  it("never run backwards, even when the step before was written by a clock that is ahead", async () => {
    const id = await makeOrder(shop.db, { stepsDone: 1, paidAt: new Date(Date.now() + 3_600_000) });
    for (const to of adminSteps) expect((await take("REST", admin, { id, to })).status).toBe(200);
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
        take(
          n % 4 < 2 ? "REST" : "tRPC",
          n % 3 === 0 ? colleague : admin,
          { id, to: "confirmed" },
          {
            at: n % 2 === 0 ? shop : other,
          },
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const moments = new Set(answers.map(({ body }) => orderSchema.parse(body).confirmedAt));
    expect([...moments]).toEqual([(await stored(id)).confirmedAt?.toISOString()]);
    expect(await events(id)).toMatchObject([{ act: "confirmed" }]);
  });

  it("different steps keep their order, fifty times over", { tags: "wide" }, async () => {
    for (let round = 0; round < 50; round += 1) {
      const id = await makeOrder(shop.db, { stepsDone: 1 });
      const answers = await Promise.all(
        adminSteps
          .toReversed()
          .map((to, n) => take(n % 2 === 0 ? "REST" : "tRPC", admin, { id, to }, { at: n < 2 ? shop : other })),
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

  it("payment and confirmation end in no order that is confirmed and not paid, fifty times over", {
    tags: "wide",
  }, async () => {
    let confirmed = 0;
    for (let round = 0; round < 50; round += 1) {
      const id = await makeOrder(shop.db);
      const [, answer] = await Promise.all([
        markPaid(shop.pool, id),
        take("REST", admin, { id, to: "confirmed" }, { at: other }),
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
    const odd = await makeOrder(shop.db, { stepsDone: 1, matters: ["stock gone"] });
    const unknown = uuidv7();
    const ids = [ready[0], unpaid, done, unknown, odd, "abc", ready[1]];
    const { status, body } = await advanceMany({ ids: [...ids, ready[0]?.toUpperCase()], to: "confirmed" });
    expect(status).toBe(200);
    expect(body).toEqual([
      { _id: ready[0], outcome: "done" },
      { _id: unpaid, outcome: "refused", reason: "Waiting for payment" },
      { _id: done, outcome: "already done" },
      { _id: unknown, outcome: "refused", reason: "Order not found" },
      { _id: odd, outcome: "refused", reason: "Resolve the missing stock first" },
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

const matterRowsSchema = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(matterKinds),
    resolved_at: z.date().nullable(),
    resolved_by: z.string().nullable(),
    note: z.string().nullable(),
  }),
);

/** All matters of an order as the database has them, the oldest first. */
async function matterRows(orderId: string) {
  const { rows } = await shop.pool.query("select * from order_matters where order_id = $1 order by opened_at, id", [
    orderId,
  ]);
  return matterRowsSchema.parse(rows);
}

async function matterId(orderId: string, kind: MatterKind): Promise<string> {
  return (await matterRows(orderId)).find((matter) => matter.kind === kind)?.id ?? "none";
}

const resolve = (
  id: string,
  {
    note = "Called the customer",
    who = admin,
    at = shop,
    ...rest
  }: Record<string, unknown> & {
    who?: { cookie: string } | undefined;
    at?: TestShop;
  },
) => post(at, who, "admin.orders.resolve", { id, note, ...rest });

describe("an open matter", () => {
  it("lets the order go on once somebody has looked after it, and their name and word are kept", async () => {
    const id = await makeOrder(shop.db, { stepsDone: 1, matters: ["paid twice"] });
    const matter = await matterId(id, "paid twice");
    const first = await resolve(id, { matterId: matter });
    expect(first).toMatchObject({ status: 200, body: { _id: id, matters: [] } });
    const again = await resolve(id, { matterId: matter, note: "Me too", who: colleague });
    expect(again).toEqual(first);
    expect(await events(id)).toMatchObject([{ act: "resolved", by: admin.id }]);
    expect(await matterRows(id)).toMatchObject([
      { resolved_at: expect.any(Date), resolved_by: admin.id, note: "Called the customer" },
    ]);
    expect(await take("REST", colleague, { id, to: "confirmed" })).toMatchObject({ status: 200 });
  });

  it("is resolved by itself: the others hold the order up until the last of them", async () => {
    const id = await makeOrder(shop.db, { stepsDone: 1, matters: ["disputed", "paid twice", "refund failed"] });
    for (const [kind, left] of [
      ["paid twice", ["disputed", "refund failed"]],
      ["disputed", ["refund failed"]],
      ["refund failed", []],
    ] as const) {
      expect((await take("REST", admin, { id, to: "confirmed" })).status).toBe(409);
      const { body } = await resolve(id, { matterId: await matterId(id, kind) });
      expect(orderSchema.parse(body).matters.map((matter) => matter.kind)).toEqual(left);
      expect(await mattersOf(shop.pool, id)).toEqual(left);
    }
    expect((await take("REST", admin, { id, to: "confirmed" })).status).toBe(200);
  });

  it("is resolved once by several people at the same moment over two instances", async () => {
    const id = await makeOrder(shop.db, { stepsDone: 1, matters: ["stock gone"], isStockHeld: false });
    const matter = await matterId(id, "stock gone");
    const product = await productOf(id);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        resolve(id, {
          matterId: matter,
          note: `Word ${n}`,
          who: n % 2 === 0 ? admin : colleague,
          at: n % 3 === 0 ? shop : other,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await events(id)).map(({ act }) => act)).toEqual(["held", "resolved"]);
    expect(await stockOf(shop.pool, product)).toBe(9);
    await expectInvariants(shop.pool, { [product]: 10 });
  });

  it("of missing stock is resolved by taking the units, and not while there are none", async () => {
    const id = await makeOrder(shop.db, { stepsDone: 1, qty: 3, matters: ["stock gone"], isStockHeld: false });
    const product = await productOf(id);
    const gone = { matterId: await matterId(id, "stock gone") };
    await shop.pool.query("update products set count_in_stock = 2 where id = $1", [product]);
    expect(await resolve(id, gone)).toMatchObject({ status: 409, body: { code: "OUT_OF_STOCK" } });
    expect(await mattersOf(shop.pool, id)).toEqual(["stock gone"]);
    expect(await events(id)).toEqual([]);
    await shop.pool.query("update products set count_in_stock = 3 where id = $1", [product]);
    expect(await resolve(id, gone)).toMatchObject({ status: 200, body: { matters: [] } });
    expect(await stockOf(shop.pool, product)).toBe(0);
    expect((await events(id)).map(({ act }) => act)).toEqual(["held", "resolved"]);
    await expectInvariants(shop.pool, { [product]: 3 });
    expect((await take("REST", admin, { id, to: "confirmed" })).status).toBe(200);
  });

  it("of missing stock needs no units once all money was refunded, and all of it", async () => {
    for (const [refundedCents, status] of [
      [21_49, 409],
      [21_50, 200],
    ] as const) {
      const more = { matters: ["stock gone"], isStockHeld: false, refundedCents } as const;
      const id = await makeOrder(shop.db, { stepsDone: 1, ...more });
      const product = await productOf(id);
      await shop.pool.query("update products set count_in_stock = 0 where id = $1", [product]);
      expect((await resolve(id, { matterId: await matterId(id, "stock gone") })).status).toBe(status);
      expect(await stockOf(shop.pool, product)).toBe(0);
    }
  });

  it("of refunded money is resolved without letting a refunded order go on", async () => {
    const whole = await makeOrder(shop.db, { stepsDone: 1, matters: ["refunded"], refundedCents: 21_50 });
    const part = await makeOrder(shop.db, { stepsDone: 1, matters: ["refunded"], refundedCents: 1_00 });
    for (const id of [whole, part]) {
      expect(await resolve(id, { matterId: await matterId(id, "refunded") })).toMatchObject({ status: 200 });
    }
    expect(await take("REST", admin, { id: whole, to: "confirmed" })).toMatchObject({
      status: 409,
      body: { message: "The payment was refunded" },
    });
    expect(await take("REST", admin, { id: part, to: "confirmed" })).toMatchObject({ status: 200 });
  });

  it("is not there in another order, without an order, or by another name", async () => {
    const id = await makeOrder(shop.db, { stepsDone: 1, matters: ["paid twice"] });
    const elsewhere = await makeOrder(shop.db, { stepsDone: 1, matters: ["disputed"] });
    const mine = await matterId(id, "paid twice");
    expect(await resolve(elsewhere, { matterId: mine })).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect(await resolve(id, { matterId: uuidv7() })).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    for (const unknown of [uuidv7(), "abc"]) {
      // What does not exist is not found before the rest is looked at.
      for (const note of ["Done", ""]) {
        expect(await resolve(unknown, { matterId: mine, note })).toMatchObject({
          status: 404,
          body: { message: "Order not found" },
        });
      }
    }
    for (const wrong of [{}, { matterId: "paid twice" }, { matterId: mine, note: "" }, { matterId: mine, note: " " }]) {
      expect(await resolve(id, wrong)).toMatchObject({ status: 400, body: { code: "VALIDATION" } });
    }
    expect(await mattersOf(shop.pool, id)).toEqual(["paid twice"]);
    expect(await mattersOf(shop.pool, elsewhere)).toEqual(["disputed"]);
  });

  it("is for administrators, not even for the one who ordered", async () => {
    const owner = await insertCustomer(shop.db);
    const id = await makeOrder(shop.db, { stepsDone: 1, userId: owner.id, matters: ["paid twice"] });
    const known = { matterId: await matterId(id, "paid twice") };
    expect(await post(shop, undefined, "admin.orders.resolve", { id, ...known, note: "x" })).toMatchObject({
      status: 401,
      body: { code: "UNAUTHENTICATED" },
    });
    expect(await resolve(id, { ...known, who: owner })).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect(await mattersOf(shop.pool, id)).toEqual(["paid twice"]);
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

  it("tells administrators who did what, and the customer what was done", async () => {
    const owner = await insertCustomer(shop.db);
    const id = await makeOrder(shop.db, { stepsDone: 1, userId: owner.id, matters: ["paid twice"] });
    const start = Date.parse("2026-01-01T00:00:00.000Z");
    const events = [
      { act: "placed", who: owner.id, cents: null },
      { act: "matter opened", who: null, cents: 21_50 },
      { act: "refund requested", who: colleague.id, cents: 1_50 },
      { act: "refund failed", who: colleague.id, cents: 1_50 },
      { act: "refunded", who: colleague.id, cents: 2_00 },
    ].map((event, n) => ({ ...event, at: new Date(start + n).toISOString() }));
    for (const { act, who, cents, at } of events) {
      await shop.pool.query(
        "insert into order_events (id, order_id, act, user_id, amount_cents, created_at) values ($1, $2, $3, $4, $5, $6)",
        [uuidv7(), id, act, who, cents, at],
      );
    }
    await resolve(id, { matterId: await matterId(id, "paid twice") });
    await take("REST", colleague, { id, to: "confirmed" });
    const confirmed = (await stored(id)).confirmedAt?.toISOString();
    const [placed, opened, requested, failed, refunded] = events.map(({ at }) => at);
    expect(await history(admin, id)).toEqual({
      status: 200,
      body: [
        { act: "placed", by: owner.name, amount: null, at: placed },
        { act: "matter opened", by: null, amount: 21.5, at: opened },
        { act: "refund requested", by: colleague.name, amount: 1.5, at: requested },
        { act: "refund failed", by: colleague.name, amount: 1.5, at: failed },
        { act: "refunded", by: colleague.name, amount: 2, at: refunded },
        { act: "resolved", by: admin.name, amount: null, at: expect.any(String) },
        { act: "confirmed", by: colleague.name, amount: null, at: confirmed },
      ],
    });
    const own = await history(owner, id);
    expect(own).toEqual({
      status: 200,
      body: [
        { act: "placed", by: owner.name, amount: null, at: placed },
        { act: "refunded", by: null, amount: 2, at: refunded },
        { act: "confirmed", by: null, amount: null, at: confirmed },
      ],
    });
    expect(JSON.stringify(own)).not.toContain(colleague.name);
  });

  it("is nobody else's", async () => {
    const id = await makeOrder(shop.db);
    expect(await history(undefined, id)).toMatchObject({ status: 401 });
    expect(await history(await insertCustomer(shop.db), id)).toMatchObject({
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
    expect((await take("REST", admin, { id, to: "confirmed" })).status).toBe(500);
    expect((await stored(id)).confirmedAt).toBeNull();
  } finally {
    await shop.pool.query("alter table order_events drop constraint broken_for_test");
  }
  expect((await take("REST", admin, { id, to: "confirmed" })).status).toBe(200);
});
