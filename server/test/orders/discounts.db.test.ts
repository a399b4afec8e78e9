import { orderSchema } from "@shop/shared/order/order";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { checkPrices } from "../../src/domain/order/check-prices.ts";
import { releaseExpiredHolds } from "../../src/domain/payment/release-holds.ts";
import { makeRule, readRule, ruleOf, seenRule, stopRule, type TestRule } from "../harness/discounts.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { startMailing } from "../harness/mailing.ts";
import { decided, mattersOf, pay, start } from "../harness/paying.ts";
import { startTestShop, wideLimits } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, type Reply, TestClient } from "../harness/test-client.ts";
import { width } from "../harness/width.ts";

const shop = startTestShop({ takesPayments: true, settings: { reconcileMs: 30 } });
const second = startTestShop({ besides: shop, takesPayments: true });
const limited = startTestShop({
  besides: shop,
  settings: { limits: { ...wideLimits, discountCodes: { points: 3, seconds: 60 } } },
});
const mailing = startMailing(shop);

let [admin, ada]: Member[] = [];
let [lamp, vase, brand, category] = ["", "", "", ""];
beforeAll(async () => {
  admin = await makeAdmin(shop, { name: "Boss" });
  ada = await makeCustomer(shop);
  brand = await makeBrand(shop.db);
  category = await makeCategory(shop.db);
  lamp = await makeProduct(shop.db, {
    name: "Lamp",
    priceCents: 20_00,
    countInStock: 5_000,
    brandId: brand,
    categoryId: category,
  });
  vase = await makeProduct(shop.db, { name: "Vase", priceCents: 33_33, countInStock: 500 });
});
afterEach(async () => {
  await shop.pool.query("update discount_rules set stopped_at = now() where stopped_at is null");
  expect(await checkPrices(shop.services)).toBeGreaterThan(0);
  const { rows } = await shop.pool.query("select detail from order_matters where kind = 'price differs'");
  expect(rows).toEqual([]);
  await expectInvariants(shop.pool);
});

const people = () => {
  if (admin === undefined || ada === undefined) throw new Error("They come before the first test");
  return { admin, ada };
};
const outcomeOf = ({ status, code }: Reply) => (code === undefined ? String(status) : `${status} ${code}`);
const shippingAddress = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };
const line = (product: string, qty: number) => ({ product, qty });
const rule = async (more: TestRule) => seenRule(await makeRule(people().admin, more));
const order = (more: object, who: TestClient = people().ada) =>
  who.rest("POST", "/api/orders", {
    orderItems: [line(lamp, 2)],
    shippingAddress,
    paymentMethod: "PayPal",
    ...more,
  });
async function placed(more: object, who?: TestClient) {
  const reply = await order(more, who);
  expect(outcomeOf(reply)).toBe("201");
  return orderSchema.parse(reply.body);
}
const refusalOf = ({ code, body }: Reply) => [
  code,
  z.looseObject({ message: z.string(), errors: z.array(z.object({ path: z.string() })).optional() }).parse(body),
];
const ordersOf = async (who: Member) => {
  const { rows } = await shop.pool.query("select 1 from orders where user_id = $1", [who.id]);
  return rows.length;
};

