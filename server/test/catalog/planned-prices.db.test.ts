import { plannedPricesMax } from "@shop/shared/catalog/planned-price";
import { toWire } from "@shop/shared/money";
import { priceLines } from "@shop/shared/pricing";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { plannedPrices } from "../../src/db/schema/prices.ts";
import type { Admin } from "../../src/domain/base/actor.ts";
import { bulkEdit } from "../../src/domain/catalog/bulk-edit.ts";
import { editField } from "../../src/domain/catalog/edit-field.ts";
import { updateProduct } from "../../src/domain/catalog/update-product.ts";
import { editProducts } from "../../src/domain/catalog/write-product.ts";
import { lockCurrent } from "../../src/domain/import/current-products.ts";
import { applyPlannedPrices, applyTo } from "../../src/domain/price/apply-planned-prices.ts";
import { deleteOldPlannedPrices, deleteOldPrices } from "../../src/domain/price/delete-old-prices.ts";
import {
  createPlannedPrice,
  listPlannedPrices,
  removePlannedPrice,
  updatePlannedPrice,
} from "../../src/domain/price/planned-prices.ts";
import { dispatchEvents } from "../../src/domain/webhook/dispatch.ts";
import { adminActor } from "../harness/admin-actor.ts";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { waitForLock } from "../harness/locks.ts";
import { orderOf, placedOrder, sendOrder } from "../harness/ordering.ts";
import { priceCalendars } from "../harness/price-calendars.ts";
import { startTestShop } from "../harness/shop.ts";
import { complaintsOf, type Member, makeAdmin, TestClient, transports } from "../harness/test-client.ts";

const shop = startTestShop({ settings: issuer });
const names = { brand: "Loom", category: "Lamps" };
let member: Member;
let admin: Admin;
let terms: { brandId: string; categoryId: string };
beforeAll(async () => {
  member = await makeAdmin(shop);
  admin = adminActor(
    { id: member.id, name: "Boss", email: "boss@example.com" },
    {
      id: member.id,
      expiresAt: new Date("2040-01-01"),
      hasSecondFactor: true,
    },
  );
  terms = { brandId: await makeBrand(shop.db, names.brand), categoryId: await makeCategory(shop.db, names.category) };
});

// Each test has its own time, at which the plans of others are not to be due.
beforeEach(() => shop.pool.query("update planned_prices set ended_at = now() where ended_at is null"));

const product = (more: Parameters<typeof makeProduct>[1] = {}) => makeProduct(shop.db, { ...terms, ...more });
const deps = (timeZone = "UTC", at?: Date) => ({ db: shop.db, timeZone, ...(at === undefined ? {} : { at }) });
const edit = (id: string, price: number, more: { name?: string } = {}) =>
  updateProduct(shop.db, admin, id, { name: "Lamp", ...names, price, countInStock: 10, version: undefined, ...more });

const priceSchema = z.tuple([
  z.object({
    price_cents: z.int(),
    regular_price_cents: z.int().nullable(),
    lowest_price_cents: z.int().nullable(),
    version: z.int(),
  }),
]);
async function pricesOf(id: string) {
  const { rows } = await shop.pool.query(
    "select price_cents, regular_price_cents, lowest_price_cents, version from products where id = $1",
    [id],
  );
  return priceSchema.parse(rows)[0];
}
const historyOf = async (id: string) => {
  const { rows } = await shop.pool.query(
    `select h.changes, e.source, e.user_id from product_history h join product_edits e on e.id = h.edit_id
     where h.product_id = $1 order by h.number`,
    [id],
  );
  return rows;
};
/** A local time of the shop, which is in UTC, some hours from now. */
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);
const holding = { from: inHours(-1), until: inHours(24) };

describe("a price calendar", () => {
  it.each(priceCalendars)("$name", async ({ timeZone, regular, steps }) => {
    const id = await product({ priceCents: regular });
    const made: string[] = [];
    for (const step of steps) {
      const at = new Date(step.at);
      if ("plan" in step) {
        const { from, until } = step;
        await createPlannedPrice(deps(timeZone, at), admin, id, { price: step.plan, from, until });
        const { planned } = await listPlannedPrices(deps(timeZone), admin, id);
        made.push(...planned.map(({ _id }) => _id).filter((each) => !made.includes(each)));
      }
      if ("edit" in step) await edit(id, step.edit);
      if ("remove" in step)
        await removePlannedPrice(deps(timeZone, at), admin, id, { planned: made[step.remove] ?? "" });
      if ("pays" in step) {
        await applyPlannedPrices(shop.db, { at });
        expect((await pricesOf(id)).price_cents, step.at).toBe(step.pays);
      }
    }
  });
});

