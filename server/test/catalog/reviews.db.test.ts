import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { orderItems, orders } from "../../src/db/schema/orders.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { startTestShop } from "../harness/shop.ts";
import {
  complaintsOf,
  type Member,
  makeAdmin,
  makeCustomer,
  storedState,
  successOf,
  type TestClient,
  transports,
} from "../harness/test-client.ts";
import { askTrpc, get, productPageOf } from "../harness/transports.ts";

const shop = startTestShop();

const reviewSchema = z.strictObject({
  _id: z.uuid(),
  name: z.string(),
  rating: z.number(),
  comment: z.string(),
  createdAt: z.iso.datetime(),
});
const productSchema = z.object({ rating: z.number(), numReviews: z.number(), reviews: z.array(reviewSchema) });
const listedSchema = reviewSchema.extend({
  isVerified: z.boolean(),
  editedAt: z.iso.datetime().nullable(),
  photos: z.array(z.string()),
  helpful: z.number(),
  answer: z.object({ text: z.string() }).nullable(),
  variant: z.string().optional(),
});
const listSchema = z.object({ total: z.number(), byRating: z.array(z.number()), reviews: z.array(listedSchema) });

/** A product as its own page has it. */
async function productOf(id: string) {
  return productSchema.parse((await get(shop, `/api/products/${id}`)).body);
}

/** A product as everything that shows ratings has it: they must all agree. */
async function ratingOf(id: string, name: string): Promise<{ rating: number; numReviews: number }> {
  const { rating, numReviews } = await productOf(id);
  const trpc = productSchema.parse((await askTrpc(shop, "catalog.product", { id })).body);
  expect({ rating: trpc.rating, numReviews: trpc.numReviews }).toEqual({ rating, numReviews });
  const listed = z
    .object({ products: z.array(z.object({ _id: z.string(), rating: z.number(), numReviews: z.number() })) })
    .parse((await get(shop, `/api/products?keyword=${encodeURIComponent(name)}`)).body);
  expect(listed.products.find((product) => product._id === id)).toEqual({ _id: id, rating, numReviews });
  const list = listSchema.parse((await askTrpc(shop, "review.list", { productId: id })).body);
  expect(list.total).toBe(numReviews);
  const sum = list.byRating.reduce((all, n, at) => all + n * (at + 1), 0);
  expect(list.byRating.reduce((all, n) => all + n, 0)).toBe(numReviews);
  if (numReviews > 0) expect(Math.abs(sum / numReviews - rating)).toBeLessThanOrEqual(0.005);
  return { rating, numReviews };
}

async function accountsOf(size: number): Promise<Member[]> {
  const accounts: Member[] = [];
  while (accounts.length < size) {
    const some = Math.min(10, size - accounts.length);
    accounts.push(...(await Promise.all(Array.from({ length: some }, () => makeCustomer(shop)))));
  }
  return accounts;
}

