import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { payments, refunds } from "../../src/db/schema/payments.ts";
import { recordWithdrawals } from "../../src/domain/withdrawal/record.ts";
import { makeOrder } from "../harness/factories.ts";
import { mailsOf, startMailing } from "../harness/mailing.ts";
import { expectNoItemError } from "../harness/no-item-error.ts";
import { startTestShop, wideLimits } from "../harness/shop.ts";
import {
  type Member,
  makeAdmin,
  makeCustomer,
  TestClient,
  type Transport,
  transports,
} from "../harness/test-client.ts";

const timeZone = "Europe/Berlin";
const fixed = { returnsDays: 14, timeZone };
const shop = startTestShop({ fixed });
const strict = startTestShop({
  fixed,
  settings: {
    limits: {
      ...wideLimits,
      withdrawalsPerOrder: { points: 2, seconds: 900 },
      withdrawalsPerAddress: { points: 5, seconds: 900 },
    },
  },
});
const withoutForm = startTestShop({ besides: shop });
const mailing = startMailing(shop);

let [admin, ada]: Member[] = [];
beforeAll(async () => {
  admin = await makeAdmin(shop);
  ada = await makeCustomer(shop);
});
const people = () => {
  if (admin === undefined || ada === undefined) throw new Error("They come before the first test");
  return { admin, ada };
};
beforeEach(async () => {
  await shop.pool.query("delete from mails");
  await shop.pool.query("delete from withdrawals");
});

type Declared = { orderNumber: string; email: string };

function declare(transport: Transport, input: Declared, on = shop) {
  const client = new TestClient(on);
  return transport === "REST"
    ? client.rest("POST", "/api/withdrawals", input)
    : client.trpc("mutation", "order.withdraw", input);
}

/** An order of Ada's. */
const orderOf = (more: Parameters<typeof makeOrder>[1] = {}) => {
  const { id: userId, email: customerEmail } = people().ada;
  return makeOrder(shop.db, { userId, customerEmail, ...more });
};

/** Declares a withdrawal from an order, and has its order looked up. */
async function withdraw(id: string): Promise<string> {
  expect((await declare("REST", { orderNumber: id, email: people().ada.email })).status).toBe(200);
  await recordWithdrawals(shop.services, expectNoItemError);
  const { rows } = await shop.pool.query("select id from withdrawals where order_id = $1", [id]);
  return z.tuple([z.object({ id: z.string() })]).parse(rows)[0].id;
}

const decide = (id: string, decision: object) =>
  people().admin.trpc("mutation", "admin.withdrawals.decide", { id, decision });
const recordSchema = z.looseObject({ state: z.string(), isLate: z.boolean(), next: z.array(z.string()) });
const readOne = async (id: string) => {
  const { rows } = await shop.pool.query("select id from withdrawals where order_id = $1", [id]);
  const [row] = z.array(z.object({ id: z.string() })).parse(rows);
  return recordSchema.parse((await people().admin.trpc("query", "admin.withdrawals.byId", { id: row?.id })).body);
};
const openMatters = async (id: string) => {
  const { rows } = await shop.pool.query("select kind from order_matters where order_id = $1 and resolved_at is null", [
    id,
  ]);
  return z.array(z.object({ kind: z.string() })).parse(rows);
};
const kindsOf = async (id: string) => (await mailsOf(shop, id)).map(({ kind }) => kind);

describe("a declaration of withdrawal", () => {
  it.each(transports)("answers known and unknown orders alike, and records the known one (%s)", async (transport) => {
    const id = await orderOf({ stepsDone: 4 });
    const { email } = people().ada;
    const known = await declare(transport, {
      orderNumber: `#${id.slice(-5).toUpperCase()}`,
      email: ` ${email.toUpperCase()}`,
    });
    const unknown = [
      await declare(transport, { orderNumber: uuidv7(), email }),
      await declare(transport, { orderNumber: id, email: "somebody.else@example.com" }),
    ];
    expect(known.status).toBe(200);
    for (const { status, body } of unknown) expect({ status, body }).toEqual({ status: 200, body: known.body });
    expect((await shop.pool.query("select from withdrawals")).rowCount).toBe(0);
    await recordWithdrawals(shop.services, expectNoItemError);
    expect((await shop.pool.query("select from withdrawals")).rowCount).toBe(1);
    expect((await shop.pool.query("select from withdrawal_declarations")).rowCount).toBe(0);
    expect(await openMatters(id)).toEqual([{ kind: "withdrawal" }]);
    expect(await readOne(id)).toMatchObject({ state: "declared", isLate: false, next: ["accepted", "refused"] });
  });

  it("has a receipt with the order's number and the date and time in the shop's time zone", async () => {
    const id = await orderOf({ stepsDone: 4 });
    await shop.pool.query(
      "insert into withdrawal_declarations (id, order_number, email, created_at) values ($1, $2, $3, $4)",
      [uuidv7(), id, people().ada.email, "2031-07-01T22:30:00Z"],
    );
    await recordWithdrawals(shop.services, expectNoItemError);
    const { arrived } = await mailing.sendDue();
    const receipt = arrived.find(
      ({ subject }) => subject === `We have received your withdrawal from order ${id.slice(-5)}`,
    );
    expect(receipt?.text).toContain(id);
    expect(receipt?.text.replace(/\s+/g, " ")).toMatch(/July 2, 2031 at 12:30:00 AM GMT\+2/);
  });

  it("is recorded once, however often it is declared", async () => {
    const id = await orderOf({ stepsDone: 4 });
    await withdraw(id);
    await withdraw(id);
    await decide(await withdraw(id), { to: "accepted" });
    await withdraw(id);
    expect(await kindsOf(id)).toEqual(["withdrawal received", "withdrawal decided"]);
    expect(await readOne(id)).toMatchObject({ state: "accepted" });
  });

  it.each([
    ["in time before the delivery", null, false],
    ["in time on the last day", "2031-06-17T12:00:00Z", false],
    ["late on the day after", "2031-06-16T21:00:00Z", true],
  ])("is %s", async (_when, deliveredAt, isLate) => {
    const id = await orderOf({ stepsDone: 4 });
    if (deliveredAt !== null) {
      await shop.pool.query(
        `update orders set paid_at = $2, confirmed_at = $2, processed_at = $2, shipped_at = $2, delivered_at = $2
         where id = $1`,
        [id, deliveredAt],
      );
    }
    await shop.pool.query(
      "insert into withdrawal_declarations (id, order_number, email, created_at) values ($1, $2, $3, $4)",
      [uuidv7(), id, people().ada.email, "2031-07-01T10:00:00Z"],
    );
    await recordWithdrawals(shop.services, expectNoItemError);
    expect((await readOne(id)).isLate).toBe(isLate);
  });

  it("is limited for each address, and for each order with its e-mail", async () => {
    const [first, second] = [uuidv7(), uuidv7()].map((orderNumber) => ({ orderNumber, email: "guess@example.com" }));
    if (first === undefined || second === undefined) throw new Error("there are two");
    const statuses = [];
    for (const input of [first, first, first, { ...first, email: "owner@example.com" }, second, second]) {
      statuses.push((await declare("REST", input, strict)).status);
    }
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429]);
  });

  it("is refused by a shop without the form", async () => {
    expect((await declare("REST", { orderNumber: "1a2b3", email: "a@example.com" }, withoutForm)).status).toBe(404);
  });
});

