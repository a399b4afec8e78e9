import { type Order, orderSchema } from "@shop/shared/order/order";
import type { PaymentMethod } from "@shop/shared/shop";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { checkPrices } from "../../src/domain/order/check-prices.ts";
import { releaseExpiredHolds } from "../../src/domain/payment/release-holds.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { startMailing } from "../harness/mailing.ts";
import { stockOf } from "../harness/ordering.ts";
import { decided, expectMoneyAgrees, mattersOf, pay, paymentsOf, reconcileNow } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, type Reply } from "../harness/test-client.ts";

const paymentMethods: PaymentMethod[] = ["PayPal", "Credit Card", "Bank Transfer"];
const fixed = { returnsDays: 14, paymentMethods, bankDetails: ["IBAN: DE02 1203 0000 0000 2020 51"] };
const shop = startTestShop({ takesPayments: true, fixed, settings: { reconcileMs: 30 } });
const second = startTestShop({ besides: shop, takesPayments: true, fixed });
const mailing = startMailing(shop);

let [admin, ada]: Member[] = [];
let [lamp, vase, rare] = ["", "", ""];
beforeAll(async () => {
  admin = await makeAdmin(shop, { name: "Boss" });
  ada = await makeCustomer(shop);
  const terms = { brandId: await makeBrand(shop.db), categoryId: await makeCategory(shop.db) };
  lamp = await makeProduct(shop.db, { name: "Lamp", priceCents: 2_000, countInStock: 900, ...terms });
  vase = await makeProduct(shop.db, { name: "Vase", priceCents: 3_333, countInStock: 900, ...terms });
  rare = await makeProduct(shop.db, { name: "Rare", priceCents: 500, countInStock: 1, ...terms });
});
afterEach(() => expectInvariants(shop.pool));

const people = () => {
  if (admin === undefined || ada === undefined) throw new Error("They come before the first test");
  return { admin, ada };
};
const outcomeOf = ({ status, code }: Reply) => (code === undefined ? String(status) : `${status} ${code}`);
const shippingAddress = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };
const read = async (id: string) => orderSchema.parse((await people().ada.rest("GET", `/api/orders/${id}`)).body);

/** Pays what is asked for, and gives how much the provider took. */
async function payFor({ _id }: Pick<Order, "_id">): Promise<string | undefined> {
  const payer = { cookie: people().ada.cookieHeader };
  const id = await decided(shop, payer, _id);
  expect((await pay(shop, payer, _id, { id })).outcome).toBe("200");
  return shop.simulator.bank.captures(id)[0]?.amount.value;
}

/** Three lamps and a vase, over 117.33 with 14.00 of tax and delivery of 10.00 in it, paid. */
async function paidOrder({ paymentMethod = "PayPal" } = {}): Promise<Order> {
  const orderItems = [
    { product: lamp, qty: 3 },
    { product: vase, qty: 1 },
  ];
  const { body } = await people().ada.rest("POST", "/api/orders", { orderItems, shippingAddress, paymentMethod });
  const order = orderSchema.parse(body);
  if (paymentMethod === "PayPal") await payFor(order);
  else await transfer(order._id, 117.33);
  return read(order._id);
}
const transfer = (id: string, amount: number) =>
  people().admin.rest("POST", `/api/orders/${id}/bank-transfer`, { amount, bankReference: crypto.randomUUID() });

const recordSchema = z.looseObject({ _id: z.string() });
/** A return of an order that was sent, which has arrived whole. */
async function arrivedReturn({ _id: id }: Order, lines: { product: string; qty: number }[], isRestocked = true) {
  await shop.pool.query(
    `update orders set paid_at = now() - interval '1 hour', confirmed_at = now(), processed_at = now(), shipped_at = now(),
       delivered_at = now() where id = $1`,
    [id],
  );
  const { admin: boss, ada: customer } = people();
  const reasoned = lines.map((line) => ({ ...line, reason: "It does not fit" }));
  const { body } = await customer.trpc("mutation", "order.requestReturn", { id, lines: reasoned });
  const returned =
    z
      .object({ returns: z.array(recordSchema) })
      .parse(body)
      .returns.at(-1)?._id ?? "";
  await boss.trpc("mutation", "admin.returns.decide", { id: returned, decision: { to: "accepted", words: "Please" } });
  const arrived = lines.map((line) => ({ ...line, condition: "as new", isRestocked }));
  expect(outcomeOf(await boss.trpc("mutation", "admin.returns.receive", { id: returned, lines: arrived }))).toBe("200");
  return returned;
}

