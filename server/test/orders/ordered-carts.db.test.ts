import { randomInt } from "node:crypto";
import { type Cart, initialCart } from "@shop/shared/cart/cart";
import { priceCart } from "@shop/shared/cart/price-cart";
import { setShopMoney, shopCurrency, specifiedMoneyFormat } from "@shop/shared/currency";
import { toWire } from "@shop/shared/money";
import { creditNoteContentSchema, invoiceContentSchema } from "@shop/shared/order/invoice";
import { orderSchema } from "@shop/shared/order/order";
import type { TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";
import { eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { orders } from "../../src/db/schema/orders.ts";
import { payments, refunds } from "../../src/db/schema/payments.ts";
import { issueMissing } from "../../src/domain/invoice/issue.ts";
import { checkPrices } from "../../src/domain/order/check-prices.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { randomFrom, wholeFrom } from "../harness/random.ts";
import { askTerms, germanTerms, rate, sellBy } from "../harness/selling.ts";
import { startTestShop } from "../harness/shop.ts";
import { width } from "../harness/width.ts";

const seed = Number(process.env.CARTS_SEED ?? randomInt(2 ** 31));
const next = randomFrom(seed);
const whole = (min: number, max: number) => wholeFrom(next, min, max);
const chance = (share: number) => next() < share;

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });
/** Terms of so many orders each. */
const ordersByTerms = 10;
const places = [
  { country: "Germany", countryCode: "DE" },
  { country: "Austria", countryCode: "AT" },
];

type Sold = { id: string; priceCents: number; taxClass: string; grams: number };
let sold: Sold[];
let customer: Customer;
beforeAll(async () => {
  customer = await insertCustomer(shop.db);
  sold = [];
  for (let n = 0; n < 12; n += 1) {
    const priceCents = whole(0, 30_000);
    const id = await makeProduct(shop.db, { priceCents, countInStock: 1_000_000 });
    const taxClass = ["standard", "reduced", "zero"][n % 3] ?? "standard";
    const grams = whole(0, 3_000);
    await shop.pool.query(
      "insert into product_trade (product_id, tax_class, weight_grams) values ($1, $2, nullif($3, 0))",
      [id, taxClass, grams],
    );
    sold.push({ id, priceCents, taxClass, grams });
  }
});
// The currency is that of the process.
afterAll(() => setShopMoney(specifiedMoneyFormat));

function randomTerms(): TermsOfSale {
  const rates = (country: string) => [
    rate(country, whole(0, 30_000)),
    ...(chance(0.7) ? [rate(country, whole(0, 15_000), { taxClass: "reduced" })] : []),
    ...(chance(0.3) ? [rate(country, whole(0, 10_000), { tax: "local", name: "Local tax" })] : []),
  ];
  return {
    ...germanTerms,
    pricesIncludeTax: chance(0.5),
    taxRounding: chance(0.5) ? "line" : "total",
    isDeliveryTaxed: chance(0.5),
    taxRates: [...rates("DE"), ...rates("AT")],
    reverseChargeTo: chance(0.5) ? ["AT"] : [],
    deliveryMethods: germanTerms.deliveryMethods.map((method) => ({
      ...method,
      priceBy: chance(0.5) ? "weight" : "subtotal",
      steps: [
        { from: 0, price: whole(0, 2_000) },
        { from: whole(1, 20_000), price: whole(0, 3_000) },
      ],
      freeFrom: chance(0.5) ? null : whole(0, 100_000),
    })),
  };
}

function randomCart(): Cart {
  const place = places[whole(0, 1)] ?? { country: "Germany", countryCode: "DE" };
  const cartItems = sold
    .filter(() => chance(0.3))
    .map(({ id, priceCents, taxClass, grams }) => ({
      _id: id,
      name: "",
      image: "",
      brand: "",
      category: "",
      description: "",
      countInStock: 1_000,
      price: toWire(priceCents),
      taxClass,
      grams,
      qty: whole(1, 5),
    }));
  return {
    ...initialCart,
    cartItems,
    shippingAddress: { address: "1 Way", city: "Here", postalCode: "1010", ...place },
    paymentMethod: "PayPal",
    ...(place.countryCode === "DE" && chance(0.3) ? { deliveryMethod: "collect" } : {}),
    ...(chance(0.3) ? { taxNumber: "ATU12345678" } : {}),
  };
}

