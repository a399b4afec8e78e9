import type { OnlineProvider } from "@shop/shared/order/online-providers";
import type { StoredSettings } from "@shop/shared/settings/settings";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { findRisks } from "../../src/domain/payment/risk.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { decided, mattersOf, orderToPay, pay, reconcileNow, seenOrder, start } from "../harness/paying.ts";
import { startTestShop, type TestShop } from "../harness/shop.ts";
import { fromTrpc } from "../harness/test-client.ts";

const settings = { jwtSecret: issuer.jwtSecret, reconcileMs: 30 };
const usual = {
  takesPayments: true,
  takesStripe: true,
  settings,
} as const;
const paymentMethods: StoredSettings["paymentMethods"] = ["PayPal", "Credit Card", "Stripe", "Bank Transfer"];
const bankDetails = ["Account: 1"];
const shop = startTestShop({
  ...usual,
  fixed: { paymentMethods, bankDetails, riskFrom: 50, riskDeclines: 2, isRiskByProvider: true },
});
const lenient = startTestShop({ ...usual, besides: shop, fixed: { paymentMethods, bankDetails } });

let known: Customer | undefined;
async function admin(): Promise<Customer> {
  known ??= await insertCustomer(shop.db, { isAdmin: true });
  return known;
}

afterEach(async () => {
  shop.stripe().faults.clear();
  shop.simulator.faults.clear();
  await expectInvariants(shop.pool);
});

type Mine = Awaited<ReturnType<typeof orderToPay>>;
const orderBy = (paymentMethod: "PayPal" | "Stripe", priceCents = 10_00) =>
  orderToPay(shop, { paymentMethod, priceCents });

/** Begins to pay; gives the provider's order. */
async function begun({ customer, order: { _id } }: Mine, provider: OnlineProvider): Promise<string> {
  const { content, outcome } = await start(shop, customer, _id, provider);
  if (content === undefined) throw new Error(`a payment could not be started: ${outcome}`);
  return content.id;
}

async function payByStripe(mine: Mine, decisions: readonly ("card" | "risky card" | "declined card" | "bank")[]) {
  const id = await begun(mine, "stripe");
  for (const decision of decisions) shop.stripe().account.confirm(id, decision);
  return pay(shop, mine.customer, mine.order._id, { id });
}

async function payByPayPal(mine: Mine, through: TestShop = shop) {
  const id = await decided(shop, mine.customer, mine.order._id);
  return pay(through, mine.customer, mine.order._id, { id });
}

const matters = ({ order }: Mine) => mattersOf(shop.pool, order._id);

const moneySchema = z.object({
  matters: z.array(z.object({ _id: z.string(), kind: z.string(), detail: z.string().nullable() })),
});

/** What an administrator reads of the newest matter of an order. */
async function matterOf({ order: { _id } }: Mine) {
  const { cookie } = await admin();
  const input = encodeURIComponent(JSON.stringify({ id: _id }));
  const response = await fetch(`${shop.origin}/trpc/admin.orders.money?input=${input}`, { headers: { cookie } });
  return moneySchema.parse(fromTrpc(await response.json())).matters[0];
}

async function asAdmin(method: "PUT" | "POST", path: string, body?: object) {
  const { cookie } = await admin();
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { cookie, ...(body === undefined ? {} : { "content-type": "application/json" }) };
  const response = await fetch(`${shop.origin}${path}`, { method, headers, ...content });
  return { status: response.status, text: await response.text() };
}

describe("An order whose total reaches that of the rules", () => {
  it.each(["PayPal", "Stripe"] as const)(
    "is paid, and waits for a person's look before it is confirmed: %s",
    async (by) => {
      const mine = await orderBy(by, 60_00);
      const paid = by === "PayPal" ? await payByPayPal(mine) : await payByStripe(mine, ["card"]);
      expect(paid.content).toMatchObject({
        isPaid: true,
        matters: [{ kind: "payment risk", amount: mine.order.totalPrice }],
      });
      const refused = await asAdmin("PUT", `/api/orders/${mine.order._id}/confirm`);
      expect([refused.status, refused.text]).toEqual([
        409,
        expect.stringContaining("Resolve the doubtful payment first"),
      ]);
      const matter = await matterOf(mine);
      expect(matter?.detail).toBe("its total is $50.00 or more");
      const resolved = await asAdmin("POST", "/trpc/admin.orders.resolve", {
        id: mine.order._id,
        matterId: matter?._id,
        note: "Known to us",
      });
      expect(resolved.status).toBe(200);
      expect((await asAdmin("PUT", `/api/orders/${mine.order._id}/confirm`)).status).toBe(200);
      // A later read of the payment asks nobody again.
      await shop.pool.query("update payments set ask_again_at = now() where order_id = $1", [mine.order._id]);
      await reconcileNow(shop.services);
      expect(await matters(mine)).toEqual([]);
    },
  );

  it("can be cancelled by its customer, and nobody has to look at a refunded payment", async () => {
    const mine = await orderBy("PayPal", 60_00);
    await payByPayPal(mine);
    const response = await fetch(`${shop.origin}/api/orders/mine/${mine.order._id}/cancel`, {
      method: "PUT",
      headers: { cookie: mine.customer.cookie, "content-type": "application/json" },
      body: "{}",
    });
    expect(response.status).toBe(200);
    await reconcileNow(shop.services);
    await expect.poll(async () => (await seenOrder(shop, mine.customer, mine.order._id)).isRefunded).toBe(true);
    expect(await matters(mine)).toEqual([]);
  });

  it("does not wait when its money has come by bank transfer, or for a smaller total, or where the owner has no rule", async () => {
    const transferred = await orderToPay(shop, { paymentMethod: "Bank Transfer", priceCents: 60_00 });
    const { _id, totalPrice } = transferred.order;
    const recorded = await asAdmin("POST", `/api/orders/${_id}/bank-transfer`, {
      amount: totalPrice,
      bankReference: "1",
    });
    expect(recorded.status).toBe(200);
    const small = await orderBy("PayPal");
    await payByPayPal(small);
    const elsewhere = await orderBy("PayPal", 60_00);
    await payByPayPal(elsewhere, lenient);
    for (const mine of [transferred, small, elsewhere]) {
      expect((await seenOrder(shop, mine.customer, mine.order._id)).isPaid).toBe(true);
      expect(await matters(mine)).toEqual([]);
    }
  });
});