type Asked = { return?: string; items?: object[]; orderItems: object[]; amount: number; [more: string]: unknown };
const exchange = (id: string, asked: Asked, who = people().admin) =>
  who.trpc("mutation", "admin.exchanges.exchange", {
    id,
    reason: "Exchanged as you asked",
    paymentMethod: "PayPal",
    ...asked,
  });
async function exchanged(id: string, asked: Asked): Promise<Order> {
  const reply = await exchange(id, asked);
  expect(outcomeOf(reply), JSON.stringify(reply.body)).toBe("200");
  return orderSchema.parse(reply.body);
}
const lamps = (qty = 1) => [{ product: lamp, qty }];
const vases = (qty = 1) => [{ product: vase, qty }];

/** The invoice of an order and its credit notes: amounts and taxes in cents. */
async function papersOf(id: string) {
  const { rows } = await shop.pool.query(
    "select kind, content from invoices where order_id = $1 order by created_at, number",
    [id],
  );
  const content = z.looseObject({
    totalCents: z.number().optional(),
    amountCents: z.number().optional(),
    taxCents: z.number(),
  });
  return z
    .array(z.object({ kind: z.string(), content }))
    .parse(rows)
    .map(({ kind, content: { totalCents, amountCents, taxCents } }) => [kind, totalCents ?? amountCents, taxCents]);
}
/** What the provider has sent back of all so far, in cents. */
function sentBack(): number {
  const { bank } = shop.simulator;
  const refunds = [...bank.orders.keys()].flatMap((id) => bank.captures(id)).flatMap(({ id }) => bank.refundsOf(id));
  const made = refunds.filter(({ status }) => status === "COMPLETED");
  return made.reduce((sum, { amount }) => sum + Math.round(Number(amount.value) * 100), 0);
}
/** The refunds of an order's captures, as the provider has them. */
async function refundsOf(id: string) {
  const rows = await paymentsOf(shop.pool, id);
  return rows.flatMap(({ capture_id }) => (capture_id === null ? [] : shop.simulator.bank.refundsOf(capture_id)));
}
/** What it sends back while something happens. */
async function sentBackBy(act: () => Promise<unknown>): Promise<number> {
  const before = sentBack();
  await act();
  return sentBack() - before;
}