describe("A code", () => {
  it("makes an order cost less, with its tax, and stands on everything that says what it costs", async () => {
    const { _id } = await rule({ name: "Welcome", code: "welcome10" });
    const made = await placed({ orderItems: [line(lamp, 2), line(vase, 1)], discountCodes: [" Welcome10 "] });
    // 73.33 less 7.33, 9.90 of tax and 10.00 of shipping.
    expect(made).toMatchObject({
      itemsPrice: 73.33,
      discountPrice: 7.33,
      discounts: [{ code: "WELCOME10", name: "Welcome", amount: 7.33 }],
      shippingPrice: 10,
      taxPrice: 9.9,
      totalPrice: 85.9,
      orderItems: [
        { product: lamp, discount: 4 },
        { product: vase, discount: 3.33 },
      ],
    });
    expect((await people().ada.rest("GET", `/api/orders/${made._id}`)).body).toMatchObject({ discountPrice: 7.33 });
    const paid = await pay(shop, { cookie: people().ada.cookieHeader }, made._id, {
      id: await decided(shop, { cookie: people().ada.cookieHeader }, made._id),
    });
    expect(paid.outcome).toBe("200");
    const { rows } = await shop.pool.query("select content from invoices where order_id = $1", [made._id]);
    expect(rows).toMatchObject([
      { content: { discounts: [{ name: "Welcome", amountCents: 733 }], taxes: [{ netCents: 6_600, taxCents: 990 }] } },
    ]);
    const mails = (await mailing.sendAll()).arrived.map(({ text }) => text).filter((text) => text.includes("Welcome"));
    expect(mails.join("\n")).toContain("−$7.33");
    const file = await (await people().admin.send("/api/orders.csv")).text();
    expect(file.split("\r\n")[0]).toContain("DISCOUNT");
    const own = await (await people().ada.send("/api/users/profile/data")).text();
    expect(own).toContain('"WELCOME10"');
    expect(await readRule(people().admin, _id)).toMatchObject({ uses: 1, given: 7.33, state: "running" });
  });

  it("that does nothing is refused with the reason, and nothing is placed", async () => {
    await rule({ code: "LARGE", conditions: { fromCents: 50_00 } });
    const before = await ordersOf(people().ada);
    const [code, body] = refusalOf(await order({ discountCodes: ["LARGE"] }));
    expect([code, body]).toEqual([
      "PRICE_CHANGED",
      expect.objectContaining({
        message: "Add $10.00 of the goods that this code is for.",
        errors: [expect.objectContaining({ path: "discountCodes.0" })],
      }),
    ]);
    expect(refusalOf(await order({ discountCodes: ["NONSENSE"] }))[1]).toMatchObject({
      message: "We do not know this code.",
    });
    expect(refusalOf(await order({ discountCodes: ["a\u0000b"] }))[1]).toMatchObject({
      message: "We do not know this code.",
    });
    expect(await ordersOf(people().ada)).toBe(before);
    // Whoever has seen what it costs without it gets it so.
    expect(await placed({ discountCodes: ["LARGE"], expectedTotal: 56 })).toMatchObject({
      discountPrice: 0,
      discounts: [],
      totalPrice: 56,
    });
  });

  it("that was stopped, changed or has ended between cart and order is refused on every instance", async () => {
    const { _id: id, version } = await rule({ code: "SOON" });
    const quoted = await second.pool.query("select 1");
    expect(quoted.rows).toHaveLength(1);
    const elsewhere = new TestClient(second);
    for (const [name, value] of people().ada.cookies) elsewhere.cookies.set(name, value);
    expect(await placed({ discountCodes: ["SOON"], expectedTotal: 51.4 }, elsewhere)).toMatchObject({
      totalPrice: 51.4,
    });
    const { code: _code, ...changed } = ruleOf({ code: "SOON", gives: { kind: "percentage", rate: 20_000 } });
    seenRule(await people().admin.trpc("mutation", "admin.discounts.save", { id, version, ...changed }));
    expect(outcomeOf(await order({ discountCodes: ["SOON"], expectedTotal: 51.4 }, elsewhere))).toBe(
      "409 PRICE_CHANGED",
    );
    expect(await placed({ discountCodes: ["SOON"], expectedTotal: 46.8 }, elsewhere)).toMatchObject({
      discountPrice: 8,
    });
    await stopRule(people().admin, id);
    expect(refusalOf(await order({ discountCodes: ["SOON"] }, elsewhere))).toEqual([
      "PRICE_CHANGED",
      expect.objectContaining({ message: "This code has ended." }),
    ]);
    await stopRule(people().admin, id, false);
    await placed({ discountCodes: ["SOON"] }, elsewhere);
    await rule({ code: "PAST", until: "2026-01-01T00:00" });
    expect(refusalOf(await order({ discountCodes: ["PAST"] }))[1]).toMatchObject({ message: "This code has ended." });
    await rule({ code: "LATER", from: "2099-01-01T00:00" });
    expect(refusalOf(await order({ discountCodes: ["LATER"] }))[1]).toMatchObject({
      message: "This code does not hold yet.",
    });
  });

  it("cannot be found by trying many, neither in the cart nor with orders", async () => {
    await rule({ code: "SECRET" });
    const guest = new TestClient(limited);
    const ask = (code: string, who: TestClient = guest) =>
      who.trpc("mutation", "cartPricing.discounts", {
        lines: [{ _id: lamp, qty: 1 }],
        codes: [code],
        place: { countryCode: null, region: "", postalCode: "" },
      });
    for (let n = 0; n < 5; n += 1) expect(outcomeOf(await ask("SECRET"))).toBe("200");
    for (const code of ["TRY1", "TRY2", "TRY3"]) {
      expect((await ask(code)).body).toMatchObject({ refused: [{ code, words: "We do not know this code." }] });
    }
    for (const code of ["TRY4", "SECRET"]) expect(outcomeOf(await ask(code))).toBe("429 RATE_LIMITED");
    const customer = await makeCustomer(limited);
    for (const code of ["TRY1", "TRY2", "TRY3"]) {
      expect(outcomeOf(await order({ discountCodes: [code] }, customer))).toBe("409 PRICE_CHANGED");
    }
    expect(outcomeOf(await order({ discountCodes: ["SECRET"] }, customer))).toBe("429 RATE_LIMITED");
    expect(outcomeOf(await order({}, customer))).toBe("201");
  });

  it("of many that were generated is used once", async () => {
    const { _id: id } = await rule({ code: "MAIN" });
    const generated = { id, count: 700, prefix: "VIP-", usesMax: 1 };
    expect(outcomeOf(await people().admin.trpc("mutation", "admin.discounts.generateCodes", generated))).toBe("200");
    const listed = await people().admin.trpc("query", "admin.discounts.codes", { id, after: "VIP-" });
    const { codes, hasMore } = z
      .object({ codes: z.array(z.object({ code: z.string() })).min(2), hasMore: z.boolean() })
      .parse(listed.body);
    expect(hasMore).toBe(true);
    const [one] = codes;
    await placed({ discountCodes: [one?.code] });
    expect(refusalOf(await order({ discountCodes: [one?.code] }))[1]).toMatchObject({
      message: "This code was used as often as it can be.",
    });
    await placed({ discountCodes: [codes[1]?.code] });
    expect(await readRule(people().admin, id)).toMatchObject({ uses: 2, codes: 701 });
  });
});

