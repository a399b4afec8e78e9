import { type CustomerCredit, customerCreditSchema } from "@shop/shared/credit/credit-schema";
import { errorBodySchema } from "@shop/shared/errors";
import { type Order, orderSchema } from "@shop/shared/order/order";
import { uuidv7 } from "uuidv7";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { releaseExpiredHolds } from "../../src/domain/payment/release-holds.ts";
import { makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { startMailing } from "../harness/mailing.ts";
import { stockOf } from "../harness/ordering.ts";
import { decided, expectMoneyAgrees, pay } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, type Reply } from "../harness/test-client.ts";

const shop = startTestShop({ takesPayments: true, settings: { reconcileMs: 30 } });
const second = startTestShop({ besides: shop, takesPayments: true });
const mailing = startMailing(shop);

let admin: Member;
let lamp = "";
beforeAll(async () => {
  admin = await makeAdmin(shop, { name: "Boss" });
  lamp = await makeProduct(shop.db, { name: "Lamp", priceCents: 2_000, countInStock: 9_000 });
});
afterEach(() => expectInvariants(shop.pool));

const outcomeOf = ({ status, code }: Reply) => (code === undefined ? String(status) : `${status} ${code}`);
const messageOf = ({ body }: Reply) => errorBodySchema.parse(body).message;
const shippingAddress = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };

/** A lamp, over 33.00 with 3.00 of tax and delivery of 10.00. */
async function placed(customer: Member, qty = 1): Promise<Order> {
  const orderItems = [{ product: lamp, qty }];
  const { body } = await customer.rest("POST", "/api/orders", {
    orderItems,
    shippingAddress,
    paymentMethod: "PayPal",
  });
  return orderSchema.parse(body);
}
const change = (who: Member, id: string, amount: number, more: Record<string, unknown> = {}) =>
  who.trpc("mutation", "admin.users.changeCredit", {
    id,
    amount,
    key: uuidv7(),
    act: "given",
    reason: "For the wait",
    ...more,
  });
/** A customer with so much credit. */
async function holder(amount: number): Promise<Member> {
  const customer = await makeCustomer(shop);
  if (amount > 0) expect(outcomeOf(await change(admin, customer.id, amount))).toBe("200");
  return customer;
}
async function creditOf(customer: Member): Promise<CustomerCredit> {
  return customerCreditSchema.parse((await customer.rest("GET", "/api/users/profile/credit")).body);
}
const useCredit = (customer: Member, id: string, body = {}) => customer.rest("PUT", `/api/orders/${id}/credit`, body);
const read = async (customer: Member, id: string) =>
  orderSchema.parse((await customer.rest("GET", `/api/orders/${id}`)).body);
async function payRest(customer: Member, order: Order): Promise<string | undefined> {
  const payer = { cookie: customer.cookieHeader };
  const id = await decided(shop, payer, order._id);
  expect((await pay(shop, payer, order._id, { id })).outcome).toBe("200");
  return shop.simulator.bank.captures(id)[0]?.amount.value;
}
async function lapse(id: string): Promise<void> {
  await shop.pool.query("update orders set held_until = now() - interval '1 second' where id = $1", [id]);
  await releaseExpiredHolds(shop.db, 10_000);
}

describe("Credit that an administrator gives", () => {
  it("is the customer's, told of by mail with the reason, and given once however often it is asked for", async () => {
    const ada = await holder(0);
    const key = uuidv7();
    for (const _ of [1, 2]) expect(outcomeOf(await change(admin, ada.id, 20, { key }))).toBe("200");
    expect(await creditOf(ada)).toMatchObject({ balance: 20, entries: [{ act: "given", amount: 20 }] });
    const { arrived } = await mailing.sendAll();
    const mails = arrived.filter(({ subject }) => subject.startsWith("$20.00 of credit"));
    expect(mails.map(({ recipient }) => recipient)).toEqual([ada.email]);
    expect(mails[0]?.text).toContain("For the wait");
  });

  it("is taken back as far as it is left, and never below nothing", async () => {
    const ada = await holder(20);
    expect(outcomeOf(await change(admin, ada.id, 5, { act: "taken back" }))).toBe("200");
    const more = await change(admin, ada.id, 15.01, { act: "taken back" });
    expect([outcomeOf(more), messageOf(more)]).toEqual([
      "400 VALIDATION",
      "This customer has $15.00 of credit, so no more can be taken back",
    ]);
    expect((await creditOf(ada)).balance).toBe(15);
  });

  it.each([0, -1, 0.001, Number.MAX_SAFE_INTEGER, "5"])("is no %s", async (amount) => {
    const ada = await holder(0);
    expect(outcomeOf(await change(admin, ada.id, 1, { amount }))).toBe("400 VALIDATION");
    expect((await creditOf(ada)).entries).toEqual([]);
  });
});

