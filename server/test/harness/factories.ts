import { shopCurrency } from "@shop/shared/currency";
import { steps } from "@shop/shared/order/fulfilment";
import type { MatterKind } from "@shop/shared/order/matter";
import { priceLines } from "@shop/shared/pricing";
import type pg from "pg";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../src/db/client.ts";
import { users } from "../../src/db/schema/accounts.ts";
import { orderMatters } from "../../src/db/schema/customer-service.ts";
import { orderItems, orders } from "../../src/db/schema/orders.ts";
import { payments, refunds } from "../../src/db/schema/payments.ts";
import { products } from "../../src/db/schema/products.ts";
import { reviews } from "../../src/db/schema/reviews.ts";
import { brands, categories } from "../../src/db/schema/terms.ts";

/** Of letters alone, so that no search for a number finds what has it in its name. */
function uniqueWord(): string {
  return uuidv7()
    .replaceAll("-", "")
    .replace(/\d/g, (digit) => "ghijklmnop"[Number(digit)] ?? "");
}

/** Makes a brand; returns its id. */
export async function makeBrand(db: Db, name = `Brand ${uniqueWord()}`): Promise<string> {
  const id = uuidv7();
  await db.insert(brands).values({ id, name });
  return id;
}

/** Makes a category; returns its id. */
export async function makeCategory(db: Db, name = `Category ${uniqueWord()}`): Promise<string> {
  const id = uuidv7();
  await db.insert(categories).values({ id, name });
  return id;
}

/** Makes a customer with nobody's password; returns its id. */
export async function makeUser(db: Db, more: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  const id = uuidv7();
  await db.insert(users).values({ id, name: "Someone", email: `${id}@example.com`, passwordHash: "none", ...more });
  return id;
}

/** Runs a statement that makes many rows, for which the shop's own limit of a statement is too short on a slow host. */
export async function makeManyRows(pool: pg.Pool, statement: string, values: unknown[] = []): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin; set local statement_timeout = 0");
    await client.query(statement, values);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

/** Makes many published products in some brand and category. No trigger runs, so no search finds them. */
export async function makeManyProducts(
  pool: pg.Pool,
  { count, description }: { count: number; description: string },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin; set local statement_timeout = 0; set local session_replication_role = replica");
    await client.query(
      `insert into products
         (id, name, description, image, brand_id, category_id, price_cents, count_in_stock, published_at)
       select gen_random_uuid(), 'Product ' || n, $2, '', (select id from brands limit 1),
         (select id from categories limit 1), n, 1, now()
       from generate_series(1, $1::int) n`,
      [count, description],
    );
    await client.query("commit");
  } finally {
    client.release();
  }
}

/** Makes a published product, with a brand and a category of its own unless given; returns its id. */
export async function makeProduct(db: Db, more: Partial<typeof products.$inferInsert> = {}): Promise<string> {
  const id = more.id ?? uuidv7();
  await db.insert(products).values({
    id,
    name: `Product ${id}`,
    brandId: more.brandId ?? (await makeBrand(db)),
    categoryId: more.categoryId ?? (await makeCategory(db)),
    priceCents: 1_000,
    countInStock: 10,
    publishedAt: new Date(),
    ...more,
  });
  return id;
}

/** Makes a review by a person of its own; does not touch the product's rating. Returns its id. */
export async function makeReview(
  db: Db,
  productId: string,
  more: Partial<typeof reviews.$inferInsert> = {},
): Promise<string> {
  const id = uuidv7();
  const userId = more.userId ?? (await makeUser(db));
  await db.insert(reviews).values({ id, productId, userId, name: "Someone", rating: 5, comment: "Good", ...more });
  return id;
}

/** Makes an order of units of one product, by somebody of its own unless given; returns its id. */
export async function makeOrder(
  db: Db,
  {
    stepsDone = 0,
    priceCents = 1_000,
    qty = 1,
    matters = [],
    refundedCents = 0,
    ...more
  }: Partial<typeof orders.$inferInsert> & {
    /** How many steps were taken, from payment on, an hour apart. */
    stepsDone?: number;
    priceCents?: number;
    qty?: number;
    /** What is open about it. */
    matters?: readonly MatterKind[];
    /** What was refunded of its money, all of it at most. */
    refundedCents?: number;
  } = {},
): Promise<string> {
  const id = more.id ?? uuidv7();
  const userId = more.userId ?? (await makeUser(db));
  const productId = await makeProduct(db, { priceCents });
  const start = Date.now() - 86_400_000;
  const dates = Object.fromEntries(
    steps.slice(0, stepsDone).map((step, place) => [`${step}At`, new Date(start + place * 3_600_000)]),
  );
  await db.insert(orders).values({
    id,
    userId,
    customerName: "Someone",
    customerEmail: "someone@example.com",
    address: "1 Main St",
    city: "Springfield",
    postalCode: "12345",
    country: "USA",
    paymentMethod: "PayPal",
    ...priceLines([{ priceCents, qty }]),
    heldUntil: new Date(start),
    ...dates,
    ...more,
  });
  await db
    .insert(orderItems)
    .values({ orderId: id, position: 0, productId, name: "Product", image: "", priceCents, qty });
  if (stepsDone > 0 || more.paidAt instanceof Date) {
    const { totalCents: amountCents } = priceLines([{ priceCents, qty }]);
    const paymentId = uuidv7();
    await db.insert(payments).values({
      id: paymentId,
      orderId: id,
      providerOrderId: `ORDER-${id}`,
      captureId: `CAPTURE-${id}`,
      status: refundedCents < amountCents ? "completed" : "refunded",
      amountCents,
      currency: shopCurrency(),
      isSettling: true,
      settledAt: new Date(start),
    });
    if (refundedCents > 0) {
      await db.insert(refunds).values({
        id: uuidv7(),
        orderId: id,
        paymentId,
        providerRefundId: `REFUND-${id}`,
        currency: shopCurrency(),
        status: "completed",
        amountCents: Math.min(refundedCents, amountCents),
        completedAt: new Date(),
      });
    }
  }
  for (const kind of matters) await db.insert(orderMatters).values({ orderId: id, kind, reference: kind });
  return id;
}
