import { beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { type Customer, insertCustomer, insertCustomers } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { catalogHash, importing, waitForImport } from "../harness/importing.ts";
import { type Attempt, orderOf, outcomes, sendOrder } from "../harness/ordering.ts";
import { startTwoServers } from "../harness/two-servers.ts";
import { width } from "../harness/width.ts";

vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 120_000 });

/** A whole shop moves in while another is sold from: goods with options and images, customers, and their orders. */
const servers = startTwoServers();
const { variants, customers, orders } = width.movedShop;
const variantsOfProduct = 50;
const customersAtOnce = 3;

let admin: Customer;
let buyingCustomers: Customer[];
let soldProduct: string;
beforeAll(async () => {
  admin = await insertCustomer(servers.db, { isAdmin: true });
  buyingCustomers = await insertCustomers(servers.db, customersAtOnce);
  soldProduct = await makeProduct(servers.db, { countInStock: 1_000_000 });
});

const shop = importing({
  shop: () => ({ origin: servers.shops[0].origin, cookie: admin.cookie }),
  work: (id) => waitForImport(() => shop.read(id)),
});

/** Customers who order until a work is done. Every order must succeed. */
async function whileOrdersRun(work: Promise<unknown>): Promise<void> {
  const attempts: Attempt[] = [];
  let isDone = false;
  const buy = async (customer: Customer, place: number) => {
    while (!isDone)
      attempts.push(await sendOrder(servers.at(place).origin, customer, orderOf([{ product: soldProduct, qty: 1 }])));
  };
  const all = Promise.all(buyingCustomers.map(buy));
  try {
    await Promise.race([work, all]);
  } finally {
    isDone = true;
  }
  await Promise.all([all, work]);
  expect(outcomes(attempts)).toEqual({ placed: attempts.length });
  expect(attempts.length).toBeGreaterThan(3);
}

const goods = () => {
  const heading =
    "Handle,Title,Vendor,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Image Src";
  const rows = Array.from({ length: variants }, (_, n) => {
    const product = Math.floor(n / variantsOfProduct);
    const first = n % variantsOfProduct === 0;
    const head = first ? `Moved ${product},Maker ${product % 40},Kind ${product % 30},true,Number` : ",,,,";
    return `moved-${product},${head},N${n},SKU-${n},shopify,${n % 9},${10 + (n % 90)}.95,https://cdn.example.com/${n}.jpg`;
  });
  // A second image for each, in a row of its own.
  const images = Array.from(
    { length: variants },
    (_, n) => `moved-${Math.floor(n / variantsOfProduct)},,,,,,,,,,,https://cdn.example.com/${n}-back.jpg`,
  );
  return [heading, ...rows, ...images].join("\n");
};

const people = () =>
  [
    "First Name,Last Name,Email,Accepts Email Marketing,Default Address Address1,Default Address City,Default Address Country Code,Default Address Zip,Total Spent",
    ...Array.from(
      { length: customers },
      (_, n) =>
        `First${n},Last${n},person${n}@example.com,${n % 3 === 0 ? "yes" : "no"},Street ${n},Town,DE,${10_000 + n},0`,
    ),
  ].join("\n");

/** The total of an order in cents: its lines, shipping and tax. */
const amountsOf = (n: number) => {
  const lines = [100 + (n % 700), ...(n % 2 === 0 ? [] : [250])];
  const items = lines.reduce((sum, cents) => sum + cents, 0);
  const tax = Math.round(items * 0.19);
  return { lines, shipping: 490, tax, total: items + 490 + tax };
};
const inUnits = (cents: number) => (cents / 100).toFixed(2);

const history = () => {
  const rows = Array.from({ length: orders }, (_, n) => {
    const { lines, shipping, tax, total } = amountsOf(n);
    const day = new Date(Date.UTC(2015, 0, 1 + (n % 3_000))).toISOString().slice(0, 10);
    const who = `person${n % customers}@example.com`;
    const [first = 0, second] = lines;
    const head = `#${n},${who},paid,${day} 10:00:00 +0000,EUR,${inUnits(shipping)},${inUnits(tax)},${inUnits(total)},${day} 09:00:00 +0000`;
    return [
      `${head},1,Item ${n % 500},${inUnits(first)},Person ${n}`,
      ...(second === undefined ? [] : [`#${n},${who},,,,,,,${day} 09:00:00 +0000,1,Extra,${inUnits(second)},`]),
    ].join("\n");
  });
  return [
    "Name,Email,Financial Status,Paid at,Currency,Shipping,Taxes,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Shipping Name",
    ...rows,
  ].join("\n");
};

