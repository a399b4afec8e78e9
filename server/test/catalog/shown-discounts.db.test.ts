import { type ProductSummary, productPageSchema, productSchema } from "@shop/shared/catalog/catalog";
import type { DiscountTerms } from "@shop/shared/discount/discount-rule";
import { fromWire } from "@shop/shared/money";
import { orderSchema } from "@shop/shared/order/order";
import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { DiscountReader } from "../../src/domain/discount/discount-reader.ts";
import { showDiscounts } from "../../src/domain/discount/show-discounts.ts";
import { makeRule, readRule, ruleOf, seenRule, stopRule, type TestRule } from "../harness/discounts.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { makeGroup } from "../harness/product-groups.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, TestClient } from "../harness/test-client.ts";

const shop = startTestShop();
const second = startTestShop({ besides: shop });
const guest = new TestClient(shop);
const elsewhere = new TestClient(second);

let [admin, ada]: Member[] = [];
let [brand, category] = ["", ""];
beforeAll(async () => {
  admin = await makeAdmin(shop);
  ada = await makeCustomer(shop);
  brand = await makeBrand(shop.db);
  category = await makeCategory(shop.db);
});
afterEach(async () => {
  await shop.pool.query("update discount_rules set stopped_at = now() where stopped_at is null");
  await showDiscounts(shop.db, new DiscountReader());
  await shop.pool.query("delete from discount_periods");
});

const people = () => {
  if (admin === undefined || ada === undefined) throw new Error("They come before the first test");
  return { admin, ada };
};
const rule = async (more: TestRule) => seenRule(await makeRule(people().admin, more));
const product = (more: object = {}) =>
  makeProduct(shop.db, { priceCents: 20_00, brandId: brand, categoryId: category, countInStock: 500, ...more });
const percent = (share: number): DiscountTerms["gives"] => ({ kind: "percentage", rate: share * 1_000 });
const only = (...ids: string[]) => ({ goods: { products: ids } });

const seenOf = async (id: string, by = guest) =>
  productSchema.parse((await by.rest("GET", `/api/products/${id}`)).body).discount;
async function listed(by = guest): Promise<ProductSummary[]> {
  return productPageSchema.parse((await by.rest("GET", "/api/products")).body).products;
}
const inList = async (id: string, by = guest) => (await listed(by)).find(({ _id }) => _id === id)?.discount;

/** A time so many days ago. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
/** That a product was sold at prices, each from so many days ago until the next one. */
async function soldAt(id: string, prices: { cents: number; days: number }[]): Promise<void> {
  await shop.pool.query("delete from product_prices where product_id = $1", [id]);
  for (const [n, { cents, days }] of prices.entries()) {
    const next = prices[n + 1];
    const ended = next === undefined ? null : daysAgo(next.days);
    await shop.pool.query(
      "insert into product_prices (product_id, price_cents, began_at, ended_at) values ($1, $2, $3, $4)",
      [id, cents, daysAgo(days), ended],
    );
  }
}
/** That a rule has been shown from so many days ago until then. */
const shownFrom = (id: string, days: number, until: number | null = null) =>
  shop.pool.query("update discount_periods set began_at = $2, ended_at = $3 where rule_id = $1 and ended_at is null", [
    id,
    daysAgo(days),
    until === null ? null : daysAgo(until),
  ]);

