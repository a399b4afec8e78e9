import { parse } from "csv-parse/sync";
import { and, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { addresses, users } from "../../src/db/schema/accounts.ts";
import { orderChanges } from "../../src/db/schema/order-changes.ts";
import { orderItems } from "../../src/db/schema/orders.ts";
import { parcelItems, parcels } from "../../src/db/schema/parcels.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeOrder, makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });
let admin: Customer;
beforeAll(async () => {
  admin = await insertCustomer(shop.db, { isAdmin: true });
});

const rowsSchema = z.array(z.record(z.string(), z.string()));

async function exported(path: string): Promise<Record<string, string>[]> {
  const response = await fetch(`${shop.origin}/api/${path}`, { headers: { cookie: admin.cookie } });
  expect(response.status).toBe(200);
  return rowsSchema.parse(parse(await response.text(), { columns: true, bom: true }));
}

const cents = (amount: string | undefined) => Math.round(Number(amount) * 100);

/** An order of two lines that was shipped, whose customer has an address and a name that programs could misread. */
async function makeShipped() {
  const id = await makeOrder(shop.db, {
    priceCents: 1_999,
    qty: 3,
    stepsDone: 4,
    itemsCents: 1_999 * 3 + 5,
    taxCents: 900,
    shippingCents: 1_000,
    totalCents: 1_999 * 3 + 5 + 900 + 1_000,
    customerName: "Anna Maria Óðin",
    customerEmail: "anna@shipped.example",
    address: '1 "High" Street, Flat 2',
    country: "united kingdom",
    createdAt: new Date("2026-03-01T10:00:00.999Z"),
  });
  const productId = await makeProduct(shop.db);
  await shop.db.insert(orderItems).values({
    orderId: id,
    position: 1,
    productId,
    name: "Pin | small: blue, 5",
    image: "",
    priceCents: 5,
    qty: 1,
    sku: "P|1",
    regularPriceCents: 9,
    lowestPriceCents: 5,
  });
  return id;
}

it("Orders move to Shopify with a row for each line, and the sums of the order in the first", async () => {
  const id = await makeShipped();
  const rows = await exported("orders.csv?format=shopify&search=anna@shipped");
  expect(rows).toHaveLength(2);
  const [first = {}, second = {}] = rows;
  expect(first).toMatchObject({
    Name: `#${id.replaceAll("-", "").slice(-12)}`,
    Email: "anna@shipped.example",
    "Financial Status": "paid",
    "Fulfillment Status": "fulfilled",
    Currency: "USD",
    "Created at": "2026-03-01 10:00:00 +0000",
    "Lineitem quantity": "3",
    "Lineitem price": "19.99",
    "Shipping Name": "Anna Maria Óðin",
    "Billing Address1": '1 "High" Street, Flat 2',
    "Shipping Country": "GB",
    "Refunded Amount": "0.00",
    Id: id,
  });
  expect(second).toMatchObject({
    Name: first.Name,
    Email: first.Email,
    Total: "",
    "Lineitem name": "Pin | small: blue, 5",
    "Lineitem price": "0.05",
    "Lineitem compare at price": "0.09",
    "Lineitem sku": "P|1",
  });
  const lines = rows.reduce((sum, row) => sum + cents(row["Lineitem price"]) * Number(row["Lineitem quantity"]), 0);
  expect(lines).toBe(cents(first.Subtotal));
  expect(cents(first.Subtotal) + cents(first.Shipping) + cents(first.Taxes)).toBe(cents(first.Total));
});

it("Orders move to WooCommerce with their lines in columns", async () => {
  const rows = await exported("orders.csv?format=woocommerce&search=anna@shipped");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    order_date: "2026-03-01 10:00:00",
    status: "completed",
    order_total: "79.02",
    order_subtotal: "60.02",
    tax_total: "9.00",
    billing_first_name: "Anna Maria",
    shipping_last_name: "Óðin",
    shipping_country: "GB",
    customer_email: "anna@shipped.example",
    line_item_1: "name:Product|sku:|quantity:3|total:59.97|sub_total:59.97",
    line_item_2: "name:Pin / small: blue, 5|sku:P/1|quantity:1|total:0.05|sub_total:0.05",
    line_item_3: "",
  });
});

