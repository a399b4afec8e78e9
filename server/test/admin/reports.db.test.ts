import type { SalesGroup, SalesReport, StockReport } from "@shop/shared/admin/sales-report";
import type { VisitStep } from "@shop/shared/admin/visit-steps";
import { eq, notInArray } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { orderChanges } from "../../src/db/schema/order-changes.ts";
import { orderItems, type orders } from "../../src/db/schema/orders.ts";
import { products } from "../../src/db/schema/products.ts";
import { readFunnelReport } from "../../src/domain/dashboard/funnel-report.ts";
import { readSalesReport } from "../../src/domain/dashboard/sales-report.ts";
import { readStockReport } from "../../src/domain/dashboard/stock-report.ts";
import { VisitCounts } from "../../src/domain/dashboard/visit-counts.ts";
import { adminActor } from "../harness/admin-actor.ts";
import { makeBrand, makeCategory, makeOrder, makeProduct, makeUser } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, TestClient } from "../harness/test-client.ts";

const shop = startTestShop();

let admin: Member;
let [lamp, rug, ada, grace] = ["", "", "", ""];
const january = { from: "2026-01-01", to: "2026-01-31" };

type Sold = { at: string; userId: string; product: string; priceCents?: number; qty?: number } & Partial<
  typeof orders.$inferInsert
>;

async function sold({ at, product, ...more }: Sold): Promise<string> {
  const id = await makeOrder(shop.db, { paidAt: new Date(at), ...more });
  await shop.db.update(orderItems).set({ productId: product }).where(eq(orderItems.orderId, id));
  return id;
}

beforeAll(async () => {
  admin = await makeAdmin(shop);
  const [brandId, categoryId] = [await makeBrand(shop.db, "Weaver"), await makeCategory(shop.db, "Home")];
  lamp = await makeProduct(shop.db, { name: "Lamp", brandId, categoryId, countInStock: 3, priceCents: 50_00 });
  rug = await makeProduct(shop.db, { name: "Rug", brandId, countInStock: 2, priceCents: 10_00 });
  [ada, grace] = [await makeUser(shop.db), await makeUser(shop.db)];
  // 50 + tax 7.50 + delivery 10 = 67.50, and twice 10 + 1.50 + 10 = 21.50 each.
  await sold({ at: "2026-01-10T15:00:00Z", userId: ada, product: lamp, priceCents: 50_00, countryCode: "US" });
  await sold({ at: "2026-01-11T15:00:00Z", userId: ada, product: rug, priceCents: 10_00, country: "USA" });
  // Still the last day of January in New York, and the last hour of it.
  await sold({ at: "2026-02-01T04:30:00Z", userId: grace, product: rug, priceCents: 10_00, countryCode: "GB" });
  // The span before.
  await sold({ at: "2025-12-31T12:00:00Z", userId: grace, product: rug, priceCents: 10_00, qty: 2 });
  // Neither of both.
  await sold({ at: "2026-02-01T05:30:00Z", userId: ada, product: rug, priceCents: 10_00 });
  const cancelled = await sold({ at: "2026-01-12T15:00:00Z", userId: ada, product: lamp, priceCents: 50_00 });
  await shop.db
    .insert(orderChanges)
    .values({ id: uuidv7(), orderId: cancelled, kind: "cancellation", madeBy: ada, isByCustomer: true });
  await makeOrder(shop.db, { userId: ada });
  // Each order was made with a product of its own.
  await shop.db
    .update(products)
    .set({ countInStock: 0 })
    .where(notInArray(products.id, [lamp, rug]));
});

const session = { id: uuidv7(), expiresAt: new Date("2099-01-01"), hasSecondFactor: false };
const reader = () => adminActor({ id: admin.id, name: "Admin", email: admin.email }, session);
const deps = () => ({ db: shop.db, shop: { timeZone: "America/New_York" } });
const salesBy = (by: SalesGroup): Promise<SalesReport> => readSalesReport(deps(), reader(), { by, ...january });

const shortly = ({ rows }: SalesReport) =>
  rows.map(({ name, now, before }) => [name, now.orders, now.units, now.amount, before.amount]);