describe("Credit pays an order", () => {
  it("in full, and no provider is asked", async () => {
    const ada = await holder(50);
    const order = await placed(ada);
    const paid = orderSchema.parse((await useCredit(ada, order._id)).body);
    expect(paid).toMatchObject({ isPaid: true, totalPrice: 33, credits: [{ giftCard: null, amount: 33 }] });
    expect((await creditOf(ada)).balance).toBe(17);
    expect(outcomeOf(await useCredit(ada, order._id))).toBe("409 ALREADY_PAID");
    const papers = await shop.pool.query("select kind from invoices where order_id = $1", [order._id]);
    expect(papers.rows).toEqual([{ kind: "invoice" }]);
  });

  it("in part, and the provider is asked for the rest", async () => {
    const ada = await holder(12.5);
    const order = await placed(ada);
    const left = orderSchema.parse((await useCredit(ada, order._id)).body);
    expect(left).toMatchObject({ isPaid: false, credits: [{ giftCard: null, amount: 12.5 }] });
    expect(await payRest(ada, order)).toBe("20.50");
    expect(await read(ada, order._id)).toMatchObject({ isPaid: true, capturedPrice: 33, matters: [] });
    expect((await creditOf(ada)).balance).toBe(0);
    await expectMoneyAgrees(shop);
  });

  it("goes back when it is taken off, and an approval of the rest buys nothing then", async () => {
    const ada = await holder(12.5);
    const order = await placed(ada);
    await useCredit(ada, order._id);
    const payer = { cookie: ada.cookieHeader };
    const id = await decided(shop, payer, order._id);
    const off = orderSchema.parse((await ada.rest("DELETE", `/api/orders/${order._id}/credit`)).body);
    expect(off.credits).toBeUndefined();
    expect((await creditOf(ada)).balance).toBe(12.5);
    expect((await pay(shop, payer, order._id, { id })).outcome).toBe("402 AMOUNT_MISMATCH");
    expect(shop.simulator.bank.captures(id)).toEqual([]);
    expect(await payRest(ada, order)).toBe("33.00");
  });

  it("goes back when the order lapses or is cancelled unpaid, with the units", async () => {
    const ada = await holder(12.5);
    const before = await stockOf(shop.pool, lamp);
    const [lapsed, cancelled] = [await placed(ada), await placed(ada)];
    await useCredit(ada, lapsed._id);
    await lapse(lapsed._id);
    expect((await creditOf(ada)).balance).toBe(12.5);
    await useCredit(ada, cancelled._id);
    expect((await creditOf(ada)).balance).toBe(0);
    expect((await ada.rest("PUT", `/api/orders/mine/${cancelled._id}/cancel`, {})).status).toBe(200);
    expect((await creditOf(ada)).balance).toBe(12.5);
    expect(await stockOf(shop.pool, lamp)).toBe(before);
    expect(await read(ada, cancelled._id)).toMatchObject({ isPaid: false, refunds: [], capturedPrice: 0 });
    expect(outcomeOf(await useCredit(ada, cancelled._id))).toBe("409 ILLEGAL_TRANSITION");
    expect(orderSchema.parse((await useCredit(ada, lapsed._id)).body).credits).toHaveLength(1);
  });

  it("goes back to where it came from when a paid order is cancelled, and the rest to the provider", async () => {
    const ada = await holder(12.5);
    const order = await placed(ada);
    await useCredit(ada, order._id);
    await payRest(ada, order);
    const { body } = await ada.rest("PUT", `/api/orders/mine/${order._id}/cancel`, {});
    expect(orderSchema.parse(body)).toMatchObject({ refundedPrice: 33, isRefunded: true });
    expect((await creditOf(ada)).balance).toBe(12.5);
  });

  it("of somebody else is nobody's to spend, and an order of somebody else does not exist", async () => {
    const [ada, eve] = [await holder(50), await holder(50)];
    const order = await placed(ada);
    expect(outcomeOf(await useCredit(eve, order._id))).toBe("404 NOT_FOUND");
    expect(outcomeOf(await useCredit(admin, order._id))).toBe("403 FORBIDDEN");
    expect(outcomeOf(await eve.rest("DELETE", `/api/orders/${order._id}/credit`))).toBe("404 NOT_FOUND");
    expect((await creditOf(eve)).balance).toBe(50);
  });

  it("is never spent twice, by fifty orders at once on two instances", async () => {
    const ada = await holder(100);
    const orders: Order[] = [];
    for (let n = 0; n < 50; n += 1) orders.push(await placed(ada));
    const answers = await Promise.all(
      orders.map(({ _id }, n) =>
        fetch(`${n % 2 === 0 ? shop.origin : second.origin}/api/orders/${_id}/credit`, {
          method: "PUT",
          headers: { "content-type": "application/json", cookie: ada.cookieHeader },
          body: "{}",
        }).then(async (answer) => [answer.status, await answer.json()] as const),
      ),
    );
    const used = answers.flatMap(([status, body]) => (status === 200 ? [orderSchema.parse(body)] : []));
    const spent = used.flatMap(({ credits = [] }) => credits).reduce((sum, { amount }) => sum + amount, 0);
    expect(Math.round(spent * 100)).toBe(10_000);
    expect(used.filter(({ isPaid }) => isPaid)).toHaveLength(3);
    expect(used).toHaveLength(4);
    expect((await creditOf(ada)).balance).toBe(0);
  });

  it("is spent once by twenty presses for one order", async () => {
    const ada = await holder(60);
    const order = await placed(ada);
    const pressed = await Promise.all(Array.from({ length: 20 }, () => useCredit(ada, order._id)));
    expect(pressed.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await creditOf(ada)).balance).toBe(27);
  });
});

