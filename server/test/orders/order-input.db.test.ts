import { errorBodySchema } from "@shop/shared/errors";
import { lineQtyMax } from "@shop/shared/shop";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeBrand, makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { address, orderOf, ordersBy, placedOrder, sendOrder } from "../harness/ordering.ts";
import { startTestShop } from "../harness/shop.ts";
import { fromTrpc, transports } from "../harness/test-client.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });

let customer: Customer;
let product: string;
beforeAll(async () => {
  customer = await insertCustomer(shop.db);
  product = await makeProduct(shop.db, { countInStock: 100_000 });
});

/** A body that would be accepted, with one part of it replaced; `undefined` leaves the part out. */
function bodyWith(path: string, value: unknown): Record<string, unknown> {
  const line = { product, qty: 1 };
  const [field = "", part] = path.split(".");
  if (field === "line") return orderOf([{ ...line, [part ?? ""]: value }]);
  if (part === undefined) return orderOf([line], { [field]: value });
  return orderOf([line], { [field]: { ...address, [part]: value } });
}

const blanks = ["", "   ", "\u00a0", "\u200b", " \u2060\ufeff "];
const wrongTypes = [null, undefined, 5, true, [], ["a"], {}, { $gt: "" }];
const unstorable = ["a\u0000b", "\u001b[31m", "a\r\nb", "a\tb", "\u007f"];
const lengths = { address: 200, city: 100, postalCode: 20, country: 100 };

/** What is refused: where in the body, the values, and where the refusal says it was. */
const refused: { path: string; values: readonly unknown[]; at: string }[] = [
  ...Object.entries(lengths).map(([part, max]) => ({
    path: `shippingAddress.${part}`,
    values: [
      ...blanks,
      ...wrongTypes,
      ...unstorable,
      "x".repeat(max + 1),
      "\u{1f600}".repeat(max + 1),
      "x".repeat(10_000),
    ],
    at: `shippingAddress.${part}`,
  })),
  {
    path: "shippingAddress",
    values: [null, undefined, "1 Main St", 5, true, [], [address]],
    at: "shippingAddress",
  },
  {
    path: "paymentMethod",
    values: [null, undefined, "", " ", "paypal", "PayPal ", "Stripe", "Cash\u0000", 5, true, ["PayPal"], { PayPal: 1 }],
    at: "paymentMethod",
  },
  {
    path: "orderItems",
    values: [null, undefined, [], {}, "all", 5, true],
    at: "orderItems",
  },
  {
    path: "line.qty",
    values: [
      null,
      undefined,
      0,
      -0,
      -1,
      0.5,
      1.005,
      1e-7,
      lineQtyMax + 1,
      2 ** 31,
      2 ** 53,
      1e21,
      " 2",
      "1e3",
      true,
      [1],
      {},
    ],
    at: "orderItems.0.qty",
  },
  {
    path: "line.product",
    values: [
      null,
      undefined,
      "",
      "abc",
      "507f1f77bcf86cd799439011",
      `${uuidv7()} `,
      "-".repeat(36),
      "x".repeat(10_000),
      "..%2f",
      "' or 1=1--",
      5,
      true,
      [uuidv7()],
      { $ne: null },
    ],
    at: "orderItems.0.product",
  },
  {
    path: "expectedTotal",
    values: [null, "21.50", -1, 21.505, 0.1 + 0.2, 1e21, 2 ** 53, true, [21.5]],
    at: "expectedTotal",
  },
];

const complaints = (refusal: unknown) =>
  (errorBodySchema.parse(refusal).errors ?? []).map((error) => `${error.path}: ${error.message}`);

