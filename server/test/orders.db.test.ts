import { describe, expect, it } from "vitest";
import { z } from "zod";
import { releaseExpiredHolds } from "../src/domain/order/release.ts";
import { makeProduct } from "./harness/factories.ts";
import { expectInvariants } from "./harness/invariants.ts";
import { startTestShop } from "./harness/shop.ts";

const shop = startTestShop();

const address = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };
const answerSchema = z.looseObject({ _id: z.string().optional() });
let people = 0;

/** Registers somebody; returns the cookie. */
async function customer(): Promise<string> {
  people += 1;
  const response = await fetch(`${shop.origin}/api/users`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: `Buyer ${people}`, email: `buyer${people}@example.com`, password: "long enough 1" }),
  });
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

async function order(cookie: string, orderItems: unknown[], more: Record<string, unknown> = {}, key?: string) {
  const response = await fetch(`${shop.origin}/api/orders`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      cookie,
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    body: JSON.stringify({ orderItems, shippingAddress: address, paymentMethod: "PayPal", ...more }),
  });
  const body = answerSchema.parse(await response.json());
  return { status: response.status, body, replayed: response.headers.get("idempotency-replayed") };
}

describe("placing an order", () => {
  it("prices it from the catalogue, whatever the caller says", async () => {
    const product = await makeProduct(shop.db, { priceCents: 9_999, countInStock: 5 });
    const placed = await order(await customer(), [{ product, qty: 1, price: 0.01, name: "Free" }], { totalPrice: 0 });
    expect(placed.status).toBe(201);
    expect(placed.body).toMatchObject({
      itemsPrice: 99.99,
      shippingPrice: 10,
      taxPrice: 15,
      totalPrice: 124.99,
      isPaid: false,
    });
    await expectInvariants(shop.pool, { [product]: 5 });
  });

  it("sells exactly what there is to a crowd", async () => {
    const product = await makeProduct(shop.db, { countInStock: 10 });
    const crowd = await Promise.all(Array.from({ length: 40 }, customer));
    const answers = await Promise.all(crowd.map((cookie) => order(cookie, [{ product, qty: 1 }])));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(10);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(30);
    await expectInvariants(shop.pool, { [product]: 10 });
  });

  it("lets carts of the same products in any order through without a deadlock", async () => {
    const products = await Promise.all(Array.from({ length: 5 }, () => makeProduct(shop.db, { countInStock: 1_000 })));
    const cookie = await customer();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const turned = [...products.slice(n % 5), ...products.slice(0, n % 5)];
        return order(
          cookie,
          (n % 2 === 0 ? turned : turned.reverse()).map((product) => ({ product, qty: 1 })),
        );
      }),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
    await expectInvariants(shop.pool, Object.fromEntries(products.map((id) => [id, 1_000])));
  });

  it("takes all or nothing, and names what is missing", async () => {
    const there = await makeProduct(shop.db, { countInStock: 10 });
    const gone = await makeProduct(shop.db, { name: "Gone lamp", countInStock: 0 });
    const answer = await order(await customer(), [
      { product: there, qty: 1 },
      { product: gone, qty: 1 },
    ]);
    expect(answer).toMatchObject({ status: 409, body: { code: "OUT_OF_STOCK", message: "Gone lamp is sold out" } });
    await expectInvariants(shop.pool, { [there]: 10 });
  });

  it("makes one order of twenty simultaneous tries with one key, and refuses the key for another", async () => {
    const product = await makeProduct(shop.db, { countInStock: 50 });
    const cookie = await customer();
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => order(cookie, [{ product, qty: 2 }], {}, "key-1")),
    );
    expect(new Set(tries.map((answer) => answer.body._id)).size).toBe(1);
    expect(tries.every((answer) => answer.status === 201)).toBe(true);
    expect(tries.filter((answer) => answer.replayed === "true")).toHaveLength(19);
    expect((await order(cookie, [{ product, qty: 3 }], {}, "key-1")).status).toBe(422);
    await expectInvariants(shop.pool, { [product]: 50 });
  });

  it("gives the stock of an unpaid order back when its time is over", async () => {
    const product = await makeProduct(shop.db, { countInStock: 1 });
    const placed = await order(await customer(), [{ product, qty: 1 }]);
    await shop.pool.query("update orders set held_until = now() - interval '1 second' where id = $1", [
      placed.body._id,
    ]);
    const rounds = await Promise.all(Array.from({ length: 4 }, () => releaseExpiredHolds(shop.db, 10)));
    expect(rounds.reduce((sum, n) => sum + n, 0)).toBe(1);
    expect((await order(await customer(), [{ product, qty: 1 }])).status).toBe(201);
    await expectInvariants(shop.pool, { [product]: 1 });
  });
});