describe("Sales of some days", () => {
  it("are counted by product, with those of as many days before", async () => {
    const report = await salesBy("product");
    expect(report.span).toEqual({ ...january, days: 31, fromBefore: "2025-12-01", toBefore: "2025-12-31" });
    expect(shortly(report)).toEqual([
      ["Lamp", 1, 1, 50, 0],
      ["Rug", 2, 2, 20, 20],
    ]);
    expect(report.total).toEqual({
      now: { orders: 3, units: 3, amount: 70 },
      before: { orders: 1, units: 2, amount: 20 },
    });
  });

  it("are counted by brand and by category", async () => {
    expect(shortly(await salesBy("brand"))).toEqual([["Weaver", 3, 3, 70, 20]]);
    const [first] = shortly(await salesBy("category"));
    expect(first).toEqual(["Home", 1, 1, 50, 0]);
  });

  it("are the totals of orders by country, however it was written", async () => {
    const report = await salesBy("country");
    // The demo country of the order before is that of its address.
    expect(shortly(report)).toEqual([
      ["United States", 2, 2, 89, 33],
      ["United Kingdom", 1, 1, 21.5, 0],
    ]);
  });

  it("are told apart by first and later orders of a customer", async () => {
    expect(shortly(await salesBy("customer"))).toEqual([
      ["First order", 1, 1, 67.5, 33],
      ["Returning customers", 2, 2, 43, 0],
    ]);
  });

  it("stand by day and by hour of the shop's time zone, also where there are none", async () => {
    const days = shortly(await salesBy("day"));
    expect(days).toHaveLength(31);
    expect(days[0]).toEqual(["2026-01-01", 0, 0, 0, 0]);
    expect(days[9]).toEqual(["2026-01-10", 1, 1, 67.5, 0]);
    expect(days[30]).toEqual(["2026-01-31", 1, 1, 21.5, 33]);
    const hours = shortly(await salesBy("hour"));
    expect(hours).toHaveLength(24);
    expect(hours[23]).toEqual(["23:00 to 23:59", 1, 1, 21.5, 0]);
    expect(hours[10]).toEqual(["10:00 to 10:59", 2, 2, 89, 0]);
  });

  it("come to the same however they are grouped", async () => {
    for (const by of ["country", "customer", "day", "hour"] as const) {
      const { rows, total } = await salesBy(by);
      expect(total.now, by).toEqual({ orders: 3, units: 3, amount: 110.5 });
      expect(Math.round(rows.reduce((sum, { now }) => sum + now.amount * 100, 0)), by).toBe(110_50);
    }
  });
});

describe("The stock", () => {
  it("comes to today's prices, slow goods first", async () => {
    const { rows, total }: StockReport = await readStockReport(deps(), reader(), january);
    expect(rows.map(({ name, sold, stock, value }) => [name, sold, stock, value])).toEqual([
      ["Lamp", 1, 3, 150],
      ["Rug", 2, 2, 20],
    ]);
    expect(total).toEqual({ products: 2, stock: 5, value: 170, unsold: 0 });
    const later = await readStockReport(deps(), reader(), { from: "2026-03-01", to: "2026-03-02" });
    expect(later.total.unsold).toBe(2);
  });
});

describe("A report", () => {
  const get = (path: string, who = admin) => fetch(`${shop.origin}${path}`, { headers: { cookie: who.cookieHeader } });

  it("is a file, by the days of the shop's own time zone", async () => {
    // In UTC the last order of January was one of February.
    const query = new URLSearchParams({ by: "product", ...january });
    const lines = (await (await get(`/api/sales-report.csv?${query}`)).text()).split("\r\n");
    expect(lines[0]).toContain("NAME,ORDERS,UNITS,SALES,ORDERS BEFORE,UNITS BEFORE,SALES BEFORE,ID");
    expect(lines[1]).toBe(`Lamp,1,1,50.00,0,0,0.00,${lamp}`);
    expect(lines[2]).toBe(`Rug,1,1,10.00,1,2,20.00,${rug}`);
    const stock = (await (await get(`/api/stock-report.csv?${new URLSearchParams(january)}`)).text()).split("\r\n");
    expect(stock.slice(1, 3)).toEqual([`Lamp,3,150.00,1,${lamp}`, `Rug,2,20.00,1,${rug}`]);
  });

  it.each(["by=nothing", "from=2026-02-30", "from=2026-02-01&to=2026-01-01", "from=2020-01-01&to=2026-01-01"])(
    "of %s is refused",
    async (query) => {
      const reply = await get(`/api/sales-report.csv?${query}`);
      expect(reply.status).toBe(400);
    },
  );

  it("is for those alone who may see insights", async () => {
    const customer = await makeCustomer(shop);
    for (const path of ["/api/sales-report.csv", "/api/stock-report.csv", "/api/funnel-report.csv"])
      expect((await get(path, customer)).status).toBe(403);
  });
});