describe("A discount that everybody gets", () => {
  it("is shown on its products wherever they are, and on no other, until it is stopped", async () => {
    const [lamp, vase] = [await product({ name: "Zeppelin lamp" }), await product()];
    expect(await inList(lamp)).toBeUndefined();
    expect(await inList(lamp, elsewhere)).toBeUndefined();
    const { _id } = await rule({ name: "Summer", gives: percent(25), ...only(lamp) });
    const discount = { name: "Summer", price: 15, regularPrice: 20, lowestPrice: 20 };
    for (const by of [guest, elsewhere]) {
      await expect.poll(() => inList(lamp, by)).toEqual(discount);
      expect(await seenOf(lamp, by)).toEqual(discount);
      expect(await inList(vase, by)).toBeUndefined();
      expect(await seenOf(vase, by)).toBeUndefined();
    }
    const found = await guest.rest("GET", "/api/products?keyword=zeppelin");
    expect(productPageSchema.parse(found.body).products.map((each) => each.discount)).toEqual([discount]);
    const suggested = await guest.trpc("query", "catalog.suggest", { keyword: "zepp" });
    expect(suggested.body).toMatchObject({ products: [{ _id: lamp, price: 15 }] });
    await stopRule(people().admin, _id);
    for (const by of [guest, elsewhere]) {
      await expect.poll(() => inList(lamp, by)).toBeUndefined();
      expect(await seenOf(lamp, by)).toBeUndefined();
    }
  });

  it("costs what an order of one unit costs, whatever the rules say", async () => {
    const ids = await Promise.all([19_99, 20_00, 3_33, 99, 1_234_56].map((priceCents) => product({ priceCents })));
    await shop.pool.query(
      `insert into product_trade (product_id, cost_cents) values ($1, 1800), ($2, 1200)
       on conflict (product_id) do update set cost_cents = excluded.cost_cents`,
      ids.slice(0, 2),
    );
    const gift = fc.oneof(
      fc.integer({ min: 1, max: 50_000 }).map((rate) => ({ kind: "percentage" as const, rate })),
      fc.integer({ min: 1, max: 30_00 }).map((cents) => ({ kind: "price" as const, cents })),
    );
    const drawn = fc.record({
      gives: gift,
      chosen: fc.subarray(ids, { minLength: 1 }),
      marginMin: fc.constantFrom(null, 0, 20_000),
    });
    for (const { gives, chosen, marginMin } of fc.sample(drawn, { numRuns: 8, seed: 44 })) {
      const { _id } = await rule({ gives, goods: { products: chosen }, limits: { marginMin }, isConfirmed: true });
      for (const id of ids) {
        const shown = await seenOf(id);
        const reply = await people().ada.rest("POST", "/api/orders", {
          orderItems: [{ product: id, qty: 1 }],
          shippingAddress: { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" },
          paymentMethod: "PayPal",
        });
        const { itemsPrice, discountPrice } = orderSchema.parse(reply.body);
        const charged = (fromWire(itemsPrice) ?? 0) - (fromWire(discountPrice) ?? 0);
        expect(fromWire(shown?.price ?? itemsPrice), `${JSON.stringify(gives)} of ${id}`).toBe(charged);
      }
      await stopRule(people().admin, _id);
    }
  });

  it("is the sale price of the feed only where it is lower than before", async () => {
    const [lamp, vase] = [await product(), await product()];
    await soldAt(vase, [
      { cents: 12_00, days: 40 },
      { cents: 20_00, days: 10 },
    ]);
    await rule({ gives: percent(25), ...only(lamp, vase) });
    const xml = await (await fetch(`${shop.origin}/feeds/google-merchant.xml`)).text();
    const pricesOf = (id: string) =>
      [...(xml.split("<item>").find((item) => item.includes(id)) ?? "").matchAll(/<g:(price|sale_price)>([^<]+)/g)]
        .map(([, name, amount]) => `${name} ${amount}`)
        .filter((text) => text.includes(".00 "));
    expect(pricesOf(lamp).slice(0, 2)).toEqual(["price 20.00 USD", "sale_price 15.00 USD"]);
    expect(pricesOf(vase)[0]).toBe("price 15.00 USD");
    expect(pricesOf(vase)).not.toContain("sale_price 15.00 USD");
  });

  it("shows a group from its lowest price, and each variant with its own", async () => {
    const [small, large] = [await product({ name: "Shirt" }), await product({ name: "Shirt", priceCents: 30_00 })];
    const variants = [small, large].map((productId, n) => ({ productId, values: [n] }));
    await makeGroup(shop.db, { options: [{ name: "Size", values: ["S", "L"] }], variants });
    await rule({ gives: percent(50), goods: { options: ["Size: L"] } });
    expect((await listed()).find(({ _id }) => _id === small)?.variants).toMatchObject({
      fromPrice: 20,
      discountedFrom: 15,
      isOnePrice: false,
    });
    expect(await seenOf(small)).toBeUndefined();
    expect(await seenOf(large)).toMatchObject({ price: 15, regularPrice: 30 });
  });

  it("is not shown where somebody could not get it", async () => {
    const lamp = await product();
    const notForAll: TestRule[] = [
      { code: "OWNCODE" },
      { conditions: { fromCents: 1 } },
      { conditions: { fromQty: 2 } },
      { conditions: { isFirstOrder: true } },
      { conditions: { customerTags: ["friend"] } },
      { conditions: { countries: ["US"] } },
      { limits: { usesMax: 100 } },
      { limits: { usesPerCustomer: 1 } },
      { limits: { budgetCents: 100_00 } },
      { gives: { kind: "amount", cents: 1_00 } },
      { gives: { kind: "buy and get", buy: 1, get: 1, rate: 10_000 } },
      { gives: { kind: "delivery", upToCents: null } },
    ];
    for (const each of notForAll) {
      const { _id } = await rule({ ...only(lamp), ...each });
      expect([each, await seenOf(lamp)]).toEqual([each, undefined]);
      expect(await readRule(people().admin, _id)).toMatchObject({ isShown: false });
      await stopRule(people().admin, _id);
    }
  });

  it("is shown beside another one only if both hold for one order", async () => {
    const [lamp, vase] = [await product(), await product()];
    const first = await rule({ name: "Lamps", gives: percent(10), ...only(lamp) });
    const other = await rule({ name: "Vases", gives: percent(20), ...only(vase) });
    expect([await seenOf(lamp), await seenOf(vase)]).toEqual([undefined, undefined]);
    const { code: _code, ...saved } = ruleOf({
      name: "Vases",
      gives: percent(20),
      ...only(vase),
      combinesWith: [first._id],
    });
    const input = { ...saved, id: other._id, version: other.version };
    expect((await people().admin.trpc("mutation", "admin.discounts.save", input)).status).toBe(200);
    expect(await seenOf(lamp)).toMatchObject({ name: "Lamps", price: 18 });
    expect(await seenOf(vase)).toMatchObject({ name: "Vases", price: 16 });
  });

  it("stays shown however often others were changed since", async () => {
    const lamp = await product();
    const { _id } = await rule({ gives: percent(25), ...only(lamp) });
    await shop.pool.query(
      `insert into discount_periods (rule_id, rule_version, began_at, ended_at)
       select $1, 1, now(), now() from generate_series(1, 250)`,
      [_id],
    );
    await shop.pool.query("insert into product_changes (product_id, affects_ranking) values ($1, false)", [lamp]);
    expect((await elsewhere.rest("GET", `/api/products/${lamp}`)).body).toMatchObject({ discount: { price: 15 } });
  });

  it("begins and ends at its time, and says when", async () => {
    const lamp = await product();
    await rule({ gives: percent(25), ...only(lamp), from: "2031-01-01T00:00", until: "2031-02-01T00:00" });
    const reader = new DiscountReader();
    expect(await seenOf(lamp)).toBeUndefined();
    expect(await showDiscounts(shop.db, reader, new Date("2031-01-10"))).toBe(true);
    expect(await showDiscounts(shop.db, reader, new Date("2031-01-10"))).toBe(false);
    await expect.poll(() => seenOf(lamp)).toMatchObject({ price: 15, until: expect.stringMatching(/^2031-/) });
    expect(await showDiscounts(shop.db, reader, new Date("2031-02-10"))).toBe(true);
    await expect.poll(() => seenOf(lamp)).toBeUndefined();
  });

  it("is recorded once when several instances look at the same time", async () => {
    const lamp = await product();
    await rule({ gives: percent(25), ...only(lamp), from: "2032-01-01T00:00" });
    const at = new Date("2032-01-10");
    const looks = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        showDiscounts([shop.db, second.db][n % 2] ?? shop.db, new DiscountReader(), at),
      ),
    );
    expect(looks.filter(Boolean)).toHaveLength(1);
    const { rows } = await shop.pool.query(
      "select count(*)::int as count from discount_periods where ended_at is null",
    );
    expect(z.array(z.object({ count: z.int() })).parse(rows)).toEqual([{ count: 1 }]);
  });
});