describe("A rule that holds by itself", () => {
  it("is for some goods, or from a quantity on, or for some countries", async () => {
    await rule({ name: "Brand", goods: { brands: [brand] }, gives: { kind: "price", cents: 15_00 } });
    expect(await placed({ orderItems: [line(lamp, 2), line(vase, 1)] })).toMatchObject({
      discountPrice: 10,
      discounts: [{ code: null, name: "Brand", amount: 10 }],
    });
    expect(await placed({ orderItems: [line(vase, 1)] })).toMatchObject({ discountPrice: 0 });
    await rule({
      name: "Three for two",
      goods: { categories: [category] },
      gives: { kind: "buy and get", buy: 2, get: 1, rate: 100_000 },
    });
    // The better one holds: a lamp of 20.00 rather than three times 5.00.
    expect(await placed({ orderItems: [line(lamp, 3)] })).toMatchObject({
      discounts: [{ name: "Three for two", amount: 20 }],
    });
    await rule({
      name: "Free delivery",
      gives: { kind: "delivery", upToCents: null },
      conditions: { countries: ["DE"] },
    });
    const toGermany = { shippingAddress: { ...shippingAddress, country: "Germany" }, orderItems: [line(vase, 1)] };
    expect(await placed(toGermany)).toMatchObject({
      shippingPrice: 10,
      discountPrice: 10,
      taxPrice: 5,
      totalPrice: 38.33,
    });
  });

  it("leaves the margin that it must, where the cost is known", async () => {
    await shop.pool.query("insert into product_trade (product_id, cost_cents) values ($1, 1900)", [lamp]);
    await rule({ gives: { kind: "percentage", rate: 40_000 } });
    expect(await placed({ orderItems: [line(lamp, 2), line(vase, 1)] })).toMatchObject({
      orderItems: [
        { product: lamp, discount: 2 },
        { product: vase, discount: 13.33 },
      ],
    });
    await shop.pool.query("delete from product_trade where product_id = $1", [lamp]);
  });

  it("is for the first order of a customer, whom a new guest with the same address is not", async () => {
    await rule({ name: "First", conditions: { isFirstOrder: true } });
    const customer = await makeCustomer(shop);
    expect(await placed({}, customer)).toMatchObject({ discountPrice: 4 });
    expect(await placed({}, customer)).toMatchObject({ discountPrice: 0 });
    const guest = new TestClient(shop);
    const entered = { name: "Ada", email: customer.email };
    expect(outcomeOf(await guest.trpc("mutation", "account.continueAsGuest", entered))).toBe("200");
    expect(await placed({}, guest)).toMatchObject({ discountPrice: 0 });
  });

  it("is for customers with a tag, and as often as each of them may use it", async () => {
    await rule({ name: "Friends", conditions: { customerTags: ["Friend"] }, limits: { usesPerCustomer: 1 } });
    const [friend, someoneElse] = [await makeCustomer(shop), await makeCustomer(shop)];
    await shop.pool.query("insert into customer_tags (user_id, tag) values ($1, 'Friend')", [friend.id]);
    expect(await placed({}, someoneElse)).toMatchObject({ discountPrice: 0 });
    expect(await placed({}, friend)).toMatchObject({ discountPrice: 4 });
    expect(await placed({}, friend)).toMatchObject({ discountPrice: 0 });
  });

  it("is combined with those that it names", async () => {
    const tenth = await rule({ name: "A tenth" });
    await rule({
      name: "Five off",
      code: "FIVE",
      gives: { kind: "amount", cents: 5_00 },
      combinesWith: [tenth._id],
    });
    const { discounts, discountPrice } = await placed({ discountCodes: ["FIVE"] });
    expect(discountPrice).toBe(9);
    expect(discounts.map(({ name }) => name).sort()).toEqual(["A tenth", "Five off"]);
  });

  it("never leaves nothing to pay", async () => {
    const free = await makeRule(people().admin, {
      gives: { kind: "percentage", rate: 100_000 },
      limits: { shareMax: 100_000, marginMin: null },
      isConfirmed: true,
    });
    const all = seenRule(free);
    await rule({ name: "Delivery", gives: { kind: "delivery", upToCents: null }, combinesWith: [all._id] });
    expect(outcomeOf(await order({}))).toBe("400 VALIDATION");
  });
});