it("Refunded, partly refunded, unpaid and cancelled orders say so in both formats", async () => {
  const paid = { priceCents: 5_000, stepsDone: 1 };
  await makeOrder(shop.db, { ...paid, customerEmail: "all@refunds.example", refundedCents: 99_999 });
  await makeOrder(shop.db, { ...paid, customerEmail: "part@refunds.example", refundedCents: 1 });
  await makeOrder(shop.db, { customerEmail: "unpaid@refunds.example" });
  const orderId = await makeOrder(shop.db, { customerEmail: "off@refunds.example", isStockHeld: false });
  const change = { id: uuidv7(), orderId, kind: "cancellation" as const, madeBy: admin.id, isByCustomer: false };
  await shop.db.insert(orderChanges).values({ ...change, createdAt: new Date("2026-03-02T10:00:00Z") });
  const shopify = await exported("orders.csv?format=shopify&search=refunds.example");
  const states = shopify.map((row) => [row.Email, row["Financial Status"], row["Fulfillment Status"]]);
  expect(states.sort()).toEqual([
    ["all@refunds.example", "refunded", "unfulfilled"],
    ["off@refunds.example", "voided", "unfulfilled"],
    ["part@refunds.example", "partially_refunded", "unfulfilled"],
    ["unpaid@refunds.example", "pending", "unfulfilled"],
  ]);
  const off = shopify.find(({ Email }) => Email === "off@refunds.example");
  expect(off?.["Cancelled at"]).toBe("2026-03-02 10:00:00 +0000");
  const woo = await exported("orders.csv?format=woocommerce&search=refunds.example");
  expect(woo.map((row) => [row.billing_email, row.status, row.refund_items]).sort()).toMatchObject([
    ["all@refunds.example", "refunded", expect.stringMatching(/^amount:\d/)],
    ["off@refunds.example", "cancelled", ""],
    ["part@refunds.example", "processing", "amount:0.01"],
    ["unpaid@refunds.example", "pending", ""],
  ]);
});

it("Customers move with their default address, and nobody becomes an administrator there", async () => {
  const customer = await insertCustomer(shop.db);
  await shop.db.update(users).set({ name: "Jo", email: "jo@moving.example" }).where(eq(users.id, customer.id));
  const address = { userId: customer.id, city: "Bern", postalCode: "3011", country: "Switzerland" };
  await shop.db.insert(addresses).values([
    { ...address, id: uuidv7(), place: 0, address: "Other 1", isDefault: false },
    { ...address, id: uuidv7(), place: 1, address: "=Gasse 1", isDefault: true },
  ]);
  await shop.db.update(users).set({ email: "owner@moving.example" }).where(eq(users.id, admin.id));
  const shopify = await exported("users.csv?format=shopify&search=moving.example");
  expect(shopify).toHaveLength(2);
  expect(shopify.find(({ Email }) => Email === "jo@moving.example")).toMatchObject({
    "First Name": "Jo",
    "Last Name": "",
    "Accepts Email Marketing": "no",
    // A spreadsheet does not run it.
    "Default Address Address1": "'=Gasse 1",
    "Default Address City": "Bern",
    "Default Address Zip": "3011",
    "Default Address Country Code": "CH",
  });
  const woo = await exported("users.csv?format=woocommerce&search=moving.example");
  expect(woo.map(({ user_email, roles }) => [user_email, roles]).sort()).toEqual([
    ["jo@moving.example", "customer"],
    ["owner@moving.example", "customer"],
  ]);
  expect(woo.find(({ user_email }) => user_email === "jo@moving.example")).toMatchObject({
    billing_first_name: "Jo",
    shipping_country: "CH",
    shipping_postcode: "3011",
  });
});

it("A country that is none stays as it was typed", async () => {
  await makeOrder(shop.db, { customerEmail: "far@narnia.example", country: "Narnia" });
  const [row] = await exported("orders.csv?format=shopify&search=narnia.example");
  expect(row).toMatchObject({ "Shipping Country": "Narnia" });
});

it("A format that no shop has is refused", async () => {
  for (const path of ["orders.csv?format=magento", "users.csv?format=magento"]) {
    const response = await fetch(`${shop.origin}/api/${path}`, { headers: { cookie: admin.cookie } });
    expect(response.status).toBe(400);
  }
});

it("A row for each line item says its tax with the rate, and the numbers that it was sent with", async () => {
  const orderId = await makeShipped();
  const [pin, whole] = [uuidv7(), uuidv7()];
  await shop.db.insert(parcels).values([
    { id: pin, orderId, carrier: "ups", trackingNumber: "1Z1" },
    { id: whole, orderId, carrier: "other", trackingNumber: "ALL-2" },
  ]);
  const inOrder = and(eq(orderItems.orderId, orderId), eq(orderItems.position, 1));
  const [item] = await shop.db.select({ productId: orderItems.productId }).from(orderItems).where(inOrder);
  await shop.db.insert(parcelItems).values({ parcelId: pin, productId: item?.productId ?? "", qty: 1 });
  const rows = await exported(`orders.csv?format=lines&search=${orderId}`);
  // 15 % of 59.97 is 8.99(55), of 0.05 0.00(75).
  expect(rows).toMatchObject([
    { TAX: "9.00", "SHIPPING TAX": "0.00", "ITEM TAX": "8.99", "ITEM TAX RATE": "15", TRACKING: "ALL-2" },
    { TAX: "", "SHIPPING TAX": "", ITEM: "Pin | small: blue, 5", "ITEM TAX": "0.01", TRACKING: "1Z1, ALL-2" },
  ]);
});
