import { beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "../../src/domain/base/actor.ts";
import { advanceOrder } from "../../src/domain/order/advance.ts";
import { openMatter } from "../../src/domain/order/matters.ts";
import { refundPayment } from "../../src/domain/payment/refund.ts";
import { adminActor } from "../harness/admin-actor.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { mailsOf, startMailing } from "../harness/mailing.ts";
import { decided, orderToPay, pay, reconcileNow } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop({ takesPayments: true, settings: { jwtSecret: issuer.jwtSecret } });
const mailing = startMailing(shop);

let boss: Customer | undefined;
async function theAdmin(): Promise<Admin> {
  boss ??= await insertCustomer(shop.db, { isAdmin: true });
  return adminActor(
    { id: boss.id, name: boss.name, email: boss.email },
    { id: boss.id, expiresAt: new Date(), hasSecondFactor: false },
  );
}

async function paidOrder() {
  const mine = await orderToPay(shop);
  const id = await decided(shop, mine.customer, mine.order._id);
  expect((await pay(shop, mine.customer, mine.order._id, { id })).outcome).toBe("200");
  return { ...mine, id };
}

const kindsOf = async (orderId: string) =>
  (await mailsOf(shop, orderId)).map(({ kind, status }) => `${kind}: ${status}`);
const choose = (customer: Customer, progress: boolean, reviews: boolean) =>
  shop.pool.query("update users set wants_progress_mails = $2, wants_review_mails = $3 where id = $1", [
    ...[customer.id, progress, reviews],
  ]);

// Nothing of an earlier test arrives in a later one.
beforeEach(async () => {
  await shop.pool.query("delete from mails");
});

describe("an order that is not paid", () => {
  it("is reminded of after ten minutes, not before, with the amount, the items and a link to pay", async () => {
    const { order, customer } = await orderToPay(shop);
    expect((await mailing.sendDue()).arrived).toEqual([]);
    const { rows } = await shop.pool.query(
      "select extract(epoch from send_at - created_at)::int as seconds from mails where order_id = $1",
      [order._id],
    );
    expect(rows).toEqual([{ seconds: 600 }]);
    const { arrived } = await mailing.sendAll();
    const [mail] = arrived;
    expect(arrived).toHaveLength(1);
    expect(mail).toMatchObject({
      recipient: customer.email,
      subject: `One step left: pay for your order ${order._id.slice(-5)}`,
    });
    for (const body of [mail?.html, mail?.text]) {
      expect(body).toContain(`http://localhost:3000/order/${order._id}`);
      expect(body).toContain("Pay $21.50");
      expect(body).toContain(order.orderItems[0]?.name);
    }
    expect(mail?.id).toMatch(/^<[0-9a-f-]{36}@localhost>$/);
    expect((await mailing.sendAll()).arrived).toEqual([]);
  });

  it("is not reminded of once it is paid, is being paid, or was released", async () => {
    const paid = await paidOrder();
    const pending = await orderToPay(shop);
    const id = await decided(shop, pending.customer, pending.order._id, "pend");
    await pay(shop, pending.customer, pending.order._id, { id });
    const released = await orderToPay(shop);
    await shop.pool.query("update orders set is_stock_held = false where id = $1", [released.order._id]);
    await mailing.sendAll();
    for (const { order } of [paid, pending, released]) {
      expect(await kindsOf(order._id)).toContain("order placed: skipped");
    }
  });
});

describe("a paid order", () => {
  it("brings the customer a receipt with lines, sums and address, and each admin a mail, once", async () => {
    const admin = await theAdmin();
    const { order, customer, id } = await paidOrder();
    await reconcileNow(shop.services);
    await pay(shop, customer, order._id, { id });
    const { arrived } = await mailing.sendAll();
    const receipts = arrived.filter(({ recipient }) => recipient === customer.email);
    expect(receipts.map(({ subject }) => subject)).toEqual([`Your receipt for order ${order._id.slice(-5)}`]);
    for (const body of [receipts[0]?.html, receipts[0]?.text]) {
      for (const part of ["$10.00", "$1.50", "$21.50", "1 Main St", "Springfield", order._id, "PayPal"]) {
        expect(body).toContain(part);
      }
    }
    const notified = arrived.filter(({ recipient }) => recipient === admin.email);
    expect(notified.map(({ subject }) => subject)).toEqual([`New order ${order._id.slice(-5)}: $21.50`]);
  });

  it("is told of once for confirming and processing, then as shipped and delivered with links to review", async () => {
    const admin = await theAdmin();
    const { order, product } = await paidOrder();
    const advance = (to: "confirmed" | "processed" | "shipped" | "delivered") =>
      advanceOrder(shop.db, admin, { orderId: order._id, to });
    const subjects = async () => (await mailing.sendAll()).arrived.map(({ subject }) => subject.replace(/ \w{5}$/, ""));
    await subjects();
    await advance("confirmed");
    await advance("confirmed");
    await advance("processed");
    expect(await subjects()).toEqual(["We are preparing your order"]);
    await advance("shipped");
    expect((await subjects())[0]).toMatch(/is on its way$/);
    await advance("delivered");
    const { arrived } = await mailing.sendAll();
    expect(arrived).toHaveLength(1);
    expect(arrived[0]?.text).toContain(`http://localhost:3000/product/${product}#reviews`);
    expect(await subjects()).toEqual([]);
  });

  it("that is shipped at once is not told as confirmed", async () => {
    const admin = await theAdmin();
    const { order } = await paidOrder();
    for (const to of ["confirmed", "processed", "shipped"] as const)
      await advanceOrder(shop.db, admin, { orderId: order._id, to });
    await mailing.sendAll();
    expect(await kindsOf(order._id)).toEqual(
      expect.arrayContaining(["payment received: sent", "order confirmed: skipped", "order shipped: sent"]),
    );
  });

  it("brings customers without an interest only the receipt and refunds", async () => {
    const admin = await theAdmin();
    const { order, customer } = await paidOrder();
    await choose(customer, false, false);
    for (const to of ["confirmed", "processed", "shipped", "delivered"] as const)
      await advanceOrder(shop.db, admin, { orderId: order._id, to });
    const input = { amount: 500, reason: "A scratch" };
    await refundPayment(shop.services, admin, { orderId: order._id, input, key: order._id });
    const { arrived } = await mailing.sendAll();
    const own = arrived.filter(({ recipient }) => recipient === customer.email).map(({ subject }) => subject);
    expect(own.sort()).toEqual([
      `We have refunded $5.00 for your order ${order._id.slice(-5)}`,
      `Your receipt for order ${order._id.slice(-5)}`,
    ]);
  });

  it("invites to review where only that is wanted, and does not where it is not", async () => {
    const admin = await theAdmin();
    const orders = [await paidOrder(), await paidOrder()] as const;
    await choose(orders[0].customer, false, true);
    await choose(orders[1].customer, true, false);
    for (const to of ["confirmed", "processed", "shipped", "delivered"] as const) {
      for (const { order } of orders) await advanceOrder(shop.db, admin, { orderId: order._id, to });
    }
    const { arrived } = await mailing.sendAll();
    // Mails are sent in parallel, so the order in which they arrive says nothing.
    const of = (customer: Customer, subject: RegExp) =>
      arrived.find((mail) => mail.recipient === customer.email && subject.test(mail.subject));
    expect(of(orders[0].customer, /^How do you like your order/)?.text).toContain("#reviews");
    expect(of(orders[0].customer, /has arrived$/)).toBeUndefined();
    expect(of(orders[1].customer, /has arrived$/)?.text).not.toContain("review");
    expect(of(orders[1].customer, /^How do you like your order/)).toBeUndefined();
  });
});

describe("a refund", () => {
  it("is told with amount and reason, once, whoever made it", async () => {
    const admin = await theAdmin();
    const { order, id } = await paidOrder();
    const input = { amount: 500, reason: "The <box> was damaged" };
    await refundPayment(shop.services, admin, { orderId: order._id, input, key: order._id });
    const [capture] = shop.simulator.bank.captures(id);
    if (capture === undefined) throw new Error("nothing was captured");
    shop.simulator.bank.refund(capture.id, { amount: { currency_code: "USD", value: "2.00" } });
    await shop.pool.query("update payments set ask_again_at = now() where order_id = $1", [order._id]);
    await reconcileNow(shop.services);
    await reconcileNow(shop.services);
    const { arrived } = await mailing.sendAll();
    const refunds = arrived.filter(({ subject }) => subject.startsWith("We have refunded"));
    expect(refunds.map(({ subject }) => subject.slice(0, 22)).sort()).toEqual([
      "We have refunded $2.00",
      "We have refunded $5.00",
    ]);
    const own = refunds.find(({ subject }) => subject.includes("$5.00"));
    expect(own?.text).toContain("The <box> was damaged");
    expect(own?.html).toContain("The &lt;box&gt; was damaged");
  });
});

describe("an open matter", () => {
  it("is told to the admins, unless it is resolved before", async () => {
    const admin = await theAdmin();
    const { order } = await orderToPay(shop);
    await openMatter(shop.db, { orderId: order._id, kind: "disputed", reference: "DISPUTE-1", amountCents: 2150 });
    await openMatter(shop.db, { orderId: order._id, kind: "disputed", reference: "DISPUTE-1", amountCents: 2150 });
    await openMatter(shop.db, { orderId: order._id, kind: "payment stuck", reference: "STUCK-1" });
    await shop.pool.query(
      "update order_matters set resolved_at = now(), note = 'over' where kind = 'payment stuck' and order_id = $1",
      [order._id],
    );
    await shop.pool.query("update mails set send_at = now() where kind = 'open matter'");
    const { arrived } = await mailing.sendDue();
    expect(arrived.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [admin.email, `Order ${order._id.slice(-5)} needs your attention`],
    ]);
    expect(arrived[0]?.text).toContain("The customer disputes a payment of $21.50.");
  });
});