describe("planning a price", () => {
  it("begins at once if its time has come, and shows who planned it in the history", async () => {
    const id = await product();
    await createPlannedPrice(deps(), admin, id, { price: 700, ...holding });
    expect(await pricesOf(id)).toEqual({
      price_cents: 700,
      regular_price_cents: 1_000,
      lowest_price_cents: 1_000,
      version: 2,
    });
    expect(await historyOf(id)).toEqual([
      { changes: { priceCents: [1_000, 700] }, source: "planned price", user_id: admin.id },
    ]);
    expect((await listPlannedPrices(deps(), admin, id)).planned).toMatchObject([{ price: 7, state: "running" }]);
  });

  it("is refused where another price holds at the same time, also for one that has begun", async () => {
    const id = await product();
    await createPlannedPrice(deps(), admin, id, { price: 700, ...holding });
    const next = { price: 600, from: inHours(23), until: inHours(48) };
    await expect(createPlannedPrice(deps(), admin, id, next)).rejects.toMatchObject({ kind: "VALIDATION" });
    await createPlannedPrice(deps(), admin, id, { ...next, from: holding.until });
    const { planned } = await listPlannedPrices(deps(), admin, id);
    const [running, coming] = planned;
    if (running === undefined || coming === undefined) throw new Error("two prices are planned");
    const longer = { planned: running._id, price: 700, from: running.from, until: null };
    await expect(updatePlannedPrice(deps(), admin, id, longer)).rejects.toMatchObject({ kind: "VALIDATION" });
    await updatePlannedPrice(deps(), admin, id, { ...longer, until: inHours(12) });
    const cheaper = { ...longer, price: 100, until: inHours(12) };
    await expect(updatePlannedPrice(deps(), admin, id, cheaper)).rejects.toMatchObject({ kind: "VALIDATION" });
    const stale = { planned: coming._id, version: 7, price: 1, from: coming.from, until: null };
    await expect(updatePlannedPrice(deps(), admin, id, stale)).rejects.toMatchObject({ kind: "STALE" });
  });

  it("by two admins at the same time lets one of two overlapping prices through", async () => {
    const id = await product();
    const plan = (price: number) => createPlannedPrice(deps(), admin, id, { price, from: inHours(1), until: null });
    const outcomes = await Promise.allSettled([plan(500), plan(600), plan(700)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("answers each mistake with the field that it is in, and says 404 first", async () => {
    const id = await product();
    const create = (body: Record<string, unknown>, of = id) =>
      member.trpc("mutation", "admin.plannedPrices.create", { id: of, ...body });
    const good = { price: 7, from: "2031-01-01T00:00", until: null };
    expect(complaintsOf(await create({ ...good, price: -1 }))).toEqual(["price"]);
    expect(complaintsOf(await create({ ...good, from: "2031-02-30T00:00" }))).toEqual(["from"]);
    expect(complaintsOf(await create({ ...good, from: "tomorrow" }))).toEqual(["from"]);
    expect(complaintsOf(await create({ ...good, until: "2030-12-31T00:00" }))).toEqual(["until"]);
    expect(complaintsOf(await create({ ...good, from: "2020-01-01T00:00", until: "2020-01-02T00:00" }))).toEqual([
      "until",
    ]);
    expect((await create({ ...good, price: -1 }, crypto.randomUUID())).status).toBe(404);
    expect((await create(good)).status).toBe(200);
    expect(plannedPricesMax).toBeGreaterThan(1);
  });
});

describe("while a planned price holds", () => {
  it("an edit sets the regular price, and one with the price that holds keeps it", async () => {
    const id = await product();
    await createPlannedPrice(deps(), admin, id, { price: 700, ...holding });
    const seen = await edit(id, 700, { name: "Another name" });
    expect(seen).toMatchObject({ price: 7, editedPrice: 10, regularPrice: 10, lowestPrice: 10 });
    expect(await edit(id, 1_200)).toMatchObject({ price: 7, editedPrice: 12 });
    await shop.pool.query("update products set price_cents = 1300 where id = $1", [id]);
    expect(await pricesOf(id)).toMatchObject({ price_cents: 700, regular_price_cents: 1_300 });
    const { planned } = await listPlannedPrices(deps(), admin, id);
    await removePlannedPrice(deps(), admin, id, { planned: planned[0]?._id ?? "" });
    expect(await pricesOf(id)).toMatchObject({
      price_cents: 1_300,
      regular_price_cents: null,
      lowest_price_cents: null,
    });
  });

  it("a list and a bulk act edit the regular price, also to what customers pay now", async () => {
    const id = await product();
    await createPlannedPrice(deps(), admin, id, { price: 700, ...holding });
    const edited = await editField(shop.db, admin, id, { field: "price", seen: 1_000, value: 700 });
    expect(edited).toMatchObject({ price: 7, currentPrice: 7 });
    expect(await pricesOf(id)).toMatchObject({ price_cents: 700, regular_price_cents: 700 });
    const change = { direction: "up", by: "amount", value: 5, rounding: "cent" } as const;
    await bulkEdit(shop.db, admin, { key: crypto.randomUUID(), rows: [{ id }], act: { kind: "price", change } });
    expect(await pricesOf(id)).toMatchObject({ price_cents: 700, regular_price_cents: 1_200 });
  });
});

it("Files have the regular price while a planned one holds, so that importing an export changes nothing", async () => {
  const id = await product({ name: "In a file" });
  await createPlannedPrice(deps(), admin, id, { price: 700, ...holding });
  const reply = await member.send("/api/products.csv?search=In%20a%20file");
  expect(reply.status).toBe(200);
  expect(await reply.text()).toContain("10.00");
  await shop.db.transaction(async (tx) => {
    const current = await lockCurrent(tx, [id]);
    await editProducts(
      tx,
      [...current.values()].map((found) => ({ ...found, ...terms })),
    );
  });
  expect(await pricesOf(id)).toMatchObject({ price_cents: 700, regular_price_cents: 1_000 });
});

describe("the beginning and the end of a planned price", () => {
  const times = ["2033-05-01T00:00Z", "2033-05-02T00:00Z"];
  const plannedProduct = async () => {
    const id = await product();
    const plan = { price: 500, from: "2033-05-01T00:00", until: "2033-05-02T00:00" };
    await createPlannedPrice(deps(), admin, id, plan);
    return id;
  };
  const seenSchema = z.object({ price: z.number(), version: z.int(), updatedAt: z.iso.datetime() });

  it("each give the product a new version and time, as any change does", async () => {
    const id = await plannedProduct();
    const seen = async () => seenSchema.parse((await member.trpc("query", "admin.products.byId", { id })).body);
    const states = [await seen()];
    for (const at of times) {
      await applyPlannedPrices(shop.db, { at: new Date(at) });
      states.push(await seen());
    }
    expect(states.map(({ version }) => version)).toEqual([1, 2, 3]);
    const updated = states.map(({ updatedAt }) => updatedAt);
    expect(updated).toEqual([...new Set(updated)].sort());
    expect(await applyPlannedPrices(shop.db, { at: new Date(times[1] ?? "") })).toBe(0);
    expect(await seen()).toEqual(states.at(-1));
  });

  it("refuse an edit that was begun before", async () => {
    const id = await plannedProduct();
    for (const [place, at] of times.entries()) {
      await applyPlannedPrices(shop.db, { at: new Date(at) });
      const input = { name: "Lamp", ...names, price: 1_000, countInStock: 10 };
      const old = { ...input, version: place + 1 };
      await expect(updateProduct(shop.db, admin, id, old)).rejects.toMatchObject({ kind: "STALE" });
    }
  });

  it("are told to whoever is told of products, with a higher version and the price of then", async () => {
    const id = await plannedProduct();
    await shop.pool.query(
      `insert into webhook_endpoints (id, url, events, secret, user_id)
       values ($1, 'https://receiver.example', '{product.updated}', 'sealed', $2)`,
      [uuidv7(), member.id],
    );
    const bodies: unknown[] = [];
    for (const at of times) {
      await applyPlannedPrices(shop.db, { at: new Date(at) });
      await dispatchEvents(shop.services, () => false);
      const { rows } = await shop.pool.query("select body from webhook_deliveries order by id desc limit 1");
      for (const { body } of z.array(z.object({ body: z.string() })).parse(rows)) bodies.push(JSON.parse(body));
    }
    expect(bodies).toMatchObject([
      { type: "product.updated", data: { _id: id, price: 5, version: 2 } },
      { type: "product.updated", data: { _id: id, price: 10, version: 3 } },
    ]);
    await shop.pool.query("delete from webhook_endpoints");
  });

  it("show in answers that were cached before", async () => {
    const id = await plannedProduct();
    const prices: unknown[] = [];
    for (const at of [undefined, ...times]) {
      if (at !== undefined) await applyPlannedPrices(shop.db, { at: new Date(at) });
      for (let n = 0; n < 2; n += 1) {
        const { body } = await new TestClient(shop).rest("GET", `/api/products/${id}`);
        prices.push(z.object({ price: z.number() }).parse(body).price);
      }
    }
    expect(prices).toEqual([10, 10, 5, 5, 10, 10]);
  });
});

describe("the job", () => {
  it("changes each price once, however many instances run it", async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => product()));
    const at = new Date("2033-01-01T00:00Z");
    for (const id of ids) {
      await createPlannedPrice(deps(), admin, id, { price: 500, from: "2033-01-01T00:00", until: "2033-01-02T00:00" });
    }
    const counts = await Promise.all(Array.from({ length: 4 }, () => applyPlannedPrices(shop.db, { at })));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ids.length);
    for (const id of ids) {
      expect(await historyOf(id)).toEqual([
        { changes: { priceCents: [1_000, 500] }, source: "planned price", user_id: null },
      ]);
    }
    expect(await applyPlannedPrices(shop.db, { at })).toBe(0);
    await applyPlannedPrices(shop.db, { at: new Date("2033-01-02T00:00Z") });
    expect(await pricesOf(ids[0] ?? "")).toMatchObject({ price_cents: 1_000, regular_price_cents: null });
  });

  it("that breaks off in the middle leaves nothing half done, and another one does it", async () => {
    const id = await product();
    await createPlannedPrice(deps(), admin, id, { price: 500, from: "2033-02-01T00:00", until: null });
    const at = new Date("2033-02-01T00:00Z");
    const broken = shop.db.transaction(async (tx) => {
      expect(await applyTo(tx, [id], at)).toBe(1);
      // The connection goes as it does when the process is killed.
      await tx.execute("select pg_terminate_backend(pg_backend_pid())");
    });
    await expect(broken).rejects.toThrow();
    expect(await pricesOf(id)).toMatchObject({ price_cents: 1_000, regular_price_cents: null });
    expect((await listPlannedPrices(deps(), admin, id)).planned).toMatchObject([{ state: "planned" }]);
    expect(await applyPlannedPrices(shop.db, { at })).toBe(1);
    expect(await pricesOf(id)).toMatchObject({ price_cents: 500, regular_price_cents: 1_000 });
  });
});

