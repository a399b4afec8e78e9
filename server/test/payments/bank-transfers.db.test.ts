import { transferDetailsSchema, transferReference } from "@shop/shared/order/bank-transfer";
import type { StoredSettings } from "@shop/shared/settings/settings";
import { uuidv7 } from "uuidv7";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { writeTransferReminders } from "../../src/domain/order/transfer-reminders.ts";
import { reconcilePayments } from "../../src/domain/payment/reconcile.ts";
import { releaseExpiredHolds } from "../../src/domain/payment/release-holds.ts";
import { makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { startMailing } from "../harness/mailing.ts";
import { orderOf, stockOf } from "../harness/ordering.ts";
import { actsOf, decided, mattersOf, pay, reconcileNow } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, type Reply } from "../harness/test-client.ts";

const fixed: StoredSettings = {
  paymentMethods: ["PayPal", "Credit Card", "Bank Transfer"],
  bankDetails: ["Account holder: Lumen & Loom", "IBAN: DE02 1203 0000 0000 2020 51"],
  transferHoldDays: 5,
};
const shop = startTestShop({ takesPayments: true, fixed });
const second = startTestShop({ besides: shop, takesPayments: true, fixed });
const specified = startTestShop();
const mailing = startMailing(shop);

afterEach(() => expectInvariants(shop.pool));

const seenOrderSchema = z.looseObject({
  _id: z.uuid(),
  isPaid: z.boolean(),
  paidAt: z.string().nullable(),
  totalPrice: z.number(),
  paymentMethod: z.string(),
  isConfirmed: z.boolean(),
});

const outcomeOf = ({ status, code }: Reply) => (code === undefined ? String(status) : `${status} ${code}`);

let admin: Member;
async function owner(): Promise<Member> {
  admin ??= await makeAdmin(shop);
  return admin;
}

/** A customer's order of one piece, over 21.50, to be paid by bank transfer. */
async function ordered({ qty = 1, countInStock = 10 }: { countInStock?: number; qty?: number } = {}) {
  const productId = await makeProduct(shop.db, { priceCents: 10_00, countInStock });
  const customer = await makeCustomer(shop);
  const body = { ...orderOf([{ product: productId, qty }]), paymentMethod: "Bank Transfer" };
  const reply = await customer.rest("POST", "/api/orders", body);
  expect(outcomeOf(reply)).toBe("201");
  return { customer, productId, order: seenOrderSchema.parse(reply.body) };
}

const payer = ({ cookieHeader }: Member) => ({ cookie: cookieHeader });

let entries = 0;
function entry(): string {
  entries += 1;
  return `entry ${entries}`;
}

/** Records money over REST. */
async function record(
  id: string,
  amount = 21.5,
  { bankReference = entry(), who }: { bankReference?: string; who?: Member } = {},
) {
  const reply = await (who ?? (await owner())).rest("POST", `/api/orders/${id}/bank-transfer`, {
    amount,
    bankReference,
  });
  return { outcome: outcomeOf(reply), reply, order: seenOrderSchema.safeParse(reply.body).data };
}

const moneySchema = z.object({
  payments: z.array(
    z.looseObject({
      _id: z.uuid(),
      provider: z.string(),
      status: z.string(),
      amount: z.number(),
      refundable: z.number(),
      isSettling: z.boolean(),
    }),
  ),
});
const moneyOf = async (id: string) =>
  moneySchema.parse((await (await owner()).trpc("query", "admin.orders.money", { id })).body).payments;

async function takeBack(id: string, payment: string, text = "We recorded it by mistake.") {
  return (await owner()).trpc("mutation", "admin.orders.takeBackTransfer", { id, payment, text });
}

/** Refunds money of an order over REST. */
async function refundByHand(id: string, body: Record<string, unknown>) {
  const client = await owner();
  const key = { "idempotency-key": uuidv7() };
  return client.rest("POST", `/api/orders/${id}/refund`, { reason: "Money came back", ...body }, key);
}