describe("A refund as credit", () => {
  const refund = (id: string, amount: number, more = {}, key = uuidv7()) =>
    admin.trpc("mutation", "admin.orders.refund", {
      id,
      amount,
      reason: "Instead of money",
      asCredit: true,
      idempotencyKey: key,
      ...more,
    });

  it("is the customer's at once, and no money moves at the provider", async () => {
    const ada = await holder(0);
    const order = await placed(ada);
    await payRest(ada, order);
    const key = uuidv7();
    for (const _ of [1, 2]) expect(outcomeOf(await refund(order._id, 10, {}, key))).toBe("200");
    expect(await creditOf(ada)).toMatchObject({ balance: 10, entries: [{ act: "refunded as credit", amount: 10 }] });
    const seen = await read(ada, order._id);
    expect(seen.refunds).toMatchObject([{ amount: 10, asCredit: true, status: "completed" }]);
    const [payment] = (await shop.pool.query("select capture_id from payments where order_id = $1", [order._id])).rows;
    expect(shop.simulator.bank.refundsOf(payment.capture_id)).toEqual([]);
    // The rest can still be refunded as money, and no more.
    expect(outcomeOf(await refund(order._id, 23.01, { asCredit: false }))).toBe("400 VALIDATION");
    expect(outcomeOf(await refund(order._id, 23, { asCredit: false }))).toBe("200");
    expect(await read(ada, order._id)).toMatchObject({ isRefunded: true, refundedPrice: 33 });
  });

  it("of an order that credit has paid goes to the customer's credit as well", async () => {
    const ada = await holder(33);
    const order = await placed(ada);
    await useCredit(ada, order._id);
    expect(outcomeOf(await refund(order._id, 10))).toBe("200");
    expect(outcomeOf(await refund(order._id, 23, { asCredit: false }))).toBe("200");
    expect((await creditOf(ada)).balance).toBe(33);
  });

  it("is refused for a customer whose account is gone", async () => {
    const ada = await holder(0);
    const order = await placed(ada);
    await payRest(ada, order);
    await admin.trpc("mutation", "admin.users.delete", { id: ada.id });
    const refused = await refund(order._id, 10);
    expect([outcomeOf(refused), messageOf(refused)]).toEqual([
      "400 VALIDATION",
      "This customer has no account that credit could be kept in",
    ]);
  });
});

it("Mails say what credit has paid, got and given back", async () => {
  const ada = await holder(20);
  const [paid, cancelled] = [await placed(ada), await placed(ada)];
  await mailing.sendAll();
  await useCredit(ada, cancelled._id);
  await ada.rest("PUT", `/api/orders/mine/${cancelled._id}/cancel`, {});
  expect(outcomeOf(await change(admin, ada.id, 30))).toBe("200");
  await useCredit(ada, paid._id);
  const refunded = { id: paid._id, amount: 10, reason: "A scratch", asCredit: true, idempotencyKey: uuidv7() };
  expect(outcomeOf(await admin.trpc("mutation", "admin.orders.refund", refunded))).toBe("200");
  const { arrived } = await mailing.sendAll();
  const textOf = (subject: RegExp) => arrived.find((mail) => subject.test(mail.subject))?.text ?? "";
  expect(textOf(/is cancelled$/)).toContain("the $20.00 of your gift card or credit are back");
  expect(textOf(/^Your receipt/)).toContain("Your order is paid.");
  expect(textOf(/^Your receipt/)).toContain("Paid with credit");
  expect(textOf(/^We have refunded \$10.00/)).toContain("We have added $10.00 to your credit");
});

it("Credit of an account that is deleted is owed to nobody any more", async () => {
  const ada = await holder(20);
  expect(outcomeOf(await admin.trpc("mutation", "admin.users.delete", { id: ada.id }))).toBe("200");
  const { rows } = await shop.pool.query("select balance_cents::int as cents from credit_accounts where user_id = $1", [
    ada.id,
  ]);
  expect(rows).toEqual([{ cents: 0 }]);
});