describe("The way from a visit to a paid order", () => {
  const countsOf = async (span: { from: string; to: string }) =>
    (await readFunnelReport(deps(), reader(), span)).rows.map(({ now, before }) => [now, before]);

  it("counts visits by day and step on all instances, and the orders of these days with those that are paid", async () => {
    const instances = [new VisitCounts(), new VisitCounts()];
    const note = (step: VisitStep, at: string, n = 0) =>
      instances[n]?.note(step, { address: `10.0.0.${n}`, timeZone: "America/New_York", at: new Date(at) });
    // The first is still in February in New York.
    for (const at of ["2027-03-01T04:30:00Z", "2027-03-02T12:00:00Z", "2027-03-02T13:00:00Z"]) note("visit", at);
    note("visit", "2027-03-02T12:30:00Z", 1);
    note("product", "2027-03-02T12:31:00Z", 1);
    await Promise.all(instances.map((counts) => counts.write(shop.db)));
    await Promise.all(instances.map((counts) => counts.write(shop.db)));
    note("cart", "2027-03-02T12:40:00Z");
    note("product", "2027-03-02T12:40:00Z");
    await instances[0]?.write(shop.db);
    const createdAt = new Date("2027-03-02T18:00:00Z");
    await makeOrder(shop.db, { userId: ada, createdAt });
    await makeOrder(shop.db, { userId: ada, createdAt, paidAt: createdAt });
    const span = { from: "2027-03-01", to: "2027-03-02" };
    expect(await countsOf(span)).toEqual([
      [3, 1],
      [2, 0],
      [1, 0],
      [0, 0],
      [2, 0],
      [1, 0],
    ]);
    const query = new URLSearchParams(span);
    const csv = await fetch(`${shop.origin}/api/funnel-report.csv?${query}`, {
      headers: { cookie: admin.cookieHeader },
    });
    expect((await csv.text()).split("\r\n").slice(0, 4).join()).toContain("visit,3,1,product,2,0,cart,1,0");
  });

  it("is not counted up by one address, and holds nothing but days, steps and counts", async () => {
    const counts = new VisitCounts();
    const at = new Date("2028-05-05T12:00:00Z");
    for (let n = 0; n < 2_000; n += 1) counts.note("visit", { address: "10.0.0.9", timeZone: "UTC", at });
    counts.note("visit", { address: "10.0.0.8", timeZone: "UTC", at });
    counts.note("visit", { address: "10.0.0.9", timeZone: "UTC", at: new Date("2028-05-05T13:00:00Z") });
    await counts.write(shop.db);
    expect(await countsOf({ from: "2028-05-05", to: "2028-05-05" })).toContainEqual([502, 0]);
    const { rows } = await shop.pool.query("select * from visit_days where day = '2028-05-05'");
    expect(rows.map(Object.keys)).toEqual([["day", "step", "count"]]);
  });

  it("is counted by anybody without signing in, and nothing else is taken for a step", async () => {
    const anybody = new TestClient(shop);
    const noted = await anybody.trpc("mutation", "visit.note", { step: "checkout" });
    expect(noted.status).toBe(200);
    // Nor is it a change of the shop, after which lists would be read anew.
    expect(anybody.cookies).toEqual(new TestClient(shop).cookies);
    for (const step of ["paid", "ordered", "", 1]) {
      expect((await anybody.trpc("mutation", "visit.note", { step })).status).toBe(400);
    }
    await shop.services.visits.write(shop.db);
    const { rows } = await shop.pool.query("select count from visit_days where step = 'checkout'");
    expect(rows).toEqual([{ count: "1" }]);
  });
});
