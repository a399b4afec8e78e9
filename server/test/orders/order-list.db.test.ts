import { cancellationSchema } from "@shop/shared/order/cancellation";
import { matterKinds } from "@shop/shared/order/matter";
import { type OrderFilter, orderFilters } from "@shop/shared/order/order-filter";
import { filterOrdersSchema, pageOrdersSchema } from "@shop/shared/order/order-list";
import { paymentMethods } from "@shop/shared/shop";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { orderMessages } from "../../src/db/schema/customer-service.ts";
import { orders } from "../../src/db/schema/orders.ts";
import { parcels } from "../../src/db/schema/parcels.ts";
import { matchesFilter, pageOrders } from "../../src/domain/order/list.ts";
import { adminActor } from "../harness/admin-actor.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeManyRows, makeOrder, makeProduct, makeUser } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { fromTrpc } from "../harness/test-client.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });

const timestamp = z.iso.datetime().nullable();
/** A row of the list: these fields and no others. */
const rowSchema = z.strictObject({
  _id: z.uuid(),
  user: z.strictObject({ name: z.string(), email: z.string() }),
  createdAt: z.iso.datetime(),
  totalPrice: z.number(),
  paymentMethod: z.enum(paymentMethods),
  units: z.number(),
  paidAt: timestamp,
  confirmedAt: timestamp,
  processedAt: timestamp,
  shippedAt: timestamp,
  deliveredAt: timestamp,
  matters: z.array(z.enum(matterKinds)),
  refundedPrice: z.number(),
  isRefunded: z.boolean(),
  isRestocked: z.boolean(),
  cancellation: cancellationSchema.nullable(),
  hasNewMessage: z.boolean(),
  isPartlyShipped: z.boolean(),
});
const pageSchema = z.strictObject({
  rows: z.array(rowSchema),
  page: z.number(),
  pages: z.number(),
  total: z.number(),
  sum: z.number(),
});

let admin: Customer;
/** Ids of the orders of this file, by what is special about each. */
const made: Record<string, string> = {};

async function ask(procedure: string, input: unknown, who: { cookie: string } = admin) {
  const search = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const response = await fetch(`${shop.origin}/trpc/${procedure}${search}`, {
    headers: { cookie: who.cookie },
  });
  return { status: response.status, body: fromTrpc(await response.json()) };
}

async function page(input: unknown = {}) {
  const { status, body } = await ask("admin.orders.page", input);
  expect(status).toBe(200);
  return pageSchema.parse(body);
}

/** The names of the orders that a question finds, in the order in which they come. */
async function found(input: unknown): Promise<string[]> {
  const names = new Map(Object.entries(made).map(([name, id]) => [id, name]));
  return (await page(input)).rows.map(({ _id }) => names.get(_id) ?? _id);
}

/** Takes orders away again, with all that belongs to them. */
async function forget(ids: string[]): Promise<void> {
  for (const table of ["order_items", "order_matters", "refunds", "payments"]) {
    await shop.pool.query(`delete from ${table} where order_id = any($1)`, [ids]);
  }
  await shop.pool.query("delete from orders where id = any($1)", [ids]);
}

beforeAll(async () => {
  admin = await insertCustomer(shop.db, { isAdmin: true });
  const orders: [name: string, more: Parameters<typeof makeOrder>[1]][] = [
    [
      "unpaid",
      { stepsDone: 0, customerName: "Ada Lovelace", customerEmail: "ada@example.com", priceCents: 1_999, qty: 3 },
    ],
    ["paid", { stepsDone: 1, customerName: "Grace Hopper", customerEmail: "grace@navy.example" }],
    ["confirmed", { stepsDone: 2, customerName: "emmy noether", customerEmail: "emmy@example.com", priceCents: 333 }],
    ["processed", { stepsDone: 3, customerName: "Zoë Ärger", customerEmail: "zoe@example.com" }],
    ["shipped", { stepsDone: 4, customerName: "100% Real_Name \\ O'Neill", customerEmail: "real@example.com" }],
    ["delivered", { stepsDone: 5, customerName: "Ada Lovelace", customerEmail: "ada@example.com", priceCents: 50_000 }],
    ["twice", { stepsDone: 2, matters: ["paid twice", "disputed"] }],
    ["refunded", { stepsDone: 1, refundedCents: 21_50 }],
    ["refunded in part", { stepsDone: 3, refundedCents: 1_50, matters: ["refund failed"] }],
  ];
  for (const [place, [name, more]] of orders.entries()) {
    made[name] = await makeOrder(shop.db, {
      createdAt: new Date(Date.UTC(2026, 2, 1 + place, 23, 59, 59, 999)),
      ...more,
      id: `0190a0a0-0000-7000-8000-0000000${place}cafe`,
    });
  }
  // Their own names have ids in them, which may contain what is searched for.
  await shop.pool.query("update products set name = 'Zither'");
  await shop.pool.query("update order_items set name = 'Zither'");
  const userId = await makeUser(shop.db);
  const orderId = made.shipped ?? "";
  await shop.db.insert(orderMessages).values([
    { orderId, userId, isFromShop: false, text: "Where is it?" },
    { orderId, userId, isFromShop: false, text: "It came." },
    { orderId: made.delivered ?? "", userId, isFromShop: true, text: "Did it come?" },
    { orderId: made.paid ?? "", userId, isFromShop: false, text: "Thanks", readAt: new Date() },
  ]);
});