/** Lets the hold of an order run out; gives how many orders were released. */
async function lapsed(id: string): Promise<number> {
  await shop.pool.query("update orders set held_until = now() - interval '1 hour' where id = $1", [id]);
  return releaseExpiredHolds(shop.db, 10);
}

const rowOf = async (id: string) =>
  (await shop.pool.query("select paid_at, is_stock_held, held_until - now() as left from orders where id = $1", [id]))
    .rows[0];

describe("A shop as specified", () => {
  it("takes no bank transfers, and says which ways to pay there are", async () => {
    const productId = await makeProduct(specified.db, { countInStock: 5 });
    const customer = await makeCustomer(specified);
    const body = { ...orderOf([{ product: productId, qty: 1 }]), paymentMethod: "Bank Transfer" };
    const reply = await customer.rest("POST", "/api/orders", body);
    expect(outcomeOf(reply)).toBe("400 VALIDATION");
    expect(reply.body).toMatchObject({
      errors: [{ path: "paymentMethod", message: "Payment method must be PayPal or Credit Card" }],
    });
    expect(await stockOf(specified.pool, productId)).toBe(5);
  });
});

describe("An order to be paid by bank transfer", () => {
  it("is told where the money goes, by which reference and until when, and holds its units for the days set", async () => {
    const { customer, order } = await ordered();
    const details = transferDetailsSchema.parse(
      (await customer.rest("GET", `/api/orders/${order._id}/bank-transfer`)).body,
    );
    expect(details).toMatchObject({
      account: [
        { label: "Account holder", value: "Lumen & Loom" },
        { label: "IBAN", value: "DE02 1203 0000 0000 2020 51" },
      ],
      reference: transferReference(order._id),
      amount: 21.5,
      currency: "USD",
    });
    const days = (Date.parse(details.payUntil) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(4.9);
    expect(days).toBeLessThanOrEqual(5);
    await releaseExpiredHolds(shop.db, 100);
    expect(await rowOf(order._id)).toMatchObject({ is_stock_held: true });
  });

  it("gets a mail with the account at once", async () => {
    const { customer, order } = await ordered();
    await mailing.sendDue();
    const mail = mailing.server.received.find(
      ({ recipient, subject }) => recipient === customer.email && /transfer/.test(subject),
    );
    expect(mail?.subject).toContain("Please transfer $21.50");
    expect(mail?.text).toContain("DE02 1203 0000 0000 2020 51");
    expect(mail?.text?.replaceAll(" ", "")).toContain(transferReference(order._id));
  });

  it("shows its details to nobody else", async () => {
    const { order } = await ordered();
    const another = await makeCustomer(shop);
    expect(outcomeOf(await another.rest("GET", `/api/orders/${order._id}/bank-transfer`))).toBe("404 NOT_FOUND");
    expect(outcomeOf(await another.trpc("query", "order.bankTransfer", { id: order._id }))).toBe("404 NOT_FOUND");
  });

  it("is found by its reference, however it is typed, and not by one with a wrong letter", async () => {
    const { order } = await ordered();
    const reference = transferReference(order._id);
    const found = async (search: string) => {
      const { body } = await (await owner()).trpc("query", "admin.orders.page", { search });
      return z
        .looseObject({ rows: z.array(z.looseObject({ _id: z.string() })) })
        .parse(body)
        .rows.map(({ _id }) => _id);
    };
    expect(await found(reference)).toEqual([order._id]);
    expect(
      await found(
        reference
          .toLowerCase()
          .replace(/(.{4})/g, "$1 ")
          .trim(),
      ),
    ).toEqual([order._id]);
    const last = reference.endsWith("0") ? "1" : "0";
    expect(await found(reference.slice(0, -1) + last)).toEqual([]);
  });
});

describe("A reminder of a transfer", () => {
  /** Lets an order be some hours old, and held for some more. */
  const ageTo = (id: string, old: number, left: number) =>
    shop.pool.query(
      "update orders set created_at = now() - $2 * interval '1 hour', held_until = now() + $3 * interval '1 hour' where id = $1",
      [id, old, left],
    );
  const remindedOf = async (id: string) =>
    (
      await shop.pool.query("select count(*)::int as n from mails where order_id = $1 and kind = 'transfer reminder'", [
        id,
      ])
    ).rows[0]?.n;

  it("is written a day before the units are for sale again, once, however many instances look", async () => {
    const { customer, order } = await ordered();
    await ageTo(order._id, 90, 30);
    await writeTransferReminders(shop.db);
    expect(await remindedOf(order._id)).toBe(0);
    await ageTo(order._id, 100, 20);
    await Promise.all([shop.db, second.db, shop.db].map(writeTransferReminders));
    expect(await remindedOf(order._id)).toBe(1);
    const { arrived } = await mailing.sendDue();
    const mail = arrived.find(
      ({ recipient, subject }) => recipient === customer.email && /^We hold your order/.test(subject),
    );
    expect(mail?.text).toContain("DE02 1203 0000 0000 2020 51");
    expect(mail?.text.replaceAll(/\s/g, "")).toContain(transferReference(order._id));
  });

  it("is written to nobody who has paid, cancelled, lapsed, or ordered today", async () => {
    const [paid, cancelled, lapsed, young] = [await ordered(), await ordered(), await ordered(), await ordered()];
    await record(paid.order._id);
    await cancelled.customer.rest("PUT", `/api/orders/mine/${cancelled.order._id}/cancel`, {});
    for (const { order } of [paid, cancelled]) await ageTo(order._id, 100, 20);
    await ageTo(lapsed.order._id, 100, -1);
    await ageTo(young.order._id, 4, 20);
    await writeTransferReminders(shop.db);
    for (const { order } of [paid, cancelled, lapsed, young]) expect(await remindedOf(order._id)).toBe(0);
  });

  it("is not sent any more once the money is here", async () => {
    const { customer, order } = await ordered();
    await ageTo(order._id, 100, 20);
    await writeTransferReminders(shop.db);
    await record(order._id);
    const { arrived } = await mailing.sendDue();
    expect(
      arrived.filter(({ recipient, subject }) => recipient === customer.email && /^We hold/.test(subject)),
    ).toEqual([]);
  });
});

describe("Money that has arrived", () => {
  it("pays the order, with receipt and invoice, and is in the history by the name of who recorded it", async () => {
    const { customer, order } = await ordered();
    const { outcome, order: paid } = await record(order._id);
    expect(outcome).toBe("200");
    expect(paid).toMatchObject({ isPaid: true, paymentMethod: "Bank Transfer" });
    expect(await moneyOf(order._id)).toMatchObject([
      { provider: "bank transfer", status: "completed", amount: 21.5, refundable: 21.5, isSettling: true },
    ]);
    expect(await actsOf(shop.pool, order._id)).toEqual(["placed", "paid"]);
    const { rows } = await shop.pool.query("select kind from invoices where order_id = $1", [order._id]);
    expect(rows).toEqual([{ kind: "invoice" }]);
    await mailing.sendDue();
    const subjects = mailing.server.received
      .filter(({ recipient }) => recipient === customer.email)
      .map(({ subject }) => subject);
    expect(subjects.some((subject) => subject.startsWith("Your receipt"))).toBe(true);
    expect(outcomeOf(await customer.rest("GET", `/api/orders/${order._id}/bank-transfer`))).toBe("404 NOT_FOUND");
  });

  it("is recorded once for one entry at the bank, also by two administrators at once, on two instances", async () => {
    const { order } = await ordered();
    const body = { amount: 21.5, bankReference: "2026-03-04 entry 17" };
    const clients = [await owner(), await makeAdmin(second)];
    const replies = await Promise.all(
      [0, 1, 0, 1].map((n) => clients[n]?.rest("POST", `/api/orders/${order._id}/bank-transfer`, body)),
    );
    expect(replies.map((reply) => reply?.status)).toEqual([200, 200, 200, 200]);
    expect(await moneyOf(order._id)).toHaveLength(1);
    expect(await mattersOf(shop.pool, order._id)).toEqual([]);
    const again = await record(order._id, 21.5, { bankReference: body.bankReference });
    expect(again.order?.isPaid).toBe(true);
    const other = await record(order._id, 20, { bankReference: body.bankReference });
    expect(other.outcome).toBe("409 IN_USE");
  });

  it("is one entry in one amount, also when two administrators enter different ones at once", async () => {
    for (let times = 0; times < 6; times += 1) {
      const { order } = await ordered();
      const bankReference = entry();
      const both = await Promise.all([21.5, 20].map((amount) => record(order._id, amount, { bankReference })));
      expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(["200", "409 IN_USE"]);
      expect(await moneyOf(order._id)).toMatchObject([{ amount: both[0]?.outcome === "200" ? 21.5 : 20 }]);
    }
  });

  it("in another amount leaves the order unpaid, and is kept for an administrator to look at", async () => {
    const { order } = await ordered();
    const { outcome, order: after } = await record(order._id, 20);
    expect(outcome).toBe("200");
    expect(after?.isPaid).toBe(false);
    expect(await mattersOf(shop.pool, order._id)).toEqual(["payment differs"]);
    expect(await moneyOf(order._id)).toMatchObject([{ amount: 20, isSettling: false, refundable: 20 }]);
  });

  it("for an order that was paid online meanwhile is kept beside it", async () => {
    const { customer, order } = await ordered();
    const id = await decided(shop, payer(customer), order._id);
    expect((await pay(shop, payer(customer), order._id, { id })).outcome).toBe("200");
    await record(order._id);
    expect(await mattersOf(shop.pool, order._id)).toEqual(["paid twice"]);
    expect((await moneyOf(order._id)).map(({ provider, isSettling }) => [provider, isSettling])).toEqual([
      ["paypal", true],
      ["bank transfer", false],
    ]);
  });

  it("that comes too late takes the units again, or says that they are gone", async () => {
    const { order, productId } = await ordered({ countInStock: 1 });
    await shop.pool.query("update orders set held_until = now() - interval '1 hour' where id = $1", [order._id]);
    await releaseExpiredHolds(shop.db, 100);
    expect(await stockOf(shop.pool, productId)).toBe(1);
    const { order: paid } = await record(order._id);
    expect(paid?.isPaid).toBe(true);
    expect(await stockOf(shop.pool, productId)).toBe(0);
    const late = await ordered({ countInStock: 1 });
    await shop.pool.query("update orders set held_until = now() - interval '1 hour' where id = $1", [late.order._id]);
    await releaseExpiredHolds(shop.db, 100);
    await shop.pool.query("update products set count_in_stock = 0 where id = $1", [late.productId]);
    await record(late.order._id);
    expect(await mattersOf(shop.pool, late.order._id)).toEqual(["stock gone"]);
  });

  it("is refused in what is no amount, and without a name for the entry", async () => {
    const { order } = await ordered();
    for (const amount of [0, -1, 21.505, "21.5", null]) {
      const reply = await (await owner()).rest("POST", `/api/orders/${order._id}/bank-transfer`, {
        amount,
        bankReference: "x",
      });
      expect(outcomeOf(reply), String(amount)).toBe("400 VALIDATION");
    }
    for (const bankReference of ["", "  ", "a\u0000b", "two\nlines", "x".repeat(101)]) {
      expect((await record(order._id, 21.5, { bankReference })).outcome, bankReference).toBe("400 VALIDATION");
    }
    expect(await moneyOf(order._id)).toEqual([]);
  });

  it("is never claimed by a customer, not even with the entry's own name", async () => {
    const { customer, order } = await ordered();
    const before = await customer.rest("PUT", `/api/orders/${order._id}/pay`, { id: `transfer-${order._id}` });
    expect(before.status).toBeGreaterThanOrEqual(400);
    const named = await customer.rest("PUT", `/api/orders/${order._id}/pay`, { id: `transfer:${order._id}:x` });
    expect(outcomeOf(named)).toBe("400 VALIDATION");
    const own = await customer.rest("POST", `/api/orders/${order._id}/bank-transfer`, {
      amount: 21.5,
      bankReference: "x",
    });
    expect(outcomeOf(own)).toBe("403 FORBIDDEN");
    expect(await moneyOf(order._id)).toEqual([]);
  });
});

describe("A transfer that was taken back", () => {
  it("leaves the order unpaid and waiting again, tells the customer, and can be recorded again", async () => {
    const { customer, order } = await ordered();
    await record(order._id, 21.5, { bankReference: "wrong line" });
    const [payment] = await moneyOf(order._id);
    const reply = await takeBack(order._id, payment?._id ?? "", "Sorry, that was another customer's money.");
    expect(outcomeOf(reply)).toBe("200");
    expect(seenOrderSchema.parse(reply.body)).toMatchObject({ isPaid: false, paidAt: null });
    expect(await rowOf(order._id)).toMatchObject({ paid_at: null, is_stock_held: true, left: { days: 4 } });
    expect(await moneyOf(order._id)).toMatchObject([{ status: "failed", refundable: 0, isSettling: false }]);
    expect(await actsOf(shop.pool, order._id)).toEqual(["placed", "paid", "transfer taken back"]);
    await mailing.sendDue();
    const texts = mailing.server.received
      .filter(({ recipient }) => recipient === customer.email)
      .map(({ text }) => text);
    expect(texts.some((text) => text?.includes("Sorry, that was another customer's money."))).toBe(true);
    // Twice is as once.
    expect(outcomeOf(await takeBack(order._id, payment?._id ?? ""))).toBe("200");
    const { order: paid } = await record(order._id, 21.5, { bankReference: "wrong line" });
    expect(paid?.isPaid).toBe(true);
    const { rows } = await shop.pool.query("select count(*)::int as n from invoices where order_id = $1", [order._id]);
    expect(rows).toEqual([{ n: 1 }]);
    expect(await moneyOf(order._id)).toMatchObject([{ status: "completed", isSettling: true, refundable: 21.5 }]);
  });

  it("leaves the order paid by other money that had come for it, at once by a transfer", async () => {
    const { order } = await ordered();
    await record(order._id, 21.5, { bankReference: "first" });
    await record(order._id, 21.5, { bankReference: "second" });
    expect(await mattersOf(shop.pool, order._id)).toEqual(["paid twice"]);
    const [first] = await moneyOf(order._id);
    const reply = await takeBack(order._id, first?._id ?? "");
    expect(seenOrderSchema.parse(reply.body).isPaid).toBe(true);
    expect((await moneyOf(order._id)).map(({ status, isSettling }) => [status, isSettling])).toEqual([
      ["failed", false],
      ["completed", true],
    ]);
    expect(await mattersOf(shop.pool, order._id)).toEqual([]);
    // Recorded again it is surplus again, and an administrator has to know.
    await record(order._id, 21.5, { bankReference: "first" });
    expect(await mattersOf(shop.pool, order._id)).toEqual(["paid twice"]);
  });

  it("at the same moment as the other one that had come leaves the order unpaid, without the money of either", async () => {
    for (let times = 0; times < 6; times += 1) {
      const { order } = await ordered();
      await record(order._id);
      await record(order._id);
      const both = await Promise.all((await moneyOf(order._id)).map(({ _id }) => takeBack(order._id, _id)));
      expect(both.map(outcomeOf)).toEqual(["200", "200"]);
      expect((await moneyOf(order._id)).map(({ status }) => status)).toEqual(["failed", "failed"]);
      expect(await rowOf(order._id)).toMatchObject({ paid_at: null });
    }
  });

  it("leaves the order to the money that the provider has, as soon as it is read", async () => {
    const { customer, order } = await ordered();
    const id = await decided(shop, payer(customer), order._id);
    await record(order._id);
    shop.simulator.bank.capture(id);
    await shop.pool.query("update payments set ask_again_at = now() where provider_order_id = $1", [id]);
    await reconcileNow(shop.services);
    expect(await mattersOf(shop.pool, order._id)).toEqual(["paid twice"]);
    const transfer = (await moneyOf(order._id)).find(({ provider }) => provider === "bank transfer");
    await takeBack(order._id, transfer?._id ?? "");
    await reconcileNow(shop.services);
    const seen = await customer.rest("GET", `/api/orders/${order._id}`);
    expect(seenOrderSchema.parse(seen.body).isPaid).toBe(true);
    expect(await mattersOf(shop.pool, order._id)).toEqual([]);
  });

  it("leaves the invoice, so that the order can be sent elsewhere but costs what the invoice says", async () => {
    const { order, productId } = await ordered();
    const { _id: id } = order;
    const shippingAddress = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };
    await record(id);
    const [payment] = await moneyOf(id);
    await takeBack(id, payment?._id ?? "");
    const change = (more: object) => {
      const input = { id, orderItems: [{ product: productId, qty: 1 }], shippingAddress, version: 0, ...more };
      return owner().then((admin) => admin.trpc("mutation", "admin.orderEdits.edit", input));
    };
    expect(outcomeOf(await change({ orderItems: [{ product: productId, qty: 2 }] }))).toBe("409 ILLEGAL_TRANSITION");
    expect(outcomeOf(await change({ shippingAddress: { ...shippingAddress, address: "2 Side St" } }))).toBe("200");
    expect((await record(id)).order).toMatchObject({ isPaid: true, totalPrice: 21.5 });
  });

  it("closes what was open about it", async () => {
    const { order } = await ordered();
    await record(order._id, 20);
    const [payment] = await moneyOf(order._id);
    expect(outcomeOf(await takeBack(order._id, payment?._id ?? ""))).toBe("200");
    expect(await mattersOf(shop.pool, order._id)).toEqual([]);
  });

  it("is refused once the order is processed, or money was refunded, or it is none", async () => {
    const { order } = await ordered();
    await record(order._id);
    const [payment] = await moneyOf(order._id);
    const client = await owner();
    for (const step of ["confirm", "process"]) await client.rest("PUT", `/api/orders/${order._id}/${step}`);
    expect(outcomeOf(await takeBack(order._id, payment?._id ?? ""))).toBe("409 ILLEGAL_TRANSITION");
    expect(outcomeOf(await takeBack(order._id, order._id))).toBe("404 NOT_FOUND");

    const online = await ordered();
    const id = await decided(shop, payer(online.customer), online.order._id);
    await pay(shop, payer(online.customer), online.order._id, { id });
    const [paid] = await moneyOf(online.order._id);
    expect(outcomeOf(await takeBack(online.order._id, paid?._id ?? ""))).toBe("404 NOT_FOUND");
  });

  it("and a step of another administrator end in one of the two", async () => {
    for (let times = 0; times < 6; times += 1) {
      const { order } = await ordered();
      await record(order._id);
      const [payment] = await moneyOf(order._id);
      const client = await owner();
      await client.rest("PUT", `/api/orders/${order._id}/confirm`);
      const [back, step] = await Promise.all([
        takeBack(order._id, payment?._id ?? ""),
        client.rest("PUT", `/api/orders/${order._id}/process`),
      ]);
      expect([back.status, step.status].filter((status) => status === 200)).toHaveLength(1);
    }
  });
});

