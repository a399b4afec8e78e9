import { setTimeout as delay } from "node:timers/promises";
import { initialCart } from "@shop/shared/cart/cart";
import { addItem } from "@shop/shared/cart/cart-changes";
import { fromWire, toWire } from "@shop/shared/money";
import { type PricedLine, priceLines } from "@shop/shared/pricing";
import { priceCentsMax } from "@shop/shared/shop";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { orderOf, placedOrder, type SeenOrder, sendOrder } from "../harness/ordering.ts";
import { randomFrom, shuffled, wholeFrom } from "../harness/random.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Transport, transports } from "../harness/test-client.ts";
import { width } from "../harness/width.ts";

/** Carts that are placed side by side, so that thousands of them take seconds. */
const concurrency = 10;

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });

/** What lines cost, by arithmetic that cannot round in secret. In cents. */
function referencePrice(lines: readonly PricedLine[]) {
  const items = lines.reduce((sum, { priceCents, qty }) => sum + BigInt(priceCents) * BigInt(qty), 0n);
  const shipping = items > 10_000n ? 0n : 1_000n;
  const tax = (items * 15n + 50n) / 100n;
  return { items, shipping, tax, total: items + shipping + tax };
}
type Reference = ReturnType<typeof referencePrice>;

/** The decimal text of whole cents, as a JSON number prints it. */
function decimal(cents: bigint): string {
  const [whole, rest] = [
    cents / 100n,
    String(cents % 100n)
      .padStart(2, "0")
      .replace(/0+$/, ""),
  ];
  return rest === "" ? String(whole) : `${whole}.${rest}`;
}

function asDecimals({ items, shipping, tax, total }: Reference) {
  return { items: decimal(items), shipping: decimal(shipping), tax: decimal(tax), total: decimal(total) };
}

type Amounts = Record<"itemsPrice" | "shippingPrice" | "taxPrice" | "totalPrice", number>;

/** Amounts in the letters that cross the wire. */
function amountsOf({ itemsPrice, shippingPrice, taxPrice, totalPrice }: Amounts) {
  const [items, shipping, tax, total] = [itemsPrice, shippingPrice, taxPrice, totalPrice].map((part) =>
    JSON.stringify(part),
  );
  return { items, shipping, tax, total };
}

const storedSchema = z
  .array(
    z.object({
      items_cents: z.string(),
      shipping_cents: z.string(),
      tax_cents: z.string(),
      total_cents: z.string(),
    }),
  )
  .length(1);

/** The amounts of an order as the database has them. */
async function storedAmounts(id: string): Promise<Reference> {
  const { rows } = await shop.pool.query(
    `select items_cents::text, shipping_cents::text, tax_cents::text, total_cents::text from orders where id = $1`,
    [id],
  );
  const [row] = storedSchema.parse(rows);
  if (row === undefined) throw new Error("the order is not stored");
  return {
    items: BigInt(row.items_cents),
    shipping: BigInt(row.shipping_cents),
    tax: BigInt(row.tax_cents),
    total: BigInt(row.total_cents),
  };
}

/** Products at these prices in cents, all of one brand and category. */
async function makeProducts(prices: readonly number[], countInStock = 1_000_000): Promise<string[]> {
  const brandId = await makeBrand(shop.db);
  const categoryId = await makeCategory(shop.db);
  const ids: string[] = [];
  for (const priceCents of prices)
    ids.push(await makeProduct(shop.db, { priceCents, countInStock, brandId, categoryId }));
  return ids;
}

type Cart = { product: string; priceCents: number; qty: number }[];

/** What the browser makes of a cart that is filled product by product. */
function browserAmounts(cart: Cart): Amounts {
  const texts = { name: "", image: "", brand: "", category: "", description: "" };
  const filled = cart.reduce(
    (filling, { product, priceCents, qty }) =>
      addItem(filling, { _id: product, price: toWire(priceCents), countInStock: 1_000_000, ...texts }, qty),
    initialCart,
  );
  return {
    itemsPrice: Number(filled.itemsPrice),
    shippingPrice: Number(filled.shippingPrice),
    taxPrice: Number(filled.taxPrice),
    totalPrice: Number(filled.totalPrice),
  };
}

