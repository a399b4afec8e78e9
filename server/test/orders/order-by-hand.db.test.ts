import { orderSchema } from "@shop/shared/order/order";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { checkPrices } from "../../src/domain/order/check-prices.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { mailsOf, startMailing } from "../harness/mailing.ts";
import { stockOf } from "../harness/ordering.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, type Reply, type TestClient } from "../harness/test-client.ts";

const shop = startTestShop({ takesPayments: true });
const second = startTestShop({ besides: shop, takesPayments: true });
const mailing = startMailing(shop);

let admin: Member;
let lamp: string;
beforeAll(async () => {
  admin = await makeAdmin(shop, { name: "Boss" });
  const terms = { brandId: await makeBrand(shop.db), categoryId: await makeCategory(shop.db) };
  lamp = await makeProduct(shop.db, { name: "Lamp", priceCents: 2_000, countInStock: 50, ...terms });
});
afterEach(() => expectInvariants(shop.pool));

const shippingAddress = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };
const orderOf = (more: object = {}) => ({
  customer: { is: "new", name: "Grace", email: "grace@phone.example" },
  orderItems: [{ product: lamp, qty: 2 }],
  shippingAddress,
  paymentMethod: "PayPal",
  ...more,
});
const place = (input: object, who: TestClient = admin) => who.trpc("mutation", "admin.ordersByHand.place", input);
const placed = async (input: object) => orderSchema.parse((await place(input)).body);
const outcomeOf = ({ status, code }: Reply) => (code === undefined ? String(status) : `${status} ${code}`);