describe("Goods of a paid order that was not sent are exchanged", () => {
  it("for dearer ones: the customer is asked for the difference, and each order is true by itself", async () => {
    const first = await paidOrder();
    const [lampsBefore, vasesBefore] = [await stockOf(shop.pool, lamp), await stockOf(shop.pool, vase)];
    const asked = { items: lamps(), orderItems: vases() };
    const quote = await people().admin.trpc("query", "admin.exchanges.quote", { id: first._id, ...asked });
    // A lamp with its tax against a vase with its own, and no delivery.
    expect(quote.body).toMatchObject({ due: 23, itemsPrice: 33.33, taxPrice: 5, shippingPrice: 0, totalPrice: 38.33 });
    const next = await exchanged(first._id, { ...asked, amount: 23, expectedTotal: 38.33 });
    expect(next).toMatchObject({
      totalPrice: 38.33,
      isPaid: false,
      exchange: { of: first._id, credit: 23 },
      shippingAddress,
      delivery: { name: "Sent in exchange" },
    });
    expect(await read(first._id)).toMatchObject({
      refundedPrice: 23,
      isRefunded: false,
      exchangedFor: [next._id],
      refunds: [{ amount: 23, status: "completed", reason: "Exchanged as you asked" }],
    });
    expect(await stockOf(shop.pool, lamp)).toBe(lampsBefore + 1);
    expect(await stockOf(shop.pool, vase)).toBe(vasesBefore - 1);
    const mails = (await mailing.sendAll()).arrived.filter(({ text }) => text.includes(next._id));
    expect(mails.map(({ text }) => text).join("\n")).toContain("$15.33");
    expect(await payFor(next)).toBe("15.33");
    expect(await read(next._id)).toMatchObject({ isPaid: true, capturedPrice: 38.33 });
    expect(await papersOf(first._id)).toEqual([
      ["invoice", 11733, 1400],
      ["credit note", 2300, 300],
    ]);
    expect(await papersOf(next._id)).toEqual([["invoice", 3833, 500]]);
    await checkPrices(shop.services);
    expect([...(await mattersOf(shop.pool, first._id)), ...(await mattersOf(shop.pool, next._id))]).toEqual([]);
    await expectMoneyAgrees(shop);
  });

  it("for what costs as much: nobody pays anything, and the provider is not asked", async () => {
    const first = await paidOrder();
    const before = shop.simulator.calls.length;
    const next = await exchanged(first._id, { items: lamps(), orderItems: lamps(), amount: 23 });
    expect(next).toMatchObject({ totalPrice: 23, isPaid: true, exchange: { credit: 23 } });
    expect(shop.simulator.calls.length).toBe(before);
    expect(await papersOf(next._id)).toEqual([["invoice", 2300, 300]]);
    const subjects = (await mailing.sendAll()).arrived.filter(
      ({ text, subject }) => text.includes(next._id) && !subject.startsWith("New order"),
    );
    expect(subjects.map(({ subject }) => subject)).toEqual([`Your exchange for order ${first._id.slice(-5)}`]);
    expect(subjects[0]?.text).toMatch(/nothing to\s+pay/);
    await expectMoneyAgrees(shop);
  });

  it("for cheaper ones: the rest goes back, once", async () => {
    const first = await paidOrder();
    const back = await sentBackBy(async () => {
      const next = await exchanged(first._id, { items: vases(), orderItems: lamps(), amount: 38.33 });
      expect(next).toMatchObject({ totalPrice: 23, isPaid: true });
    });
    expect(back).toBe(15_33);
    expect(await read(first._id)).toMatchObject({
      refundedPrice: 38.33,
      refunds: [
        { amount: 15.33, status: "completed" },
        { amount: 23, status: "completed" },
      ],
    });
    // Together the tax of the vase.
    expect(await papersOf(first._id)).toEqual([
      ["invoice", 11733, 1400],
      ["credit note", 2300, 300],
      ["credit note", 1533, 200],
    ]);
    await expectMoneyAgrees(shop);
  });

  it("all of them: the whole order is taken back with its delivery", async () => {
    const first = await paidOrder();
    const items = [...lamps(3), ...vases()];
    const quote = await people().admin.trpc("query", "admin.exchanges.quote", {
      id: first._id,
      items,
      orderItems: vases(4),
    });
    expect(quote.body).toMatchObject({ due: 117.33 });
    const next = await exchanged(first._id, { items, orderItems: vases(4), amount: 117.33 });
    expect(await read(first._id)).toMatchObject({ isRefunded: true, isRestocked: true });
    // 133.32 and 20.00 of tax.
    expect(next).toMatchObject({ totalPrice: 153.32, exchange: { credit: 117.33 } });
    expect(await payFor(next)).toBe("35.99");
    await expectMoneyAgrees(shop);
  });

  it("with the delivery that its method costs, if the shop does not bear it", async () => {
    const first = await paidOrder();
    const asked = { items: lamps(), orderItems: lamps(), isDeliveryFree: false };
    const quote = await people().admin.trpc("query", "admin.exchanges.quote", { id: first._id, ...asked });
    expect(quote.body).toMatchObject({ shippingPrice: 10, totalPrice: 33 });
    const next = await exchanged(first._id, { ...asked, amount: 23 });
    expect(await payFor(next)).toBe("10.00");
    await checkPrices(shop.services);
    expect(await mattersOf(shop.pool, next._id)).toEqual([]);
  });

  it("and paid at once where the customer pays the difference in cash", async () => {
    const first = await paidOrder();
    const next = await exchanged(first._id, {
      items: lamps(),
      orderItems: vases(),
      amount: 23,
      received: { reference: "cash" },
    });
    expect(next).toMatchObject({ isPaid: true, capturedPrice: 38.33 });
    const { body } = await people().admin.trpc("query", "admin.orders.money", { id: next._id });
    expect(body).toMatchObject({
      payments: [
        { provider: "exchange", amount: 23 },
        { provider: "bank transfer", amount: 15.33, isSettling: true },
      ],
    });
  });

  it("and the difference comes by transfer, over which the bank details are", async () => {
    const first = await paidOrder();
    const asked = { items: lamps(), orderItems: vases(), amount: 23, paymentMethod: "Bank Transfer" };
    const next = await exchanged(first._id, asked);
    const details = await people().ada.trpc("query", "order.bankTransfer", { id: next._id });
    expect(details.body).toMatchObject({ amount: 15.33 });
    await transfer(next._id, 15.33);
    expect(await read(next._id)).toMatchObject({ isPaid: true });
    expect(await mattersOf(shop.pool, next._id)).toEqual([]);
  });
});

