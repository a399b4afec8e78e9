import { randomInt } from "node:crypto";
import { setShopMoney, specifiedMoneyFormat } from "@shop/shared/currency";
import type { DiscountGift } from "@shop/shared/discount/discount-rule";
import { type Order, orderSchema } from "@shop/shared/order/order";
import { specifiedTerms, type TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { runRehearsals } from "../../src/domain/rehearsal/run.ts";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { makeRule, ruleOf, seenRule, stopRule, type TestRule } from "../harness/discounts.ts";
import { makeBrand, makeProduct } from "../harness/factories.ts";
import { pickFrom, randomFrom, wholeFrom } from "../harness/random.ts";
import { germanTerms, rate, sellBy } from "../harness/selling.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, type TestClient } from "../harness/test-client.ts";

const settings = { jwtSecret: issuer.jwtSecret };
const shop = startTestShop({ settings });
const abroad = startTestShop({ settings });
// The currency is that of the process.
afterAll(() => setShopMoney(specifiedMoneyFormat));

const seed = Number(process.env.REHEARSAL_SEED ?? randomInt(2 ** 31));
const next = randomFrom(seed);
const whole = (min: number, max: number) => wholeFrom(next, min, max);

let admin: Member;
let [lamp, vase, brand] = ["", "", ""];
beforeAll(async () => {
  admin = await makeAdmin(shop, { name: "Boss" });
  brand = await makeBrand(shop.db);
  lamp = await makeProduct(shop.db, { name: "Lamp", priceCents: 19_99, countInStock: 9_000, brandId: brand });
  vase = await makeProduct(shop.db, { name: "Vase", priceCents: 33_33, countInStock: 9_000 });
  await shop.pool.query("insert into product_trade (product_id, cost_cents) values ($1, 1200)", [lamp]);
});
/** Orders of one test are none of the next one's past. */
const forgetOrders = (at = shop) => at.pool.query("update orders set created_at = now() - interval '100 days'");
afterEach(async () => {
  await forgetOrders();
  await shop.pool.query("update discount_rules set stopped_at = now() where stopped_at is null");
});

const address = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };
type Basket = {
  orderItems: { product: string; qty: number }[];
  shippingAddress: typeof address;
  paymentMethod: string;
};
const basket = (...lines: [product: string, qty: number][]): Basket => ({
  orderItems: lines.map(([product, qty]) => ({ product, qty })),
  shippingAddress: address,
  paymentMethod: "PayPal",
});