describe.each(transports)("the body of an order (%s)", (transport) => {
  it.each(refused)("is refused for a wrong $path, and the refusal says where", async ({ path, values, at }) => {
    const before = await ordersBy(shop.pool, customer);
    for (const value of values) {
      const answer = await sendOrder(shop.origin, customer, bodyWith(path, value), { transport });
      const what = `${path} ${JSON.stringify(value)?.slice(0, 60)}`;
      expect(answer, what).toMatchObject({ status: 400, refusal: { code: "VALIDATION" } });
      const [complaint = ""] = complaints(answer.refusal);
      expect(complaint.startsWith(`${at}: `), `${what}: ${complaint}`).toBe(true);
      expect(complaint).not.toMatch(/received|invalid input/i);
    }
    expect(await ordersBy(shop.pool, customer)).toBe(before);
  });

  it("without lines says so", async () => {
    for (const body of [orderOf([]), orderOf(undefined), {}]) {
      const answer = await sendOrder(shop.origin, customer, body, { transport });
      expect(answer).toMatchObject({ status: 400, refusal: { code: "VALIDATION", message: "No order items" } });
    }
  });

  it("that skipped the steps before it names each of them", async () => {
    const answer = await sendOrder(shop.origin, customer, { orderItems: [{ product, qty: 1 }] }, { transport });
    expect(answer.status).toBe(400);
    expect(complaints(answer.refusal)).toEqual([
      "shippingAddress: Shipping address is required",
      "paymentMethod: Payment method must be PayPal or Credit Card",
    ]);
  });

  it("has at most a hundred lines", async () => {
    const lines = (count: number) => Array.from({ length: count }, () => ({ product, qty: 1 }));
    const refusal = await sendOrder(shop.origin, customer, orderOf(lines(101)), { transport });
    expect(refusal).toMatchObject({ status: 400, refusal: { message: "An order can have at most 100 lines" } });
    const order = await placedOrder(shop.origin, customer, orderOf(lines(100)), { transport });
    expect(order.orderItems).toMatchObject([{ product, qty: 100 }]);
  });

  it("may go to every limit, and keeps text as it was typed but for blanks around it", async () => {
    const longest = Object.fromEntries(Object.entries(lengths).map(([part, max]) => [part, "x".repeat(max)]));
    const typed = {
      address: "  5 rue de l\u2019\u00c9glise; -- '\"\\ $1 %27  ",
      city: "M\u00fcnchen \u05e2\u05d1 \u{1f600}",
      postalCode: "\u0661\u0662\u0663 4",
      country: "C\u00f4te d'Ivoire {{7*7}} <b>",
    };
    // A limit is a number of characters that people see, not of the units that hold them.
    const astral = Object.fromEntries(Object.entries(lengths).map(([part, max]) => [part, "\u{1f600}".repeat(max)]));
    for (const [sent, stored] of [
      [longest, longest],
      [astral, astral],
      [typed, { ...typed, address: typed.address.trim() }],
      [{ ...address, planet: "Mars", __proto__: { isAdmin: true } }, address],
    ]) {
      const body = orderOf([{ product, qty: lineQtyMax }], { shippingAddress: sent, paymentMethod: "Credit Card" });
      const order = await placedOrder(shop.origin, customer, body, { transport });
      expect(order.shippingAddress).toEqual(stored);
      expect(order.paymentMethod).toBe("Credit Card");
    }
  });

  it("takes a product's id in capitals, as product before _id, and of a line nothing else", async () => {
    for (const line of [
      { product: product.toUpperCase(), qty: 1 },
      { _id: product, qty: 1 },
      { product, _id: uuidv7(), qty: 1 },
    ]) {
      const order = await placedOrder(shop.origin, customer, orderOf([{ ...line, price: "x", countInStock: [] }]), {
        transport,
      });
      expect(order.orderItems).toMatchObject([{ product, qty: 1 }]);
    }
  });

  it("is not looked at for somebody who is not signed in", async () => {
    for (const body of [{}, orderOf([{ product, qty: 1 }]), orderOf("nonsense")]) {
      const answer = await sendOrder(shop.origin, { cookie: "" }, body, { transport, key: "x" });
      expect(answer).toMatchObject({ status: 401, refusal: { code: "UNAUTHENTICATED" } });
    }
  });
});

describe("after all of this", () => {
  it("every order is whole and every unit is accounted for", async () => {
    await expectInvariants(shop.pool, { [product]: 100_000 });
  });

  it("a body that is no object, or none at all, is refused by REST", async () => {
    for (const body of [undefined, "null", "[]", '"order"', "5", "{", ""]) {
      const response = await fetch(`${shop.origin}/api/orders`, {
        method: "POST",
        headers: { cookie: customer.cookie, "content-type": "application/json" },
        ...(body === undefined ? {} : { body }),
      });
      expect(response.status, body).toBe(400);
      expect(errorBodySchema.parse(await response.json())).toMatchObject({ code: "VALIDATION" });
    }
  });
});

