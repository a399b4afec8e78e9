import { dashboardRows } from "@shop/shared/admin/dashboard";
import type { FigureSpan } from "@shop/shared/admin/figure-span";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { orderMatters } from "../../src/db/schema/customer-service.ts";
import { orders } from "../../src/db/schema/orders.ts";
import { payments, refunds } from "../../src/db/schema/payments.ts";
import { readFigures } from "../../src/domain/dashboard/figures.ts";
import { adminActor } from "../harness/admin-actor.ts";
import { makeProduct, makeUser } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin } from "../harness/test-client.ts";

const shop = startTestShop();

let member: Member;
let ada: string;
let bea: string;
beforeAll(async () => {
  member = await makeAdmin(shop);
  ada = await makeUser(shop.db, { name: "Ada" });
  bea = await makeUser(shop.db, { name: "Bea" });
});

type More = Partial<typeof orders.$inferInsert>;

/** An order of so many cents, paid at a moment; not paid without one. */
async function makeOrder(userId: string, totalCents: number, paidAt: string | null, more: More = {}): Promise<string> {
  const id = uuidv7();
  await shop.db.insert(orders).values({
    id,
    userId,
    customerName: "Ada",
    customerEmail: "ada@example.com",
    address: "1 Main St",
    city: "Springfield",
    postalCode: "12345",
    country: "USA",
    paymentMethod: "PayPal",
    itemsCents: totalCents,
    shippingCents: 0,
    taxCents: 0,
    totalCents,
    paidAt: paidAt === null ? null : new Date(paidAt),
    createdAt: new Date(paidAt ?? "2026-03-20T11:00:00Z"),
    heldUntil: new Date("2026-01-01T00:00:00Z"),
    ...more,
  });
  return id;
}

/** Money for an order that did not make it paid, received at a moment. */
async function makeSurplus(orderId: string, amountCents: number, settledAt: string | null): Promise<string> {
  const id = uuidv7();
  await shop.db.insert(payments).values({
    id,
    orderId,
    providerOrderId: `ORDER-${id}`,
    captureId: `CAPTURE-${id}`,
    amountCents,
    currency: "USD",
    status: settledAt === null ? "failed" : "completed",
    isSettling: false,
    settledAt: settledAt === null ? null : new Date(settledAt),
  });
  return id;
}

/** Money of a payment that was refunded at a moment, or has not without one. */
async function makeRefund(
  { orderId, paymentId }: { orderId: string; paymentId: string },
  amountCents: number,
  completedAt: string | null,
): Promise<void> {
  await shop.db.insert(refunds).values({
    orderId,
    paymentId,
    amountCents,
    currency: "USD",
    status: completedAt === null ? "failed" : "completed",
    completedAt: completedAt === null ? null : new Date(completedAt),
  });
}

