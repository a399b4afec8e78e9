import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { orderOf, placedOrder, stockOf } from "../harness/ordering.ts";
import { actsOf, mattersOf, pay, reconcileNow, seenOrder, start } from "../harness/paying.ts";
import { startTestShop, type TestShop } from "../harness/shop.ts";
import { fromTrpc } from "../harness/test-client.ts";

const settings = { jwtSecret: issuer.jwtSecret, reconcileMs: 30 };
const shop = startTestShop({ takesPayments: true, settings });
const without = startTestShop({ takesPayments: true, settings, fixed: { isExpress: false }, besides: shop });
const transferOnly = startTestShop({
  takesPayments: true,
  settings,
  fixed: { paymentMethods: ["Bank Transfer"], bankDetails: ["Account: 1"] },
  besides: shop,
});

const payer = {
  email_address: "maria@example.com",
  name: { given_name: "Maria", surname: "Sample" },
  shipping: {
    name: { full_name: "M. Sample" },
    address: {
      address_line_1: "500 Example Avenue",
      address_line_2: "Apt 4",
      admin_area_2: "Springfield",
      admin_area_1: "IL",
      postal_code: "62701",
      country_code: "US",
    },
  },
};

beforeEach(() => {
  shop.simulator.bank.payer = payer;
});
afterEach(async () => {
  shop.simulator.faults.clear();
  await expectInvariants(shop.pool);
});

