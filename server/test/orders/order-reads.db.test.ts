import type { Order } from "@shop/shared/order/order";
import { ordersInScreen } from "@shop/shared/shop";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeProduct, makeUser } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { orderOf, orderSchema, placedOrder } from "../harness/ordering.ts";
import { startTestShop } from "../harness/shop.ts";
import { fromTrpc, type Transport, transports } from "../harness/test-client.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });

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
const readMine = (transport: Transport, customer: { cookie: string } | undefined) =>
  read(transport, customer, ["/api/orders/mine", "order.mine"]);

describe("who may read an order", () => {
  const notFound = { status: 404, body: { code: "NOT_FOUND", message: "Order not found" } };

  it("does not change when the customer's account is deleted: the order keeps name and e-mail", async () => {
    const product = await makeProduct(shop.db);
    const [owner, admin] = [await insertCustomer(shop.db), await insertCustomer(shop.db, { isAdmin: true })];
    const order = await placedOrder(shop.origin, owner, orderOf([{ product, qty: 1 }]));
    const gone = await fetch(`${shop.origin}/api/users/${owner.id}`, {
      method: "DELETE",
      headers: { cookie: admin.cookie },
    });
    expect(gone.status).toBe(200);
    expect(await readOrder("REST", owner, order._id)).toMatchObject({ status: 401 });
    expect(await readOrder("REST", admin, order._id)).toEqual({ status: 200, body: order });
    expect(order.user).toEqual({ name: owner.name, email: owner.email });
    await expectInvariants(shop.pool);
  });

  it.each(transports)(
    "is its owner and administrators; to everybody else it does not exist (%s)",
    async (transport) => {
      const product = await makeProduct(shop.db);
      const [owner, other, admin] = [
        await insertCustomer(shop.db),
        await insertCustomer(shop.db),
        await insertCustomer(shop.db, { isAdmin: true }),
      ];
      const order = await placedOrder(shop.origin, owner, orderOf([{ product, qty: 1 }]));
      expect(await readOrder(transport, owner, order._id)).toEqual({ status: 200, body: order });
      expect(await readOrder(transport, owner, order._id.toUpperCase())).toEqual({ status: 200, body: order });
      expect(await readOrder(transport, admin, order._id)).toEqual({ status: 200, body: order });
      expect(await readOrder(transport, undefined, order._id)).toMatchObject({
        status: 401,
        body: { code: "UNAUTHENTICATED" },
      });
      const foreign = await readOrder(transport, other, order._id);
      expect(foreign).toMatchObject(notFound);
      for (const account of [owner, other, admin]) {
        for (const id of [
          uuidv7(),
          "abc",
          "507f1f77bcf86cd799439011",
          "00000000-0000-0000-0000-000000000000",
          "' or 1=1",
        ]) {
          expect(await readOrder(transport, account, id)).toMatchObject(notFound);
        }
      }
    },
  );

  it("sees the customer's name and e-mail of that day, and nothing else of anybody", async () => {
    const product = await makeProduct(shop.db, { userId: await makeUser(shop.db, { name: "Hidden Keeper" }) });
    const owner = await insertCustomer(shop.db);
    const order = await placedOrder(shop.origin, owner, orderOf([{ product, qty: 1 }]));
    await shop.pool.query("update users set name = 'Renamed', email = $2 where id = $1", [
      owner.id,
      `new-${owner.email}`,
    ]);
    const { body } = await readOrder("REST", owner, order._id);
    // The schema refuses a field that nobody promised.
    expect(orderSchema.parse(body).user).toEqual({ name: owner.name, email: owner.email });
    expect(JSON.stringify(body)).not.toMatch(/Hidden Keeper|Renamed|password|token|heldUntil|userId/i);
  });

  it.each(transports)("gets their own list with their own orders only, newest first (%s)", async (transport) => {
    const product = await makeProduct(shop.db);
    const [one, two, nobody] = [
      await insertCustomer(shop.db),
      await insertCustomer(shop.db),
      await insertCustomer(shop.db),
    ];
    const placed: Order[] = [];
    for (const customer of [one, two, one, one, two]) {
      placed.unshift(await placedOrder(shop.origin, customer, orderOf([{ product, qty: 1 }])));
    }
    for (const customer of [one, two, nobody]) {
      const own = placed.filter((order) => order.user.email === customer.email);
      expect(await readMine(transport, customer)).toEqual({ status: 200, body: own });
    }
    expect(await readMine(transport, undefined)).toMatchObject({ status: 401 });
    // An administrator's own list is no other than anybody's.
    expect(await readMine(transport, await insertCustomer(shop.db, { isAdmin: true }))).toEqual({
      status: 200,
      body: [],
    });
  });
});