describe("Goods that came back are exchanged with their return", () => {
  it("which ends, and what is fit for it is for sale again", async () => {
    const first = await paidOrder();
    const returned = await arrivedReturn(first, lamps());
    const before = await stockOf(shop.pool, lamp);
    const options = { id: first._id, return: returned };
    const { body } = await people().admin.trpc("query", "admin.exchanges.options", options);
    expect(body).toMatchObject({ refusal: null, lines: [{ product: lamp, qty: 1 }], refundable: 117.33 });
    await exchanged(first._id, { return: returned, orderItems: vases(), amount: 23 });
    expect(await stockOf(shop.pool, lamp)).toBe(before + 1);
    const list = await people().ada.trpc("query", "order.returns", { id: first._id });
    expect(list.body).toMatchObject({ returns: [{ state: "refunded" }] });
    expect(await mattersOf(shop.pool, first._id)).toEqual([]);
    const again = await exchange(first._id, { return: returned, orderItems: vases(), amount: 23 });
    expect(outcomeOf(again)).toBe("409 ILLEGAL_TRANSITION");
  });

  it("for what the customer has wished, who is told so, and finds it beside the return", async () => {
    const first = await paidOrder();
    await shop.pool.query(
      `update orders set paid_at = now() - interval '1 hour', confirmed_at = now(), processed_at = now(), shipped_at = now(),
         delivered_at = now() where id = $1`,
      [first._id],
    );
    const { admin: boss, ada: customer } = people();
    const lines = [{ product: lamp, qty: 1, reason: "It does not fit" }];
    const asked = await customer.trpc("mutation", "order.requestReturn", {
      id: first._id,
      lines,
      wish: "The blue vase",
    });
    const returned = z.object({ returns: z.array(recordSchema) }).parse(asked.body).returns[0]?._id ?? "";
    const mail = (await mailing.sendAll()).arrived.find(
      ({ text, subject }) => subject.startsWith("Your return of order") && text.includes(first._id),
    );
    expect(mail?.text).toContain("The blue vase");
    await boss.trpc("mutation", "admin.returns.decide", {
      id: returned,
      decision: { to: "accepted", words: "Please" },
    });
    const arrived = [{ product: lamp, qty: 1, condition: "as new", isRestocked: true }];
    await boss.trpc("mutation", "admin.returns.receive", { id: returned, lines: arrived });
    const next = await exchanged(first._id, { return: returned, orderItems: vases(), amount: 23 });
    const list = await customer.trpc("query", "order.returns", { id: first._id });
    expect(list.body).toMatchObject({ returns: [{ wish: "The blue vase", state: "refunded", exchange: next._id }] });
  });

  it("and what is damaged stays out of the stock", async () => {
    const first = await paidOrder();
    const returned = await arrivedReturn(first, lamps(), false);
    const before = await stockOf(shop.pool, lamp);
    await exchanged(first._id, { return: returned, orderItems: lamps(), amount: 23 });
    expect(await stockOf(shop.pool, lamp)).toBe(before - 1);
  });

  it("once, whoever else does the same on another instance", async () => {
    const first = await paidOrder();
    const returned = await arrivedReturn(first, lamps());
    const other = await makeAdmin(second, { name: "Other" });
    const asked = { return: returned, orderItems: vases(), amount: 23 };
    const replies = await Promise.all([
      exchange(first._id, asked),
      exchange(first._id, asked, other),
      people().admin.trpc("mutation", "admin.returns.refund", {
        id: returned,
        amount: 23,
        reason: "Your return",
        idempotencyKey: crypto.randomUUID(),
      }),
    ]);
    expect(replies.map(outcomeOf).sort()).toEqual(["200", "409 ILLEGAL_TRANSITION", "409 ILLEGAL_TRANSITION"]);
    expect(await read(first._id)).toMatchObject({ refundedPrice: 23 });
    await expectMoneyAgrees(shop);
  });

  it("once by the same key, which gives the same order again", async () => {
    const first = await paidOrder();
    const asked = { items: lamps(), orderItems: vases(), amount: 23, key: crypto.randomUUID() };
    const [one, two] = [await exchanged(first._id, asked), await exchanged(first._id, asked)];
    expect(two._id).toBe(one._id);
    expect(outcomeOf(await exchange(first._id, { ...asked, amount: 22 }))).toBe("422 IDEMPOTENCY_KEY_REUSED");
  });
});