describe("The limits of a rule", () => {
  it("hold exactly when many order at once on two instances", { timeout: 600_000 }, async () => {
    const usesMax = width.discountRace / 10;
    const { _id: id } = await rule({ code: "RACE", limits: { usesMax } });
    const customers = await Promise.all(Array.from({ length: 10 }, () => makeCustomer(shop)));
    const elsewhere = customers.map((customer) => {
      const client = new TestClient(second);
      for (const [name, value] of customer.cookies) client.cookies.set(name, value);
      return client;
    });
    /** Asks again when a busy machine says to. */
    const orderAtLast = async (who: TestClient | undefined): Promise<string> => {
      const outcome = outcomeOf(await order({ orderItems: [line(lamp, 1)], discountCodes: ["RACE"] }, who));
      return /^503 /.test(outcome) ? orderAtLast(who) : outcome;
    };
    const attempts = Array.from(
      { length: width.discountRace },
      (_, n) => (n % 2 === 0 ? customers : elsewhere)[n % 10],
    );
    const outcomes: string[] = [];
    // A server takes so many connections at once.
    const buying = Array.from({ length: 200 }, async () => {
      for (let who = attempts.pop(); who !== undefined; who = attempts.pop()) outcomes.push(await orderAtLast(who));
    });
    await Promise.all(buying);
    expect(outcomes).toHaveLength(width.discountRace);
    expect(outcomes.filter((outcome) => !/^(201|409 PRICE_CHANGED)$/.test(outcome))).toEqual([]);
    expect(outcomes.filter((outcome) => outcome === "201")).toHaveLength(usesMax);
    expect(await readRule(people().admin, id)).toMatchObject({ uses: usesMax, given: usesMax * 2, state: "used up" });
  });

  it("are free again when the hold of an unpaid order lapses, and such an order then waits for its turn", async () => {
    const { _id: id } = await rule({ code: "ONCE", limits: { usesMax: 1 } });
    const [first, other] = [await makeCustomer(shop), await makeCustomer(shop)];
    const { _id: lapsed } = await placed({ discountCodes: ["ONCE"] }, first);
    expect(outcomeOf(await order({ discountCodes: ["ONCE"] }, other))).toBe("409 PRICE_CHANGED");
    await shop.pool.query("update orders set held_until = now() - interval '1 second' where id = $1", [lapsed]);
    await releaseExpiredHolds(shop.db, 10);
    expect(await readRule(people().admin, id)).toMatchObject({ uses: 0, given: 0 });
    const { _id: taken } = await placed({ discountCodes: ["ONCE"] }, other);
    const renewed = await start(shop, { cookie: first.cookieHeader }, lapsed);
    expect(renewed.outcome).toBe("409 OUT_OF_STOCK");
    expect(renewed.refusal?.message).toContain("has ended");
    const cancelled = await other.trpc("mutation", "order.cancel", { id: taken, reason: "" });
    expect(outcomeOf(cancelled)).toBe("200");
    expect((await start(shop, { cookie: first.cookieHeader }, lapsed)).outcome).toBe("200");
    expect(await readRule(people().admin, id)).toMatchObject({ uses: 1 });
  });

  it("are passed by money that was on its way, which pays the price that it was promised", async () => {
    const { _id: id } = await rule({ code: "LAST", limits: { usesMax: 1 } });
    const [first, other] = [await makeCustomer(shop), await makeCustomer(shop)];
    const { _id: lapsed } = await placed({ discountCodes: ["LAST"] }, first);
    const cookie = first.cookieHeader;
    const providerOrder = await decided(shop, { cookie }, lapsed);
    await shop.pool.query("update orders set held_until = now() - interval '1 second' where id = $1", [lapsed]);
    await releaseExpiredHolds(shop.db, 10);
    await placed({ discountCodes: ["LAST"] }, other);
    shop.simulator.bank.capture(providerOrder);
    const paid = await pay(shop, { cookie }, lapsed, { id: providerOrder });
    expect(paid.outcome).toBe("200");
    expect(await mattersOf(shop.pool, lapsed)).toEqual([]);
    expect(await readRule(people().admin, id)).toMatchObject({ uses: 2 });
  });

  it("in money are never passed by a new order", async () => {
    const { _id: id } = await rule({ code: "BUDGET", limits: { budgetCents: 9_00 } });
    const reply = await Promise.all(Array.from({ length: 6 }, () => order({ discountCodes: ["BUDGET"] })));
    expect(reply.map(outcomeOf).filter((outcome) => outcome === "201")).toHaveLength(2);
    expect(await readRule(people().admin, id)).toMatchObject({ given: 8 });
  });

  it("beyond those of the shop are asked about once more", async () => {
    const generous: TestRule = { gives: { kind: "percentage", rate: 99_000 }, limits: { shareMax: 99_000 } };
    const [code, body] = refusalOf(await makeRule(people().admin, generous));
    expect([code, body]).toEqual([
      "VALIDATION",
      expect.objectContaining({
        message: "This is more than the 50 % of your settings. Confirm that you mean it.",
        errors: [
          expect.objectContaining({ path: "limits.shareMax" }),
          expect.objectContaining({ path: "isConfirmed" }),
        ],
      }),
    ]);
    const made = seenRule(await makeRule(people().admin, { ...generous, isConfirmed: true }));
    const { code: _code, ...saved } = ruleOf(generous);
    const save = (more: object) =>
      people().admin.trpc("mutation", "admin.discounts.save", { id: made._id, version: 1, ...saved, ...more });
    expect(outcomeOf(await save({}))).toBe("400 VALIDATION");
    expect(outcomeOf(await save({ isConfirmed: true }))).toBe("200");
    expect(outcomeOf(await save({ isConfirmed: true }))).toBe("409 STALE");
    const beyondShare = await makeRule(people().admin, { gives: { kind: "percentage", rate: 99_000 } });
    expect(outcomeOf(beyondShare)).toBe("400 VALIDATION");
  });
});

