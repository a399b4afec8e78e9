import { arrivalOf, dayIn } from "@shop/shared/order/delivery";
import { beforeAll, describe, expect, it } from "vitest";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeOrder, makeProduct } from "../harness/factories.ts";
import { orderOf, placedOrder } from "../harness/ordering.ts";
import { seenOrder } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";

const delivery = { minDays: 3, maxDays: 5, holidays: ["2026-11-26"], timeZone: "Pacific/Chatham" };
const settings = { jwtSecret: issuer.jwtSecret };
const fixed = {
  handlingDaysMin: 1,
  handlingDaysMax: 1,
  transitDaysMin: 2,
  transitDaysMax: 4,
  holidays: delivery.holidays,
  timeZone: delivery.timeZone,
};
const shop = startTestShop({ settings, fixed });
/** The shop after its settings were changed. */
const slower = startTestShop({ settings, fixed: { ...fixed, transitDaysMax: 49 }, besides: shop });
/** An instance that says nothing of arrivals. */
const silent = startTestShop({ settings, besides: shop });

let customer: Customer;
beforeAll(async () => {
  customer = await insertCustomer(shop.db);
});

async function place(at: { origin: string }) {
  const product = await makeProduct(shop.db);
  return placedOrder(at.origin, customer, orderOf([{ product, qty: 1 }]));
}

describe("the days of arrival of an order", () => {
  it("are those of the day in the shop's time zone on which it was placed, and stay when the settings change", async () => {
    const before = dayIn(delivery.timeZone, new Date());
    const { _id, arrival } = await place(shop);
    const after = dayIn(delivery.timeZone, new Date());
    expect([arrivalOf(delivery, before), arrivalOf(delivery, after)]).toContainEqual(arrival);
    for (const at of [shop, slower, silent]) expect((await seenOrder(at, customer, _id)).arrival).toEqual(arrival);
  });

  it("are absent from orders that were placed before such days were shown, or where they are not", async () => {
    const old = await makeOrder(shop.db, { userId: customer.id });
    expect((await seenOrder(shop, customer, old)).arrival).toBeNull();
    expect((await place(silent)).arrival).toBeNull();
  });
});