describe("An order that an administrator enters", () => {
  it("for somebody without an account takes the stock, costs what a customer's would, and mails a link to it", async () => {
    const before = await stockOf(shop.pool, lamp);
    const order = await placed(orderOf({ note: "Wants it before Friday" }));
    // 40.00, 6.00 of tax and 10.00 of shipping.
    expect(order).toMatchObject({
      itemsPrice: 40,
      taxPrice: 6,
      shippingPrice: 10,
      totalPrice: 56,
      isPaid: false,
      user: { name: "Grace", email: "grace@phone.example" },
    });
    expect(await stockOf(shop.pool, lamp)).toBe(before - 2);
    const { arrived } = await mailing.sendAll();
    const mail = arrived.find(({ recipient }) => recipient === "grace@phone.example");
    expect(mail?.text).toContain("One step left: pay");
    expect(mail?.text).toMatch(/token=/);
    const { body } = await admin.trpc("query", "admin.orders.background", { id: order._id });
    expect(body).toMatchObject({ notes: [{ by: "Boss", text: "Wants it before Friday" }] });
    const history = await admin.trpc("query", "order.history", { id: order._id });
    expect(JSON.stringify(history.body)).toContain("Boss");
  });

  it("for a customer with an account is among their orders", async () => {
    const customer = await makeCustomer(shop);
    const order = await placed(orderOf({ customer: { is: "account", id: customer.id } }));
    const { body } = await customer.rest("GET", "/api/orders/mine");
    expect(
      z
        .array(z.looseObject({ _id: z.string() }))
        .parse(body)
        .map(({ _id }) => _id),
    ).toEqual([order._id]);
  });

  it("at own prices says why in a note, with those of the catalog", async () => {
    const order = await placed(
      orderOf({ orderItems: [{ product: lamp, qty: 2, price: 15.5 }], priceReason: "Scratched", expectedTotal: 45.65 }),
    );
    // 31.00, 4.65 of tax and 10.00 of shipping.
    expect(order).toMatchObject({ itemsPrice: 31, taxPrice: 4.65, totalPrice: 45.65 });
    const { body } = await admin.trpc("query", "admin.orders.background", { id: order._id });
    expect(body).toMatchObject({ notes: [{ text: "Scratched\nLamp: $15.50 instead of $20.00" }] });
  });

  it("that is paid in the hand is paid at once, and its customer gets the confirmation instead of a request", async () => {
    const order = await placed(orderOf({ received: { reference: "Cash" } }));
    expect(order.isPaid).toBe(true);
    await mailing.sendAll();
    const kinds = (await mailsOf(shop, order._id)).map(({ kind }) => kind);
    expect(kinds).toContain("payment received");
  });

  it("is entered once, however often and on however many instances it is sent", async () => {
    const key = crypto.randomUUID();
    const before = await stockOf(shop.pool, lamp);
    const at = (origin: string) =>
      fetch(`${origin}/trpc/admin.ordersByHand.place`, {
        method: "POST",
        headers: { cookie: admin.cookieHeader, "content-type": "application/json" },
        body: JSON.stringify(orderOf({ key })),
      });
    const replies = await Promise.all([shop, second, shop, second].map(({ origin }) => at(origin)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await stockOf(shop.pool, lamp)).toBe(before - 2);
    expect(outcomeOf(await place(orderOf({ key, note: "Another" })))).toBe("422 IDEMPOTENCY_KEY_REUSED");
  });

  it.each([
    ["more than there is", { orderItems: [{ product: "LAMP", qty: 90 }] }, "409 OUT_OF_STOCK"],
    ["own prices without a reason", { orderItems: [{ product: "LAMP", qty: 1, price: 1 }] }, "400 VALIDATION"],
    ["another total than was seen", { expectedTotal: 1 }, "409 PRICE_CHANGED"],
    [
      "a customer that is none",
      { customer: { is: "account", id: "01900000-0000-7000-8000-000000000000" } },
      "404 NOT_FOUND",
    ],
    ["nobody", { customer: { is: "new", name: "", email: "x" } }, "400 VALIDATION"],
    ["nothing", { orderItems: [] }, "400 VALIDATION"],
    ["a note that cannot be stored", { note: "\u0000" }, "400 VALIDATION"],
    ["a way to pay that is not offered", { paymentMethod: "Bank Transfer" }, "400 VALIDATION"],
  ])("of %s is refused, with nothing taken", async (_what, change, expected) => {
    const before = await stockOf(shop.pool, lamp);
    const text = JSON.stringify(orderOf(change)).replaceAll('"LAMP"', JSON.stringify(lamp));
    expect(outcomeOf(await place(JSON.parse(text)))).toBe(expected);
    expect(await stockOf(shop.pool, lamp)).toBe(before);
    const guests = await shop.pool.query(
      "select from users u where guest_email is not null and not exists (select from orders where user_id = u.id)",
    );
    expect(guests.rowCount).toBe(0);
  });

  it("has no own prices and no recorded money by a role that may not refund", async () => {
    const role = { name: "Packer", permissions: ["orders.fulfil", "customers.read", "products.read"] };
    const { _id } = z
      .object({ _id: z.string() })
      .parse((await admin.trpc("mutation", "admin.staff.createRole", role)).body);
    const packer = await makeAdmin(shop);
    await shop.pool.query("update users set role = $2 where id = $1", [packer.id, _id]);
    expect((await place(orderOf(), packer)).status).toBe(200);
    const own = { orderItems: [{ product: lamp, qty: 1, price: 1 }], priceReason: "Friend" };
    expect((await place(orderOf(own), packer)).status).toBe(403);
    expect((await place(orderOf({ received: { reference: "Cash" } }), packer)).status).toBe(403);
  });
});

describe("A sale at the counter", () => {
  const sale = (more: object = {}) => ({
    customer: { is: "new", name: "Counter", email: "" },
    orderItems: [{ product: lamp, qty: 1 }],
    isCounterSale: true,
    paymentMethod: "Bank Transfer",
    received: { reference: "Cash" },
    ...more,
  });

  it("is paid and delivered at once, costs no delivery, and sends no mail where there is no address", async () => {
    const before = await stockOf(shop.pool, lamp);
    const order = await placed(sale());
    expect(order).toMatchObject({
      itemsPrice: 20,
      taxPrice: 3,
      shippingPrice: 0,
      totalPrice: 23,
      isPaid: true,
      isShipped: true,
      isDelivered: true,
      user: { name: "Counter", email: "" },
      delivery: { name: "Sold at the counter" },
      arrival: null,
    });
    expect(await stockOf(shop.pool, lamp)).toBe(before - 1);
    const { failures } = await mailing.sendAll();
    expect(failures).toEqual([]);
    const toCustomer = (await mailsOf(shop, order._id)).filter(({ kind }) => kind !== "new order");
    expect(toCustomer.length).toBeGreaterThan(0);
    expect(new Set(toCustomer.map(({ status }) => status))).toEqual(new Set(["skipped"]));
    const { body } = await admin.trpc("query", "admin.mails.ofOrder", { id: order._id });
    expect(JSON.stringify(body)).toContain("The customer has no email");
  });

  it("is done once, however often it is sent", async () => {
    const key = crypto.randomUUID();
    const before = await stockOf(shop.pool, lamp);
    const replies = await Promise.all([1, 2, 3].map(() => place(sale({ key }))));
    expect(replies.map(outcomeOf)).toEqual(["200", "200", "200"]);
    expect(await stockOf(shop.pool, lamp)).toBe(before - 1);
    const orders = replies.map(({ body }) => orderSchema.parse(body));
    expect(new Set(orders.map(({ _id }) => _id)).size).toBe(1);
    expect(orders.at(-1)).toMatchObject({ isDelivered: true });
  });

  it("agrees with the terms when its amounts are computed anew", async () => {
    const { _id } = await placed(sale({ orderItems: [{ product: lamp, qty: 3 }] }));
    await checkPrices(shop.services);
    const { rows } = await shop.pool.query("select kind from order_matters where order_id = $1", [_id]);
    expect(rows).toEqual([]);
  });

  it("that is not paid is refused, and no customer reaches its terms", async () => {
    const { received: _received, ...unpaid } = sale();
    expect(outcomeOf(await place(unpaid))).toBe("400 VALIDATION");
    const customer = await makeCustomer(shop);
    const { customer: _customer, ...order } = orderOf({ deliveryMethod: "counter sale" });
    expect(outcomeOf(await customer.rest("POST", "/api/orders", order))).toBe("400 VALIDATION");
  });
});

describe("What an order that is being entered comes to", () => {
  it("is what it costs once it is placed, by its address and its own prices", async () => {
    const orderItems = [{ product: lamp, qty: 3, price: 19.99 }];
    const quoted = await admin.trpc("query", "admin.ordersByHand.quote", {
      orderItems,
      place: { country: "USA", region: "", postalCode: "12345" },
    });
    const order = await placed(orderOf({ orderItems, priceReason: "Agreed" }));
    const { itemsPrice, shippingPrice, taxPrice, totalPrice } = order;
    expect(quoted.body).toMatchObject({ itemsPrice, shippingPrice, taxPrice, totalPrice, refusal: null });
    expect(quoted.body).toMatchObject({ lines: [{ product: lamp, name: "Lamp", price: 20 }] });
  });
});
