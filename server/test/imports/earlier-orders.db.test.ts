import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { noteProof } from "../../src/domain/account/mailbox-proof.ts";
import { runImports } from "../../src/domain/import/run.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { importing } from "../harness/importing.ts";
import { expectNoItemError } from "../harness/no-item-error.ts";
import { startTestShop } from "../harness/shop.ts";
import { fromTrpc } from "../harness/test-client.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret }, poolMax: 5 });
let admin: Customer;
beforeAll(async () => {
  admin = await insertCustomer(shop.db, { isAdmin: true });
});
afterEach(async () => {
  await shop.pool.query("delete from earlier_orders");
  await shop.pool.query("delete from imports");
});
const work = () => runImports(shop.db, { isStopping: () => false, onItemError: expectNoItemError });
const { upload, check, apply, undo, rowsOf, read } = importing({
  shop: () => ({ origin: shop.origin, cookie: admin.cookie }),
  work,
});

const csv = (...lines: string[]) => lines.join("\n");
const shopifyHeading =
  "Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total," +
  "Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price," +
  "Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1," +
  "Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name," +
  "Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province," +
  "Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Id";
const columns = shopifyHeading.split(",");
/** A row of Shopify's export that has only some cells. */
const row = (cells: Record<string, string>) =>
  columns.map((name) => `"${(cells[name] ?? "").replaceAll('"', '""')}"`).join(",");
const paid = {
  Name: "#1001",
  Email: "grace@example.com",
  "Financial Status": "partially_refunded",
  "Paid at": "2021-03-04 11:00:00 +0100",
  "Fulfillment Status": "fulfilled",
  "Fulfilled at": "2021-03-05 09:30:00 +0100",
  Currency: "EUR",
  Subtotal: "90.00",
  Shipping: "4.90",
  Taxes: "15.15",
  Total: "94.90",
  "Discount Amount": "10.00",
  "Created at": "2021-03-04 10:59:58 +0100",
  "Lineitem quantity": "2",
  "Lineitem name": "Oak table",
  "Lineitem price": "35.00",
  "Lineitem sku": "OAK-1",
  "Billing Name": "Grace Hopper",
  "Billing Address1": "Elsewhere 9",
  "Shipping Name": "Grace Hopper",
  "Shipping Address1": "1 Navy Way",
  "Shipping Address2": "Flat 2",
  "Shipping City": "Arlington",
  "Shipping Zip": "'02210",
  "Shipping Province": "VA",
  "Shipping Country": "US",
  "Payment Method": "Shopify Payments",
  "Refunded Amount": "5.00",
  Id: "4123",
};
const second = {
  Name: "#1001",
  Email: "grace@example.com",
  "Created at": paid["Created at"],
  "Lineitem quantity": "1",
  "Lineitem name": "Oak chair",
  "Lineitem price": "30.00",
};
const unpaid = {
  Name: "#1002",
  Email: "alan@example.com",
  "Financial Status": "pending",
  "Fulfillment Status": "unfulfilled",
  Currency: "USD",
  Subtotal: "20.00",
  Shipping: "0.00",
  Taxes: "1.65",
  Total: "21.65",
  "Created at": "2021-04-01 00:00:00 -0500",
  "Lineitem quantity": "1",
  "Lineitem name": "Mug",
  "Lineitem price": "20.00",
  "Billing Name": "Alan Turing",
  "Billing Address1": "Sherwood Drive",
  "Billing City": "Bletchley",
  "Billing Country": "GB",
};
const shopifyFile = csv(shopifyHeading, row(paid), row(second), row(unpaid));

const ordersSchema = z.array(z.record(z.string(), z.unknown()));
async function stored() {
  const { rows } = await shop.pool.query(`
    select number, customer_name, customer_email, address, city, postal_code, country, currency, state,
      discount_cents::int, shipping_cents::int, tax_cents::int, total_cents::int, refunded_cents::int,
      to_char(ordered_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as ordered,
      (select json_agg(json_build_array(name, sku, qty, total_cents) order by position) from earlier_order_items i where i.order_id = o.id) as items
    from earlier_orders o order by number`);
  return ordersSchema.parse(rows);
}
const hashSchema = z.tuple([z.object({ hash: z.string().nullable() })]);
async function ordersHash(): Promise<string | null> {
  const { rows } = await shop.pool.query(`
    select md5(string_agg(o::text || (select coalesce(string_agg(i::text, ',' order by position), '') from earlier_order_items i where i.order_id = o.id), e'\\n' order by o.id)) as hash
    from earlier_orders o`);
  return hashSchema.parse(rows)[0].hash;
}
async function ask(name: string, input: unknown, cookie = admin.cookie): Promise<unknown> {
  const query = encodeURIComponent(JSON.stringify(input));
  const response = await fetch(`${shop.origin}/trpc/${name}?input=${query}`, { headers: { cookie } });
  const body: unknown = await response.json();
  return response.ok ? fromTrpc(body) : response.status;
}
const rowSchema = z.looseObject({ _id: z.string(), number: z.string() });
const pageSchema = z.looseObject({ rows: z.array(rowSchema) });
const found = async (search: string) =>
  pageSchema.parse(await ask("admin.orders.earlierPage", { search })).rows.map(({ number }) => number);