describe("Money that an exchange has passed on goes back the way that it came", () => {
  it("when the new order is cancelled before the difference was paid", async () => {
    const first = await paidOrder();
    const next = await exchanged(first._id, { items: lamps(), orderItems: vases(), amount: 23 });
    const cancel = () => people().ada.rest("PUT", `/api/orders/mine/${next._id}/cancel`, {});
    expect(await sentBackBy(async () => expect(outcomeOf(await cancel())).toBe("200"))).toBe(23_00);
    expect(await read(next._id)).toMatchObject({ isPaid: false, refundedPrice: 23, isRefunded: true });
    expect(await read(first._id)).toMatchObject({ refundedPrice: 23 });
    const again = await people().admin.rest("PUT", `/api/orders/${next._id}/reinstate`, { text: "Open again" });
    expect(outcomeOf(again)).toBe("409 ILLEGAL_TRANSITION");
    // The provider lists the refund with the first order's money; it is none of that order.
    await shop.pool.query("update payments set ask_again_at = now() where order_id = $1", [first._id]);
    await reconcileNow(shop.services);
    expect(await mattersOf(shop.pool, first._id)).toEqual([]);
    expect((await read(first._id)).refunds).toHaveLength(1);
    await expectMoneyAgrees(shop);
  });

  it("also when the provider does not answer at first", async () => {
    const first = await paidOrder();
    const next = await exchanged(first._id, { items: lamps(), orderItems: vases(), amount: 23 });
    const before = sentBack();
    shop.simulator.faults.add("refund", { kind: "drop" });
    const cancel = await people().admin.rest("PUT", `/api/orders/${next._id}/cancel`, {});
    expect(outcomeOf(cancel)).toBe("200");
    expect(await read(next._id)).toMatchObject({ refunds: [{ status: "requested" }] });
    shop.simulator.faults.clear();
    await shop.pool.query("update refunds set ask_again_at = now() where order_id = $1", [next._id]);
    await reconcileNow(shop.services);
    expect(await read(next._id)).toMatchObject({ refunds: [{ status: "completed", amount: 23 }] });
    expect(sentBack() - before).toBe(23_00);
    expect(await mattersOf(shop.pool, first._id)).toEqual([]);
    await expectMoneyAgrees(shop);
  });

  it("and counts again where the provider fails to make it after all", async () => {
    const first = await paidOrder();
    const next = await exchanged(first._id, { items: lamps(), orderItems: vases(), amount: 23 });
    shop.simulator.bank.nextRefunds("PENDING");
    await people().admin.rest("PUT", `/api/orders/${next._id}/cancel`, {});
    expect(await read(next._id)).toMatchObject({ refunds: [{ status: "pending" }], isRefunded: true });
    const [refund] = await refundsOf(first._id);
    shop.simulator.bank.settleRefund(refund?.id ?? "", "FAILED");
    await shop.pool.query("update refunds set ask_again_at = now() where order_id = $1", [next._id]);
    await reconcileNow(shop.services);
    expect(await read(next._id)).toMatchObject({ refundedPrice: 0, isRefunded: false });
    expect(await mattersOf(shop.pool, next._id)).toEqual(["refund failed"]);
    // An administrator sends it once more.
    const reply = await people().admin.rest(
      "POST",
      `/api/orders/${next._id}/refund`,
      { amount: 23, reason: "Cancelled" },
      { "idempotency-key": crypto.randomUUID() },
    );
    expect(outcomeOf(reply)).toBe("201");
    expect(await read(next._id)).toMatchObject({ refundedPrice: 23, isRefunded: true });
  });

  it("and is asked for again if the provider had not made it", async () => {
    const first = await paidOrder();
    const next = await exchanged(first._id, { items: lamps(), orderItems: vases(), amount: 23 });
    shop.simulator.faults.add("refund", { kind: "status", status: 503 });
    await people().admin.rest("PUT", `/api/orders/${next._id}/cancel`, {});
    shop.simulator.faults.clear();
    await shop.pool.query("update refunds set ask_again_at = now() where order_id = $1", [next._id]);
    await reconcileNow(shop.services);
    expect(await read(next._id)).toMatchObject({ refunds: [{ status: "completed" }] });
    expect(await mattersOf(shop.pool, next._id)).toEqual([]);
  });

  it("and is known for made once the first order's payment is read, though the provider had said that it was not", async () => {
    const first = await paidOrder();
    const next = await exchanged(first._id, { items: lamps(), orderItems: vases(), amount: 23 });
    const before = sentBack();
    shop.simulator.faults.add("refund", {
      kind: "status after",
      status: 422,
      issue: "CAPTURE_FULLY_REFUNDED",
      forgets: false,
    });
    await people().admin.rest("PUT", `/api/orders/${next._id}/cancel`, {});
    shop.simulator.faults.clear();
    expect(await mattersOf(shop.pool, next._id)).toEqual(["refund failed"]);
    expect(sentBack() - before).toBe(23_00);
    await shop.pool.query("update payments set ask_again_at = now() where order_id = $1", [first._id]);
    for (let round = 0; round < 2; round += 1) await reconcileNow(shop.services);
    expect(await read(next._id)).toMatchObject({ refunds: [{ status: "completed", amount: 23 }], isRefunded: true });
    expect(await mattersOf(shop.pool, next._id)).toEqual([]);
    await expectMoneyAgrees(shop);
  });

  it("over several exchanges, each of which passes on what it got", async () => {
    const first = await paidOrder();
    const next = await exchanged(first._id, { items: lamps(), orderItems: vases(), amount: 23 });
    await payFor(next);
    // A vase over 38.33, of which 23.00 came with the first order and 15.33 with this one.
    const before = sentBack();
    const third = await exchanged(next._id, { items: vases(), orderItems: lamps(), amount: 38.33 });
    expect(third).toMatchObject({ totalPrice: 23, isPaid: true });
    expect(sentBack() - before).toBe(15_33);
    const last = await exchanged(third._id, { items: lamps(), orderItems: vases(), amount: 23 });
    const cancel = () => people().admin.rest("PUT", `/api/orders/${last._id}/cancel`, {});
    expect(await sentBackBy(async () => expect(outcomeOf(await cancel())).toBe("200"))).toBe(23_00);
    for (const { _id } of [first, next, third, last]) expect(await mattersOf(shop.pool, _id)).toEqual([]);
    await expectMoneyAgrees(shop);
  });

  it("by hand for what was cheaper than a transfer, each time that somebody records it", async () => {
    const first = await paidOrder({ paymentMethod: "Bank Transfer" });
    const cheaper = { items: vases(), orderItems: lamps(), amount: 38.33, paymentMethod: "Bank Transfer" };
    expect(await exchanged(first._id, cheaper)).toMatchObject({ isPaid: true, totalPrice: 23 });
    // Two for one, with another difference.
    await exchanged(first._id, { ...cheaper, items: lamps(2), amount: 46 });
    expect(await mattersOf(shop.pool, first._id)).toEqual(["refund due", "refund due"]);
    const sendBack = async (amount: number) =>
      outcomeOf(
        await people().admin.rest(
          "POST",
          `/api/orders/${first._id}/refund`,
          { amount, reason: "Exchanged" },
          { "idempotency-key": crypto.randomUUID() },
        ),
      );
    expect(await sendBack(23)).toBe("201");
    expect(await mattersOf(shop.pool, first._id)).toEqual(["refund due"]);
    expect(await sendBack(15.33)).toBe("201");
    expect(await mattersOf(shop.pool, first._id)).toEqual([]);
    expect(await read(first._id)).toMatchObject({ refundedPrice: 84.33, isRefunded: false });
  });

  it("by hand where it came by transfer, and somebody is told", async () => {
    const first = await paidOrder({ paymentMethod: "Bank Transfer" });
    const next = await exchanged(first._id, {
      items: lamps(),
      orderItems: vases(),
      amount: 23,
      paymentMethod: "Bank Transfer",
    });
    const sendBack = async () =>
      outcomeOf(
        await people().admin.rest(
          "POST",
          `/api/orders/${next._id}/refund`,
          { amount: 23, reason: "Cancelled" },
          { "idempotency-key": crypto.randomUUID() },
        ),
      );
    // As long as the rest is asked for, what the exchange has paid stays.
    expect(await sendBack()).toBe("409 ILLEGAL_TRANSITION");
    await people().admin.rest("PUT", `/api/orders/${next._id}/cancel`, {});
    expect(await mattersOf(shop.pool, next._id)).toEqual(["refund due"]);
    expect(await sendBack()).toBe("201");
    expect(await mattersOf(shop.pool, next._id)).toEqual([]);
    expect(await read(next._id)).toMatchObject({ isRefunded: true, refundedPrice: 23 });
  });
});

