import { setTimeout as delay } from "node:timers/promises";
import { stockMax } from "@shop/shared/shop";
import pg from "pg";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { releaseExpiredHolds } from "../../src/domain/payment/release-holds.ts";
import { insertCustomer, insertCustomers, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { waitForLock } from "../harness/locks.ts";
import {
  address,
  orderOf,
  ordersBy,
  ordersOf,
  outcomes,
  placedOrder,
  sendOrder,
  stockOf,
} from "../harness/ordering.ts";
import { markPaid } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";
import { fromTrpc, type Transport, transports } from "../harness/test-client.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });

const send = (customer: { cookie: string }, lines: unknown, options: { transport?: Transport; key?: string } = {}) =>
  sendOrder(shop.origin, customer, orderOf(lines), options);

/** What a caller reads over either transport: status and content. */
async function read(
  transport: Transport,
  customer: { cookie: string } | undefined,
  [path, procedure]: [path: string, procedure: string],
  input?: unknown,
) {
  const search = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const response = await fetch(`${shop.origin}${transport === "REST" ? path : `/trpc/${procedure}${search}`}`, {
    headers: customer === undefined ? {} : { cookie: customer.cookie },
  });
  const answer: unknown = await response.json();
  return { status: response.status, body: transport === "REST" ? answer : fromTrpc(answer) };
}

const readOrder = (transport: Transport, customer: { cookie: string } | undefined, id: string) =>
  read(transport, customer, [`/api/orders/${encodeURIComponent(id)}`, "order.byId"], { id });
describe("an order", () => {
  it.each(transports)("is placed, answered in full and read back the same (%s)", async (transport) => {
    const lamp = await makeProduct(shop.db, { name: "Lamp", image: "/uploads/lamp.webp", priceCents: 19_99 });
    const mug = await makeProduct(shop.db, { name: "Mug", image: "/uploads/mug.webp", priceCents: 5_00 });
    const customer = await insertCustomer(shop.db);
    const before = Date.now();
    const body = orderOf(
      [
        { _id: lamp, qty: 2 },
        { product: mug.toUpperCase(), qty: 1 },
      ],
      { paymentMethod: "Credit Card" },
    );
    const order = await placedOrder(shop.origin, customer, body, { transport });
    expect(order).toEqual({
      _id: order._id,
      user: { name: customer.name, email: customer.email },
      orderItems: [
        { product: lamp, name: "Lamp", image: "/uploads/lamp.webp", price: 19.99, qty: 2 },
        { product: mug, name: "Mug", image: "/uploads/mug.webp", price: 5, qty: 1 },
      ],
      shippingAddress: address,
      paymentMethod: "Credit Card",
      itemsPrice: 44.98,
      shippingPrice: 10,
      taxPrice: 6.75,
      totalPrice: 61.73,
      paymentResult: null,
      isPaid: false,
      paidAt: null,
      isConfirmed: false,
      confirmedAt: null,
      isProcessed: false,
      processedAt: null,
      isShipped: false,
      shippedAt: null,
      isDelivered: false,
      deliveredAt: null,
      isPartlyShipped: false,
      createdAt: order.createdAt,
      arrival: null,
      parcels: [],
      matters: [],
      refunds: [],
      discountPrice: 0,
      discounts: [],
      capturedPrice: 0,
      refundedPrice: 0,
      isRefunded: false,
      isRestocked: false,
      isWithdrawn: false,
      cancellation: null,
    });
    expect(Date.parse(order.createdAt)).toBeGreaterThanOrEqual(before - 1_000);
    expect(Date.parse(order.createdAt)).toBeLessThanOrEqual(Date.now() + 1_000);
    for (const other of transports)
      expect(await readOrder(other, customer, order._id)).toEqual({ status: 200, body: order });
    await expectInvariants(shop.pool, { [lamp]: 10, [mug]: 10 });
  });

  it("lists its items in the order of the cart", async () => {
    const made = [await makeProduct(shop.db), await makeProduct(shop.db), await makeProduct(shop.db)];
    const customer = await insertCustomer(shop.db);
    for (const cart of [made, made.toReversed()]) {
      const order = await placedOrder(shop.origin, customer, orderOf(cart.map((product) => ({ product, qty: 1 }))));
      expect(order.orderItems.map(({ product }) => product)).toEqual(cart);
      expect(await readOrder("REST", customer, order._id)).toEqual({ status: 200, body: order });
    }
  });

  it.each(transports)("ignores everything that only the shop decides (%s)", async (transport) => {
    const product = await makeProduct(shop.db);
    const [customer, other] = await insertCustomers(shop.db, 2);
    if (customer === undefined || other === undefined) throw new Error("two customers were expected");
    const claimed = uuidv7();
    const order = await placedOrder(
      shop.origin,
      customer,
      orderOf([{ product, qty: 1, _id: uuidv7(), countInStock: 1_000, isStockHeld: false }], {
        _id: claimed,
        id: claimed,
        user: other.id,
        userId: other.id,
        customerName: other.name,
        isPaid: true,
        paidAt: "2026-01-01T00:00:00.000Z",
        isConfirmed: true,
        confirmedAt: "2026-01-01T00:00:00.000Z",
        isDelivered: true,
        deliveredAt: "2026-01-01T00:00:00.000Z",
        createdAt: "2001-01-01T00:00:00.000Z",
        heldUntil: "2099-01-01T00:00:00.000Z",
        isStockHeld: false,
        paymentResult: { id: "FAKE", status: "COMPLETED" },
      }),
      { transport },
    );
    expect(order._id).not.toBe(claimed);
    expect(order.user).toEqual({ name: customer.name, email: customer.email });
    expect(order).toMatchObject({
      isPaid: false,
      paidAt: null,
      isConfirmed: false,
      isDelivered: false,
      deliveredAt: null,
    });
    expect(Date.parse(order.createdAt)).toBeGreaterThan(Date.now() - 60_000);
    const { rows } = await shop.pool.query(
      `select user_id, is_stock_held, held_until < now() + interval '2 hours' as is_ours from orders where id = $1`,
      [order._id],
    );
    expect(rows).toEqual([{ user_id: customer.id, is_stock_held: true, is_ours: true }]);
    expect(await ordersBy(shop.pool, other)).toBe(0);
    await expectInvariants(shop.pool, { [product]: 10 });
  });
});

describe("the stock", () => {
  it("never falls below nothing when many customers want several units each", async () => {
    const product = await makeProduct(shop.db, { countInStock: 10 });
    const customers = await insertCustomers(shop.db, 40);
    const attempts = await Promise.all(customers.map((customer) => send(customer, [{ product, qty: 3 }])));
    expect(outcomes(attempts)).toEqual({ placed: 3, OUT_OF_STOCK: 37 });
    expect(await stockOf(shop.pool, product)).toBe(1);
    await expectInvariants(shop.pool, { [product]: 10 });
  });

  it("sells exactly what there is to one person who asks a hundred times at once", async () => {
    const product = await makeProduct(shop.db, { countInStock: 10 });
    const customer = await insertCustomer(shop.db);
    const attempts = await Promise.all(
      Array.from({ length: 100 }, (_, n) => send(customer, [{ product, qty: 1 }], { key: `try-${n}` })),
    );
    expect(outcomes(attempts)).toEqual({ placed: 10, OUT_OF_STOCK: 90 });
    expect(await ordersBy(shop.pool, customer)).toBe(10);
    await expectInvariants(shop.pool, { [product]: 10 });
  });

  it.each(transports)("is compared with the sum of all lines of a product (%s)", async (transport) => {
    const product = await makeProduct(shop.db, { countInStock: 5 });
    const customer = await insertCustomer(shop.db);
    const line = { product, qty: 3 };
    const refused = await send(customer, [line, { _id: product.toUpperCase(), qty: 3 }], { transport });
    expect(refused).toMatchObject({ status: 409, refusal: { code: "OUT_OF_STOCK" } });
    expect(await stockOf(shop.pool, product)).toBe(5);
    const fits = await send(customer, [line, { product, qty: 2 }], { transport });
    expect(fits.order?.orderItems).toMatchObject([{ product, qty: 5 }]);
    expect(await stockOf(shop.pool, product)).toBe(0);
    await expectInvariants(shop.pool, { [product]: 5 });
  });

  it.each(transports)(
    "is taken for all lines or for none, and the refusal names what is missing (%s)",
    async (transport) => {
      const there = await makeProduct(shop.db);
      const soldOut = await makeProduct(shop.db, { name: "Gone lamp", countInStock: 0 });
      const scarce = await makeProduct(shop.db, { name: "Scarce mug", countInStock: 2 });
      const deleted = await makeProduct(shop.db, { name: "Old chair", deletedAt: new Date() });
      const draft = await makeProduct(shop.db, { name: "Secret plan", publishedAt: null });
      const customer = await insertCustomer(shop.db);
      const unknown = "A product in your order does not exist";
      for (const [product, status, code, message] of [
        [soldOut, 409, "OUT_OF_STOCK", "Gone lamp is sold out"],
        [scarce, 409, "OUT_OF_STOCK", "Only 2 of Scarce mug left"],
        [deleted, 404, "NOT_FOUND", "Old chair is no longer available"],
        // What has never been published is known to nobody, its name included.
        [draft, 404, "NOT_FOUND", unknown],
        [uuidv7(), 404, "NOT_FOUND", unknown],
      ]) {
        for (const lines of [
          [there, product],
          [product, there],
        ]) {
          const refused = await send(
            customer,
            lines.map((id) => ({ product: id, qty: 3 })),
            { transport },
          );
          const errors = [{ path: `orderItems.${lines.indexOf(product)}.product`, message }];
          expect(refused).toMatchObject({ status, refusal: { code, message, errors } });
        }
      }
      expect(await ordersBy(shop.pool, customer)).toBe(0);
      await expectInvariants(shop.pool, { [there]: 10, [soldOut]: 0, [scarce]: 2, [deleted]: 10, [draft]: 10 });
    },
  );

  it.each(transports)(
    "that is missing is named for every line at once, by the place of the line (%s)",
    async (transport) => {
      const there = await makeProduct(shop.db);
      const soldOut = await makeProduct(shop.db, { name: "Gone lamp", countInStock: 0 });
      const scarce = await makeProduct(shop.db, { name: "Scarce mug", countInStock: 2 });
      const customer = await insertCustomer(shop.db);
      const answerTo = async (...ids: string[]) => {
        const lines = ids.map((_id) => ({ _id, qty: 2 }));
        const { status, refusal } = await send(customer, lines, { transport });
        return { status, code: refusal?.code, message: refusal?.message, errors: refusal?.errors };
      };
      const gone = "Gone lamp is sold out";
      const few = "Only 2 of Scarce mug left";
      const unknown = "A product in your order does not exist";
      // The first line that fails speaks for the whole order; a product that comes twice fails where it comes first.
      expect(await answerTo(there, scarce, uuidv7(), scarce, soldOut)).toEqual({
        status: 409,
        code: "OUT_OF_STOCK",
        message: few,
        errors: [
          { path: "orderItems.1.product", message: few },
          { path: "orderItems.2.product", message: unknown },
          { path: "orderItems.4.product", message: gone },
        ],
      });
      expect(await answerTo(uuidv7(), soldOut, there)).toEqual({
        status: 404,
        code: "NOT_FOUND",
        message: unknown,
        errors: [
          { path: "orderItems.0.product", message: unknown },
          { path: "orderItems.1.product", message: gone },
        ],
      });
      await expectInvariants(shop.pool, { [there]: 10, [soldOut]: 0, [scarce]: 2 });
    },
  );

  it("shows less right after an order, wherever it shows", async () => {
    const product = await makeProduct(shop.db, { name: "Fresh figures" });
    const customer = await insertCustomer(shop.db);
    for (const left of [7, 4, 1]) {
      await placedOrder(shop.origin, customer, orderOf([{ product, qty: 3 }]));
      const one = { countInStock: left };
      expect((await read("REST", undefined, [`/api/products/${product}`, ""])).body).toMatchObject(one);
      expect((await read("tRPC", undefined, ["", "catalog.product"], { id: product })).body).toMatchObject(one);
      expect((await read("REST", undefined, ["/api/products?keyword=fresh%20figures", ""])).body).toMatchObject({
        products: [one],
      });
      const lines = [{ _id: product, qty: 1 }];
      expect((await read("tRPC", undefined, ["", "cartPricing.quote"], { lines })).body).toMatchObject({
        lines: [{ product: one }],
      });
    }
    await expectInvariants(shop.pool, { [product]: 10 });
  });
});

describe("stock that an unpaid order holds", () => {
  const expire = (id: string | undefined) =>
    shop.pool.query("update orders set held_until = now() - interval '1 second' where id = $1", [id]);

  it("goes back once when its time is over, however many look after it; the order stays", async () => {
    const product = await makeProduct(shop.db, { countInStock: 1 });
    const customer = await insertCustomer(shop.db);
    const first = await placedOrder(shop.origin, customer, orderOf([{ product, qty: 1 }]));
    expect(await releaseExpiredHolds(shop.db, 10)).toBe(0);
    await expire(first._id);
    const rounds = await Promise.all(Array.from({ length: 4 }, () => releaseExpiredHolds(shop.db, 10)));
    expect(rounds.reduce((sum, n) => sum + n, 0)).toBe(1);
    expect(await stockOf(shop.pool, product)).toBe(1);
    expect((await send(await insertCustomer(shop.db), [{ product, qty: 1 }])).status).toBe(201);
    expect(await readOrder("REST", customer, first._id)).toEqual({ status: 200, body: first });
    const { rows } = await shop.pool.query("select act from order_events where order_id = $1 order by created_at", [
      first._id,
    ]);
    expect(rows).toEqual([{ act: "placed" }, { act: "released" }]);
    await expectInvariants(shop.pool, { [product]: 1 });
  });

  it("stays taken when the order is paid", async () => {
    const product = await makeProduct(shop.db);
    const paid = await placedOrder(shop.origin, await insertCustomer(shop.db), orderOf([{ product, qty: 4 }]));
    await markPaid(shop.pool, paid._id);
    await expire(paid._id);
    expect(await releaseExpiredHolds(shop.db, 10)).toBe(0);
    expect(await stockOf(shop.pool, product)).toBe(6);
    await expectInvariants(shop.pool, { [product]: 10 });
  });

  it("goes back while many customers order the same products, without a deadlock and without losing a unit", async () => {
    const products = await Promise.all(Array.from({ length: 3 }, () => makeProduct(shop.db, { countInStock: 500 })));
    const customers = await insertCustomers(shop.db, 60);
    const lines = (waitForSlot: number) =>
      [...products.slice(waitForSlot % 3), ...products.slice(0, waitForSlot % 3)].map((product) => ({
        product,
        qty: 1,
      }));
    const early = await Promise.all(customers.slice(0, 20).map((customer, n) => send(customer, lines(n))));
    await Promise.all(early.map(({ order }) => expire(order?._id)));
    const [late, ...rounds] = await Promise.all([
      Promise.all(customers.slice(20).map((customer, n) => send(customer, lines(n)))),
      releaseExpiredHolds(shop.db, 100),
      releaseExpiredHolds(shop.db, 100),
    ]);
    expect(outcomes([...early, ...late])).toEqual({ placed: 60 });
    expect(rounds.reduce((sum, n) => sum + n, 0) + (await releaseExpiredHolds(shop.db, 100))).toBe(20);
    for (const product of products) expect(await stockOf(shop.pool, product)).toBe(460);
    await expectInvariants(shop.pool, Object.fromEntries(products.map((id) => [id, 500])));
  });

  it("does not keep others from going back when it fits no longer", async () => {
    const full = await makeProduct(shop.db);
    const normal = await makeProduct(shop.db);
    const customer = await insertCustomer(shop.db);
    for (const product of [full, normal]) {
      await expire((await placedOrder(shop.origin, customer, orderOf([{ product, qty: 2 }])))._id);
    }
    await shop.pool.query("update products set count_in_stock = $2 where id = $1", [full, stockMax]);
    expect(await releaseExpiredHolds(shop.db, 10)).toBe(2);
    expect(await stockOf(shop.pool, full)).toBe(stockMax);
    expect(await stockOf(shop.pool, normal)).toBe(10);
    await expectInvariants(shop.pool, { [normal]: 10 });
  });
});

describe("an order that the database refuses to write", () => {
  it("leaves nothing behind, and its key makes one as soon as it can be written", async () => {
    const product = await makeProduct(shop.db);
    const customer = await insertCustomer(shop.db);
    const lines = [{ product, qty: 2 }];
    await shop.pool.query("alter table orders add constraint no_orders check (false) not valid");
    try {
      expect((await send(customer, lines, { key: "unwritten" })).status).toBe(500);
    } finally {
      await shop.pool.query("alter table orders drop constraint no_orders");
    }
    expect(await stockOf(shop.pool, product)).toBe(10);
    expect(await ordersBy(shop.pool, customer)).toBe(0);
    expect(await send(customer, lines, { key: "unwritten" })).toMatchObject({ status: 201, isReplay: false });
    await expectInvariants(shop.pool, { [product]: 10 });
  });
});

describe("the account behind an order", () => {
  it.each(transports)("that is being deleted when the order arrives gets no order (%s)", async (transport) => {
    const product = await makeProduct(shop.db);
    const client = new pg.Client({ connectionString: shop.databaseUrl });
    await client.connect();
    for (const key of [undefined, "too-late"]) {
      const customer = await insertCustomer(shop.db);
      await client.query("begin");
      await client.query(
        "update users set name = 'Deleted user', email = null, password_hash = null, deleted_at = now() where id = $1",
        [customer.id],
      );
      const waiting = send(customer, [{ product, qty: 1 }], { transport, ...(key === undefined ? {} : { key }) });
      await waitForLock(shop.pool);
      await client.query("commit");
      expect(await waiting).toMatchObject({ status: 401, refusal: { code: "UNAUTHENTICATED" } });
      expect(await ordersBy(shop.pool, customer)).toBe(0);
    }
    await client.end();
    await expectInvariants(shop.pool, { [product]: 10 });
  });

  it("that is deleted at any moment of a burst leaves whole orders or none", async () => {
    const product = await makeProduct(shop.db, { countInStock: 1_000 });
    const accounts = await insertCustomers(shop.db, 20);
    const admin = await insertCustomer(shop.db, { isAdmin: true });
    const attempts = await Promise.all(
      accounts.flatMap((customer, n) => [
        send(customer, [{ product, qty: 1 }], { key: "burst" }),
        delay(n * 3).then(() =>
          fetch(`${shop.origin}/api/users/${customer.id}`, {
            method: "DELETE",
            headers: { cookie: admin.cookie },
          }).then(() => send(customer, [{ product, qty: 1 }], { key: "afterwards" })),
        ),
      ]),
    );
    const late = attempts.filter((_, n) => n % 2 === 1);
    expect(late.map((attempt) => attempt.status)).toEqual(late.map(() => 401));
    for (const { status } of attempts) expect([201, 401]).toContain(status);
    expect(await ordersOf(shop.pool, product)).toBe(attempts.filter((attempt) => attempt.status === 201).length);
    await expectInvariants(shop.pool, { [product]: 1_000 });
  });
});
