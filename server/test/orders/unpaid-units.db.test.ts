import { afterEach, expect, it } from "vitest";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { orderOf, sendOrder, stockOf } from "../harness/ordering.ts";
import { decided, pay } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop({
  takesPayments: true,
  settings: { jwtSecret: issuer.jwtSecret },
  fixed: { unpaidUnitsMax: 10 },
});

afterEach(() => expectInvariants(shop.pool));

it("One account holds only so many units unpaid, and paying makes room for more", async () => {
  const product = await makeProduct(shop.db, { countInStock: 1_000 });
  const customer = await insertCustomer(shop.db);
  const order = (qty: number, who = customer) => sendOrder(shop.origin, who, orderOf([{ product, qty }]));
  const first = await order(8);
  expect(first.status).toBe(201);
  const refused = await order(3);
  expect(refused).toMatchObject({ status: 409, refusal: { code: "UNPAID_UNITS" } });
  expect(refused.refusal?.message).toBe(
    "One account can have at most 10 items in unpaid orders. You already have 8. Please pay for an open order first, or order fewer items.",
  );
  expect((await order(11, await insertCustomer(shop.db))).refusal?.message).toMatch(
    /Please order fewer items at a time/,
  );
  expect(await stockOf(shop.pool, product)).toBe(992);
  expect((await order(2)).status).toBe(201);
  const id = await decided(shop, customer, first.order?._id ?? "");
  expect((await pay(shop, customer, first.order?._id ?? "", { id })).outcome).toBe("200");
  expect((await order(8)).status).toBe(201);
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