describe.each(transports)("reviewing through %s", (transport) => {
  const review = (client: TestClient, id: string, body: unknown) =>
    client.does(transport, "createReview", { id, body });

  it("adds one review a person, whose name and time are the shop's to say", async () => {
    const ada = await makeCustomer(shop, { name: "Ada Lovelace" });
    const other = await makeCustomer(shop);
    const name = `Reviewed ${uuidv7()}`;
    const id = await makeProduct(shop.db, { name });
    const reply = await review(ada, id, {
      rating: 4,
      comment: "  Sits well.\nWould buy again.  ",
      name: "The Queen",
      user: other.id,
      userId: other.id,
      createdAt: "2001-01-01T00:00:00Z",
      _id: other.id,
    });
    expect(reply).toMatchObject({
      status: successOf(transport, "createReview"),
      body: { message: "Review created successfully" },
    });
    expect(Object.keys(Object(reply.body))).toEqual(["message"]);
    const product = await productOf(id);
    expect(product.reviews).toMatchObject([
      { name: "Ada Lovelace", rating: 4, comment: "Sits well.\nWould buy again." },
    ]);
    expect(product.reviews[0]?._id).not.toBe(other.id);
    expect(Date.now() - Date.parse(product.reviews[0]?.createdAt ?? "")).toBeLessThan(60_000);
    const { rows } = await shop.pool.query("select user_id from reviews where product_id = $1", [id]);
    expect(rows).toEqual([{ user_id: ada.id }]);

    const again = await review(ada, id, { rating: 1, comment: "Changed my mind" });
    expect(again).toMatchObject({
      status: 409,
      code: "ALREADY_REVIEWED",
      body: { message: "Product already reviewed" },
    });
    expect((await productOf(id)).reviews).toHaveLength(1);
    const own = (client: TestClient) => client.trpc("query", "review.mine", { productId: id });
    expect((await own(ada)).body).toMatchObject(product.reviews[0] ?? {});
    expect((await own(other)).body).toBeNull();
    expect((await review(other, id, { rating: 1, comment: "Creaks" })).status).toBe(
      successOf(transport, "createReview"),
    );
    expect(await ratingOf(id, name)).toEqual({ rating: 2.5, numReviews: 2 });
  });

  it("stores one of twenty simultaneous reviews by one person", async () => {
    const ada = await makeCustomer(shop);
    const name = `Raced ${uuidv7()}`;
    const id = await makeProduct(shop.db, { name });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => review(ada, id, { rating: (n % 5) + 1, comment: `Try ${n}` })),
    );
    const statuses = replies.map((reply) => reply.status).sort();
    expect(statuses).toEqual([successOf(transport, "createReview"), ...Array.from({ length: 19 }, () => 409)]);
    expect(await ratingOf(id, name)).toMatchObject({ numReviews: 1 });
  });

  it("takes whole stars from one to five and a comment, and nothing else", async () => {
    const ada = await makeCustomer(shop);
    const id = await makeProduct(shop.db);
    const before = await storedState(shop);
    const good = { rating: 5, comment: "Good" };
    const ratings = [0, 6, 4.5, " 5", -1, -0, 1e21, 2 ** 53, null, undefined, true, [5], {}];
    for (const rating of ratings) {
      const reply = await review(ada, id, { ...good, rating });
      expect({ status: reply.status, code: reply.code }, `rating ${rating}`).toEqual({
        status: 400,
        code: "VALIDATION",
      });
      expect(new Set(complaintsOf(reply)), `rating ${rating}`).toEqual(new Set(["rating"]));
    }
    const comments = [
      "",
      "   ",
      "\n\t",
      "\u00a0",
      "\u200b\u2060",
      "x".repeat(2_001),
      "a\u0000b",
      "a\u001bb",
      "\ud800",
      5,
      null,
      undefined,
      ["x"],
      {},
    ];
    for (const comment of comments) {
      const reply = await review(ada, id, { ...good, comment });
      expect({ status: reply.status, code: reply.code }, `comment ${comment}`).toEqual({
        status: 400,
        code: "VALIDATION",
      });
      expect(complaintsOf(reply), `comment ${comment}`).toContain("comment");
    }
    expect(await storedState(shop)).toEqual(before);
    expect((await review(ada, id, { ...good, comment: "x".repeat(2_000) })).status).toBe(
      successOf(transport, "createReview"),
    );
  });

  it("keeps what looks like markup or code as text", async () => {
    const comments = [
      "<script>alert(1)</script>",
      '"><img src=x onerror=alert(1)>',
      "{{7*7}} $1 $& $'",
      "'; drop table reviews; --",
      "👩‍👩‍👧 \u202eright to left\u202c e\u0301",
    ];
    const id = await makeProduct(shop.db);
    for (const comment of comments) {
      const ada = await makeCustomer(shop, { name: "<b>Ada</b> & 'co'" });
      expect((await review(ada, id, { rating: 3, comment })).status).toBe(successOf(transport, "createReview"));
    }
    const { reviews } = await productOf(id);
    expect(reviews.map((one) => one.comment).reverse()).toEqual(comments);
    for (const one of reviews) expect(one.name).toBe("<b>Ada</b> & 'co'");
  });

  it("finds no product that is unknown, deleted or a draft", async () => {
    const ada = await makeCustomer(shop);
    const before = await storedState(shop);
    const deleted = await makeProduct(shop.db, { deletedAt: new Date() });
    const draft = await makeProduct(shop.db, { publishedAt: null });
    for (const id of [deleted, draft, uuidv7(), ada.id, "abc"]) {
      const reply = await review(ada, id, { rating: 5, comment: "Good" });
      expect(reply, id).toMatchObject({ status: 404, code: "NOT_FOUND", body: { message: "Product not found" } });
    }
    const { reviews } = z.object({ reviews: z.unknown() }).parse(before);
    expect(await storedState(shop)).toMatchObject({ reviews });
  });

  it("keeps the author's name of then when they are renamed and none when they are deleted, and never shows more of them", async () => {
    const admin = await makeAdmin(shop);
    const ada = await makeCustomer(shop, { name: "Ada Byron" });
    const grace = await makeCustomer(shop, { name: "Grace Murray" });
    const id = await makeProduct(shop.db);
    for (const author of [ada, grace]) await review(author, id, { rating: 5, comment: "Good" });
    await ada.does(transport, "updateProfile", { body: { name: "Ada King", email: ada.email } });
    await admin.does(transport, "deleteUser", { id: grace.id });
    for (const [answer, shape] of [
      [await get(shop, `/api/products/${id}`), reviewSchema],
      [await askTrpc(shop, "review.list", { productId: id }), listedSchema],
    ] as const) {
      expect(answer.status).toBe(200);
      const { reviews } = z.object({ reviews: z.array(shape) }).parse(answer.body);
      expect(reviews.map((one) => one.name)).toEqual(["Deleted user", "Ada Byron"]);
      for (const account of [ada, grace]) {
        expect(JSON.stringify(answer.body)).not.toContain(account.email);
        expect(JSON.stringify(answer.body)).not.toContain(account.id);
      }
    }
  });
});