describe("a cart's quote", () => {
  const quoteSchema = z.strictObject({
    lines: z.array(
      z.strictObject({
        _id: z.string(),
        product: z
          .object({ _id: z.string(), name: z.string(), price: z.number(), countInStock: z.number() })
          .nullable(),
      }),
    ),
    termsVersion: z.int(),
    hasDiscounts: z.literal(false),
  });

  async function ask(lines: unknown) {
    const response = await fetch(
      `${shop.origin}/trpc/cartPricing.quote?input=${encodeURIComponent(JSON.stringify({ lines }))}`,
    );
    return { status: response.status, body: fromTrpc(await response.json()) };
  }

  async function quote(lines: unknown) {
    const { body } = await ask(lines);
    return quoteSchema.parse(body).lines;
  }

  it("gives today's price, stock and name to anybody, however old the cart is", async () => {
    const id = await makeProduct(shop.db, { name: "Old", priceCents: 10_00, countInStock: 3 });
    const lines = [{ _id: id, qty: 5, price: 0.01, name: "Cheap" }];
    expect(await quote(lines)).toMatchObject([{ _id: id, product: { name: "Old", price: 10, countInStock: 3 } }]);
    await shop.pool.query("update products set name = 'New', price_cents = 1999, count_in_stock = 0 where id = $1", [
      id,
    ]);
    expect(await quote(lines)).toMatchObject([{ product: { name: "New", price: 19.99, countInStock: 0 } }]);
    const renamed = await makeBrand(shop.db, "Renamed brand");
    await shop.pool.query("update products set brand_id = $2 where id = $1", [id, renamed]);
    expect((await ask(lines)).body).toMatchObject({ lines: [{ product: { brand: "Renamed brand" } }] });
  });

  it("has no product for what is deleted, not published, unknown or no id at all", async () => {
    const sold = await makeProduct(shop.db);
    const deleted = await makeProduct(shop.db, { deletedAt: new Date() });
    const draft = await makeProduct(shop.db, { publishedAt: null });
    const gone = [deleted, draft, uuidv7(), "", "abc", "507f1f77bcf86cd799439011", "' or true --", "a\u0000b"];
    expect(await quote([...gone, sold].map((_id) => ({ _id, qty: -1 })))).toMatchObject([
      ...gone.map((_id) => ({ _id, product: null })),
      { _id: sold, product: { _id: sold } },
    ]);
  });

  it("keeps the cart's order and its repeats, and finds ids in capitals", async () => {
    const ids = [await makeProduct(shop.db), await makeProduct(shop.db), await makeProduct(shop.db)];
    const [first = "", second = "", third = ""] = ids;
    const cart = [third, first.toUpperCase(), second, third].map((_id) => ({ _id }));
    const lines = await quote(cart);
    expect(lines.map(({ _id }) => ({ _id }))).toEqual(cart);
    expect(lines.map((line) => line.product?._id)).toEqual([third, first, second, third]);
    expect(await quote([])).toEqual([]);
  });

  it("is given for at most a hundred lines", async () => {
    const lines = (count: number) => Array.from({ length: count }, () => ({ _id: product }));
    expect(await quote(lines(100))).toHaveLength(100);
    for (const wrong of [lines(101), [{ _id: 7 }], [{}], [null], "all", null]) {
      expect(await ask(wrong), JSON.stringify(wrong)?.slice(0, 80)).toMatchObject({
        status: 400,
        body: { code: "VALIDATION" },
      });
    }
  });

  it("reserves nothing", async () => {
    const id = await makeProduct(shop.db, { countInStock: 1 });
    for (let n = 0; n < 5; n += 1) await quote([{ _id: id, qty: 1 }]);
    await placedOrder(shop.origin, customer, orderOf([{ product: id, qty: 1 }]));
    expect(await quote([{ _id: id, qty: 1 }])).toMatchObject([{ product: { countInStock: 0 } }]);
    await expectInvariants(shop.pool, { [id]: 1 });
  });
});