describe("the list of all orders", () => {
  const listFor = (customer: Customer | undefined) => read("REST", customer, ["/api/orders", ""]);

  it("is for administrators", async () => {
    const customer = await insertCustomer(shop.db);
    expect(await listFor(undefined)).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
    expect(await listFor(customer)).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
  });

  it("is whole, for a customer of more orders than one query reads as well, and can be read range by range", async () => {
    const copies = 2_050;
    const customer = await insertCustomer(shop.db);
    const admin = await insertCustomer(shop.db, { isAdmin: true });
    const product = await makeProduct(shop.db);
    const newest = await placedOrder(shop.origin, customer, orderOf([{ product, qty: 1 }]));
    await shop.db.execute(`
      insert into orders select (r).* from (
        select json_populate_record(o, json_build_object('id', gen_random_uuid(), 'is_stock_held', false,
          'created_at', o.created_at - n / 3 * interval '1 minute')) as r
        from orders o, generate_series(1, ${copies}) n where o.id = '${newest._id}') copied`);
    await shop.db.execute(`
      insert into order_items select o.id, i.position, i.product_id, i.name, i.image, i.price_cents, i.qty
      from orders o join order_items i on i.order_id = '${newest._id}' where o.user_id = '${customer.id}' and o.id <> i.order_id`);
    const screen = z.array(orderSchema).parse((await readMine("tRPC", customer)).body);
    expect(screen).toHaveLength(ordersInScreen);
    for (const ask of [() => listFor(admin), () => readMine("REST", customer)]) {
      const { status, body } = await ask();
      expect(status).toBe(200);
      const list = z.array(orderSchema).parse(body);
      const ofCustomer = list.filter((order) => order.user.email === customer.email);
      expect(new Set(ofCustomer.map((order) => order._id)).size).toBe(copies + 1);
      expect(list.map((order) => order.createdAt)).toEqual(
        list
          .map((order) => order.createdAt)
          .sort()
          .reverse(),
      );
    }
    for (const [customerOrAdmin, path] of [
      [customer, "/api/orders/mine"],
      [admin, "/api/orders"],
    ] as const) {
      const all = z.array(orderSchema).parse((await read("REST", customerOrAdmin, [path, ""])).body);
      const ranges: Order[] = [];
      let range: Order[];
      do {
        const after = ranges.length === 0 ? "" : `&after=${ranges.at(-1)?._id}`;
        const { body } = await read("REST", customerOrAdmin, [`${path}?limit=700${after}`, ""]);
        range = z.array(orderSchema).parse(body);
        ranges.push(...range);
      } while (range.length === 700);
      expect(ranges).toEqual(all);
      const bad = ["limit=0", "limit=-1", "limit=1.5", "limit=1e3", "limit=", "after=nothing", "after="];
      for (const query of bad) {
        expect(await read("REST", customerOrAdmin, [`${path}?${query}`, ""])).toMatchObject({
          status: 400,
          body: { code: "VALIDATION", errors: [{ path: query.split("=")[0] }] },
        });
      }
      expect(await read("REST", customerOrAdmin, [`${path}?after=${customer.id}`, ""])).toMatchObject({
        status: 404,
        body: { code: "NOT_FOUND" },
      });
    }
    const other = await insertCustomer(shop.db);
    expect(await read("REST", other, [`/api/orders/mine?after=${newest._id}`, ""])).toMatchObject({ status: 404 });
    await expectInvariants(shop.pool, { [product]: 10 });
  });
});
