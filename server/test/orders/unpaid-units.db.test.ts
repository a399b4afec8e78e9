import { afterEach, expect, it } from "vitest";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { orderOf, sendOrder, stockOf } from "../harness/ordering.ts";
import { decided, pay } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";
import { fromTrpc } from "../harness/test-client.ts";

const shop = startTestShop({
  takesPayments: true,
  settings: { jwtSecret: issuer.jwtSecret },
  fixed: { unpaidUnitsMax: 10 },
});

afterEach(() => expectInvariants(shop.pool));

it("One account holds only so many units in several unpaid orders, and paying makes room for more", async () => {
  const product = await makeProduct(shop.db, { countInStock: 1_000 });
  const customer = await insertCustomer(shop.db);
  const order = (qty: number, who = customer) => sendOrder(shop.origin, who, orderOf([{ product, qty }]));
  const first = await order(8);
  expect(first.status).toBe(201);
  const refused = await order(3);
  expect(refused).toMatchObject({ status: 409, refusal: { code: "UNPAID_UNITS" } });
  expect(refused.refusal?.message).toBe(
    "One account can have at most 10 items in several unpaid orders. You already have 8. Please pay for an open order first, or order fewer items.",
  );
  expect(await stockOf(shop.pool, product)).toBe(992);
  expect((await order(2)).status).toBe(201);
  const id = await decided(shop, customer, first.order?._id ?? "");
  expect((await pay(shop, customer, first.order?._id ?? "", { id })).outcome).toBe("200");
  expect((await order(8)).status).toBe(201);
});

it("A single order may have more units than several, and nothing beside it until it is paid", async () => {
  const product = await makeProduct(shop.db, { countInStock: 1_000 });
  const customer = await insertCustomer(shop.db);
  const order = (qty: number) => sendOrder(shop.origin, customer, orderOf([{ product, qty }]));
  const limit = async () => {
    const reply = await fetch(`${shop.origin}/trpc/order.unpaidLimit`, { headers: { cookie: customer.cookie } });
    return fromTrpc(await reply.json());
  };
  expect(await limit()).toEqual({ held: 0, max: 10 });
  const first = await order(500);
  expect(first.status).toBe(201);
  expect(await limit()).toEqual({ held: 500, max: 10 });
  expect(await order(1)).toMatchObject({ status: 409, refusal: { code: "UNPAID_UNITS" } });
  expect(await stockOf(shop.pool, product)).toBe(500);
  const id = await decided(shop, customer, first.order?._id ?? "");
  expect((await pay(shop, customer, first.order?._id ?? "", { id })).outcome).toBe("200");
  expect((await order(400)).status).toBe(201);
});

it("Large orders at the same moment do not all pass as the first", async () => {
  const product = await makeProduct(shop.db, { countInStock: 1_000 });
  const customer = await insertCustomer(shop.db);
  const asked = await Promise.all(
    Array.from({ length: 8 }, () => sendOrder(shop.origin, customer, orderOf([{ product, qty: 50 }]))),
  );
  expect(asked.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await stockOf(shop.pool, product)).toBe(950);
});

it("Orders at the same moment are counted as well", async () => {
  const product = await makeProduct(shop.db, { countInStock: 1_000 });
  const customer = await insertCustomer(shop.db);
  const asked = await Promise.all(
    Array.from({ length: 20 }, () => sendOrder(shop.origin, customer, orderOf([{ product, qty: 3 }]))),
  );
  expect(asked.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(await stockOf(shop.pool, product)).toBe(991);
});