const hashSchema = z.tuple([z.object({ hash: z.string().nullable() })]);
async function hashOf(sql: string): Promise<string> {
  const { rows } = await servers.pool.query(
    `select md5(string_agg(line, e'\\n' order by line)) as hash from (${sql}) lines`,
  );
  return hashSchema.parse(rows)[0].hash ?? "";
}
const peopleHash = () =>
  hashOf(`select concat_ws('|', u.id, u.name, u.email, accepts_marketing, u.created_at, a.address, a.city, a.postal_code, a.country) as line
    from users u left join addresses a on a.user_id = u.id where u.deleted_at is null`);
const historyHash = () =>
  hashOf(`select concat_ws('|', o.number, o.total_cents, (select sum(i.total_cents) from earlier_order_items i where i.order_id = o.id)) as line
    from earlier_orders o`);
/** The same without ids, which are new ones each time. */
const contentHash = async () => [
  await hashOf(`select concat_ws('|', u.name, u.email, accepts_marketing, a.address, a.postal_code) as line
    from users u left join addresses a on a.user_id = u.id where u.password_hash is null and u.deleted_at is null`),
  await historyHash(),
];

it(`${variants} variants with ${2 * variants} images are checked, applied, taken back, and applied again the same`, async () => {
  const before = await catalogHash(servers.pool);
  const file = await shop.upload(goods());
  expect(await shop.check(file, { variants: "group" })).toMatchObject({ counts: { new: variants, refused: 0 } });
  await whileOrdersRun(shop.apply(file));
  expect(await shop.read(file)).toMatchObject({ state: "applied", problem: "" });
  const again = await shop.upload(goods());
  expect(await shop.check(again, { variants: "group" })).toMatchObject({
    counts: { same: variants, new: 0, changed: 0 },
  });
  await whileOrdersRun(shop.undo(file));
  expect(await shop.read(file)).toMatchObject({ state: "undone", leftAlone: 0 });
  // What customers bought meanwhile has changed the stock of one product of the shop's own.
  await servers.pool.query("update products set count_in_stock = 1000000 where id = $1", [soldProduct]);
  expect(await catalogHash(servers.pool)).toBe(before);
});

it(`${customers} customers and ${orders} orders are checked, applied, taken back, and applied again the same, to the cent`, async () => {
  const before = [await peopleHash(), await historyHash()];
  const move = async () => {
    const [who, what] = [await shop.upload(people(), "customers.csv"), await shop.upload(history(), "orders.csv")];
    expect(await shop.check(who)).toMatchObject({ kind: "customers", counts: { new: customers, refused: 0 } });
    expect(await shop.check(what)).toMatchObject({ kind: "orders", counts: { new: orders, refused: 0 }, warnings: {} });
    await whileOrdersRun(shop.apply(who));
    await whileOrdersRun(shop.apply(what));
    return { who, what };
  };
  const first = await move();
  const { rows } = await servers.pool.query(
    `select count(*)::int as orders, sum(total_cents)::bigint::text as total, sum(tax_cents)::bigint::text as tax,
       count(user_id)::int as owned, (select sum(total_cents)::bigint::text from earlier_order_items) as items from earlier_orders`,
  );
  const all = Array.from({ length: orders }, (_, n) => amountsOf(n));
  const sum = (of: (amounts: (typeof all)[number]) => number) =>
    String(all.reduce((total, each) => total + of(each), 0));
  expect(rows).toEqual([
    {
      orders,
      owned: orders,
      total: sum(({ total }) => total),
      tax: sum(({ tax }) => tax),
      items: sum(({ lines }) => lines.reduce((total, cents) => total + cents, 0)),
    },
  ]);
  const made = await contentHash();
  await whileOrdersRun(shop.undo(first.what));
  await whileOrdersRun(shop.undo(first.who));
  for (const id of Object.values(first)) expect(await shop.read(id)).toMatchObject({ state: "undone", leftAlone: 0 });
  expect([await peopleHash(), await historyHash()]).toEqual(before);
  const second = await move();
  expect(await contentHash()).toEqual(made);
  for (const [id, content] of [
    [second.who, people()],
    [second.what, history()],
  ] as const) {
    expect(await shop.read(id)).toMatchObject({ state: "applied", problem: "" });
    const same = await shop.upload(content);
    expect((await shop.check(same)).counts).toMatchObject({ new: 0, changed: 0, refused: 0 });
  }
});