describe("the admin list of orders", () => {
  it("is for administrators", async () => {
    const customer = await insertCustomer(shop.db);
    for (const procedure of ["admin.orders.page", "admin.orders.waiting"]) {
      expect(await ask(procedure, {}, { cookie: "" })).toMatchObject({ status: 401 });
      expect(await ask(procedure, {}, customer)).toMatchObject({ status: 403 });
    }
  });

  it("shows the newest first, each as one slim row, with how many there are and what they come to", async () => {
    const { rows, sum, ...rest } = await page();
    expect(rest).toEqual({ page: 1, pages: 1, total: 9 });
    expect(rows.map(({ _id }) => _id)).toEqual(Object.values(made).reverse());
    expect(rows.at(-1)).toEqual({
      _id: made.unpaid,
      user: { name: "Ada Lovelace", email: "ada@example.com" },
      createdAt: "2026-03-01T23:59:59.999Z",
      totalPrice: 78.97,
      paymentMethod: "PayPal",
      units: 3,
      paidAt: null,
      confirmedAt: null,
      processedAt: null,
      shippedAt: null,
      deliveredAt: null,
      matters: [],
      refundedPrice: 0,
      isRefunded: false,
      isRestocked: false,
      cancellation: null,
      hasNewMessage: false,
      isPartlyShipped: false,
    });
    const cents = rows.reduce((all, { totalPrice }) => all + Math.round(totalPrice * 100), 0);
    expect(Math.round(sum * 100)).toBe(cents);
  });

  it("says of each what is open about it, the oldest first, and what was refunded", async () => {
    const { rows } = await page();
    const said = (name: string) => {
      const { matters, refundedPrice, isRefunded } = rows.find(({ _id }) => _id === made[name]) ?? {};
      return { matters, refundedPrice, isRefunded };
    };
    expect(said("twice")).toEqual({ matters: ["paid twice", "disputed"], refundedPrice: 0, isRefunded: false });
    expect(said("refunded")).toEqual({ matters: [], refundedPrice: 21.5, isRefunded: true });
    expect(said("refunded in part")).toEqual({ matters: ["refund failed"], refundedPrice: 1.5, isRefunded: false });
  });

  it("leaves out of the work to do what was restocked as a whole", async () => {
    const id = await makeOrder(shop.db, { stepsDone: 1, qty: 2, refundedCents: 5_00 });
    const restock = (qty: number) =>
      shop.pool.query(
        `with back as (
           insert into refund_items (refund_id, product_id, qty)
           select r.id, i.product_id, $2::int from refunds r join order_items i on i.order_id = r.order_id where r.order_id = $1
           on conflict (refund_id, product_id) do update set qty = excluded.qty
         )
         update refunds set restocked_at = now() where order_id = $1`,
        [id, qty],
      );
    const own = async () => (await page({ search: id })).rows[0];
    await restock(1);
    expect(await own()).toMatchObject({ isRefunded: false, isRestocked: false });
    expect(await found({ state: "to-confirm", search: id })).toEqual([id]);
    await restock(2);
    expect(await own()).toMatchObject({ isRefunded: false, isRestocked: true });
    expect(await found({ state: "to-confirm", search: id })).toEqual([]);
    await shop.pool.query("delete from refund_items where refund_id in (select id from refunds where order_id = $1)", [
      id,
    ]);
    await forget([id]);
  });

  it("forgets what is resolved, and refunds that failed", async () => {
    const id = await makeOrder(shop.db, { stepsDone: 1, matters: ["reversed", "refund failed"], refundedCents: 5_00 });
    const own = async () => (await page({ search: id })).rows[0];
    expect(await own()).toMatchObject({ matters: ["reversed", "refund failed"], refundedPrice: 5 });
    await shop.pool.query("update refunds set status = 'failed', completed_at = null where order_id = $1", [id]);
    await shop.pool.query(
      "update order_matters set resolved_at = now(), note = 'x' where order_id = $1 and kind = 'reversed'",
      [id],
    );
    expect(await own()).toMatchObject({ matters: ["refund failed"], refundedPrice: 0, isRefunded: false });
    expect(await found({ state: "refunded", search: id })).toEqual([]);
    expect(await found({ state: "attention", search: id })).toEqual([id]);
    await forget([id]);
  });

  const shown: Record<OrderFilter, string[]> = {
    unpaid: ["unpaid"],
    "to-confirm": ["paid"],
    "to-process": ["twice", "confirmed"],
    "to-ship": ["refunded in part", "processed"],
    "part-shipped": [],
    "to-deliver": ["shipped"],
    delivered: ["delivered"],
    attention: ["refunded in part", "twice"],
    messages: ["shipped"],
    refunded: ["refunded in part", "refunded"],
    cancelled: [],
  };
  it.each(orderFilters)("narrows down to %s", async (state) => {
    expect(await found({ state })).toEqual(shown[state]);
    const { rows, total, sum } = await page({ state });
    expect(total).toBe(rows.length);
    expect(Math.round(sum * 100)).toBe(rows.reduce((all, row) => all + Math.round(row.totalPrice * 100), 0));
  });

  it("counts what waits by the same conditions", async () => {
    const { body } = await ask("admin.orders.waiting", undefined);
    expect(body).toEqual({
      "to-confirm": 1,
      "to-process": 2,
      "to-ship": 2,
      "to-deliver": 1,
      attention: 2,
      messages: 1,
    });
  });

  it.each([
    ["Ada", ["delivered", "unpaid"]],
    ["ADA@EXAMPLE", ["delivered", "unpaid"]],
    ["lovelace ada@", ["delivered", "unpaid"]],
    ["EMMY", ["confirmed"]],
    ["zoë är", ["processed"]],
    ["ZOË ÄR", ["processed"]],
    ["zoe ar", ["processed"]],
    ["Zoe\u0308", ["processed"]],
    ["Lovelace Ada", ["delivered", "unpaid"]],
    ["  example  ADA love ", ["delivered", "unpaid"]],
    ["ada noether", []],
    ["navy.example", ["paid"]],
    ["100%", ["shipped"]],
    ["real_name \\", ["shipped"]],
    ["o'neill", ["shipped"]],
    ["%", ["shipped"]],
    ["0cafe", ["unpaid"]],
    ["#3CAFE", ["processed"]],
    ["00000001cafe", ["paid"]],
    ["-8000-00000002cafe", ["confirmed"]],
    ["8000-00000002CAFE", ["confirmed"]],
    ["8000-00000000002cafe", []],
    ["cafe", []],
    ["1caf", []],
    ["nobody", []],
    ["' or 1=1 --", []],
  ])("finds by %j", async (search, names) => {
    expect(await found({ search })).toEqual(names);
  });

  it("finds an order by its whole id and by any end of it from five characters on", async () => {
    const id = made.shipped ?? "";
    for (let length = 5; length <= id.length; length += 1) {
      const ending = id.slice(-length);
      expect(await found({ search: length % 2 === 0 ? ending : ending.toUpperCase() }), ending).toEqual(["shipped"]);
    }
  });

  it("finds an order by its product, also under the name that the product has now", async () => {
    const productId = await makeProduct(shop.db, { name: "Walnut Röntgen Clock" });
    const order = made.confirmed ?? "";
    await shop.pool.query("update order_items set product_id = $2 where order_id = $1", [order, productId]);
    for (const search of ["walnut", "RÖNTGEN CLOCK", "nut rö"]) expect(await found({ search })).toEqual(["confirmed"]);
    expect(await found({ search: "wa" })).toEqual([]);
    for (const search of ["clock walnut", "rontgen", "RÖNTGEN"])
      expect(await found({ search }), search).toEqual(["confirmed"]);
    await shop.pool.query("update products set name = 'Oak Clock', deleted_at = now() where id = $1", [productId]);
    expect(await found({ search: "oak clock" })).toEqual(["confirmed"]);
    expect(await found({ search: "oak clock", state: "delivered" })).toEqual([]);
    // The invoice has the name of the day.
    await shop.pool.query("update order_items set name = 'Świecznik Röntgen' where order_id = $1", [order]);
    for (const search of ["swiecznik", "rontgen swiecznik", "świecznik"])
      expect(await found({ search }), search).toEqual(["confirmed"]);
  });

  it("finds an order by a tracking number and its beginning, as carriers print it", async () => {
    const parcel = { orderId: made.shipped ?? "", carrier: "ups" as const, trackingNumber: "1Z999AA10123456784" };
    await shop.db.insert(parcels).values(parcel);
    for (const search of ["1Z999AA10123456784", "1z 999 aa1 0123 4567 84", "1Z999"]) {
      expect(await found({ search }), search).toEqual(["shipped"]);
    }
    for (const search of ["999AA10123456784", "1Z99", "1Z999AA10123456785"]) {
      expect(await found({ search }), search).toEqual([]);
    }
  });

  it("finds an order by the payment provider's id of the order, the capture and the refund", async () => {
    const refunded = made.refunded ?? "";
    for (const kind of ["ORDER", "CAPTURE", "REFUND"]) {
      expect(await found({ search: `${kind}-${refunded}` })).toEqual(["refunded"]);
    }
    await shop.pool.query("update payments set capture_id = '5O190127TN364715T' where order_id = $1", [made.paid]);
    expect(await found({ search: "5o190127tn364715t" })).toEqual(["paid"]);
    expect(await found({ search: "5O190127TN36471" })).toEqual([]);
  });

  it("finds orders by their total, however it is written", async () => {
    for (const search of ["575", "575.00", "$575", "$ 575.0"]) {
      expect(await found({ search }), search).toEqual(["delivered"]);
    }
    expect(await found({ search: "57" })).toEqual([]);
    expect(await found({ search: "1,575.00" })).toEqual([]);
  });

  it.each([
    ["orders_by_customer", "lovelace"],
    ["order_items_by_name", "walnut clock"],
    ["orders_by_id_ending", "3cafe"],
    ["order_items_of_product", "walnut clock"],
    ["parcels_by_number", "1Z999AA10123456784"],
    ["payments_capture_once", "5O190127TN364715T"],
    ["payments_one_order_each", "5O190127TN364715T"],
    ["refunds_provider_refund_once", "5O190127TN364715T"],
    ["orders_by_total", "575.00"],
  ])("reads %s in a search for %j", async (index, search) => {
    const client = await shop.pool.connect();
    try {
      await client.query("set enable_seqscan = off");
      await client.query("set enable_mergejoin = off");
      await client.query("set enable_hashjoin = off");
      const filter = filterOrdersSchema.parse({ search });
      const { sql: text, params } = shop.db
        .select({ id: orders.id })
        .from(orders)
        .where(matchesFilter(filter, { timeZone: "UTC" }))
        .toSQL();
      const { rows } = await client.query(`explain ${text}`, params);
      expect(JSON.stringify(rows)).toContain(index);
    } finally {
      client.release(true);
    }
  });

  it.each([
    ["UTC", ["confirmed"]],
    // A second before midnight in UTC is the next day in Tokyo and the same in New York.
    ["Asia/Tokyo", ["paid"]],
    ["America/New_York", ["confirmed"]],
  ])("keeps to days of the shop in %s", async (timeZone, names) => {
    const input = pageOrdersSchema.parse({ from: "2026-03-03", to: "2026-03-03" });
    const session = { id: uuidv7(), expiresAt: new Date(), hasSecondFactor: false };
    const actor = adminActor({ id: admin.id, name: admin.name, email: admin.email }, session);
    const { rows } = await pageOrders({ db: shop.db, shop: { timeZone } }, actor, input);
    expect(rows.map(({ _id }) => Object.entries(made).find(([, id]) => id === _id)?.[0])).toEqual(names);
  });

  it.each([
    [{ from: "2026-03-07" }, ["refunded in part", "refunded", "twice"]],
    [{ to: "2026-03-02" }, ["paid", "unpaid"]],
    [{ from: "2026-03-03", to: "2026-03-03" }, ["confirmed"]],
    [{ from: "2026-03-04", to: "2026-03-03" }, []],
    [{ from: "2026-03-03", to: "2026-03-06", search: "ada" }, ["delivered"]],
    [{ from: "2026-03-03", state: "to-process" }, ["twice", "confirmed"]],
  ])("keeps to days of the shop, which are in UTC: %j", async (input, names) => {
    expect(await found(input)).toEqual(names);
  });

  it.each([
    [{ state: "everything" }],
    [{ from: "2026-02-30" }],
    [{ to: "tomorrow" }],
    [{ from: 7, state: [], sort: "password", pageNumber: -1, pageSize: 1e9 }],
  ])("takes what is not on offer for nothing asked: %j", async (input) => {
    expect(await page(input)).toEqual(await page());
  });

  it("is sorted by date, total and customer, both ways", async () => {
    const newest = Object.keys(made).reverse();
    expect(await found({ sort: "-date" })).toEqual(newest);
    expect(await found({ sort: "date" })).toEqual(newest.toReversed());
    expect((await found({ sort: "-total" })).slice(0, 2)).toEqual(["delivered", "unpaid"]);
    expect((await found({ sort: "total" }))[0]).toBe("confirmed");
    const byUser = (await page({ sort: "user" })).rows.map(({ user }) => user.name);
    expect(byUser.slice(1, 5)).toEqual(["Ada Lovelace", "Ada Lovelace", "emmy noether", "Grace Hopper"]);
    expect((await page({ sort: "-user" })).rows.map(({ user }) => user.name)).toEqual(byUser.toReversed());
  });

  it("comes in pages that together hold every order once", async () => {
    const extra: string[] = [];
    const createdAt = new Date(Date.UTC(2020, 0, 1));
    // Of one moment and one price, so that only their ids tell them apart.
    for (let n = 0; n < 15; n += 1) extra.push(await makeOrder(shop.db, { createdAt }));
    for (const sort of ["-date", "date", "-total", "total", "user"]) {
      const first = await page({ sort, pageSize: 10 });
      expect(first).toMatchObject({ page: 1, pages: 3, total: 24 });
      const seen = first.rows.map(({ _id }) => _id);
      for (const pageNumber of [2, 3]) {
        const next = await page({ sort, pageSize: 10, pageNumber });
        expect(next).toMatchObject({ page: pageNumber, pages: 3, total: 24, sum: first.sum });
        seen.push(...next.rows.map(({ _id }) => _id));
      }
      expect(seen.toSorted()).toEqual([...Object.values(made), ...extra].toSorted());
    }
    expect(await page({ pageSize: 10, pageNumber: 9_999 })).toMatchObject({ rows: [], total: 24 });
    await forget(extra);
  });

  it("shows a deleted customer as they were when they ordered", async () => {
    const userId = await makeUser(shop.db, {
      name: "Deleted user",
      email: null,
      passwordHash: null,
      deletedAt: new Date(),
    });
    const id = await makeOrder(shop.db, { userId, customerName: "Hedy Lamarr", customerEmail: "hedy@example.com" });
    expect((await page({ search: "hedy" })).rows).toMatchObject([{ _id: id, user: { name: "Hedy Lamarr" } }]);
    const response = await fetch(`${shop.origin}/api/orders`, { headers: { cookie: admin.cookie } });
    expect(response.status).toBe(200);
    expect(JSON.stringify(await response.json())).toContain("hedy@example.com");
  });
});