/** Calls a procedure without a session; gives the status and code, and the answer. */
async function ask({ origin }: Pick<TestShop, "origin">, procedure: string, body: unknown) {
  const response = await fetch(`${origin}/trpc/order.${procedure}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = fromTrpc(await response.json());
  const { code } = z.object({ code: z.string().optional() }).parse(answer);
  return { outcome: code === undefined ? String(response.status) : `${response.status} ${code}`, answer };
}

const begunSchema = z.strictObject({ approvalUrl: z.url() });

type Checkout = { id: string; key: string; product: string };

/** Begins a checkout of one piece for 10.00 at the provider. */
async function begun({ priceCents = 10_00, countInStock = 10 } = {}): Promise<Checkout> {
  const product = await makeProduct(shop.db, { priceCents, countInStock });
  const { answer } = await ask(shop, "beginExpress", { orderItems: [{ product, qty: 1 }] });
  const id = new URL(begunSchema.parse(answer).approvalUrl).searchParams.get("token") ?? "";
  const back = new URL(shop.simulator.bank.read(id).context?.return_url ?? "");
  return { id, key: back.searchParams.get("express") ?? "", product };
}

async function approved(more: Parameters<typeof begun>[0] = {}): Promise<Checkout> {
  const checkout = await begun(more);
  shop.simulator.bank.decide(checkout.id, "approve");
  return checkout;
}

/** A customer's order of what a checkout is about, to be paid by PayPal. */
async function placed({ product }: Checkout, qty = 1) {
  const customer = await insertCustomer(shop.db);
  return { customer, order: await placedOrder(shop.origin, customer, orderOf([{ product, qty }])) };
}

const unitOf = (id: string) => shop.simulator.bank.read(id).purchase_units[0];

describe("A checkout that begins at PayPal", () => {
  it("is over an estimate, says nothing of an order, and takes nothing from stock", async () => {
    const { id, product } = await begun();
    expect(unitOf(id)).toMatchObject({ amount: { currency_code: "USD", value: "21.50" } });
    expect(unitOf(id)?.custom_id).toMatch(/^checkout-/);
    expect(unitOf(id)?.invoice_id).toBeUndefined();
    expect(shop.simulator.bank.read(id).context).toMatchObject({
      cancel_url: expect.stringMatching(/\/cart$/),
      isAddressed: true,
    });
    expect(await stockOf(shop.pool, product)).toBe(10);
  });

  it.each([
    ["of nothing", [], "400 VALIDATION"],
    ["of a product that is none", [{ product: randomUUID(), qty: 1 }], "409 OUT_OF_STOCK"],
    ["of what is no id", [{ product: "x", qty: 1 }], "400 VALIDATION"],
  ])("%s is refused", async (_what, orderItems, outcome) => {
    expect((await ask(shop, "beginExpress", { orderItems })).outcome).toBe(outcome);
  });

  it("of more than there is in stock is refused before PayPal is asked", async () => {
    const product = await makeProduct(shop.db, { countInStock: 1 });
    const asked = shop.simulator.calls.length;
    const { outcome } = await ask(shop, "beginExpress", { orderItems: [{ product, qty: 2 }] });
    expect(outcome).toBe("409 OUT_OF_STOCK");
    expect(shop.simulator.calls).toHaveLength(asked);
  });

  it("is offered by no shop that has turned it off, or takes no PayPal", async () => {
    const orderItems = [{ product: await makeProduct(shop.db), qty: 1 }];
    expect((await ask(without, "beginExpress", { orderItems })).outcome).toBe("403 FORBIDDEN");
    expect((await ask(transferOnly, "beginExpress", { orderItems })).outcome).toBe("403 FORBIDDEN");
  });

  it.each([
    ["an error", { kind: "status", status: 500 } as const],
    ["garbage", { kind: "garbage" } as const],
    ["nothing", { kind: "drop" } as const],
  ])("is refused with words when PayPal answers with %s", async (_what, fault) => {
    const orderItems = [{ product: await makeProduct(shop.db), qty: 1 }];
    shop.simulator.faults.add("create", fault);
    expect((await ask(shop, "beginExpress", { orderItems })).outcome).toBe("503 PAYMENT_PROVIDER_UNAVAILABLE");
  });
});

describe("The address of a checkout", () => {
  it("is that of PayPal, with the name and the e-mail", async () => {
    const { id, key } = await approved();
    const { answer } = await ask(shop, "expressPayer", { id, key });
    expect(answer).toEqual({
      name: "Maria Sample",
      email: "maria@example.com",
      shippingAddress: {
        name: "M. Sample",
        address: "500 Example Avenue, Apt 4",
        city: "Springfield",
        region: "IL",
        postalCode: "62701",
        country: "United States",
        countryCode: "US",
      },
    });
  });

  it("is told to nobody without its key, and not before it was approved", async () => {
    const { id, key } = await begun();
    expect((await ask(shop, "expressPayer", { id, key })).outcome).toBe("402 PAYMENT_NOT_VERIFIED");
    shop.simulator.bank.decide(id, "approve");
    const other = await approved();
    for (const wrong of [other.key, randomUUID()]) {
      const { outcome, answer } = await ask(shop, "expressPayer", { id, key: wrong });
      expect(outcome).toBe("402 PAYMENT_NOT_VERIFIED");
      expect(JSON.stringify(answer)).not.toMatch(/Maria|Springfield/);
    }
    expect((await ask(shop, "expressPayer", { id, key: "x" })).outcome).toBe("400 VALIDATION");
    expect((await ask(shop, "expressPayer", { id: "UNKNOWN0000000000", key })).outcome).toBe(
      "402 PAYMENT_NOT_VERIFIED",
    );
  });

  it("of an order that pays in the usual way is told to nobody", async () => {
    const mine = await placed(await begun());
    const { content } = await start(shop, mine.customer, mine.order._id);
    const id = content?.id ?? "";
    shop.simulator.bank.decide(id, "approve");
    expect((await ask(shop, "expressPayer", { id, key: randomUUID() })).outcome).toBe("402 PAYMENT_NOT_VERIFIED");
  });

  it.each([
    ["no address", { ...payer, shipping: undefined }, null],
    [
      "a city that is a state",
      {
        ...payer,
        shipping: { address: { address_line_1: "1 Raffles Place", postal_code: "048616", country_code: "SG" } },
      },
      { address: "1 Raffles Place", city: "Singapore", postalCode: "048616", country: "Singapore", countryCode: "SG" },
    ],
    [
      "a street that is longer than the shop's",
      { ...payer, shipping: { address: { ...payer.shipping.address, address_line_1: "x".repeat(250) } } },
      null,
    ],
  ])("may be left to the customer: %s", async (_what, person, shippingAddress) => {
    shop.simulator.bank.payer = person;
    const { id, key } = await approved();
    expect((await ask(shop, "expressPayer", { id, key })).answer).toMatchObject({ shippingAddress });
  });
});

describe("An order of a checkout that was approved before", () => {
  it("is paid by it, over the order's own total", async () => {
    const checkout = await approved();
    const mine = await placed(checkout, 3);
    const { id, key } = checkout;
    const { content } = await pay(shop, mine.customer, mine.order._id, { id, expressKey: key });
    expect(content).toMatchObject({ isPaid: true, totalPrice: 44.5 });
    const unit = unitOf(id);
    expect(unit).toMatchObject({ custom_id: mine.order._id, invoice_id: mine.order._id, amount: { value: "44.50" } });
    expect(unit?.payments?.captures).toMatchObject([{ status: "COMPLETED", amount: { value: "44.50" } }]);
    expect(await actsOf(shop.pool, mine.order._id)).toEqual(["placed", "payment started", "paid"]);
  });

  it("is paid once, however often it is reported", async () => {
    const checkout = await approved();
    const mine = await placed(checkout);
    const details = { id: checkout.id, expressKey: checkout.key };
    const each = await Promise.all(
      Array.from({ length: 4 }, () => pay({ ...shop, transport: "tRPC" }, mine.customer, mine.order._id, details)),
    );
    expect(each.some(({ content }) => content?.isPaid)).toBe(true);
    expect((await pay(shop, mine.customer, mine.order._id, details)).content).toMatchObject({ isPaid: true });
    expect(shop.simulator.bank.captures(checkout.id)).toHaveLength(1);
  });

  it("is not paid by the checkout of somebody whose key nobody knows", async () => {
    const checkout = await approved();
    const thief = await placed(checkout);
    const details = { id: checkout.id, expressKey: randomUUID() };
    const { outcome } = await pay(shop, thief.customer, thief.order._id, details);
    expect(outcome).toBe("402 PAYMENT_NOT_VERIFIED");
    expect(unitOf(checkout.id)?.custom_id).toBe(`checkout-${checkout.key}`);
    expect((await pay(shop, thief.customer, thief.order._id, { id: checkout.id })).outcome).toBe(
      "402 PAYMENT_NOT_VERIFIED",
    );
    // Its owner can use it all the same.
    const mine = await placed(checkout);
    const paid = await pay(shop, mine.customer, mine.order._id, { id: checkout.id, expressKey: checkout.key });
    expect(paid.content).toMatchObject({ isPaid: true });
  });

  it("is the only one that it pays, also of two at the same time", async () => {
    const checkout = await approved();
    const both = [await placed(checkout), await placed(checkout)];
    const details = { id: checkout.id, expressKey: checkout.key };
    await Promise.all(both.map(({ customer, order }) => pay(shop, customer, order._id, details)));
    const seen = await Promise.all(both.map(({ customer, order }) => seenOrder(shop, customer, order._id)));
    expect(seen.filter(({ isPaid }) => isPaid)).toHaveLength(1);
    expect(shop.simulator.bank.captures(checkout.id)).toHaveLength(1);
  });

  it("is paid in the end when its customer leaves, or nobody hears that PayPal has named it", async () => {
    const checkout = await approved();
    const mine = await placed(checkout);
    shop.simulator.faults.add("change", { kind: "drop" });
    const details = { id: checkout.id, expressKey: checkout.key };
    const { outcome } = await pay(shop, mine.customer, mine.order._id, details);
    expect(outcome).toBe("503 PAYMENT_PROVIDER_UNAVAILABLE");
    await reconcileNow(shop.services);
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ isPaid: true });
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual([]);
  });

  it("can be paid in the usual way when PayPal refuses the change", async () => {
    const checkout = await approved();
    const mine = await placed(checkout);
    shop.simulator.faults.add("change", { kind: "status", status: 422, issue: "INVALID_PATCH_OPERATION" });
    const details = { id: checkout.id, expressKey: checkout.key };
    expect((await pay(shop, mine.customer, mine.order._id, details)).outcome).toBe("402 PAYMENT_NOT_VERIFIED");
    const { content } = await start(shop, mine.customer, mine.order._id);
    expect(content?.id).not.toBe(checkout.id);
    shop.simulator.bank.decide(content?.id ?? "", "approve");
    const paid = await pay(shop, mine.customer, mine.order._id, { id: content?.id });
    expect(paid.content).toMatchObject({ isPaid: true });
    expect(shop.simulator.bank.captures(checkout.id)).toEqual([]);
  });

  it("is paid by another instrument after the first was declined, with the same order at PayPal", async () => {
    const checkout = await begun();
    shop.simulator.bank.decide(checkout.id, "decline");
    const mine = await placed(checkout);
    const details = { id: checkout.id, expressKey: checkout.key };
    const { outcome } = await pay(shop, mine.customer, mine.order._id, details);
    expect(outcome).toMatch(/INSTRUMENT_DECLINED/);
    const { content } = await start(shop, mine.customer, mine.order._id);
    expect(content?.id).toBe(checkout.id);
    shop.simulator.bank.decide(checkout.id, "approve");
    expect((await pay(shop, mine.customer, mine.order._id, { id: checkout.id })).content).toMatchObject({
      isPaid: true,
    });
  });

  it("that was cancelled takes no money by it", async () => {
    const checkout = await approved();
    const mine = await placed(checkout);
    await fetch(`${shop.origin}/api/orders/mine/${mine.order._id}/cancel`, {
      method: "PUT",
      headers: { "content-type": "application/json", cookie: mine.customer.cookie },
      body: "{}",
    });
    await pay(shop, mine.customer, mine.order._id, { id: checkout.id, expressKey: checkout.key });
    expect(shop.simulator.bank.captures(checkout.id)).toEqual([]);
  });
});