/** Places a cart as the browser does, and compares browser, answer and stored order with the reference. */
async function expectExact(customer: Customer, cart: Cart, transport: Transport): Promise<void> {
  const lines = cart.map(({ product, qty }) => ({ product, qty }));
  const seen = browserAmounts(cart);
  const body = orderOf(lines, { expectedTotal: seen.totalPrice });
  const order = await placedOrder(shop.origin, customer, body, { transport });
  const reference = referencePrice(cart);
  const what = `${transport} ${JSON.stringify(cart)}`;
  expect(amountsOf(seen), what).toEqual(asDecimals(reference));
  expect(amountsOf(order), what).toEqual(asDecimals(reference));
  expect(await storedAmounts(order._id), what).toEqual(reference);
}

describe("the price of an order", () => {
  it.each(transports)(
    "comes from the catalog, whatever prices, names and images the caller sends (%s)",
    async (transport) => {
      const [product = ""] = await makeProducts([9_999]);
      const customer = await insertCustomer(shop.db);
      const { rows } = await shop.pool.query("select name, image from products where id = $1", [product]);
      const [real] = z.array(z.object({ name: z.string(), image: z.string() })).parse(rows);
      const lies: { line: Record<string, unknown>; order: Record<string, unknown> }[] = [
        { line: {}, order: {} },
        { line: { price: 0.01 }, order: { itemsPrice: 0, taxPrice: 0, shippingPrice: 0, totalPrice: 0 } },
        { line: { price: -5 }, order: { itemsPrice: -5, taxPrice: -1, shippingPrice: -10, totalPrice: -16 } },
        { line: { price: null }, order: { itemsPrice: null, taxPrice: null, shippingPrice: null, totalPrice: null } },
        { line: { price: "10.00" }, order: { itemsPrice: "10.00", taxPrice: "1.50", totalPrice: "0.00" } },
        { line: { price: 1e308, priceCents: 1 }, order: { itemsCents: 1, totalCents: 1, totalPrice: 0.1 + 0.2 } },
        { line: { name: "Free", image: "https://evil.example/x.png", brand: "None" }, order: { currency: "JPY" } },
      ];
      for (const { line, order: claims } of lies) {
        const order = await placedOrder(shop.origin, customer, orderOf([{ product, qty: 1, ...line }], claims), {
          transport,
        });
        expect(amountsOf(order), JSON.stringify(claims)).toEqual({
          items: "99.99",
          shipping: "10",
          tax: "15",
          total: "124.99",
        });
        expect(order.orderItems).toEqual([{ product, qty: 1, price: 99.99, name: real?.name, image: real?.image }]);
      }
      await expectInvariants(shop.pool, { [product]: 1_000_000 });
    },
  );

  it("is exact to the cent for prices that binary fractions miss", async () => {
    const prices = [1, 10, 29, 1_15, 4_35, 19_99, 89_99, 1_005_00];
    for (const priceCents of prices) {
      for (let qty = 1; qty <= 99; qty += 1) {
        const { items, shipping, tax, total } = referencePrice([{ priceCents, qty }]);
        const { itemsCents, shippingCents, taxCents, totalCents } = priceLines([{ priceCents, qty }]);
        expect([itemsCents, shippingCents, taxCents, totalCents].map(BigInt)).toEqual([items, shipping, tax, total]);
      }
    }
    const products = await makeProducts(prices);
    const customer = await insertCustomer(shop.db);
    for (const [n, product] of products.entries()) {
      for (const qty of [1, 3, 33, 99]) {
        await expectExact(
          customer,
          [{ product, priceCents: prices[n] ?? Number.NaN, qty }],
          qty % 2 === 1 ? "REST" : "tRPC",
        );
      }
    }
    await expectInvariants(shop.pool);
  });

  it("rounds the tax half up where arithmetic with fractions does not", async () => {
    const misses: number[] = [];
    for (let cents = 1; cents <= 200_000; cents += 1) {
      const asFractions = Math.round(0.15 * (cents / 100) * 100);
      const { taxCents } = priceLines([{ priceCents: cents, qty: 1 }]);
      if (BigInt(taxCents) !== referencePrice([{ priceCents: cents, qty: 1 }]).tax)
        throw new Error(`wrong at ${cents}`);
      if (asFractions !== taxCents) misses.push(cents);
    }
    expect(misses.length).toBeGreaterThan(2_000);
    expect(misses.slice(0, 5)).toEqual([1_50, 1_90, 3_30, 4_10, 4_30]);
    const sample = misses.filter((_, n) => n < 5 || n % 150 === 0);
    const products = await makeProducts(sample);
    const customer = await insertCustomer(shop.db);
    for (const [n, product] of products.entries()) {
      await expectExact(
        customer,
        [{ product, priceCents: sample[n] ?? Number.NaN, qty: 1 }],
        n % 2 === 0 ? "REST" : "tRPC",
      );
    }
  });

  it.each(transports)("holds shipping up to a hundred dollars and none above (%s)", async (transport) => {
    const [below = "", at = "", above = ""] = await makeProducts([99_99, 100_00, 100_01]);
    const customer = await insertCustomer(shop.db);
    const shippingOf = async (product: string) =>
      (await placedOrder(shop.origin, customer, orderOf([{ product, qty: 1 }]), { transport })).shippingPrice;
    expect([await shippingOf(below), await shippingOf(at), await shippingOf(above)]).toEqual([10, 10, 0]);
  });

  it(`adds up for ${width.randomCarts} random carts, the same in the browser, over both transports and in the database`, async () => {
    const next = randomFrom(20_260_101);
    const anyPrice = () => wholeFrom(next, 0, 10 ** wholeFrom(next, 1, 6));
    const prices = Array.from({ length: 60 }, anyPrice);
    const products = (await makeProducts(prices)).map((product, n) => ({
      product,
      priceCents: prices[n] ?? Number.NaN,
    }));
    const carts = Array.from({ length: width.randomCarts }, () =>
      shuffled(next, products)
        .slice(0, wholeFrom(next, 1, 20))
        .map((line) => ({ ...line, qty: wholeFrom(next, 1, 20) })),
    );
    const place = async (cart: Cart) => {
      // An order reads all unpaid orders of its customer, and orders of one customer are placed one after the other.
      const customer = await insertCustomer(shop.db);
      await expectExact(customer, cart, "REST");
      await expectExact(customer, shuffled(next, cart), "tRPC");
    };
    while (carts.length > 0) await Promise.all(carts.splice(0, concurrency).map(place));
    await expectInvariants(shop.pool, Object.fromEntries(products.map(({ product }) => [product, 1_000_000])));
  }, 1_800_000);

  it("stays exact for the largest order there can be", async () => {
    const products = await makeProducts(Array.from({ length: 100 }, () => priceCentsMax));
    const customer = await insertCustomer(shop.db);
    const cart = products.map((product) => ({ product, priceCents: priceCentsMax, qty: 1_000 }));
    for (const transport of transports) await expectExact(customer, cart, transport);
    await expectInvariants(shop.pool, Object.fromEntries(products.map((id) => [id, 1_000_000])));
  });

  it.each(transports)("cannot be lowered by a line of less than one unit (%s)", async (transport) => {
    const [dear = "", cheap = ""] = await makeProducts([100_00, 1_00]);
    const customer = await insertCustomer(shop.db);
    const lines = [
      { product: dear, qty: -1 },
      { product: cheap, qty: 1 },
    ];
    const refused = await sendOrder(shop.origin, customer, orderOf(lines), { transport });
    expect(refused).toMatchObject({ status: 400, refusal: { code: "VALIDATION" } });
    await expectInvariants(shop.pool, { [dear]: 1_000_000, [cheap]: 1_000_000 });
  });
});

