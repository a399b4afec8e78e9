import { describe, expect, it } from "vitest";
import { deleteExpiredKeys } from "../../src/domain/order/expired-keys.ts";
import { insertCustomer, insertCustomers, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
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
import { exchange, statusesOf } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Transport, transports } from "../harness/test-client.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });

const send = (customer: { cookie: string }, lines: unknown, options: { transport?: Transport; key?: string } = {}) =>
  sendOrder(shop.origin, customer, orderOf(lines), options);

describe("an Idempotency-Key", () => {
  it.each(transports)("gives the same order again to a retry, and says so (%s)", async (transport) => {
    const product = await makeProduct(shop.db);
    const customer = await insertCustomer(shop.db);
    const first = await send(customer, [{ product, qty: 2 }], { transport, key: "retry" });
    const again = await send(customer, [{ product, qty: 2 }], { transport, key: "retry" });
    expect([first.status, again.status]).toEqual(transport === "REST" ? [201, 201] : [200, 200]);
    expect([first.isReplay, again.isReplay]).toEqual([false, true]);
    expect(again.order).toEqual(first.order);
    const other = await send(customer, [{ product, qty: 2 }], {
      transport: transport === "REST" ? "tRPC" : "REST",
      key: "retry",
    });
    expect(other).toMatchObject({ isReplay: true, order: { _id: first.order?._id } });
    expect(await ordersBy(shop.pool, customer)).toBe(1);
    expect(await stockOf(shop.pool, product)).toBe(8);
    await expectInvariants(shop.pool, { [product]: 10 });
  });

  it("makes one order of twenty simultaneous tries", async () => {
    const product = await makeProduct(shop.db);
    const customer = await insertCustomer(shop.db);
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send(customer, [{ product, qty: 2 }], { key: "double-click", transport: n % 2 === 0 ? "REST" : "tRPC" }),
      ),
    );
    expect(outcomes(tries)).toEqual({ placed: 20 });
    expect(new Set(tries.map((attempt) => attempt.order?._id)).size).toBe(1);
    expect(tries.filter((attempt) => attempt.isReplay)).toHaveLength(19);
    expect(await stockOf(shop.pool, product)).toBe(8);
    await expectInvariants(shop.pool, { [product]: 10 });
  });

  it.each(transports)("is refused for another body (%s)", async (transport) => {
    const product = await makeProduct(shop.db);
    const customer = await insertCustomer(shop.db);
    const first = await placedOrder(shop.origin, customer, orderOf([{ product, qty: 1 }]), {
      transport,
      key: "other-body",
    });
    for (const body of [
      orderOf([{ product, qty: 2 }]),
      orderOf([{ product, qty: 1 }], { paymentMethod: "Credit Card" }),
      orderOf([{ product, qty: 1 }], { shippingAddress: { ...address, city: "Shelbyville" } }),
    ]) {
      const refused = await sendOrder(shop.origin, customer, body, { transport, key: "other-body" });
      expect(refused).toMatchObject({ status: 422, refusal: { code: "IDEMPOTENCY_KEY_REUSED" } });
      expect(JSON.stringify(refused.refusal)).not.toContain(first._id);
    }
    // What is ignored in a body does not make it another.
    const same = orderOf([{ _id: product, qty: 1, price: 0.01 }], { totalPrice: "1.00" });
    expect((await placedOrder(shop.origin, customer, same, { transport, key: "other-body" }))._id).toBe(first._id);
    await expectInvariants(shop.pool, { [product]: 10 });
  });

  it("belongs to the one who sent it", async () => {
    const product = await makeProduct(shop.db);
    const accounts = await insertCustomers(shop.db, 5);
    const attempts = await Promise.all(
      accounts.map((customer) => send(customer, [{ product, qty: 1 }], { key: "shared" })),
    );
    expect(outcomes(attempts)).toEqual({ placed: 5 });
    expect(attempts.some((attempt) => attempt.isReplay)).toBe(false);
    expect(attempts.map((attempt) => attempt.order?.user.email)).toEqual(accounts.map((customer) => customer.email));
    expect(new Set(attempts.map((attempt) => attempt.order?._id)).size).toBe(5);
    await expectInvariants(shop.pool, { [product]: 10 });
  });

  it("is not used up by a refusal", async () => {
    const product = await makeProduct(shop.db, { countInStock: 0 });
    const customer = await insertCustomer(shop.db);
    expect((await send(customer, [{ product, qty: 1 }], { key: "restocked" })).status).toBe(409);
    await shop.pool.query("update products set count_in_stock = 1 where id = $1", [product]);
    const placed = await send(customer, [{ product, qty: 1 }], { key: "restocked" });
    expect(placed).toMatchObject({ status: 201, isReplay: false });
    expect((await send(customer, [{ product, qty: 1 }], { key: "restocked" })).isReplay).toBe(true);
    await expectInvariants(shop.pool, { [product]: 1 });
  });

  it("is refused when it is empty, too long or not visible, over both transports", async () => {
    const product = await makeProduct(shop.db);
    const customer = await insertCustomer(shop.db);
    const body = JSON.stringify(orderOf([{ product, qty: 1 }]));
    const bad = ["", "x".repeat(256), "two words", "\t", "caf\u00e9", "a\u007f"];
    for (const key of bad) {
      const raw = await exchange(
        shop.origin,
        Buffer.from(
          `POST /api/orders HTTP/1.1\r\nhost: shop\r\nconnection: close\r\ncookie: ${customer.cookie}\r\n` +
            `content-type: application/json\r\nidempotency-key: ${key}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
          "latin1",
        ),
      );
      expect(statusesOf(raw), JSON.stringify(key)).toEqual([400]);
      const refused = await send(customer, [{ product, qty: 1 }], { transport: "tRPC", key });
      expect(refused, JSON.stringify(key)).toMatchObject({ status: 400, refusal: { code: "VALIDATION" } });
    }
    for (const key of ["\u0000", "a\nb"]) {
      expect((await send(customer, [{ product, qty: 1 }], { transport: "tRPC", key })).status).toBe(400);
    }
    expect(await ordersOf(shop.pool, product)).toBe(0);
    for (const key of ["!", "~".repeat(255)]) {
      expect((await send(customer, [{ product, qty: 1 }], { key })).status).toBe(201);
    }
    await expectInvariants(shop.pool, { [product]: 10 });
  });

  it.each(transports)("that is absent makes two orders of two identical bodies (%s)", async (transport) => {
    const product = await makeProduct(shop.db);
    const customer = await insertCustomer(shop.db);
    const [first, second] = [
      await send(customer, [{ product, qty: 1 }], { transport }),
      await send(customer, [{ product, qty: 1 }], { transport }),
    ];
    expect(first.order?._id).not.toBe(second.order?._id);
    expect([first.isReplay, second.isReplay]).toEqual([false, false]);
    expect(await ordersBy(shop.pool, customer)).toBe(2);
    await expectInvariants(shop.pool, { [product]: 10 });
  });

  it("is free again after a day, once, and is forgotten after two", async () => {
    const product = await makeProduct(shop.db);
    const customer = await insertCustomer(shop.db);
    const key = "yesterday";
    const first = await placedOrder(shop.origin, customer, orderOf([{ product, qty: 1 }]), { key });
    const age = (hours: number) =>
      shop.pool.query("update idempotency_keys set created_at = now() - $2 * interval '1 hour' where user_id = $1", [
        customer.id,
        hours,
      ]);
    await age(23);
    expect((await send(customer, [{ product, qty: 1 }], { key })).order?._id).toBe(first._id);
    await age(25);
    const tries = await Promise.all(Array.from({ length: 10 }, () => send(customer, [{ product, qty: 2 }], { key })));
    expect(outcomes(tries)).toEqual({ placed: 10 });
    expect(new Set(tries.map((attempt) => attempt.order?._id)).size).toBe(1);
    expect(tries[0]?.order?._id).not.toBe(first._id);
    expect(await ordersBy(shop.pool, customer)).toBe(2);
    const stored = async () =>
      (await shop.pool.query("select from idempotency_keys where user_id = $1", [customer.id])).rows.length;
    await deleteExpiredKeys(shop.db, 172_800_000);
    expect(await stored()).toBe(1);
    await age(49);
    await deleteExpiredKeys(shop.db, 172_800_000);
    expect(await stored()).toBe(0);
    await expectInvariants(shop.pool, { [product]: 10 });
  });
});
