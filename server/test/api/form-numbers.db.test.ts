import { describe, expect, it } from "vitest";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { orderOf } from "../harness/ordering.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });

const misspelt = ["", " 4", "4 ", "+4", "-4", "4e0", "4.", ".4", "0x4", "4,0", "\u0664", "four"];

async function send(method: string, path: string, customer: Customer, body: unknown) {
  const headers = { cookie: customer.cookie, "content-type": "application/json" };
  const response = await fetch(shop.origin + path, {
    method,
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  return { status: response.status, answer };
}

const refusalOf = (path: string) => ({ status: 400, answer: { code: "VALIDATION", errors: [{ path }] } });

describe("a number that a form sends as text", () => {
  it("is the rating of a review by REST, and refused by tRPC", async () => {
    const product = await makeProduct(shop.db);
    const customer = await insertCustomer(shop.db);
    const review = (rating: unknown) => ({ rating, comment: "Good" });
    for (const rating of [...misspelt, "0", "6", "4.5"]) {
      const refused = await send("POST", `/api/products/${product}/reviews`, customer, review(rating));
      expect(refused, rating).toMatchObject(refusalOf("rating"));
    }
    const strict = await send("POST", "/trpc/review.create", customer, { productId: product, ...review("4") });
    expect(strict.status).toBe(400);
    expect((await send("POST", `/api/products/${product}/reviews`, customer, review("4"))).status).toBe(201);
    const { rows } = await shop.pool.query("select rating from reviews where product_id = $1", [product]);
    expect(rows).toEqual([{ rating: 4 }]);
  });

  it("is the price and the stock of a product", async () => {
    const admin = await insertCustomer(shop.db, { isAdmin: true });
    const [brand, category] = ["Brand of forms", "Category of forms"];
    const names = { brandId: await makeBrand(shop.db, brand), categoryId: await makeCategory(shop.db, category) };
    const id = await makeProduct(shop.db, names);
    const save = (more: object) => {
      const fields = { name: "Lamp", image: "", description: "A lamp", brand, category, price: 1, countInStock: 1 };
      return send("PUT", `/api/products/${id}`, admin, { ...fields, ...more });
    };
    for (const text of misspelt) {
      expect(await save({ price: text }), text).toMatchObject(refusalOf("price"));
      expect(await save({ countInStock: text }), text).toMatchObject(refusalOf("countInStock"));
    }
    expect(await save({ price: "12.345" })).toMatchObject(refusalOf("price"));
    expect(await save({ countInStock: "1.5" })).toMatchObject(refusalOf("countInStock"));
    expect(await save({ price: "12.34", countInStock: "7" })).toMatchObject({
      status: 200,
      answer: { price: 12.34, countInStock: 7 },
    });
  });

  it("is the quantity of an order's line", async () => {
    const product = await makeProduct(shop.db, { priceCents: 10_00, countInStock: 10 });
    const customer = await insertCustomer(shop.db);
    const order = (qty: unknown) => ({ ...orderOf([]), orderItems: [{ product, qty }] });
    for (const qty of [...misspelt, "0", "1.5", "1001"]) {
      const refused = await send("POST", "/api/orders", customer, order(qty));
      expect(refused, qty).toMatchObject(refusalOf("orderItems.0.qty"));
    }
    const nested = `${'{"orderItems":['.repeat(5_000)}${"]}".repeat(5_000)}`;
    expect(await send("POST", "/api/orders", customer, nested)).toMatchObject({ status: 400 });
    const placed = await send("POST", "/api/orders", customer, order("2"));
    expect(placed).toMatchObject({ status: 201, answer: { itemsPrice: 20, orderItems: [{ product, qty: 2 }] } });
    await expectInvariants(shop.pool, { [product]: 10 });
  });
});