describe("An order that is paid after declined tries", () => {
  it("waits for a person's look when there were as many as the rules say, also of other orders of its customer", async () => {
    const first = await orderBy("PayPal");
    const decline = async (mine: Mine) => {
      shop.simulator.faults.add("capture", { kind: "status", status: 422, issue: "INSTRUMENT_DECLINED" });
      expect((await payByPayPal(mine)).outcome).toBe("402 INSTRUMENT_DECLINED");
    };
    await decline(first);
    const second = await orderToPay(shop, { customer: first.customer });
    await decline(second);
    await payByPayPal(second);
    expect(await matters(second)).toEqual(["payment risk"]);
    expect((await matterOf(second))?.detail).toBe("2 tries to pay were declined before");
    // A day later they are forgotten.
    await shop.pool.query("update order_events set created_at = created_at - interval '1 day'");
    await payByPayPal(first);
    expect(await matters(first)).toEqual([]);
  });

  it("is found as well where cards are declined in the browser", async () => {
    const once = await orderBy("Stripe");
    await payByStripe(once, ["declined card", "card"]);
    expect(await matters(once)).toEqual([]);
    const twice = await orderBy("Stripe");
    await payByStripe(twice, ["declined card", "declined card", "card"]);
    expect(await matters(twice)).toEqual(["payment risk"]);
    expect((await matterOf(twice))?.detail).toBe("2 tries to pay were declined before");
  });

  it("does not pass unseen when the provider does not say how many there were", async () => {
    const mine = await orderBy("Stripe");
    shop.stripe().faults.add("list charges", { kind: "status", status: 500 }, 9);
    const { content } = await payByStripe(mine, ["declined card", "declined card", "bank"]);
    expect(content).toMatchObject({ isPaid: true, matters: [{ kind: "payment risk" }] });
    expect((await matterOf(mine))?.detail).toBe("the payment provider did not say how many tries were declined");
  });
});

it("Declined tries that nobody can count, as after a provider was disconnected, are a reason to look, and no error", async () => {
  const mine = await orderBy("PayPal");
  const { rows } = await shop.pool.query("select user_id from orders where id = $1", [mine.order._id]);
  const order = { paidAt: null, totalCents: 2150, userId: String(rows[0].user_id) };
  const payments = { ...shop.services.payments, providers: {} };
  const risks = await findRisks(
    { ...shop.services, payments },
    { order, providerOrderId: "pi_1", money: { risks: [] } },
  );
  expect(risks).toEqual(["the payment provider did not say how many tries were declined"]);
});

describe("A payment that the provider finds doubtful", () => {
  it("waits for a person's look with Stripe's word", async () => {
    const mine = await orderBy("Stripe");
    await payByStripe(mine, ["risky card"]);
    expect((await matterOf(mine))?.detail).toBe("the payment provider says that its risk is elevated");
  });

  it.each([
    [{ cvvCode: "N" }, "the payment provider says that the security code is not that of the card"],
    [{ avsCode: "C" }, "the payment provider says that the address is not that of the card"],
    [{ cvvCode: "M", avsCode: "Y" }, undefined],
  ])("waits for a person's look with the word of PayPal's bank: %j", async (codes, detail) => {
    const mine = await orderBy("PayPal");
    shop.simulator.faults.add("capture", { kind: "lie", ...codes });
    await payByPayPal(mine);
    expect((await seenOrder(shop, mine.customer, mine.order._id)).isPaid).toBe(true);
    expect((await matterOf(mine))?.detail).toBe(detail);
  });
});