describe("a hundred people at once", () => {
  it("are all counted, and the mean is exact wherever it is shown", async () => {
    const accounts = await accountsOf(100);
    const name = `Popular ${uuidv7()}`;
    const [brandId, categoryId] = [await makeBrand(shop.db), await makeCategory(shop.db)];
    const id = await makeProduct(shop.db, { name, brandId, categoryId, countInStock: 1 });
    // 20 ones, 20 twos and so on, but for the last, which makes the mean a fraction that does not end.
    const given = accounts.map((_, n) => (n === 99 ? 1 : (n % 5) + 1));
    const replies = await Promise.all(
      accounts.map((account, n) =>
        account.does(n % 2 === 0 ? "REST" : "tRPC", "createReview", {
          id,
          body: { rating: given[n], comment: `Review ${n}` },
        }),
      ),
    );
    expect(replies.map((reply) => reply.status)).toEqual(accounts.map((_, n) => (n % 2 === 0 ? 201 : 200)));
    const mean = given.reduce((sum, rating) => sum + rating, 0) / given.length;
    const shown = await ratingOf(id, name);
    expect(shown.numReviews).toBe(100);
    expect(Math.abs(shown.rating - mean)).toBeLessThanOrEqual(0.005);
    const found = await productPageOf(shop, { keyword: name });
    expect(found.products).toHaveLength(1);
    await expectInvariants(shop.pool);
  });

  it("reviewing several products in turns get in no one's way", async () => {
    const accounts = await accountsOf(12);
    const products: string[] = [];
    for (let n = 0; n < 4; n += 1) products.push(await makeProduct(shop.db));
    const replies = await Promise.all(
      accounts.flatMap((account, n) =>
        products
          .slice(n % 4)
          .concat(products.slice(0, n % 4))
          .map((id) => account.does("REST", "createReview", { id, body: { rating: 5, comment: "Good" } })),
      ),
    );
    expect(replies.filter((reply) => reply.status !== 201)).toEqual([]);
    for (const id of products) expect((await productOf(id)).numReviews).toBe(12);
    await expectInvariants(shop.pool);
  });
});

describe("a product with more reviews than one answer carries", () => {
  it("carries the newest thousand, and the rest can be read page by page", async () => {
    const id = await makeProduct(shop.db, { numReviews: 1_020, ratingSum: 5_100 });
    await shop.pool.query(
      `with authors as (
         insert into users (id, name, email, password_hash)
         select gen_random_uuid(), 'Author ' || n, n || '@many.example.com', 'none' from generate_series(1, 1020) n
         returning id, name
       )
       insert into reviews (id, product_id, user_id, name, rating, comment, created_at)
       select gen_random_uuid(), $1, id, name, 5, 'Good', now() - substr(name, 8)::int * interval '1 minute' from authors`,
      [id],
    );
    const named = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `Author ${from + n}`);
    const { reviews } = await productOf(id);
    expect(reviews.map(({ name }) => name)).toEqual(named(1, 1_000));
    const page = listSchema.parse((await get(shop, `/api/products/${id}/reviews?pageNumber=102`)).body);
    expect(page.total).toBe(1_020);
    expect(page.reviews.map(({ name }) => name)).toEqual(named(1_011, 1_020));
  });
});

describe("the verified buyer mark", () => {
  /** An order of the product, paid or not. */
  async function order(userId: string, productId: string, paidAt: Date | null) {
    const id = uuidv7();
    const amounts = { itemsCents: 1_000, shippingCents: 1_000, taxCents: 150, totalCents: 2_150 };
    const place = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };
    const customer = { customerName: "Ada", customerEmail: "ada@example.com", paymentMethod: "PayPal" as const };
    await shop.db
      .insert(orders)
      .values({ id, userId, ...customer, ...place, ...amounts, paidAt, heldUntil: new Date() });
    await shop.db
      .insert(orderItems)
      .values({ orderId: id, position: 0, productId, name: "Lamp", image: "", priceCents: 1_000, qty: 1 });
    return id;
  }

  it("is for those who have paid for an order with the product, from then on", async () => {
    const id = await makeProduct(shop.db);
    const [ada, bea, cyd, dan] = await accountsOf(4);
    if (!ada || !bea || !cyd || !dan) throw new Error("four accounts");
    for (const account of [ada, bea, cyd, dan]) {
      await account.does("REST", "createReview", { id, body: { rating: 5, comment: account.id } });
    }
    await order(ada.id, id, new Date());
    const unpaid = await order(bea.id, id, null);
    await order(cyd.id, await makeProduct(shop.db), new Date());
    const verified = async () => {
      const list = listSchema.parse((await askTrpc(shop, "review.list", { productId: id })).body);
      return list.reviews.filter(({ isVerified }) => isVerified).map(({ comment }) => comment);
    };
    expect(await verified()).toEqual([ada.id]);
    await shop.pool.query("update orders set paid_at = now() where id = $1", [unpaid]);
    expect(await verified()).toEqual([bea.id, ada.id]);
    // The product's own answer is documented without it.
    for (const review of (await productOf(id)).reviews) expect(Object.keys(review)).not.toContain("isVerified");
  });
});
