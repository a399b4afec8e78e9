import { setShopMoney, specifiedMoneyFormat } from "@shop/shared/currency";
import { formatMoney } from "@shop/shared/money";
import { invoiceContentSchema } from "@shop/shared/order/invoice";
import { orderSchema } from "@shop/shared/order/order";
import { sheetSchema } from "@shop/shared/order/paper";
import { specifiedTerms } from "@shop/shared/terms-of-sale/terms-of-sale";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { checkPrices } from "../../src/domain/order/check-prices.ts";
import { openCreditAccount } from "../../src/domain/store-credit/customer-account.ts";
import { transferCredit } from "../../src/domain/store-credit/transfer.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { decided, pay } from "../harness/paying.ts";
import { askTerms, germanTerms, rate, sellBy } from "../harness/selling.ts";
import { startTestShop } from "../harness/shop.ts";
import { fromTrpc } from "../harness/test-client.ts";

const settings = { jwtSecret: issuer.jwtSecret };
const shop = startTestShop({ takesPayments: true, settings });
/** Another instance of the same shop. */
const other = startTestShop({ besides: shop, takesPayments: true, settings });
/** Shops that nobody has set up. */
const fresh = startTestShop({ settings });
const unsold = startTestShop({ settings });
/** A shop whose currency changes. */
const small = startTestShop({ settings });

let admin: Customer;
let lamp: string;
let book: string;
beforeAll(async () => {
  admin = await insertCustomer(shop.db, { isAdmin: true });
  lamp = await makeProduct(shop.db, { name: "Lamp", priceCents: 119_00, countInStock: 1_000 });
  book = await makeProduct(shop.db, { name: "Book", priceCents: 21_40, countInStock: 1_000 });
  await sellBy(shop, germanTerms);
});
// The currency is that of the process.
afterAll(() => setShopMoney(specifiedMoneyFormat));

const berlin = { address: "Lindenstr. 2", city: "Berlin", postalCode: "10969", country: "Deutschland" };