/** Sends all the money of an order back. */
async function refundAll(id: string): Promise<void> {
  const [payment] = (await shop.db.select().from(payments)).filter(({ orderId }) => orderId === id);
  if (payment === undefined) throw new Error("the order is paid");
  await shop.db.insert(refunds).values({
    orderId: id,
    paymentId: payment.id,
    status: "completed",
    amountCents: payment.amountCents,
    currency: "USD",
    completedAt: new Date(),
  });
}

describe("the decision about a withdrawal", () => {
  it("goes from accepted over goods back to refunded, with a mail and an audit entry for each", async () => {
    const id = await orderOf({ stepsDone: 5 });
    const withdrawal = await withdraw(id);
    const before = (await shop.pool.query("select * from orders where id = $1", [id])).rows;
    expect((await decide(withdrawal, { to: "goods back" })).status).toBe(409);
    expect((await decide(withdrawal, { to: "accepted" })).status).toBe(200);
    expect((await decide(withdrawal, { to: "accepted" })).status).toBe(200);
    expect((await decide(withdrawal, { to: "goods back" })).status).toBe(200);
    expect((await decide(withdrawal, { to: "refunded" })).status).toBe(409);
    await refundAll(id);
    expect((await decide(withdrawal, { to: "refunded" })).status).toBe(200);
    expect(await openMatters(id)).toEqual([]);
    expect(await kindsOf(id)).toEqual(["withdrawal received", ...Array<string>(3).fill("withdrawal decided")]);
    const acts = await shop.pool.query("select changes from admin_acts where entity_id = $1 order by id", [id]);
    expect(acts.rows.map(({ changes }) => changes.withdrawal[1])).toEqual(["accepted", "goods back", "refunded"]);
    expect((await shop.pool.query("select * from orders where id = $1", [id])).rows).toEqual(before);
  });

  it("can be closed where all the money was sent back before the customer withdrew", async () => {
    const id = await orderOf({ stepsDone: 5 });
    await refundAll(id);
    const withdrawal = await withdraw(id);
    for (const to of ["accepted", "goods back", "refunded"]) {
      expect((await decide(withdrawal, { to })).status, to).toBe(200);
    }
    expect(await openMatters(id)).toEqual([]);
  });

  it("is a refusal only with words, which the customer gets", async () => {
    const id = await orderOf({ stepsDone: 5 });
    const withdrawal = await withdraw(id);
    expect((await decide(withdrawal, { to: "refused", words: " " })).status).toBe(400);
    expect((await decide(withdrawal, { to: "refused", words: "The seal was broken" })).status).toBe(200);
    expect(await openMatters(id)).toEqual([]);
    const { arrived } = await mailing.sendDue();
    expect(arrived.map(({ text }) => text).join()).toContain("The seal was broken");
  });

  it("ends with the acceptance where nothing was paid, and blocks the shipment before", async () => {
    const unpaid = await orderOf();
    expect((await decide(await withdraw(unpaid), { to: "accepted" })).status).toBe(200);
    expect(await openMatters(unpaid)).toEqual([]);
    const paid = await orderOf({ stepsDone: 3 });
    await withdraw(paid);
    const shipped = await people().admin.trpc("mutation", "admin.orders.advance", { id: paid, to: "shipped" });
    expect(shipped).toMatchObject({ status: 409, body: { message: "Resolve the withdrawal first" } });
    const { rows } = await shop.pool.query("select id from order_matters where order_id = $1", [paid]);
    const money = await people().admin.trpc("query", "admin.orders.money", { id: paid });
    const [withdrawal] = (await shop.pool.query("select id from withdrawals where order_id = $1", [paid])).rows;
    expect(money.body).toMatchObject({ matters: [{ kind: "withdrawal", withdrawalId: withdrawal.id }] });
    const resolved = { id: paid, matterId: rows[0].id, note: "Done" };
    expect((await people().admin.trpc("mutation", "admin.orders.resolve", resolved)).status).toBe(409);
  });
});