/** Places the order of a cart with the total that a browser computes. */
async function placed(cart: Cart, terms: TermsOfSale) {
  const { totalCents } = priceCart(cart, terms, Date.now()).parts;
  const { shippingAddress, paymentMethod, deliveryMethod, taxNumber } = cart;
  const response = await fetch(`${shop.origin}/api/orders`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: customer.cookie },
    body: JSON.stringify({
      shippingAddress,
      paymentMethod,
      deliveryMethod,
      taxNumber,
      orderItems: cart.cartItems.map(({ _id, qty }) => ({ product: _id, qty })),
      expectedTotal: toWire(totalCents),
    }),
  });
  const body: unknown = await response.json();
  expect(response.status, `seed ${seed}: ${JSON.stringify({ body, cart, terms })}`).toBe(201);
  return { ...orderSchema.parse(body), totalCents };
}

/** Pays an order and refunds all of its money in parts, each with its paper. */
async function paidAndRefunded(orderId: string, totalCents: number): Promise<void> {
  await shop.db.update(orders).set({ paidAt: new Date() }).where(eq(orders.id, orderId));
  const paymentId = uuidv7();
  const payment = { id: paymentId, orderId, amountCents: totalCents, currency: shopCurrency() };
  const captured = { providerOrderId: orderId, captureId: orderId, isSettling: true, settledAt: new Date() };
  await shop.db.insert(payments).values({ ...payment, ...captured, status: "refunded" });
  for (let left = totalCents; left > 0; ) {
    const amountCents = chance(0.4) ? left : whole(1, left);
    left -= amountCents;
    const id = uuidv7();
    const refund = { ...payment, id, paymentId, amountCents, providerRefundId: id, completedAt: new Date() };
    await shop.db.insert(refunds).values({ ...refund, status: "completed" });
    await issueMissing(shop.services, [orderId]);
  }
}

const paperSchema = z.array(z.object({ kind: z.string(), content: z.unknown() }));

async function expectPapers(orderId: string, totalCents: number): Promise<void> {
  const { rows } = await shop.pool.query("select kind, content from invoices where order_id = $1 order by kind desc", [
    orderId,
  ]);
  const [first, ...others] = paperSchema.parse(rows);
  const invoice = invoiceContentSchema.parse(first?.content);
  const notes = others.map(({ content }) => creditNoteContentSchema.parse(content));
  const about = `seed ${seed}, order ${orderId}`;
  expect(invoice.totalCents, about).toBe(totalCents);
  expect(
    sumOf(notes, ({ amountCents }) => amountCents),
    about,
  ).toBe(totalCents);
  for (const [n, tax] of (invoice.taxes ?? []).entries()) {
    expect(
      sumOf(notes, ({ taxes = [] }) => taxes[n]?.taxCents ?? 0),
      about,
    ).toBe(tax.taxCents);
    expect(
      sumOf(notes, ({ taxes = [] }) => taxes[n]?.netCents ?? 0),
      about,
    ).toBe(tax.netCents);
  }
}

const sumOf = <Entry>(entries: readonly Entry[], amountOf: (entry: Entry) => number) =>
  entries.reduce((sum, entry) => sum + amountOf(entry), 0);

it("Random carts cost the same in the browser, in the order and on its papers, whatever the terms are", async () => {
  const rounds = Math.max(4, width.randomCarts / 40);
  let count = 0;
  for (let round = 0; round < rounds; round += 1) {
    const terms = randomTerms();
    await sellBy(shop, terms);
    for (let n = 0; n < ordersByTerms; n += 1) {
      const cart = randomCart();
      if (cart.cartItems.length === 0) continue;
      const { _id, totalCents } = await placed(cart, terms);
      count += 1;
      // Nothing is paid for what costs nothing.
      if (totalCents === 0) continue;
      await paidAndRefunded(_id, totalCents);
      await expectPapers(_id, totalCents);
    }
  }
  expect(await checkPrices(shop.services)).toBe(count);
  const { rows: matters } = await shop.pool.query("select detail from order_matters where kind = 'price differs'");
  expect(matters, `seed ${seed}`).toEqual([]);
  const admin = await insertCustomer(shop.db, { isAdmin: true });
  const report = z
    .array(z.object({ net: z.number(), amount: z.number() }))
    .parse((await askTerms(shop, admin, "taxReport?input=%7B%7D")).body);
  expect(report.length).toBeGreaterThan(3);
  expect(
    report.filter(({ net, amount }) => net !== 0 || amount !== 0),
    `seed ${seed}`,
  ).toEqual([]);
}, 600_000);
