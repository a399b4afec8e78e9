import { specifiedTerms, type TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { checkPrices } from "../../src/domain/order/check-prices.ts";
import { releaseExpiredHolds } from "../../src/domain/payment/release-holds.ts";
import { recordWithdrawals } from "../../src/domain/withdrawal/record.ts";
import { issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { startMailing } from "../harness/mailing.ts";
import { expectNoItemError } from "../harness/no-item-error.ts";
import { orderOf, orderSchema, stockOf } from "../harness/ordering.ts";
import { actsOf, mattersOf } from "../harness/paying.ts";
import { readPdf } from "../harness/pdf.ts";
import { sellBy } from "../harness/selling.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, type Reply } from "../harness/test-client.ts";

const shop = startTestShop({
  takesPayments: true,
  settings: { jwtSecret: issuer.jwtSecret },
  fixed: { paymentMethods: ["PayPal", "On Delivery"], returnsDays: 14 },
});
const specified = startTestShop();
const mailing = startMailing(shop);

const [standard] = specifiedTerms.deliveryMethods;
if (standard === undefined) throw new Error("the specification has a delivery");
const deliveryMethods: TermsOfSale["deliveryMethods"] = [
  { ...standard, onDelivery: { fee: 3_00 } },
  { ...standard, id: "express", name: "Express" },
  {
    ...standard,
    id: "collect",
    name: "Collect",
    steps: [{ from: 0, price: 0 }],
    freeFrom: null,
    pickUp: { address: "1 Main St", hours: "" },
    onDelivery: { fee: 0 },
  },
];

let admin: Member;
beforeAll(async () => {
  await sellBy(shop, { ...specifiedTerms, deliveryMethods });
  admin = await makeAdmin(shop);
});
afterEach(() => expectInvariants(shop.pool));

const outcomeOf = ({ status, code }: Reply) => (code === undefined ? String(status) : `${status} ${code}`);

/** A customer's order of one piece for 10.00, to be paid on delivery. */
async function ordered(more: Record<string, unknown> = {}) {
  const productId = await makeProduct(shop.db, { priceCents: 10_00, countInStock: 5 });
  const customer = await makeCustomer(shop);
  const body = { ...orderOf([{ product: productId, qty: 1 }], more), paymentMethod: "On Delivery" };
  const reply = await customer.rest("POST", "/api/orders", body);
  return { customer, productId, reply };
}

async function placed(more: Record<string, unknown> = {}) {
  const { reply, ...rest } = await ordered(more);
  expect(outcomeOf(reply)).toBe("201");
  return { ...rest, order: orderSchema.parse(reply.body) };
}

const step = async (id: string, act: string) => outcomeOf(await admin.rest("PUT", `/api/orders/${id}/${act}`));

async function sent() {
  const mine = await placed();
  for (const act of ["confirm", "process", "ship"]) expect(await step(mine.order._id, act)).toBe("200");
  return mine;
}

let entries = 0;
async function record(id: string, amount: number) {
  entries += 1;
  return admin.rest("POST", `/api/orders/${id}/bank-transfer`, { amount, bankReference: `Receipt ${entries}` });
}

const seen = async ({ customer, order }: Awaited<ReturnType<typeof placed>>) =>
  orderSchema.parse((await customer.rest("GET", `/api/orders/${order._id}`)).body);

const rowsSchema = z.object({ rows: z.array(z.looseObject({ _id: z.string() })) });
async function listed(state: string): Promise<string[]> {
  const { body } = await admin.trpc("query", "admin.orders.page", { state, pageSize: 100 });
  return rowsSchema.parse(body).rows.map(({ _id }) => _id);
}

describe("A shop as specified", () => {
  it("takes no payment on delivery", async () => {
    const productId = await makeProduct(specified.db, { countInStock: 5 });
    const customer = await makeCustomer(specified);
    const body = { ...orderOf([{ product: productId, qty: 1 }]), paymentMethod: "On Delivery" };
    expect(outcomeOf(await customer.rest("POST", "/api/orders", body))).toBe("400 VALIDATION");
  });
});

describe("An order that is paid on delivery", () => {
  it("costs the fee of its delivery, says how much of the price that is, and comes to the same anew", async () => {
    const { order } = await placed();
    expect(order).toMatchObject({ itemsPrice: 10, shippingPrice: 13, taxPrice: 1.5, totalPrice: 24.5, isPaid: false });
    expect(order.delivery).toEqual({ name: "Standard", paymentFee: 3 });
    const collected = await placed({ deliveryMethod: "collect" });
    expect(collected.order).toMatchObject({ shippingPrice: 0, totalPrice: 11.5 });
    expect(collected.order.delivery).toEqual({ name: "Collect", pickUp: { address: "1 Main St", hours: "" } });
    await checkPrices(shop.services);
    for (const id of [order._id, collected.order._id]) expect(await mattersOf(shop.pool, id)).toEqual([]);
  });

  it("pays the fee also where delivery itself is free", async () => {
    const productId = await makeProduct(shop.db, { priceCents: 200_00, countInStock: 5 });
    const customer = await makeCustomer(shop);
    const body = { ...orderOf([{ product: productId, qty: 1 }]), paymentMethod: "On Delivery" };
    const { body: order } = await customer.rest("POST", "/api/orders", body);
    expect(order).toMatchObject({ shippingPrice: 3, delivery: { paymentFee: 3 } });
    const before = await customer.rest("POST", "/api/orders", { ...body, paymentMethod: "PayPal" });
    expect(before.body).toMatchObject({ shippingPrice: 0 });
    expect(orderSchema.parse(before.body).delivery).toEqual({ name: "Standard" });
  });

  it("is refused for a delivery that is paid before, and takes nothing", async () => {
    const { reply, productId } = await ordered({ deliveryMethod: "express" });
    expect(outcomeOf(reply)).toBe("400 VALIDATION");
    expect(reply.body).toMatchObject({ errors: [{ path: "paymentMethod" }] });
    expect(await stockOf(shop.pool, productId)).toBe(5);
  });

  it("is mailed to its customer and to administrators at once, and keeps its units", async () => {
    const { customer, order, productId } = await placed();
    const { arrived } = await mailing.sendDue();
    const textOf = (to: string, about: RegExp) =>
      arrived.find(({ recipient, subject }) => recipient === to && about.test(subject))?.text;
    expect(textOf(customer.email, /^Thank you for your order/)).toContain("You pay $24.50 when it arrives.");
    const mail = textOf(admin.email, new RegExp(`^New order .*${order._id.slice(-5)}`));
    expect(mail?.replaceAll(/\s+/g, " ")).toContain("pays on delivery");
    await shop.pool.query("update orders set held_until = now() - interval '1 year' where id = $1", [order._id]);
    await releaseExpiredHolds(shop.db, 100);
    expect(await stockOf(shop.pool, productId)).toBe(4);
  });

  it("goes through all steps before its money, and is in the lists of what is to be done", async () => {
    const mine = await placed();
    const { _id: id } = mine.order;
    const lists = ["to-confirm", "to-process", "to-ship", "to-deliver"];
    for (const [place, act] of ["confirm", "process", "ship", "deliver"].entries()) {
      expect(await listed(lists[place] ?? "")).toContain(id);
      const skipped = ["process", "ship", "deliver"][place];
      if (skipped !== undefined) expect(await step(id, skipped)).toBe("409 ILLEGAL_TRANSITION");
      expect(await step(id, act)).toBe("200");
    }
    expect(await seen(mine)).toMatchObject({ isPaid: false, isDelivered: true });
    const slip = await fetch(`${shop.origin}/api/orders/${id}/packing-slip.pdf`, {
      headers: { cookie: admin.cookieHeader },
    });
    const { texts } = await readPdf(new Uint8Array(await slip.arrayBuffer()));
    expect(texts[0]).toMatch(/To be paid on delivery\s+\$24\.50/);
  });

  it("is paid by the money that was collected, with an invoice, and by nothing else", async () => {
    const mine = await sent();
    const { _id: id } = mine.order;
    expect(outcomeOf(await record(id, 20))).toBe("200");
    expect(await seen(mine)).toMatchObject({ isPaid: false, matters: [{ kind: "payment differs" }] });
    const { body } = await record(id, 24.5);
    expect(body).toMatchObject({ isPaid: true, isShipped: true });
    const { body: money } = await admin.trpc("query", "admin.orders.money", { id });
    expect(money).toMatchObject({ payments: [{ provider: "on delivery" }, { provider: "on delivery" }] });
    const invoice = await fetch(`${shop.origin}/api/orders/${id}/invoice.pdf`, {
      headers: { cookie: mine.customer.cookieHeader },
    });
    await invoice.arrayBuffer();
    expect(invoice.status).toBe(200);
    expect(await actsOf(shop.pool, id)).toContain("paid");
  });

  it("is unpaid again once the record of its money is taken back, and stays where it was", async () => {
    const mine = await sent();
    const { _id: id } = mine.order;
    await record(id, 24.5);
    const { body: money } = await admin.trpc("query", "admin.orders.money", { id });
    const [payment] = z.object({ payments: z.array(z.looseObject({ _id: z.string() })) }).parse(money).payments;
    const back = { id, payment: payment?._id, text: "It was another order." };
    expect((await admin.trpc("mutation", "admin.orders.takeBackTransfer", back)).status).toBe(200);
    expect(await seen(mine)).toMatchObject({ isPaid: false, isConfirmed: true, isShipped: true });
    expect((await record(id, 24.5)).body).toMatchObject({ isPaid: true });
  });

  it("is cancelled by its customer until it is prepared, and by the shop also when it comes back unpaid", async () => {
    const early = await placed();
    const own = await early.customer.rest("PUT", `/api/orders/mine/${early.order._id}/cancel`, {});
    expect(own.body).toMatchObject({ cancellation: { by: "customer" } });
    expect(await stockOf(shop.pool, early.productId)).toBe(5);
    const late = await sent();
    expect(await stockOf(shop.pool, late.productId)).toBe(4);
    const refused = await late.customer.rest("PUT", `/api/orders/mine/${late.order._id}/cancel`, {});
    expect(outcomeOf(refused)).toBe("409 ILLEGAL_TRANSITION");
    const cancelled = await admin.rest("PUT", `/api/orders/${late.order._id}/cancel`, { reason: "Not accepted" });
    expect(outcomeOf(cancelled)).toBe("200");
    expect(await stockOf(shop.pool, late.productId)).toBe(5);
    expect(await step(late.order._id, "deliver")).toBe("409 ILLEGAL_TRANSITION");
    const paid = await sent();
    await record(paid.order._id, 24.5);
    expect(outcomeOf(await admin.rest("PUT", `/api/orders/${paid.order._id}/cancel`, {}))).toBe(
      "409 ILLEGAL_TRANSITION",
    );
  });

  it("keeps its units when its customer withdraws, and is ended by cancelling it", async () => {
    const mine = await placed();
    const { _id: id } = mine.order;
    const declared = { orderNumber: id.slice(-5), email: mine.customer.email };
    expect((await mine.customer.trpc("mutation", "order.withdraw", declared)).status).toBe(200);
    await recordWithdrawals(shop.services, expectNoItemError);
    expect(await mattersOf(shop.pool, id)).toEqual(["withdrawal"]);
    await releaseExpiredHolds(shop.db, 100);
    expect(await stockOf(shop.pool, mine.productId)).toBe(4);
    const { rows } = await shop.pool.query("select id from withdrawals where order_id = $1", [id]);
    const accepted = await admin.trpc("mutation", "admin.withdrawals.decide", {
      id: rows[0].id,
      decision: { to: "accepted" },
    });
    expect([accepted.status, accepted.code]).toEqual([409, "ILLEGAL_TRANSITION"]);
    expect(outcomeOf(await admin.rest("PUT", `/api/orders/${id}/cancel`, {}))).toBe("200");
    expect(await mattersOf(shop.pool, id)).toEqual([]);
    expect(await stockOf(shop.pool, mine.productId)).toBe(5);
  });
});

describe("An order by hand that is paid on delivery", () => {
  it("costs the fee as its quote says", async () => {
    const productId = await makeProduct(shop.db, { priceCents: 10_00, countInStock: 5 });
    const priced = { orderItems: [{ product: productId, qty: 1 }], isCounterSale: false };
    const place = { country: "USA", region: "", postalCode: "12345" };
    const quote = await admin.trpc("query", "admin.ordersByHand.quote", { ...priced, place, isPaidOnDelivery: true });
    expect(quote.body).toMatchObject({ shippingPrice: 13, totalPrice: 24.5 });
    const customer = { is: "new", name: "Ada", email: "ada-on-delivery@example.com" };
    const shippingAddress = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };
    const entered = { ...priced, customer, shippingAddress, paymentMethod: "On Delivery", expectedTotal: 24.5 };
    const reply = await admin.trpc("mutation", "admin.ordersByHand.place", entered);
    expect([reply.status, JSON.stringify(reply.body)]).toEqual([200, expect.stringContaining('"paymentFee":3')]);
  });
});