describe("The lowest price of thirty days", () => {
  it("is what the product cost before, where that was less", async () => {
    const lamp = await product();
    await soldAt(lamp, [
      { cents: 9_00, days: 90 },
      { cents: 17_00, days: 40 },
      { cents: 20_00, days: 10 },
    ]);
    await rule({ gives: percent(25), ...only(lamp) });
    expect(await seenOf(lamp)).toMatchObject({ price: 15, regularPrice: 20, lowestPrice: 17 });
  });

  it("forbids to call a price reduced that was as low before", async () => {
    const lamp = await product({ name: "Cheap before" });
    await soldAt(lamp, [
      { cents: 15_00, days: 40 },
      { cents: 20_00, days: 10 },
    ]);
    await rule({ name: "Summer", gives: percent(25), ...only(lamp) });
    expect(await seenOf(lamp)).toEqual({ name: "Summer", price: 15 });
  });

  it("counts discounts that ended since", async () => {
    const lamp = await product({ publishedAt: daysAgo(200) });
    const { _id } = await rule({ gives: percent(10), ...only(lamp) });
    await stopRule(people().admin, _id);
    await shop.pool.query("update discount_periods set began_at = $1, ended_at = $2", [daysAgo(20), daysAgo(15)]);
    await rule({ gives: percent(25), ...only(lamp) });
    expect(await seenOf(lamp)).toMatchObject({ price: 15, regularPrice: 20, lowestPrice: 18 });
  });

  it("is that before the first step of a reduction that grows, and survives another name", async () => {
    const lamp = await product({ publishedAt: daysAgo(200) });
    const made = await rule({ name: "A", gives: percent(10), ...only(lamp) });
    await shownFrom(made._id, 5);
    const save = async (name: string, share: number, version: number) => {
      const { code: _code, ...saved } = ruleOf({ name, gives: percent(share), ...only(lamp) });
      const reply = await people().admin.trpc("mutation", "admin.discounts.save", { ...saved, id: made._id, version });
      return seenRule(reply).version;
    };
    const renamed = await save("B", 10, made.version);
    expect(await seenOf(lamp)).toEqual({ name: "B", price: 18, regularPrice: 20, lowestPrice: 20 });
    const grown = await save("B", 30, renamed);
    expect(await seenOf(lamp)).toEqual({ name: "B", price: 14, regularPrice: 20, lowestPrice: 20 });
    await save("B", 20, grown);
    // It was lower a moment ago.
    expect(await seenOf(lamp)).toEqual({ name: "B", price: 16 });
  });

  it("is of no price for a product that was not sold before", async () => {
    await rule({ name: "Opening", gives: percent(25) });
    const lamp = await product();
    expect(await seenOf(lamp)).toEqual({ name: "Opening", price: 15 });
  });

  it("takes in that of a planned price that holds beside the discount", async () => {
    const lamp = await product();
    await soldAt(lamp, [{ cents: 20_00, days: 90 }]);
    const from = "2026-01-01T00:00";
    const planned = { id: lamp, price: 16, from, until: null };
    const reply = await people().admin.trpc("mutation", "admin.plannedPrices.create", planned);
    expect(reply.status).toBe(200);
    await rule({ gives: percent(25), ...only(lamp) });
    expect(await seenOf(lamp)).toMatchObject({ price: 12, regularPrice: 20, lowestPrice: 16 });
  });
});