type Sent = { status: number; body: unknown };
async function send(path: string, who: Customer, body: unknown, at = shop): Promise<Sent> {
  const response = await fetch(`${at.origin}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: who.cookie },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

async function place(more: Record<string, unknown> = {}, lines = [{ product: lamp, qty: 1 }], at = shop) {
  const customer = await insertCustomer(shop.db);
  const body = { orderItems: lines, shippingAddress: berlin, paymentMethod: "PayPal", ...more };
  return { customer, ...(await send("/api/orders", customer, body, at)) };
}

async function placed(...given: Parameters<typeof place>) {
  const { body, status, customer } = await place(...given);
  expect(status, JSON.stringify(body)).toBe(201);
  return { order: orderSchema.parse(body), customer };
}

const refusalSchema = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.array(z.object({ path: z.string() })).optional(),
});

describe("an order by the terms of a shop", () => {
  it("costs its goods and delivery, with the tax within them, by rates and destination", async () => {
    const { order } = await placed({}, [{ product: lamp, qty: 1 }]);
    expect([order.itemsPrice, order.shippingPrice, order.taxPrice, order.totalPrice]).toEqual([119, 0, 19, 119]);
    expect(order).toMatchObject({
      taxIncluded: true,
      taxes: [{ name: "VAT", rate: 19, net: 100, tax: 19 }],
      delivery: { name: "Parcel" },
      shippingAddress: { country: "Deutschland", countryCode: "DE" },
    });
    const abroad = await placed({ shippingAddress: { ...berlin, country: "AUT" } }, [{ product: book, qty: 1 }]);
    expect(abroad.order).toMatchObject({ itemsPrice: 21.4, shippingPrice: 9.9, totalPrice: 31.3 });
    expect(abroad.order.taxes).toEqual([{ name: "VAT", rate: 20, net: 26.08, tax: 5.22 }]);
  });

  it("is delivered by the method that was chosen, or the first that sends it", async () => {
    expect((await placed({}, [{ product: book, qty: 1 }])).order.delivery).toEqual({ name: "Parcel" });
    const { order } = await placed({ deliveryMethod: "collect" }, [{ product: book, qty: 1 }]);
    expect(order).toMatchObject({ shippingPrice: 0, totalPrice: 21.4, delivery: { name: "Collect" } });
    expect(order.delivery?.pickUp?.hours).toBe("Mon to Fri, 9 to 18");
    const foreign = refusalSchema.parse((await place({ deliveryMethod: "abroad" })).body);
    expect(foreign).toMatchObject({ code: "VALIDATION", errors: [{ path: "deliveryMethod" }] });
  });

  it.each(["Norway", "NO", "Norge", "Narnia"])(
    "to %s is refused with the countries that are served",
    async (country) => {
      const stock = await stockOf(lamp);
      const { status, body } = await place({ shippingAddress: { ...berlin, country } });
      expect(status).toBe(400);
      const { message, errors } = refusalSchema.parse(body);
      expect(message).toBe("We do not deliver to this country. We deliver to Austria and Germany.");
      expect(errors?.[0]?.path).toBe("shippingAddress.country");
      expect(await stockOf(lamp)).toBe(stock);
    },
  );

  it("bears no tax for a business abroad that owes it, and keeps its tax number", async () => {
    await sellBy(shop, { ...germanTerms, reverseChargeTo: ["AT"] });
    const shippingAddress = { ...berlin, country: "Austria" };
    const lines = [{ product: book, qty: 2 }];
    // 21.40 is 17.83 and 3.57 of 20 %; 9.90 is 8.25 and 1.65.
    const { order } = await placed({ shippingAddress, taxNumber: "ATU12345678" }, lines);
    expect(order).toMatchObject({ itemsPrice: 35.66, shippingPrice: 8.25, taxPrice: 0, totalPrice: 43.91 });
    expect(order.orderItems[0]?.price).toBe(17.83);
    expect(order.taxes).toEqual([{ name: "Reverse charge", rate: 0, net: 43.91, tax: 0 }]);
    for (const taxNumber of ["DE123456789", "AT"]) {
      const taxed = await placed({ shippingAddress, taxNumber }, lines);
      expect(taxed.order.totalPrice, taxNumber).toBe(52.7);
    }
    expect((await placed({ taxNumber: "DE123456789" }, lines)).order.taxPrice).toBeGreaterThan(0);
    await sellBy(shop, germanTerms);
  });

  it("keeps a recipient, a telephone number and a state", async () => {
    const more = { name: "Ada Lovelace", phone: "+49 30 1", region: "Berlin" };
    const { order } = await placed({ shippingAddress: { ...berlin, ...more } });
    expect(order.shippingAddress).toMatchObject(more);
  });

  it("is refused with an older total, on every instance from the moment that the terms change", async () => {
    const dearer = {
      ...germanTerms,
      pricesIncludeTax: false,
      deliveryMethods: germanTerms.deliveryMethods.map((each) => ({ ...each, name: `${each.name}, dearer` })),
    };
    await sellBy(shop, dearer);
    const { status, body } = await place({ expectedTotal: 119 }, undefined, other);
    expect(status).toBe(409);
    expect(refusalSchema.parse(body).code).toBe("PRICE_CHANGED");
    // By itself: nothing is written there meanwhile.
    await expect.poll(() => shippingPage(other.origin), { interval: 10 }).toContain("Parcel, dearer");
    await sellBy(shop, germanTerms);
  });
});

async function shippingPage(origin: string): Promise<string> {
  const input = encodeURIComponent(JSON.stringify({ slug: "shipping" }));
  return (await fetch(`${origin}/trpc/info.page?input=${input}`)).text();
}

async function stockOf(id: string): Promise<number> {
  const { rows } = await shop.pool.query("select count_in_stock from products where id = $1", [id]);
  return Number(rows[0]?.count_in_stock);
}

it("An order of a shop that sets nothing has the documented fields and amounts, wherever it goes", async () => {
  const product = await makeProduct(fresh.db, { priceCents: 50_00 });
  const customer = await insertCustomer(fresh.db);
  const shippingAddress = { ...berlin, country: "Narnia" };
  const body = { orderItems: [{ product, qty: 2 }], shippingAddress, paymentMethod: "PayPal" };
  const { status, body: order } = await send("/api/orders", customer, body, fresh);
  expect(status).toBe(201);
  expect(order).toMatchObject({ itemsPrice: 100, shippingPrice: 10, taxPrice: 15, totalPrice: 125, shippingAddress });
  for (const field of ["taxes", "taxIncluded", "delivery"]) expect(order).not.toHaveProperty(field);
  expect(await checkPrices(fresh.services)).toBe(1);
});

describe("the amounts of all orders", () => {
  it("come out the same when they are computed anew by the terms that each names", async () => {
    await sellBy(shop, { ...germanTerms, taxRounding: "line", taxRates: [rate("DE", 16_000)] });
    await placed({}, [
      { product: lamp, qty: 3 },
      { product: book, qty: 7 },
    ]);
    await sellBy(shop, germanTerms);
    expect(await checkPrices(shop.services)).toBeGreaterThan(5);
    expect(await mattersOf()).toEqual([]);
  });

  it("that differ are an open matter, once", async () => {
    const { order } = await placed();
    await shop.pool.query(
      "update orders set total_cents = total_cents + 1, items_cents = items_cents + 1 where id = $1",
      [order._id],
    );
    await checkPrices(shop.services);
    await checkPrices(shop.services);
    expect(await mattersOf()).toEqual([
      { order_id: order._id, detail: "items: 119.01, not 119; total: 119.01, not 119" },
    ]);
    await shop.pool.query(
      "update orders set total_cents = total_cents - 1, items_cents = items_cents - 1 where id = $1",
      [order._id],
    );
  });

  async function mattersOf() {
    const { rows } = await shop.pool.query("select order_id, detail from order_matters where kind = 'price differs'");
    return rows;
  }
});

describe("a class of products", () => {
  it("is chosen on the product, taxes it, and must exist", async () => {
    const { body } = await read(`/api/products/${book}`);
    const fields = { ...z.looseObject({}).parse(body), taxClass: "reduced" };
    const put = (more: object) =>
      fetch(`${shop.origin}/api/products/${book}`, {
        method: "PUT",
        headers: { "content-type": "application/json", cookie: admin.cookie },
        body: JSON.stringify({ ...fields, ...more }),
      });
    expect((await put({})).status).toBe(200);
    const refused = await put({ taxClass: "luxury" });
    expect([refused.status, refusalSchema.parse(await refused.json()).errors?.[0]?.path]).toEqual([400, "taxClass"]);
    const { order } = await placed({}, [
      { product: lamp, qty: 1 },
      { product: book, qty: 1 },
    ]);
    expect(order.taxes?.map(({ rate: percent, tax }) => [percent, tax])).toEqual([
      [19, 19],
      [7, 1.4],
    ]);
    // Browsers price carts by the same class.
    const quote = await read(
      `/trpc/cartPricing.quote?input=${encodeURIComponent(JSON.stringify({ lines: [{ _id: book }] }))}`,
    );
    expect(JSON.stringify(quote.body)).toContain('"taxClass":"reduced"');
  });

  async function read(path: string): Promise<Sent> {
    const response = await fetch(`${shop.origin}${path}`, { headers: { cookie: admin.cookie } });
    return { status: response.status, body: await response.json() };
  }
});

/** The invoice and the credit notes of an order as they are printed. */
async function sheetsOf(orderId: string) {
  const input = encodeURIComponent(JSON.stringify({ kind: "invoices", ids: [orderId] }));
  const response = await fetch(`${shop.origin}/trpc/admin.orders.papers?input=${input}`, {
    headers: { cookie: admin.cookie },
  });
  const text = JSON.stringify(fromTrpc(await response.json())).replaceAll("\u00a0", " ");
  return z.array(sheetSchema).parse(JSON.parse(text));
}

describe("the papers of an order", () => {
  it("name net, tax and gross by rate, and sum to the tax report to the cent", async () => {
    const { order, customer } = await placed({}, [
      { product: lamp, qty: 1 },
      { product: book, qty: 1 },
    ]);
    const id = await decided(shop, customer, order._id);
    expect((await pay(shop, customer, order._id, { id })).outcome).toBe("200");
    const { rows: paid } = await shop.pool.query("select currency, amount_cents from payments where order_id = $1", [
      order._id,
    ]);
    expect(paid).toEqual([{ currency: "EUR", amount_cents: "14040" }]);
    const refund = await fetch(`${shop.origin}/api/orders/${order._id}/refund`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: admin.cookie, "idempotency-key": "part" },
      body: JSON.stringify({ amount: 21.4, reason: "Sent back" }),
    });
    expect(refund.status).toBe(201);
    const { rows } = await shop.pool.query(
      "select kind, content from invoices where order_id = $1 order by kind desc",
      [order._id],
    );
    const invoice = invoiceContentSchema.parse(rows[0]?.content);
    expect(invoice).toMatchObject({ currency: "EUR", terms: { taxIncluded: true, countryCode: "DE" } });
    expect(invoice.taxes?.map(({ rate: percent, netCents, taxCents }) => [percent, netCents, taxCents])).toEqual([
      [19_000, 100_00, 19_00],
      [7_000, 20_00, 1_40],
    ]);
    const sheets = await sheetsOf(order._id);
    expect(sheets[0]?.sums.map(({ label }) => label)).toEqual([
      "Items",
      "Shipping (Parcel)",
      "Total (EUR)",
      "Includes VAT 19 % (net 100,00 €, gross 119,00 €)",
      "Includes VAT 7 % (net 20,00 €, gross 21,40 €)",
    ]);
    expect(sheets[1]?.sums.map(({ label }) => label)).toEqual([
      "Refunded before tax",
      "VAT 19 % (net 15,24 €, gross 18,14 €)",
      "VAT 7 % (net 3,05 €, gross 3,26 €)",
      "Total refunded (EUR)",
    ]);
    const month = invoice.issuedOn.slice(0, 7);
    const input = encodeURIComponent(JSON.stringify({ firstMonth: month, lastMonth: month }));
    const report = z
      .array(z.object({ country: z.string(), rate: z.number(), net: z.number(), amount: z.number() }))
      .parse((await askTerms(shop, admin, `taxReport?input=${input}`)).body);
    // 21.40 of 140.40 were refunded: 3.05 and 0.21 of the 7 %, 15.24 and 2.90 of the 19 %.
    expect(report).toEqual([
      { country: "DE", rate: 7, net: 16.95, amount: 1.19 },
      { country: "DE", rate: 19, net: 84.76, amount: 16.1 },
    ]);
    const csv = await fetch(`${shop.origin}/api/tax-report.csv?firstMonth=${month}&lastMonth=${month}`, {
      headers: { cookie: admin.cookie },
    });
    expect(await csv.text()).toContain(`${month},DE,VAT,19,`);
  });
});

describe("saving terms", () => {
  it("changes no version, and refuses what someone else saved meanwhile", async () => {
    const { body } = await askTerms(shop, admin, "read");
    const { version } = z.looseObject({ version: z.int() }).parse(body);
    expect((await askTerms(shop, admin, "save", { ...germanTerms, version: version - 1 })).status).toBe(409);
    await expect(shop.pool.query("update terms_of_sale set terms = '{}' where version = 1")).rejects.toThrow(
      "never changed",
    );
    await expect(shop.pool.query("delete from terms_of_sale where version = 1")).rejects.toThrow("never changed");
  });

  it("leaves in the audit what was changed, down to the price of one delivery", async () => {
    const { body } = await askTerms(shop, admin, "read");
    const { version } = z.looseObject({ version: z.int() }).parse(body);
    const before = { ...germanTerms, reverseChargeTo: [], distanceSalesMax: null };
    expect((await askTerms(shop, admin, "save", { ...before, version })).status).toBe(200);
    const deliveryMethods = before.deliveryMethods.map((method) =>
      method.id === "parcel" ? { ...method, steps: [{ from: 0, price: 590 }] } : method,
    );
    const after = { ...before, deliveryMethods, reverseChargeTo: ["AT"], distanceSalesMax: 1_000_000 };
    expect((await askTerms(shop, admin, "save", { ...after, version: version + 1 })).status).toBe(200);
    const { rows } = await shop.pool.query(
      "select changes from admin_acts where entity = 'terms of sale' and subject = $1",
      [`version ${version + 2}`],
    );
    expect(rows).toEqual([
      {
        changes: {
          deliveryMethods: [
            expect.stringMatching(/^Parcel \(.+\): 4\.90/),
            expect.stringMatching(/^Parcel \(.+\): 5\.90/),
          ],
          reverseChargeTo: [null, "AT"],
          distanceSalesMax: [null, "10000.00"],
        },
      },
    ]);
    expect((await askTerms(shop, admin, "save", { ...germanTerms, version: version + 2 })).status).toBe(200);
  });

  it.each([
    [{ zones: [] }, "zones"],
    [{ deliveryMethods: [] }, "zones.0.id"],
    [{ currency: "XYZ" }, "currency"],
    [{ locale: "no such language" }, "locale"],
    [{ taxRates: [rate("DE", -1)] }, "taxRates.0.rate"],
    [{ taxRates: [rate("DE", 19_000, { taxClass: "luxury" })] }, "taxRates.0.taxClass"],
    [{ taxRates: [rate("DE", 19_000), rate("DE", 16_000)] }, "taxRates.1.rate"],
    [{ taxRates: [rate("DE", 19_000, { from: "1 July" })] }, "taxRates.0.from"],
    [{ taxClasses: [{ id: "standard", name: "Standard" }] }, "taxClasses"],
    [{ taxClasses: [...germanTerms.taxClasses, { id: "gift-card", name: "Gift card" }] }, "taxClasses.3.name"],
    [
      { zones: [...germanTerms.zones, { id: "x", name: "Twice", countries: ["DE"], postalPrefixes: [] }] },
      "zones.2.id",
    ],
  ])("refuses %j and names the field", async (wrong, path) => {
    const { body } = await askTerms(shop, admin, "read");
    const { version } = z.looseObject({ version: z.int() }).parse(body);
    const refused = await askTerms(shop, admin, "save", { ...germanTerms, ...wrong, version });
    expect(refused.status).toBe(400);
    expect(refusalSchema.parse(refused.body).errors?.map((error) => error.path)).toContain(path);
  });

  it("is undone by the terms before, as a version of their own, once, and by nobody who has not seen the last", async () => {
    const before = await sellBy(shop, germanTerms);
    const dearer = germanTerms.deliveryMethods.map((method) =>
      method.id === "parcel" ? { ...method, steps: [{ from: 0, price: 990 }] } : method,
    );
    const version = await sellBy(shop, { ...germanTerms, deliveryMethods: dearer });
    const undo = (of: number) => askTerms(shop, admin, "undo", { version: of });
    const stale = await undo(before);
    expect([stale.status, refusalSchema.parse(stale.body).code]).toEqual([409, "STALE"]);
    const both = await Promise.all([undo(version), undo(version)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { order } = await placed({}, [{ product: book, qty: 1 }]);
    expect(order.shippingPrice).toBe(4.9);
    const { rows } = await shop.pool.query(
      "select max(version)::int as version, (select terms from terms_of_sale where version = $1) as undone from terms_of_sale",
      [version],
    );
    expect(rows[0]?.version).toBe(version + 1);
    // The version that was undone stays, because orders name it.
    expect(JSON.stringify(rows[0]?.undone)).toContain("990");
  });

  it("has nothing to undo before the first change", async () => {
    const owner = await insertCustomer(fresh.db, { isAdmin: true });
    const refused = await askTerms(fresh, owner, "undo", { version: 1 });
    expect([refused.status, refusalSchema.parse(refused.body).code]).toEqual([409, "ILLEGAL_TRANSITION"]);
  });

  it("begins a rate at midnight of its country", async () => {
    await sellBy(shop, { ...germanTerms, taxRates: [rate("DE", 19_000), rate("DE", 16_000, { from: "2031-07-01" })] });
    const { rows } = await shop.pool.query(
      "select terms->'taxRates'->1->>'from' as at from terms_of_sale order by version desc limit 1",
    );
    expect(rows[0]?.at).toBe("2031-06-30T22:00:00.000Z");
    const { body } = await askTerms(shop, admin, "read");
    expect(JSON.stringify(body)).toContain('"from":"2031-07-01"');
    // Pages that name a rate are made anew when the next one begins.
    const midnight = Date.parse("2031-06-30T22:00:00Z");
    expect([midnight - 1, midnight].map((at) => shop.services.terms.rateChangesBy(at))).toEqual([0, 1]);
    await sellBy(shop, germanTerms);
  });

  it("leaves the currency as it is once there are orders", async () => {
    const { body } = await askTerms(shop, admin, "read");
    const detail = z.looseObject({ version: z.int(), currencyFixed: z.string().nullable() }).parse(body);
    expect(detail.currencyFixed).toContain("once there are orders");
    const refused = await askTerms(shop, admin, "save", { ...germanTerms, currency: "CHF", version: detail.version });
    expect([refused.status, refusalSchema.parse(refused.body).errors?.[0]?.path]).toEqual([400, "currency"]);
  });

  it("leaves the currency as it is once customers have credit", async () => {
    const owner = await insertCustomer(small.db, { isAdmin: true });
    await small.db.transaction(async (tx) => {
      const holder = await openCreditAccount(tx, (await insertCustomer(tx)).id);
      await transferCredit(tx, { act: "given", from: "given", to: { holder }, amountCents: 100 });
    });
    const refused = await askTerms(small, owner, "save", { ...specifiedTerms, currency: "CHF", version: 1 });
    expect(refusalSchema.parse(refused.body).message).toBe("The currency stays as it is once customers have credit.");
    // Other tests change it.
    await small.pool.query("truncate credit_transfers");
  });

  it("keeps the decimals of the currency once there are products", async () => {
    await makeProduct(unsold.db, {});
    const owner = await insertCustomer(unsold.db, { isAdmin: true });
    const refused = await askTerms(unsold, owner, "save", { ...specifiedTerms, currency: "JPY", version: 1 });
    expect(refusalSchema.parse(refused.body).message).toContain("other decimals");
    expect((await askTerms(unsold, owner, "save", { ...specifiedTerms, currency: "CHF", version: 1 })).status).toBe(
      200,
    );
  });
});

describe("a currency", () => {
  it.each([
    { currency: "JPY", locale: "ja-JP", priceCents: 1_500, price: 1_500, value: "1500", text: "￥1,500" },
    { currency: "KWD", locale: "en-KW", priceCents: 1_505, price: 1.505, value: "1.505", text: "KWD 1.505" },
  ])("of other decimals is exact on the wire and in words: $currency", async ({ currency, locale, ...amounts }) => {
    const { priceCents, price, text } = amounts;
    const zones = [{ id: "all", name: "All", countries: null, postalPrefixes: [] }];
    const free = germanTerms.deliveryMethods.slice(0, 1).map((each) => ({ ...each, zone: "all", freeFrom: 0 }));
    const terms = { ...specifiedTerms, currency, locale, zones, deliveryMethods: free, taxRates: [] };
    await small.pool.query("delete from order_items; delete from order_events; delete from mails; delete from orders");
    await small.pool.query("delete from product_changes; delete from products");
    await sellBy(small, terms);
    const product = await makeProduct(small.db, { priceCents });
    const customer = await insertCustomer(small.db);
    const body = { orderItems: [{ product, qty: 3 }], shippingAddress: berlin, paymentMethod: "PayPal" };
    const { status, body: order } = await send("/api/orders", customer, { ...body, expectedTotal: 3 * price }, small);
    expect(status, JSON.stringify(order)).toBe(201);
    expect(order).toMatchObject({ totalPrice: 3 * price, orderItems: [{ price }] });
    expect(formatMoney(price).replace(/\s/g, " ")).toBe(text);
    const wrong = await send("/api/orders", customer, { ...body, expectedTotal: price + 0.000_5 }, small);
    expect(wrong.status).toBe(400);
  });
});