it("What an exchange has left to pay is not forgotten: its money is shown once the hold is over, until it is paid or goes back", async () => {
  const first = await paidOrder();
  const unpaid = async () => exchanged(first._id, { items: lamps(), orderItems: vases(), amount: 23 });
  const [one, two] = [await unpaid(), await unpaid()];
  await shop.pool.query("update orders set held_until = now() - interval '1 minute' where id = any($1)", [
    [one._id, two._id],
  ]);
  await releaseExpiredHolds(shop.db, 50);
  expect(await mattersOf(shop.pool, one._id)).toEqual(["exchange unpaid"]);
  await payFor(one);
  expect(await mattersOf(shop.pool, one._id)).toEqual([]);
  const cancel = () => people().ada.rest("PUT", `/api/orders/mine/${two._id}/cancel`, {});
  expect(await sentBackBy(async () => expect(outcomeOf(await cancel())).toBe("200"))).toBe(23_00);
  expect(await mattersOf(shop.pool, two._id)).toEqual([]);
});

it("What is sent while somebody exchanges it is either sent or exchanged", async () => {
  const { admin: boss, ada: customer } = people();
  const ends: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    const { body } = await customer.rest("POST", "/api/orders", {
      orderItems: lamps(),
      shippingAddress,
      paymentMethod: "PayPal",
    });
    const { _id: id } = orderSchema.parse(body);
    await payFor({ _id: id });
    for (const step of ["confirm", "process"]) await boss.rest("PUT", `/api/orders/${id}/${step}`);
    const replies = await Promise.all([
      exchange(id, { items: lamps(), orderItems: vases(), amount: 33 }),
      boss.rest("PUT", `/api/orders/${id}/ship`),
    ]);
    const [isExchanged, isSent] = replies.map(({ status }) => status === 200);
    expect([isExchanged, isSent].filter(Boolean)).toHaveLength(1);
    const { isShipped, isRestocked } = await read(id);
    expect([isShipped, isRestocked]).toEqual([isSent, isExchanged]);
    ends.push(isSent === true ? "sent" : "exchanged");
  }
  expect(ends).toHaveLength(6);
  await expectMoneyAgrees(shop);
});