describe("a price that changes", () => {
  it("leaves orders as they were, and so does a new name, a new image and a deletion", async () => {
    const product = await makeProduct(shop.db, { name: "Old name", image: "/uploads/old.webp", priceCents: 12_34 });
    const customer = await insertCustomer(shop.db);
    const admin = await insertCustomer(shop.db, { isAdmin: true });
    const before = await placedOrder(shop.origin, customer, orderOf([{ product, qty: 2 }]));
    const read = async (path: string, cookie: string) => {
      const response = await fetch(`${shop.origin}${path}`, { headers: { cookie } });
      expect(response.status).toBe(200);
      const body: unknown = await response.json();
      return body;
    };
    const changes = [
      "price_cents = price_cents * 2",
      "name = 'New name', image = '/uploads/new.webp'",
      "deleted_at = now()",
    ];
    for (const change of changes) {
      await shop.pool.query(`update products set ${change} where id = $1`, [product]);
      expect(await read(`/api/orders/${before._id}`, customer.cookie)).toEqual(before);
      expect(await read("/api/orders/mine", customer.cookie)).toEqual([before]);
      expect(await read("/api/orders", admin.cookie)).toContainEqual(before);
    }
    expect(before).toMatchObject({
      orderItems: [{ name: "Old name", image: "/uploads/old.webp", price: 12.34 }],
      itemsPrice: 24.68,
    });
    expect((await fetch(`${shop.origin}/api/products/${product}`)).status).toBe(404);
    const listed = await fetch(`${shop.origin}/api/products?keyword=${encodeURIComponent("New name")}`);
    expect(await listed.json()).toMatchObject({ products: [] });
    await expectInvariants(shop.pool, { [product]: 10 });
  });

  it.each(transports)(
    "refuses an order whose total the customer saw differently, and takes nothing (%s)",
    async (transport) => {
      const product = await makeProduct(shop.db, { priceCents: 10_00 });
      const customer = await insertCustomer(shop.db);
      const lines = [{ product, qty: 1 }];
      const seen = { expectedTotal: 21.5 };
      const key = `kept ${transport}`.replace(" ", "-");
      await shop.pool.query("update products set price_cents = 2000 where id = $1", [product]);
      const refused = await sendOrder(shop.origin, customer, orderOf(lines, seen), { transport, key });
      expect(refused).toMatchObject({
        status: 409,
        refusal: {
          code: "PRICE_CHANGED",
          message: "Prices have changed. Please review your cart.",
          errors: [{ path: "expectedTotal", message: "The total is now $33.00" }],
        },
      });
      await expectInvariants(shop.pool, { [product]: 10 });
      // Callers of old send totals of their own, under another name, and are not held to them.
      const old = await placedOrder(shop.origin, customer, orderOf(lines, { totalPrice: 21.5 }), { transport });
      expect(old.totalPrice).toBe(33);
      // The refusal is not kept under the key: the reviewed cart goes through with it.
      const reviewed = await placedOrder(shop.origin, customer, orderOf(lines, { expectedTotal: 33 }), {
        transport,
        key,
      });
      expect(reviewed.totalPrice).toBe(33);
      expect(fromWire(reviewed.totalPrice)).toBe(33_00);
      await expectInvariants(shop.pool, { [product]: 10 });
    },
  );

  it("is one price under load for the whole of an order", async () => {
    const [first = "", second = ""] = await makeProducts([10_00, 10_00]);
    const customer = await insertCustomer(shop.db);
    let isOver = false;
    let flips = 0;
    const flipping = (async () => {
      while (!isOver) {
        flips += 1;
        // In the order of ids, as everything that changes several products does.
        await shop.pool.query(
          `with locked as materialized (
             select id from products where id = any($1::uuid[]) order by id for no key update
           ) update products p set price_cents = 3000 - price_cents from locked where p.id = locked.id`,
          [[first, second]],
        );
        await delay(10);
      }
    })();
    const lines = [first, second, first].map((product) => ({ product, qty: 1 }));
    const orders: SeenOrder[] = [];
    for (let round = 0; round < 20; round += 1) {
      orders.push(
        ...(await Promise.all(Array.from({ length: 5 }, () => placedOrder(shop.origin, customer, orderOf(lines))))),
      );
    }
    isOver = true;
    await flipping;
    expect(flips).toBeGreaterThan(10);
    const totals = new Set(orders.map((order) => order.totalPrice));
    for (const total of totals) expect([44.5, 79]).toContain(total);
    expect(totals.size).toBe(2);
    for (const order of orders) expect(new Set(order.orderItems.map((item) => item.price)).size).toBe(1);
    await expectInvariants(shop.pool, { [first]: 1_000_000, [second]: 1_000_000 });
  });
});