describe("the admin figures", () => {
  const now = new Date("2026-03-20T12:00:00Z");
  const boss = adminActor(
    { id: uuidv7(), name: "Boss", email: "boss@example.com" },
    {
      id: uuidv7(),
      expiresAt: now,
      hasSecondFactor: false,
    },
  );
  const figures = (days: FigureSpan, at = now, timeZone = "UTC") =>
    readFigures({ db: shop.db, shop: { timeZone } }, boss, { days, now: at });

  it("are nothing in a shop that has sold nothing", async () => {
    const none = await figures(7);
    expect(none).toMatchObject({
      days: 7,
      sales: { now: 0, before: 0 },
      refunded: { now: 0, before: 0 },
      net: { now: 0, before: 0 },
      orders: { now: 0, before: 0 },
      average: { now: null, before: null },
      customers: { now: 0, before: 0 },
    });
    expect(none.daily).toEqual(
      ["14", "15", "16", "17", "18", "19", "20"].map((day) => ({ day: `2026-03-${day}`, sales: 0, orders: 0 })),
    );
  });

  it("add up what was paid, to the cent and to the edges of both spans", async () => {
    // In the span of seven days: from the first moment of the 14th to now.
    await makeOrder(ada, 1_001, "2026-03-14T00:00:00.000Z");
    await makeOrder(ada, 2_002, "2026-03-14T23:59:59.999Z");
    await makeOrder(bea, 4_002, "2026-03-20T11:59:59.999Z");
    // Now is not past yet.
    await makeOrder(bea, 1_000_000, "2026-03-20T12:00:00.000Z");
    // In the seven days before: up to the same hour of their last day.
    await makeOrder(bea, 300, "2026-03-07T00:00:00.000Z");
    await makeOrder(bea, 50, "2026-03-13T11:59:59.999Z");
    // Neither: later on that day, and before the first moment.
    await makeOrder(ada, 2_000_000, "2026-03-13T12:00:00.000Z");
    await makeOrder(ada, 2_000_000, "2026-03-13T23:59:59.999Z");
    await makeOrder(ada, 3_000_000, "2026-03-06T23:59:59.999Z");
    // Never paid.
    await makeOrder(ada, 4_000_000, null);
    // What needs a person has been paid all the same.
    const odd = await makeOrder(ada, 7, "2026-03-18T10:00:00.000Z");
    await shop.db.insert(orderMatters).values({ orderId: odd, kind: "paid twice", reference: "x" });

    const { daily, ...week } = await figures(7);
    expect(week).toEqual({
      days: 7,
      hasEarlier: false,
      sales: { now: 70.12, before: 3.5 },
      refunded: { now: 0, before: 0 },
      net: { now: 70.12, before: 3.5 },
      orders: { now: 4, before: 2 },
      average: { now: 17.53, before: 1.75 },
      customers: { now: 2, before: 1 },
    });
    expect(daily.map(({ sales, orders }) => [sales, orders])).toEqual([
      [30.03, 2],
      [0, 0],
      [0, 0],
      [0, 0],
      [0.07, 1],
      [0, 0],
      [40.02, 1],
    ]);
  });

  it("count money that came for nothing, and take refunds off on the day that they were made", async () => {
    // In the span of seven days up to the first of February, and in the seven days before.
    const at = new Date("2026-02-01T12:00:00Z");
    const order = await makeOrder(ada, 10_000, "2026-01-20T00:00:00.000Z");
    const paid = await makeSurplus(order, 500, "2026-01-27T08:00:00.000Z");
    await makeSurplus(order, 30, "2026-01-24T08:00:00.000Z");
    await makeSurplus(order, 7_000, null);
    // Money goes back long after it came, and more than came in the span.
    const back = { orderId: order, paymentId: paid };
    await makeRefund(back, 400, "2026-01-26T00:00:00.000Z");
    await makeRefund(back, 75, "2026-01-31T23:59:59.999Z");
    await makeRefund(back, 250, "2026-01-19T00:00:00.000Z");
    // Neither: between the spans, after them, before them, and never made.
    await makeRefund(back, 60_000, "2026-01-25T12:00:00.000Z");
    await makeRefund(back, 60_000, "2026-02-01T12:00:00.000Z");
    await makeRefund(back, 60_000, "2026-01-18T23:59:59.999Z");
    await makeRefund(back, 60_000, null);

    const { daily, ...week } = await figures(7, at);
    expect(week).toEqual({
      days: 7,
      hasEarlier: false,
      sales: { now: 5, before: 100.3 },
      refunded: { now: 4.75, before: 2.5 },
      net: { now: 0.25, before: 97.8 },
      // Surplus money is no order, and nobody's first.
      orders: { now: 0, before: 1 },
      average: { now: null, before: 100 },
      customers: { now: 0, before: 1 },
    });
    expect(daily.map(({ sales, orders }) => [sales, orders])).toEqual([
      ...[
        [0, 0],
        [5, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ]);
  });

  it.each([7, 30, 90] as const)("are the sums of their days over %i days", async (days) => {
    const span = await figures(days);
    expect(span.daily).toHaveLength(days);
    expect(span.daily.at(-1)?.day).toBe("2026-03-20");
    const cents = span.daily.reduce((sum, { sales }) => sum + Math.round(sales * 100), 0);
    expect(cents).toBe(Math.round(span.sales.now * 100));
    expect(span.daily.reduce((sum, day) => sum + day.orders, 0)).toBe(span.orders.now);
  });

  it("keep to the days of UTC when a day has just begun", async () => {
    const midnight = await figures(7, new Date("2026-03-21T00:00:00.000Z"));
    expect(midnight.daily.map(({ day }) => day)[0]).toBe("2026-03-15");
    // The last day before is as long as today is so far: not at all.
    expect(midnight.sales).toEqual({ now: 10_040.09, before: 40_000.5 });
    expect(midnight.daily.at(-1)).toEqual({ day: "2026-03-21", sales: 0, orders: 0 });
  });

  it("keep to the days of the shop's time zone, also where clocks change", async () => {
    const made = await makeOrder(ada, 4_242, "2026-03-19T23:30:00.000Z");
    const sales = async (timeZone: string) =>
      new Map(
        (await figures(30, new Date("2026-03-21T12:00:00Z"), timeZone)).daily.map(({ day, sales }) => [day, sales]),
      );
    const [inUtc, inBerlin] = [await sales("UTC"), await sales("Europe/Berlin")];
    const difference = (day: string) => Math.round(((inBerlin.get(day) ?? 0) - (inUtc.get(day) ?? 0)) * 100);
    expect([difference("2026-03-19"), difference("2026-03-20")]).toEqual([-4_242, 4_242]);
    const spring = await figures(7, new Date("2026-03-30T00:30:00Z"), "Europe/Berlin");
    expect(spring.daily.map(({ day }) => day)).toEqual(
      Array.from({ length: 7 }, (_, n) => new Date(Date.UTC(2026, 2, 24 + n)).toISOString().slice(0, 10)),
    );
    await shop.pool.query("delete from orders where id = $1", [made]);
  });

  it("are asked for by a span that is on offer, and otherwise by the usual one", async () => {
    const daysOf = async (days: unknown) => {
      const { body } = await member.trpc("query", "admin.dashboard.figures", { days });
      return Reflect.get(Object(body), "days");
    };
    expect(await daysOf(90)).toBe(90);
    expect(await daysOf("7")).toBe(7);
    for (const wrong of [0, 8, -7, 1e9, "all", null, undefined]) expect(await daysOf(wrong)).toBe(30);
  });

  it.each([
    ["orders_paid", "select total_cents, user_id from orders where paid_at is not null and paid_at"],
    [
      "payments_surplus",
      "select amount_cents from payments where not is_settling and settled_at is not null and settled_at",
    ],
    ["refunds_completed", "select amount_cents from refunds where completed_at is not null and completed_at"],
  ])("are read out of their own index: %s", async (index, statement) => {
    const client = await shop.pool.connect();
    try {
      await client.query("set enable_seqscan = off");
      const { rows } = await client.query(`explain ${statement} between '2026-03-01' and '2026-03-02'`);
      expect(JSON.stringify(rows)).toContain(index);
    } finally {
      client.release(true);
    }
  });
});

describe("the lists of the administrators' home", () => {
  const home = async () => Object((await member.trpc("query", "admin.dashboard.home", undefined)).body);

  it("name what runs low, the scarcest first, and not what nobody can buy", async () => {
    const at = (countInStock: number, name: string, more = {}) =>
      makeProduct(shop.db, { countInStock, name, image: "/uploads/x.webp", ...more });
    await at(6, "Enough");
    await at(5, "Five");
    const gone = await at(0, "Gone");
    await at(2, "Two B");
    await at(2, "Two A");
    await at(1, "Draft", { publishedAt: null });
    await at(1, "Deleted", { deletedAt: new Date() });
    const { lowStock, lowStockTotal } = await home();
    expect(lowStock.map(({ name }: { name: string }) => name)).toEqual(["Gone", "Two A", "Two B", "Five"]);
    expect(lowStock[0]).toEqual({ _id: gone, name: "Gone", image: "/uploads/x.webp", countInStock: 0 });
    expect(lowStockTotal).toBe(4);
    for (let n = 0; n < dashboardRows; n += 1) await at(3, `Three ${n}`);
    const more = await home();
    expect(more.lowStock).toHaveLength(dashboardRows);
    expect(more.lowStockTotal).toBe(4 + dashboardRows);
  });

  it("name the newest orders, paid or not", async () => {
    const ids: string[] = [];
    for (let n = 0; n < dashboardRows + 1; n += 1) {
      ids.unshift(await makeOrder(bea, 1_234, null, { createdAt: new Date(Date.UTC(2027, 0, 1, n)) }));
    }
    const { latest } = await home();
    expect(latest.map(({ _id }: { _id: string }) => _id)).toEqual(ids.slice(0, dashboardRows));
    expect(latest[0]).toMatchObject({
      user: { name: "Ada", email: "ada@example.com" },
      totalPrice: 12.34,
      paidAt: null,
      matters: [],
      refundedPrice: 0,
      isRefunded: false,
      isRestocked: false,
    });
  });
});