async function placed(who: TestClient, body: object): Promise<Order> {
  const reply = await who.rest("POST", "/api/orders", body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return orderSchema.parse(reply.body);
}

const work = (at = shop) => {
  const { terms, discounts } = at.services;
  const failed: unknown[] = [];
  const onItemError = (error: unknown) => void failed.push(error);
  return runRehearsals({ db: at.db, terms, discounts, isStopping: () => false, onItemError }).then(() => failed);
};

const sumsSchema = z.object({
  orders: z.int(),
  totalCents: z.int(),
  discountCents: z.int(),
  deliveryCents: z.int(),
  taxCents: z.int(),
  marginCents: z.int(),
  units: z.int(),
  unitsWithCost: z.int(),
});
const bothSchema = z.object({ before: sumsSchema, after: sumsSchema });
const billSchema = z.looseObject({
  totalCents: z.int(),
  discountCents: z.int(),
  shippingCents: z.int(),
  taxCents: z.int(),
});
const resultSchema = z.looseObject({
  all: bothSchema,
  touched: bothSchema,
  lost: z.int(),
  ratesOf: z.string().nullable(),
  examples: z.array(
    z.object({ order: z.string(), placedAt: z.string(), before: billSchema, after: billSchema.nullable() }),
  ),
});
const rehearsalSchema = z.object({
  _id: z.uuid(),
  state: z.enum(["waiting", "done", "failed"]),
  looked: z.int(),
  createdAt: z.string(),
  result: resultSchema.nullable(),
});
const outcomeSchema = z.object({ foretold: rehearsalSchema, came: sumsSchema.extend({ days: z.int() }) }).nullable();

const start = async (proposal: object, who = admin) => {
  const { status, body } = await who.trpc("mutation", "admin.rehearsals.start", proposal);
  expect(status, JSON.stringify(body)).toBe(200);
  return rehearsalSchema.parse(body);
};
const read = async (id: string, who = admin) =>
  rehearsalSchema.parse((await who.trpc("query", "admin.rehearsals.byId", { id })).body);
const outcomeOf = async (asked: object, who = admin) =>
  outcomeSchema.parse((await who.trpc("query", "admin.rehearsals.outcome", asked)).body);

/** Tries a change, and gives back what it would have made of the past. */
async function rehearsed(proposal: object, who = admin, at = shop) {
  const { _id } = await start(proposal, who);
  expect(await work(at)).toEqual([]);
  const { result, state } = await read(_id, who);
  expect(state).toBe("done");
  if (result === null) throw new Error("without a result");
  return result;
}

/** A stopped rule, and the proposal that it holds. */
async function prepared(rule: TestRule) {
  const made = seenRule(await makeRule(admin, rule));
  await stopRule(admin, made._id);
  const { name: _name, code: _code, from: _from, until: _until, ...terms } = ruleOf(rule);
  return { id: made._id, proposal: { kind: "discount", id: made._id, terms } };
}

const toCents = (amount: number) => Math.round(amount * 100);
const sumOf = (orders: readonly Order[], field: "totalPrice" | "discountPrice" | "shippingPrice" | "taxPrice") =>
  orders.reduce((sum, order) => sum + toCents(order[field]), 0);
const seenIn = ({ totalCents, discountCents, deliveryCents, taxCents }: z.infer<typeof sumsSchema>) => ({
  totalCents,
  discountCents,
  deliveryCents,
  taxCents,
});
const seenOf = (orders: readonly Order[]) => ({
  totalCents: sumOf(orders, "totalPrice"),
  discountCents: sumOf(orders, "discountPrice"),
  deliveryCents: sumOf(orders, "shippingPrice"),
  taxCents: sumOf(orders, "taxPrice"),
});

describe("A rehearsal of a discount", () => {
  const gifts = (): [DiscountGift, ...DiscountGift[]] => [
    { kind: "percentage", rate: whole(1, 40_000) },
    { kind: "amount", cents: whole(1, 30_00) },
    { kind: "price", cents: whole(12_00, 35_00) },
    { kind: "buy and get", buy: whole(1, 2), get: 1, rate: whole(1_000, 50_000) },
    { kind: "delivery", upToCents: pickFrom(next, [null, 3_00]) },
  ];
  const randomRule = (): TestRule => ({
    code: `TRY-${whole(1_000_000, 9_999_999)}`,
    gives: pickFrom(next, gifts()),
    goods: pickFrom<NonNullable<TestRule["goods"]>>(next, [{}, { products: [vase] }, { brands: [brand] }]),
    conditions: pickFrom<NonNullable<TestRule["conditions"]>>(next, [
      {},
      { fromCents: whole(1, 120_00) },
      { fromQty: whole(1, 4) },
      { isFirstOrder: true },
    ]),
    limits: pickFrom<NonNullable<TestRule["limits"]>>(next, [
      {},
      { usesMax: whole(1, 4) },
      { usesPerCustomer: 1 },
      { budgetCents: whole(1, 40_00) },
    ]),
  });

  it("foretells what the same orders cost once it holds, order by order", { timeout: 240_000 }, async () => {
    for (let round = 0; round < 12; round += 1) {
      const rule = randomRule();
      const about = `Seed ${seed}, round ${round}: ${JSON.stringify(rule)}`;
      const baskets = Array.from({ length: 8 }, () => ({
        who: whole(0, 2),
        body: whole(0, 1) === 0 ? basket([lamp, whole(1, 3)]) : basket([lamp, whole(1, 3)], [vase, whole(1, 3)]),
      }));
      const customers = () => Promise.all([makeCustomer(shop), makeCustomer(shop), makeCustomer(shop)]);
      const then = await customers();
      const before: Order[] = [];
      for (const { who, body } of baskets) before.push(await placed(then[who] ?? then[0], body));
      const { id, proposal } = await prepared(rule);
      const result = await rehearsed(proposal);
      expect(seenIn(result.all.before), about).toEqual(seenOf(before));

      await stopRule(admin, id, false);
      const now = await customers();
      const after: Order[] = [];
      for (const { who, body } of baskets) {
        const customer = now[who] ?? now[0];
        const reply = await customer.rest("POST", "/api/orders", { ...body, discountCodes: [rule.code] });
        after.push(reply.status === 201 ? orderSchema.parse(reply.body) : await placed(customer, body));
      }
      expect(seenIn(result.all.after), about).toEqual(seenOf(after));
      const touched = after.filter(({ discountPrice }) => discountPrice > 0);
      expect(result.touched.after.orders, about).toBe(touched.length);
      for (const { order, after: bill } of result.examples) {
        const place = before.findIndex(({ _id }) => _id === order);
        expect(bill?.totalCents, about).toBe(toCents(after[place]?.totalPrice ?? Number.NaN));
        expect(bill?.discountCents, about).toBe(toCents(after[place]?.discountPrice ?? Number.NaN));
      }
      await forgetOrders();
      await stopRule(admin, id);
    }
  });

  it("says what it does to the margin, where the cost is known", async () => {
    await placed(await makeCustomer(shop), basket([lamp, 2], [vase, 1]));
    const { proposal } = await prepared({ gives: { kind: "percentage", rate: 10_000 }, code: "MARGIN-1" });
    const { touched } = await rehearsed(proposal);
    expect(touched.before).toMatchObject({ orders: 1, units: 3, unitsWithCost: 2, marginCents: 2 * (19_99 - 12_00) });
    expect(touched.after.marginCents).toBe(2 * (19_99 - 12_00) - 4_00);
  });

  it("leaves cancelled orders out, and gives nothing to what the shop itself has entered", async () => {
    const customer = await makeCustomer(shop);
    const cancelled = await placed(customer, basket([lamp, 1]));
    expect((await customer.rest("PUT", `/api/orders/mine/${cancelled._id}/cancel`, {})).status).toBe(200);
    const byHand = await placed(customer, basket([lamp, 1]));
    await shop.pool.query("update order_events set user_id = $1 where order_id = $2", [admin.id, byHand._id]);
    const { proposal } = await prepared({ code: "MARGIN-2" });
    const { all, touched } = await rehearsed(proposal);
    expect(all.before.orders).toBe(1);
    expect(touched.before.orders).toBe(0);
  });

  it("is done once, also when the process that began it has stopped", async () => {
    await placed(await makeCustomer(shop), basket([lamp, 1]));
    const { proposal } = await prepared({ code: "MARGIN-3" });
    const { _id } = await start(proposal);
    expect((await start(proposal))._id).toBe(_id);
    await shop.pool.query(
      "update rehearsals set worker = gen_random_uuid(), leased_until = now() + interval '1 minute' where id = $1",
      [_id],
    );
    expect(await work()).toEqual([]);
    expect(await read(_id)).toMatchObject({ state: "waiting", result: null });
    await shop.pool.query("update rehearsals set leased_until = now() where id = $1", [_id]);
    await Promise.all([work(), work()]);
    expect(await read(_id)).toMatchObject({ state: "done", looked: 1 });
  });

  it("stands beside what came of it, as long as that is what was tried", async () => {
    await placed(await makeCustomer(shop), basket([lamp, 5]));
    const { id, proposal } = await prepared({ code: "MARGIN-4" });
    const result = await rehearsed(proposal);
    expect(await outcomeOf({ kind: "discount", id })).toMatchObject({ came: { orders: 0 } });
    await stopRule(admin, id, false);
    const order = await placed(await makeCustomer(shop), { ...basket([lamp, 5]), discountCodes: ["MARGIN-4"] });
    await placed(await makeCustomer(shop), basket([lamp, 1]));
    const outcome = await outcomeOf({ kind: "discount", id });
    expect(outcome?.foretold.result?.touched).toEqual(result.touched);
    expect(outcome?.came).toMatchObject({ orders: 1, ...seenOf([order]), days: 1 });
    const { version } = seenRule(await admin.trpc("query", "admin.discounts.byId", { id }));
    const saved = { ...ruleOf({ code: "MARGIN-4", gives: { kind: "percentage", rate: 20_000 } }), id, version };
    expect((await admin.trpc("mutation", "admin.discounts.save", saved)).status).toBe(200);
    expect(await outcomeOf({ kind: "discount", id })).toBeNull();
  });
});

describe("A rehearsal of", () => {
  it("a price foretells what the same orders cost by it", async () => {
    const customer = await makeCustomer(shop);
    const baskets = [basket([lamp, 2]), basket([lamp, 1], [vase, 2]), basket([vase, 1])];
    for (const body of baskets) await placed(customer, body);
    const result = await rehearsed({ kind: "price", product: lamp, cents: 24_50 });
    await shop.pool.query("update products set price_cents = 2450 where id = $1", [lamp]);
    const after = [];
    for (const body of baskets) after.push(await placed(await makeCustomer(shop), body));
    await shop.pool.query("update products set price_cents = 1999 where id = $1", [lamp]);
    expect(seenIn(result.all.after)).toEqual(seenOf(after));
    expect(result.touched.after.orders).toBe(2);
  });

  it("terms of sale foretells what the same orders cost by them, and which could not be sent", async () => {
    const owner = await makeAdmin(abroad, { name: "Boss" });
    const book = await makeProduct(abroad.db, { priceCents: 21_40, countInStock: 900 });
    await sellBy(abroad, germanTerms);
    const to = (country: string, qty: number, more: object = {}) => ({
      ...basket([book, qty]),
      shippingAddress: { address: "Weg 1", city: "Ort", postalCode: "10969", country, countryCode: country },
      ...more,
    });
    const business = { taxNumber: "ATU12345678" };
    const baskets = [to("DE", 1), to("DE", 4), to("AT", 1), to("AT", 3, business)];
    const customers = await Promise.all(baskets.map(() => insertCustomer(abroad.db)));
    const placeAll = async () => {
      const orders: (Order | null)[] = [];
      for (const [n, body] of baskets.entries()) {
        const response = await fetch(`${abroad.origin}/api/orders`, {
          method: "POST",
          headers: { "content-type": "application/json", cookie: customers[n]?.cookie ?? "" },
          body: JSON.stringify(body),
        });
        orders.push(response.status === 201 ? orderSchema.parse(await response.json()) : null);
      }
      return orders;
    };
    const before = await placeAll();
    expect(before.every((order) => order !== null)).toBe(true);
    const changed: TermsOfSale = {
      ...germanTerms,
      reverseChargeTo: ["AT"],
      taxRates: [rate("DE", 16_000), rate("AT", 13_000)],
      deliveryMethods: germanTerms.deliveryMethods.map((method) => ({ ...method, freeFrom: 80_00 })),
    };
    const result = await rehearsed({ kind: "terms of sale", terms: changed }, owner, abroad);
    const closed = {
      ...changed,
      zones: changed.zones.slice(0, 1),
      deliveryMethods: changed.deliveryMethods.slice(0, 2),
    };
    const narrower = await rehearsed({ kind: "terms of sale", terms: closed }, owner, abroad);
    expect(narrower.lost).toBe(2);
    await sellBy(abroad, changed);
    const after = await placeAll();
    expect(seenIn(result.all.after)).toEqual(seenOf(after.flatMap((order) => order ?? [])));
    expect(result.lost).toBe(0);
    const outcome = await outcomeOf({ kind: "terms of sale" }, owner);
    expect(outcome?.came).toMatchObject({ orders: 4, ...seenOf(after.flatMap((order) => order ?? [])) });
  });

  it("rates that begin later is of the time when they have begun", async () => {
    const owner = await makeAdmin(abroad, { name: "Boss" });
    const later = { ...germanTerms, taxRates: [rate("DE", 16_000), rate("DE", 25_000, { from: "2099-01-01" })] };
    const { ratesOf } = await rehearsed({ kind: "terms of sale", terms: later }, owner, abroad);
    expect(ratesOf).toMatch(/^2098-12-31/);
  });

  it("terms in another currency is refused, and of what nobody may see as well", async () => {
    const yen = { ...specifiedTerms, currency: "JPY" };
    const reply = await admin.trpc("mutation", "admin.rehearsals.start", { kind: "terms of sale", terms: yen });
    expect([reply.status, reply.code]).toEqual([400, "VALIDATION"]);
    const customer = await makeCustomer(shop);
    const asked = await customer.trpc("mutation", "admin.rehearsals.start", { kind: "price", product: lamp, cents: 1 });
    expect(asked.status).toBe(403);
  });
});