describe("A refund of a transfer", () => {
  it("is made by hand: recorded at once, with its credit note, without asking the provider", async () => {
    const { order } = await ordered();
    await record(order._id);
    const calls = shop.simulator.bank.events.length;
    const client = await owner();
    const reply = await client.rest(
      "POST",
      `/api/orders/${order._id}/refund`,
      { amount: 5, reason: "A scratch" },
      {
        "idempotency-key": `refund-${order._id}`,
      },
    );
    expect(outcomeOf(reply)).toBe("201");
    expect(reply.body).toMatchObject({ amount: 5, status: "completed" });
    expect(shop.simulator.bank.events.length).toBe(calls);
    expect(await moneyOf(order._id)).toMatchObject([{ refundable: 16.5, status: "completed" }]);
    const { rows } = await shop.pool.query("select kind from invoices where order_id = $1 order by number, kind", [
      order._id,
    ]);
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(["credit note", "invoice"]);
    const [payment] = await moneyOf(order._id);
    expect(outcomeOf(await takeBack(order._id, payment?._id ?? ""))).toBe("409 ILLEGAL_TRANSITION");
    const rest = await client.rest(
      "POST",
      `/api/orders/${order._id}/refund`,
      { amount: 16.5, reason: "All of it" },
      {
        "idempotency-key": `rest-${order._id}`,
      },
    );
    expect(outcomeOf(rest)).toBe("201");
    expect(await moneyOf(order._id)).toMatchObject([{ refundable: 0, status: "refunded" }]);
  });

  it("that did not pay its order restocks nothing, for the units return by themselves", async () => {
    const { order, productId } = await ordered({ countInStock: 3 });
    await record(order._id, 20);
    const restock = [{ product: productId, qty: 1 }];
    const refused = await refundByHand(order._id, { amount: 20, restock });
    expect(outcomeOf(refused)).toBe("400 VALIDATION");
    expect(JSON.stringify(refused.body)).toContain("Its units go back into the stock if nobody pays for it.");
    expect(outcomeOf(await refundByHand(order._id, { amount: 20 }))).toBe("201");
    expect(await lapsed(order._id)).toBe(1);
    expect(await stockOf(shop.pool, productId)).toBe(3);
  });

  it("with units that were restocked leaves the others to the end of the hold, and to a late payment", async () => {
    const { order, productId } = await ordered({ countInStock: 3, qty: 2 });
    await record(order._id, 33);
    await record(order._id, 33);
    const [first, surplus] = await moneyOf(order._id);
    const back = { amount: 33, payment: surplus?._id, restock: [{ product: productId, qty: 1 }] };
    expect(outcomeOf(await refundByHand(order._id, back))).toBe("201");
    expect(await stockOf(shop.pool, productId)).toBe(2);
    expect(outcomeOf(await takeBack(order._id, first?._id ?? ""))).toBe("200");
    expect(await lapsed(order._id)).toBe(1);
    expect(await stockOf(shop.pool, productId)).toBe(3);
    await record(order._id, 33);
    expect(await rowOf(order._id)).toMatchObject({ is_stock_held: true });
    expect(await stockOf(shop.pool, productId)).toBe(2);
  });

  it("that was interrupted is completed by the job", async () => {
    const { order } = await ordered();
    await record(order._id);
    const [payment] = await moneyOf(order._id);
    await shop.pool.query(
      `insert into refunds (id, order_id, payment_id, status, amount_cents, currency, requested_by, reason, ask_again_at)
       values (gen_random_uuid(), $1, $2, 'requested', 500, 'USD', $3, 'A scratch', now() - interval '1 minute')`,
      [order._id, payment?._id, (await owner()).id],
    );
    await reconcileNow(shop.services);
    const { rows } = await shop.pool.query("select status from refunds where order_id = $1", [order._id]);
    expect(rows).toEqual([{ status: "completed" }]);
  });
});

describe("The provider", () => {
  it("is never asked about a transfer, not by jobs, by shipping or by events", async () => {
    const { order } = await ordered();
    await record(order._id);
    const asked: string[] = [];
    shop.simulator.faults.clear();
    const { rows } = await shop.pool.query("select ask_again_at from payments where order_id = $1", [order._id]);
    expect(rows).toEqual([{ ask_again_at: null }]);
    await reconcilePayments(shop.services, {
      limit: 100,
      isStopping: () => false,
      onItemError: (error) => asked.push(String(error)),
    });
    const client = await owner();
    for (const step of ["confirm", "process", "ship"]) {
      expect((await client.rest("PUT", `/api/orders/${order._id}/${step}`)).status, step).toBe(200);
    }
    const reports = await shop.pool.query("select 1 from parcel_trackers where order_id = $1", [order._id]);
    expect(reports.rows).toEqual([]);
    expect(asked).toEqual([]);
  });
});