describe.each(transports)("an order by %s at the time when a price begins", (transport) => {
  it("that waits for the change is refused if its total was another, and else pays the new price", async () => {
    const id = await product();
    const before = toWire(priceLines([{ priceCents: 1_000, qty: 1 }]).totalCents);
    const customer = await insertCustomer(shop.db);
    await createPlannedPrice(deps(), admin, id, { price: 500, from: "2033-03-01T00:00", until: null });
    const send = (more: { expectedTotal?: number }) =>
      sendOrder(shop.origin, customer, orderOf([{ product: id, qty: 1 }], more), { transport });
    const ordering = await shop.db.transaction(async (tx) => {
      expect(await applyTo(tx, [id], new Date("2033-03-01T00:00Z"))).toBe(1);
      const orders = [send({ expectedTotal: before }), send({})];
      await waitForLock(shop.pool);
      return { orders };
    });
    const [quoted, open] = await Promise.all(ordering.orders);
    expect(quoted?.refusal).toMatchObject({ code: "PRICE_CHANGED" });
    expect(open?.order?.itemsPrice).toBe(5);
    const now = await placedOrder(shop.origin, customer, orderOf([{ product: id, qty: 2 }]), { transport });
    expect(now.itemsPrice).toBe(10);
  });
});

describe("a reduced price", () => {
  const restProduct = async (id: string) => {
    const { body } = await new TestClient(shop).rest("GET", `/api/products/${id}`);
    return z
      .object({
        price: z.number(),
        regularPrice: z.number().optional(),
        lowestPrice: z.number().optional(),
        reducedUntil: z.string().optional(),
      })
      .parse(body);
  };
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  /** The product had a price up to some days ago. */
  const hadPrice = (id: string, cents: number, days: number) =>
    shop.pool.query("insert into product_prices (product_id, price_cents, ended_at) values ($1, $2, $3)", [
      ...[id, cents, daysAgo(days)],
    ]);

  it("shows the regular one and the lowest that held in the thirty days before it began", async () => {
    const id = await product();
    await hadPrice(id, 600, 31);
    await hadPrice(id, 900, 29);
    await hadPrice(id, 1_100, 3);
    await createPlannedPrice(deps(), admin, id, { price: 700, ...holding });
    const reducedUntil = `${holding.until}:00.000Z`;
    expect(await restProduct(id)).toEqual({ price: 7, regularPrice: 10, lowestPrice: 9, reducedUntil });
    // It is a fact of the past, whatever happens meanwhile.
    await edit(id, 1_500);
    expect(await restProduct(id)).toEqual({ price: 7, regularPrice: 15, lowestPrice: 9, reducedUntil });
  });

  it("is the same after former prices of more than 13 months ago were deleted, which ended prices are", async () => {
    const id = await product();
    await hadPrice(id, 100, 400);
    await hadPrice(id, 200, 390);
    await hadPrice(id, 800, 29);
    // It has not changed for long, and holds.
    await shop.pool.query("update product_prices set began_at = now() - interval '3 years' where product_id = $1", [
      id,
    ]);
    for (const endedAt of [daysAgo(400), daysAgo(390)]) {
      const period = { startsAt: daysAgo(500), endsAt: endedAt, endedAt, begunAt: daysAgo(500) };
      await shop.db.insert(plannedPrices).values({ productId: id, priceCents: 900, userId: admin.id, ...period });
    }
    expect(await deleteOldPrices(shop.db)).toBe(1);
    expect(await deleteOldPlannedPrices(shop.db)).toBe(1);
    await createPlannedPrice(deps(), admin, id, { price: 700, ...holding });
    expect(await restProduct(id)).toMatchObject({ price: 7, regularPrice: 10, lowestPrice: 8 });
  });

  it("counts prices that were set by hand, however short they held", async () => {
    const id = await product();
    await edit(id, 650);
    await edit(id, 1_000);
    await createPlannedPrice(deps(), admin, id, { price: 600, ...holding });
    expect(await restProduct(id)).toMatchObject({ price: 6, regularPrice: 10, lowestPrice: 6.5 });
  });

  it("is no reduction if customers could pay as little before, or if it is not lower than the regular one", async () => {
    const [asLow, higher] = [await product(), await product()];
    await hadPrice(asLow, 700, 2);
    await createPlannedPrice(deps(), admin, asLow, { price: 700, ...holding });
    await createPlannedPrice(deps(), admin, higher, { price: 1_700, ...holding });
    expect(await restProduct(asLow)).toEqual({ price: 7 });
    expect(await restProduct(higher)).toEqual({ price: 17 });
  });

  it("of a product that was not on sale before is compared with nothing", async () => {
    const id = await product({ publishedAt: null });
    await createPlannedPrice(deps(), admin, id, { price: 700, ...holding });
    await edit(id, 1_000);
    expect(await restProduct(id)).toEqual({ price: 7 });
  });

  it("counts each of several reductions after one another by itself", async () => {
    const id = await product();
    const first = { price: 800, from: "2034-01-01T00:00", until: "2034-01-05T00:00" };
    const second = { price: 600, from: "2034-01-05T00:00", until: "2034-01-09T00:00" };
    for (const plan of [first, second]) await createPlannedPrice(deps(), admin, id, plan);
    await applyPlannedPrices(shop.db, { at: new Date("2034-01-01T00:00Z") });
    expect(await restProduct(id)).toMatchObject({ price: 8, regularPrice: 10, lowestPrice: 10 });
    await applyPlannedPrices(shop.db, { at: new Date("2034-01-05T00:00Z") });
    expect(await restProduct(id)).toMatchObject({ price: 6, regularPrice: 10, lowestPrice: 8 });
  });

  it("stands in the order as the customer saw it", async () => {
    const [id, usual] = [await product(), await product()];
    await createPlannedPrice(deps(), admin, id, { price: 700, ...holding });
    const customer = await insertCustomer(shop.db);
    const lines = [id, usual].map((each) => ({ product: each, qty: 1 }));
    const order = await placedOrder(shop.origin, customer, orderOf(lines));
    expect(order.orderItems).toMatchObject([{ price: 7, regularPrice: 10, lowestPrice: 10 }, { price: 10 }]);
    expect(order.orderItems[1]).not.toHaveProperty("regularPrice");
    const { planned } = await listPlannedPrices(deps(), admin, id);
    await removePlannedPrice(deps(), admin, id, { planned: planned[0]?._id ?? "" });
    const reply = await member.rest("GET", `/api/orders/${order._id}`);
    expect(reply.body).toMatchObject({ orderItems: order.orderItems });
  });
});