describe("with ten thousand orders", () => {
  const budgetMs = 300;
  beforeAll(async () => {
    await makeManyRows(
      shop.pool,
      `
      insert into orders select (r).* from (
        select json_populate_record(o, json_build_object('id', gen_random_uuid(), 'is_stock_held', false,
          'created_at', o.created_at - n * interval '1 minute', 'buyer_name', 'Buyer ' || n,
          'buyer_email', n || '@many.example')) as r
        from orders o, generate_series(1, 10000) n where o.id = '${made.delivered}') copied`,
    );
    await shop.pool.query("analyze orders");
  });

  it.each([
    {},
    { pageSize: 100, pageNumber: 100 },
    { sort: "-total" },
    { sort: "user" },
    { state: "delivered", search: "many" },
    { state: "to-confirm" },
    { search: "buyer 9999" },
    { search: uuidv7().slice(-5) },
    { search: "a" },
    { search: "oak clock" },
    { search: "575.00" },
    { search: "1Z999AA10123456784" },
    { from: "2026-01-01", to: "2026-12-31" },
  ])("answers within its budget: %j", async (input) => {
    // The first reading of a kind also plans it; the budget is for every one of the next, the best of which counts
    // on a machine that other work may stop at any moment.
    const times: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const started = performance.now();
      await page(input);
      times.push(performance.now() - started);
    }
    expect(Math.min(...times)).toBeLessThan(budgetMs);
  });
});