describe("orders of a former shop", () => {
  it("come along to the cent, once, and an undo restores the shop", async () => {
    const file = await upload(shopifyFile);
    expect(await read(file)).toMatchObject({ kind: "orders", format: "shopify" });
    expect(await check(file)).toMatchObject({ counts: { new: 2, refused: 0 }, warnings: {} });
    expect(await ordersHash()).toBeNull();
    expect(await apply(file)).toMatchObject({ state: "applied", problem: "" });
    expect(await stored()).toEqual([
      {
        number: "#1001",
        customer_name: "Grace Hopper",
        customer_email: "grace@example.com",
        address: "1 Navy Way, Flat 2",
        city: "Arlington, VA",
        postal_code: "02210",
        country: "United States",
        currency: "EUR",
        state: "shipped",
        discount_cents: 1_000,
        shipping_cents: 490,
        tax_cents: 1_515,
        total_cents: 9_490,
        refunded_cents: 500,
        ordered: "2021-03-04 09:59:58",
        items: [
          ["Oak table", "OAK-1", 2, 7_000],
          ["Oak chair", "", 1, 3_000],
        ],
      },
      expect.objectContaining({
        number: "#1002",
        address: "Sherwood Drive",
        country: "United Kingdom",
        state: "unpaid",
        tax_cents: 165,
        total_cents: 2_165,
        ordered: "2021-04-01 05:00:00",
      }),
    ]);
    expect(await check(await upload(shopifyFile))).toMatchObject({
      counts: { new: 0, changed: 0, same: 2, refused: 0 },
    });
    expect(await undo(file)).toMatchObject({ state: "undone", leftAlone: 0 });
    expect(await ordersHash()).toBeNull();
  });

  it("take no part in the shop's own orders, stock, money and invoices", async () => {
    const product = await makeProduct(shop.db, { countInStock: 7 });
    await shop.pool.query("insert into product_trade (product_id, sku) values ($1, 'OAK-1')", [product]);
    const tables = "orders, order_items, payments, refunds, invoices, mails, order_events";
    const count = async () => {
      const parts = tables.split(", ").map((table) => `(select count(*)::int from ${table}) as ${table}`);
      return (
        await shop.pool.query(`select ${parts.join(", ")}, (select sum(count_in_stock)::int from products) as units`)
      ).rows;
    };
    const before = await count();
    const file = await upload(shopifyFile);
    await check(file);
    await apply(file);
    expect(await count()).toEqual(before);
    const [id] = pageSchema
      .parse(await ask("admin.orders.earlierPage", { search: "#1001" }))
      .rows.map(({ _id }) => _id);
    expect(await ask("order.earlierById", { id })).toMatchObject({
      number: "#1001",
      itemsCents: 10_000,
      items: [
        { name: "Oak table", productId: product },
        { name: "Oak chair", productId: null },
      ],
    });
  });

  it("that a later file has otherwise change, and an undo of it gives them back", async () => {
    const first = await upload(shopifyFile);
    await check(first);
    await apply(first);
    const before = await ordersHash();
    const later = csv(
      shopifyHeading,
      row({ ...unpaid, "Financial Status": "paid", "Paid at": "2021-04-02 08:00:00 +0000" }),
    );
    const file = await upload(later);
    expect(await check(file)).toMatchObject({ counts: { changed: 1, new: 0 } });
    expect((await rowsOf(file))[0]?.changes).toEqual({
      state: ["unpaid", "paid"],
      paidAt: [null, "2021-04-02T08:00:00.000Z"],
    });
    await apply(file);
    // The first import cannot take back what a later one has changed.
    expect(await undo(first)).toMatchObject({ leftAlone: 1 });
    expect((await stored()).map(({ number }) => number)).toEqual(["#1002"]);
    await undo(file);
    expect((await stored())[0]).toMatchObject({ state: "unpaid" });
    expect(before).not.toBe(await ordersHash());
  });

  it("are found by number, customer, e-mail, product and SKU, and stand in the list by each key", async () => {
    const file = await upload(shopifyFile);
    await check(file);
    await apply(file);
    expect(await found("")).toEqual(["#1002", "#1001"]);
    for (const search of ["1001", "HOPPER", "grace@ex", "oak ch", "oak-1", "chair oak", "Hopper Gräce"])
      expect(await found(search), search).toEqual(["#1001"]);
    expect(await found("nobody")).toEqual([]);
    for (const [sort, first] of [
      ["date", "#1001"],
      ["-date", "#1002"],
      ["user", "#1002"],
      ["-number", "#1002"],
    ])
      expect(pageSchema.parse(await ask("admin.orders.earlierPage", { sort })).rows[0]?.number, sort).toBe(first);
    expect(await ask("admin.orders.countEarlier", { search: "hopper" })).toBe(1);
  });

  it("are their customer's once the mailbox is proven, and nobody else's", async () => {
    const grace = await insertCustomer(shop.db);
    await shop.pool.query("update users set email = 'grace@example.com' where id = $1", [grace.id]);
    const other = await insertCustomer(shop.db);
    const file = await upload(shopifyFile);
    await check(file);
    await apply(file);
    const own = async (customer: Customer) =>
      pageSchema.parse(await ask("order.earlier", {}, customer.cookie)).rows.map(({ number }) => number);
    // Anybody can register with the address of somebody else.
    expect(await own(grace)).toEqual([]);
    await noteProof(shop.db, grace.id, new Date());
    expect(await own(grace)).toEqual(["#1001"]);
    const [id] = pageSchema.parse(await ask("order.earlier", {}, grace.cookie)).rows.map(({ _id }) => _id);
    expect(await ask("order.earlierById", { id }, grace.cookie)).toMatchObject({ number: "#1001" });
    expect(await ask("order.earlierById", { id }, other.cookie)).toBe(404);
    expect(await ask("admin.orders.earlierPage", {}, other.cookie)).toBe(403);
    expect(await ask("admin.users.customer", { id: grace.id })).toMatchObject({
      earlierOrders: { total: 1, rows: [{ number: "#1001" }] },
      orders: { total: 0 },
    });
    await shop.pool.query("update earlier_orders set user_id = null");
    await shop.pool.query("delete from users where email = 'grace@example.com'");
  });

  it("are part of the sales only by choice, in the shop's currency, and never when unpaid", async () => {
    const today = new Date().toISOString();
    const file = await upload(
      csv(
        "Number,Date,Email,Total,Currency,State,Refunded,Item,Item total",
        `A1,${today},a@example.com,30.00,USD,paid,0,Mug,30.00`,
        `A2,${today},a@example.com,12.50,USD,delivered,2.50,Mug,12.50`,
        `A3,${today},b@example.com,99.00,EUR,paid,0,Mug,99.00`,
        `A4,${today},c@example.com,77.00,USD,unpaid,0,Mug,77.00`,
        `A5,${today},c@example.com,66.00,USD,cancelled,0,Mug,66.00`,
      ),
    );
    await check(file);
    await apply(file);
    const without = await ask("admin.dashboard.figures", { days: 7 });
    expect(without).toMatchObject({ hasEarlier: true, sales: { now: 0 }, orders: { now: 0 }, refunded: { now: 0 } });
    expect(await ask("admin.dashboard.figures", { days: 7, withEarlier: true })).toMatchObject({
      sales: { now: 42.5 },
      refunded: { now: 2.5 },
      orders: { now: 2 },
      customers: { now: 1 },
    });
  });

  it("are refused where two of a file have the same number", async () => {
    const file = await upload(csv(shopifyHeading, row(paid), row({ ...unpaid, Name: "#1001" }), row(unpaid)));
    expect(await check(file)).toMatchObject({ counts: { new: 1, refused: 1 } });
    expect((await rowsOf(file))[0]?.reason).toBe("The file has two orders with the number #1001");
  });

  it("come back the same from this shop's export, and go to other shops with the others", async () => {
    const file = await upload(shopifyFile);
    await check(file);
    await apply(file);
    const export_ = async (format: string) =>
      (await fetch(`${shop.origin}/api/orders.csv?format=${format}`, { headers: { cookie: admin.cookie } })).text();
    const lines = await export_("lines");
    const own = await upload(lines);
    expect(await read(own)).toMatchObject({ kind: "orders", format: "own" });
    expect(await check(own)).toMatchObject({ counts: { new: 2, refused: 0 } });
    await apply(own);
    expect(await check(await upload(lines))).toMatchObject({ counts: { same: 2, new: 0, changed: 0 } });
    const sums = async () =>
      (
        await shop.pool.query(
          "select source, sum(total_cents)::int, sum(tax_cents)::int, sum(refunded_cents)::int as refunded from earlier_orders group by 1 order by 1",
        )
      ).rows;
    expect(await sums()).toMatchObject([
      { source: "own", sum: 1_680, refunded: 500 },
      { source: "shopify", sum: 1_680, refunded: 500 },
    ]);
    await undo(own);
    const shopify = await export_("shopify");
    expect(shopify).toContain("#1001,grace@example.com,partially_refunded,2021-03-04 10:00:00 +0000,fulfilled");
    const again = await upload(shopify);
    expect(await check(again)).toMatchObject({ counts: { same: 2, new: 0, changed: 0, refused: 0 } });
    const wooCommerce = await upload(await export_("woocommerce"));
    expect(await read(wooCommerce)).toMatchObject({ kind: "orders", format: "woocommerce" });
    expect(await check(wooCommerce)).toMatchObject({ counts: { new: 2, refused: 0 } });
  });
});