describe("An order with a discount", () => {
  it("is quoted as it is placed", async () => {
    await rule({ code: "QUOTED", goods: { products: [vase] } });
    const quoted = await new TestClient(second).trpc("mutation", "cartPricing.discounts", {
      lines: [
        { _id: lamp, qty: 2 },
        { _id: "nothing", qty: 1 },
        { _id: vase, qty: 1 },
      ],
      codes: ["quoted", "OTHER"],
      place: { countryCode: "US", region: "", postalCode: "12345" },
    });
    expect(quoted.body).toEqual({
      goods: [0, 0, 333],
      delivery: 0,
      discounts: [{ code: "QUOTED", name: "Ten percent", amount: 333 }],
      refused: [{ code: "OTHER", words: "We do not know this code." }],
    });
    expect(await placed({ orderItems: [line(lamp, 2), line(vase, 1)], discountCodes: ["QUOTED"] })).toMatchObject({
      discountPrice: 3.33,
    });
  });

  it("keeps it when it is edited, as far as its goods allow, and has it again when that is undone", async () => {
    const { _id: id } = await rule({ code: "EDIT", conditions: { fromCents: 40_00 } });
    const made = await placed({ discountCodes: ["EDIT"] });
    await stopRule(people().admin, id);
    const edit = (orderItems: object[], version: number) =>
      people().admin.trpc("mutation", "admin.orderEdits.edit", { id: made._id, orderItems, shippingAddress, version });
    expect(outcomeOf(await edit([line(lamp, 3)], 0))).toBe("200");
    const read = async () => (await people().ada.rest("GET", `/api/orders/${made._id}`)).body;
    expect(await read()).toMatchObject({ itemsPrice: 60, discountPrice: 6, totalPrice: 72.1 });
    expect(await readRule(people().admin, id)).toMatchObject({ uses: 1, given: 6 });
    expect(outcomeOf(await edit([line(lamp, 1)], 1))).toBe("200");
    expect(await read()).toMatchObject({ itemsPrice: 20, discountPrice: 0, discounts: [] });
    expect(await readRule(people().admin, id)).toMatchObject({ uses: 0, given: 0 });
    const listed = await people().admin.trpc("query", "admin.orderEdits.list", { id: made._id });
    const { undoable } = z.looseObject({ undoable: z.string() }).parse(listed.body);
    const undone = await people().admin.trpc("mutation", "admin.orderEdits.undo", { id: made._id, editId: undoable });
    expect(outcomeOf(undone)).toBe("200");
    expect(await read()).toMatchObject({ itemsPrice: 60, discountPrice: 6, discounts: [{ code: "EDIT" }] });
    expect(await readRule(people().admin, id)).toMatchObject({ uses: 1, given: 6 });
  });
});