describe("Nothing is exchanged", () => {
  it("of an order that is not paid, was sent, cancelled or refunded", async () => {
    const { body } = await people().ada.rest("POST", "/api/orders", {
      orderItems: lamps(),
      shippingAddress,
      paymentMethod: "PayPal",
    });
    const asked = { items: lamps(), orderItems: vases(), amount: 1 };
    const refused = "409 ILLEGAL_TRANSITION";
    expect(outcomeOf(await exchange(orderSchema.parse(body)._id, asked))).toBe(refused);
    const sent = await paidOrder();
    await arrivedReturn(sent, lamps());
    expect(outcomeOf(await exchange(sent._id, asked))).toBe(refused);
    const cancelled = await paidOrder();
    await people().admin.rest("PUT", `/api/orders/${cancelled._id}/cancel`, {});
    expect(outcomeOf(await exchange(cancelled._id, asked))).toBe(refused);
  });

  it("for units that the order has not, or more money than was paid, or goods that are gone", async () => {
    const first = await paidOrder();
    const before = [await stockOf(shop.pool, lamp), await stockOf(shop.pool, vase)];
    const asked = { items: lamps(), orderItems: vases(), amount: 23 };
    const outcome = async (more: object) => outcomeOf(await exchange(first._id, { ...asked, ...more }));
    expect(await outcome({ items: lamps(4) })).toBe("400 VALIDATION");
    expect(await outcome({ items: [] })).toBe("400 VALIDATION");
    expect(await outcome({ amount: 117.34 })).toBe("400 VALIDATION");
    expect(await outcome({ orderItems: [{ product: rare, qty: 2 }] })).toBe("409 OUT_OF_STOCK");
    expect(await outcome({ orderItems: [{ product: lamp, qty: 1, price: 0 }], priceReason: "A gift" })).toBe(
      "400 VALIDATION",
    );
    expect(await outcome({ expectedTotal: 1 })).toBe("409 PRICE_CHANGED");
    expect([await stockOf(shop.pool, lamp), await stockOf(shop.pool, vase)]).toEqual(before);
    expect(await read(first._id)).toMatchObject({ refundedPrice: 0, refunds: [] });
  });

  it("while a refund is unanswered", async () => {
    const first = await paidOrder();
    shop.simulator.faults.add("refund", { kind: "drop" });
    await people().admin.rest(
      "POST",
      `/api/orders/${first._id}/refund`,
      { amount: 1, reason: "Late" },
      { "idempotency-key": crypto.randomUUID() },
    );
    shop.simulator.faults.clear();
    const asked = { items: lamps(), orderItems: vases(), amount: 23 };
    expect(outcomeOf(await exchange(first._id, asked))).toBe("409 REFUND_PENDING");
    await shop.pool.query("update refunds set ask_again_at = now() where order_id = $1", [first._id]);
    await reconcileNow(shop.services);
    expect(outcomeOf(await exchange(first._id, asked))).toBe("200");
  });
});

it("An order that an exchange has paid a part of is sent elsewhere, and is changed in nothing else", async () => {
  const first = await paidOrder();
  const next = await exchanged(first._id, { items: lamps(), orderItems: vases(), amount: 23 });
  const edit = (more: object) =>
    people().admin.trpc("mutation", "admin.orderEdits.edit", {
      id: next._id,
      orderItems: vases(),
      shippingAddress: { ...shippingAddress, address: "2 Elm St" },
      version: 0,
      ...more,
    });
  expect(outcomeOf(await edit({ orderItems: vases(2) }))).toBe("409 ILLEGAL_TRANSITION");
  expect(outcomeOf(await edit({}))).toBe("200");
  expect(await read(next._id)).toMatchObject({ shippingAddress: { address: "2 Elm St" }, totalPrice: 38.33 });
  await checkPrices(shop.services);
  expect(await mattersOf(shop.pool, next._id)).toEqual([]);
});
