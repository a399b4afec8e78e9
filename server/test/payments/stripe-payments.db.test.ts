import { signatureHeader } from "@shop/stripe-simulator/signature";
import { uuidv7 } from "uuidv7";
import { afterEach, describe, expect, it } from "vitest";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { actsOf, mattersOf, orderToPay, pay, paymentsOf, reconcileNow, seenOrder, start } from "../harness/paying.ts";
import { stripeCredentials } from "../harness/secrets.ts";
import { startTestShop } from "../harness/shop.ts";

const settings = { jwtSecret: issuer.jwtSecret, reconcileMs: 30 };
const shop = startTestShop({
  takesPayments: true,
  takesStripe: true,
  settings,
  fixed: { paymentMethods: ["PayPal", "Credit Card", "Stripe"] },
});
const unconnected = startTestShop({ besides: shop, takesPayments: true, settings });

afterEach(async () => {
  shop.stripe().faults.clear();
  await expectInvariants(shop.pool);
});

const order = () => orderToPay(shop, { paymentMethod: "Stripe" });
type Mine = Awaited<ReturnType<typeof order>>;

/** Has Stripe make its intent for an order; gives its id. */
async function begun({ customer, order: { _id } }: Mine): Promise<string> {
  const { content, outcome } = await start(shop, customer, _id);
  if (content === undefined) throw new Error(`a payment could not be started: ${outcome}`);
  expect(content.clientSecret).toMatch(new RegExp(`^${content.id}_secret_`));
  return content.id;
}

const report = ({ customer, order: { _id } }: Mine, id: string) => pay(shop, customer, _id, { id });
const seen = ({ customer, order: { _id } }: Mine) => seenOrder(shop, customer, _id);
const statusesOf = async ({ order: { _id } }: Mine) => (await paymentsOf(shop.pool, _id)).map(({ status }) => status);

function callsOf(call: string, id: string) {
  return shop.stripe().calls.filter((each) => each.call === call && each.path.includes(id));
}

/** An order that was paid by card, with its intent and its charge. */
async function paid() {
  const mine = await order();
  const id = await begun(mine);
  shop.stripe().account.confirm(id, "card");
  expect((await report(mine, id)).outcome).toBe("200");
  const charge = shop.stripe().account.chargeOf(id);
  if (charge === undefined) throw new Error("nothing was charged");
  return { ...mine, id, charge };
}

/** Sends an event as Stripe does. */
async function send(body: string, { secret = stripeCredentials.webhookSecret, at = Date.now(), to = shop } = {}) {
  const signature = signatureHeader(body, secret, Math.floor(at / 1_000));
  const response = await fetch(`${to.origin}/api/webhooks/stripe`, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

/** Stripe's newest event of a type. */
function newest(type: string): string {
  const event = shop.stripe().account.events.findLast((each) => each.type === type);
  if (event === undefined) throw new Error(`no ${type}`);
  return JSON.stringify(event);
}

let known: Customer | undefined;

async function askRefund({ order: { _id } }: Mine, amount: number): Promise<{ status: number; body: unknown }> {
  known ??= await insertCustomer(shop.db, { isAdmin: true });
  const response = await fetch(`${shop.origin}/api/orders/${_id}/refund`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: known.cookie, "idempotency-key": uuidv7() },
    body: JSON.stringify({ amount, reason: "A scratch" }),
  });
  return { status: response.status, body: await response.json() };
}

async function refund(mine: Mine, amount: number): Promise<unknown[]> {
  const { status, body } = await askRefund(mine, amount);
  const answer = Object(body);
  return [status, status === 200 || status === 201 ? Reflect.get(answer, "status") : Reflect.get(answer, "code")];
}

/** Looks after what is due, as if time had gone on. */
async function later(hours = 0): Promise<void> {
  await shop.pool.query(
    `update payments set created_at = created_at - $1 * interval '1 hour', updated_at = updated_at - $1 * interval '1 hour',
       settled_at = settled_at - $1 * interval '1 hour', ask_again_at = now() where ask_again_at is not null`,
    [hours],
  );
  await shop.pool.query("update refunds set ask_again_at = now() where ask_again_at is not null");
  await reconcileNow(shop.services);
}

describe("a customer who pays through Stripe", () => {
  it("enters a card, and the shop captures it once, however often it is told", async () => {
    const mine = await order();
    const id = await begun(mine);
    expect((await report(mine, id)).outcome).toBe("402 PAYMENT_NOT_VERIFIED");
    shop.stripe().account.confirm(id, "card");
    const reports = await Promise.all([report(mine, id), report(mine, id), report(mine, id)]);
    expect(reports.map(({ outcome }) => outcome)).toContain("200");
    expect((await report(mine, id)).content?.isPaid).toBe(true);
    expect(shop.stripe().account.read(id)).toMatchObject({ status: "succeeded", amount_received: 2150 });
    expect(callsOf("capture", id).length).toBeLessThanOrEqual(3);
    expect(await statusesOf(mine)).toEqual(["completed"]);
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual([]);
  });

  it("tries another card after one was declined, with the same intent", async () => {
    const mine = await order();
    const id = await begun(mine);
    shop.stripe().account.confirm(id, "declined card");
    expect((await report(mine, id)).outcome).toBe("402 PAYMENT_NOT_VERIFIED");
    await later();
    expect(await statusesOf(mine)).toEqual(["created"]);
    expect(await begun(mine)).toBe(id);
    shop.stripe().account.confirm(id, "card");
    expect((await report(mine, id)).outcome).toBe("200");
  });

  it.each(["by the report of the browser", "by the next round", "by an event"])(
    "at a bank that takes the money at once is found %s",
    async (how) => {
      const mine = await order();
      const id = await begun(mine);
      shop.stripe().account.confirm(id, "bank");
      if (how === "by the report of the browser") expect((await report(mine, id)).outcome).toBe("200");
      else if (how === "by an event") expect(await send(newest("payment_intent.succeeded"))).toBe(200);
      else await later();
      expect((await seen(mine)).isPaid).toBe(true);
      expect(callsOf("capture", id)).toEqual([]);
    },
  );

  it("by debit waits for the bank, which takes the money", async () => {
    const mine = await order();
    const id = await begun(mine);
    shop.stripe().account.confirm(id, "debit");
    expect((await report(mine, id)).outcome).toBe("409 PAYMENT_PENDING");
    expect((await start(shop, mine.customer, mine.order._id)).outcome).toBe("409 PAYMENT_PENDING");
    shop.stripe().account.settle(id, true);
    await later();
    expect((await seen(mine)).isPaid).toBe(true);
  });

  it("by debit pays in another way if the bank refuses, with another intent", async () => {
    const mine = await order();
    const id = await begun(mine);
    shop.stripe().account.confirm(id, "debit");
    await report(mine, id);
    shop.stripe().account.settle(id, false);
    // A second try in an old tab must not hide that the first one has failed.
    shop.stripe().account.confirm(id, "declined card");
    await later();
    expect(await statusesOf(mine)).toEqual(["failed"]);
    expect(await actsOf(shop.pool, mine.order._id)).toContain("payment failed");
    const again = await begun(mine);
    expect(again).not.toBe(id);
    shop.stripe().account.confirm(again, "card");
    expect((await report(mine, again)).outcome).toBe("200");
  });

  it("can choose Stripe for an order that was to be paid with PayPal, and the other way round", async () => {
    const mine = await orderToPay(shop);
    const { content } = await start(shop, mine.customer, mine.order._id, "stripe");
    shop.stripe().account.confirm(String(content?.id), "card");
    expect((await report(mine, String(content?.id))).outcome).toBe("200");
    const other = await order();
    const started = await start(shop, other.customer, other.order._id, "paypal");
    expect(started.content?.clientSecret).toBeUndefined();
    shop.simulator.bank.decide(String(started.content?.id), "approve");
    expect((await report(other, String(started.content?.id))).outcome).toBe("200");
  });

  it("cannot pay one order with the intent of another, nor with one that nobody has", async () => {
    const [mine, other] = [await order(), await order()];
    const id = await begun(other);
    shop.stripe().account.confirm(id, "card");
    expect((await report(mine, id)).outcome).toBe("409 PAYMENT_REUSED");
    expect((await report(mine, "pi_invented")).outcome).toBe("402 PAYMENT_NOT_VERIFIED");
    // It names no order, so that its amount decides.
    const small = shop.stripe().account.create({ amount: 100, currency: "usd", metadata: {}, description: null });
    shop.stripe().account.confirm(small.id, "bank");
    expect((await report(mine, small.id)).outcome).toBe("402 AMOUNT_MISMATCH");
    expect((await seen(mine)).isPaid).toBe(false);
  });

  it("is told so where the shop is not connected to Stripe", async () => {
    const mine = await order();
    expect((await start(unconnected, mine.customer, mine.order._id)).outcome).toBe("503 PAYMENT_PROVIDER_UNAVAILABLE");
    expect((await pay(unconnected, mine.customer, mine.order._id, { id: "pi_any" })).outcome).toBe(
      "503 PAYMENT_PROVIDER_UNAVAILABLE",
    );
  });

  it("gets another intent after the order was edited or the intent was cancelled at Stripe", async () => {
    const mine = await order();
    const first = await begun(mine);
    shop.stripe().account.cancel(first);
    const second = await begun(mine);
    expect(second).not.toBe(first);
    await shop.pool.query(
      "update orders set items_cents = items_cents + 100, total_cents = total_cents + 100 where id = $1",
      [mine.order._id],
    );
    const third = await begun(mine);
    expect(third).not.toBe(second);
    expect(shop.stripe().account.read(third).amount).toBe(2250);
    await shop.pool.query(
      "update orders set items_cents = items_cents - 100, total_cents = total_cents - 100 where id = $1",
      [mine.order._id],
    );
  });
});

describe("when the answers of Stripe go wrong", () => {
  it.each([
    ["the connection closes after the capture", { kind: "drop" }],
    ["the capture is answered with an error that is repeated", { kind: "status after", status: 500 }],
    ["the answer is broken", { kind: "garbage" }],
    ["the first request is refused for too many requests", { kind: "status", status: 429 }],
  ] as const)("%s, the order is charged once and paid", async (_what, fault) => {
    const mine = await order();
    const id = await begun(mine);
    shop.stripe().account.confirm(id, "card");
    shop.stripe().faults.add("capture", fault);
    await report(mine, id);
    shop.stripe().faults.clear();
    await later();
    await report(mine, id);
    expect((await seen(mine)).isPaid).toBe(true);
    expect(shop.stripe().account.read(id).amount_received).toBe(2150);
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual([]);
  });

  it("a declined capture can be tried again", async () => {
    const mine = await order();
    const id = await begun(mine);
    shop.stripe().account.confirm(id, "card");
    shop.stripe().faults.add("capture", { kind: "status", status: 402, issue: "card_declined" });
    expect((await report(mine, id)).outcome).toBe("402 INSTRUMENT_DECLINED");
    expect((await report(mine, id)).outcome).toBe("200");
  });

  it("what the account does not allow is an open matter of its owner", async () => {
    const mine = await order();
    shop.stripe().faults.add("create", { kind: "status", status: 400, issue: "amount_too_small" });
    expect((await start(shop, mine.customer, mine.order._id)).outcome).toBe("402 PAYMENT_REFUSED");
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual(["payment refused"]);
  });

  it("a provider that cannot be reached does not keep the other one from being asked", async () => {
    const [mine, other] = [await order(), await orderToPay(shop)];
    const id = await begun(mine);
    shop.stripe().account.confirm(id, "bank");
    const { content } = await start(shop, other.customer, other.order._id);
    shop.simulator.bank.decide(String(content?.id), "approve");
    shop.stripe().faults.add("read", { kind: "refuse" }, 100);
    await later();
    expect((await seen(other)).isPaid).toBe(true);
    expect((await seen(mine)).isPaid).toBe(false);
    shop.stripe().faults.clear();
    await later();
    expect((await seen(mine)).isPaid).toBe(true);
  });

  it("an intent that nobody has approved is closed when the shop looks no more", async () => {
    const mine = await order();
    const id = await begun(mine);
    await later(7);
    expect(shop.stripe().account.read(id).status).toBe("canceled");
    const [payment] = await paymentsOf(shop.pool, mine.order._id);
    expect(payment?.ask_again_at).toBeNull();
  });

  it("a provider that answers reads but cannot close an intent is asked no more in the same round", async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, async () => begun(await order())));
    shop.stripe().faults.add("cancel", { kind: "status", status: 500 }, 1_000);
    const cancels = () => shop.stripe().calls.filter(({ call }) => call === "cancel").length;
    const before = cancels();
    await later(7);
    const asked = cancels() - before;
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(ids.length);
    shop.stripe().faults.clear();
    await later(7);
    expect(ids.map((id) => shop.stripe().account.read(id).status)).toEqual(ids.map(() => "canceled"));
  });

  it("one that was approved until then is captured instead", async () => {
    const mine = await order();
    const id = await begun(mine);
    shop.stripe().account.confirm(id, "card");
    await later(7);
    expect((await seen(mine)).isPaid).toBe(true);
  });
});

describe("money that goes back through Stripe", () => {
  it("is refunded in part and in full, and more than that is refused with words", async () => {
    const mine = await paid();
    expect(await refund(mine, 10)).toEqual([201, "completed"]);
    expect(await refund(mine, 100)).toEqual([400, "VALIDATION"]);
    expect(await refund(mine, 11.5)).toEqual([201, "completed"]);
    expect(
      shop
        .stripe()
        .account.refundsOf(mine.charge.id)
        .map(({ amount }) => amount),
    ).toEqual([1000, 1150]);
    expect(await statusesOf(mine)).toEqual(["refunded"]);
  });

  it.each([
    ["balance_insufficient", "does not hold enough money"],
    ["charge_disputed", "takes this payment back already"],
    ["charge_already_refunded", "refunded in full before"],
  ])("is refused with a reason for %s", async (issue, words) => {
    const mine = await paid();
    shop.stripe().faults.add("refund", { kind: "status", status: 400, issue });
    const answer = await askRefund(mine, 5);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([402, expect.stringContaining(words)]);
  });

  it("is made once though its answer is lost and the key is forgotten", async () => {
    const mine = await paid();
    shop.stripe().faults.add("refund", { kind: "drop" });
    expect((await askRefund(mine, 5)).status).toBe(201);
    shop.stripe().account.advance(2 * 86_400_000);
    // A read that finds nothing tells nothing: the intent cannot be gone.
    shop.stripe().faults.add("read", { kind: "status", status: 404 });
    await later();
    await later();
    expect(shop.stripe().account.refundsOf(mine.charge.id)).toHaveLength(1);
    const { rows } = await shop.pool.query("select status from refunds where order_id = $1", [mine.order._id]);
    expect(rows).toEqual([{ status: "completed" }]);
  });

  it("is seen when somebody refunds at Stripe, also more often than one list holds", async () => {
    const mine = await paid();
    for (let times = 0; times < 12; times += 1) {
      shop.stripe().account.refund({ charge: mine.charge.id, amount: 100, metadata: {} });
    }
    expect(await send(newest("charge.refunded"))).toBe(200);
    const { rows } = await shop.pool.query("select count(*)::int as n from refunds where order_id = $1", [
      mine.order._id,
    ]);
    expect(rows).toEqual([{ n: 12 }]);
  });

  it("is in dispute: the event opens a matter, and a lost one takes the money back", async () => {
    const mine = await paid();
    const { id } = shop.stripe().account.dispute(mine.charge.id);
    expect(await send(newest("charge.dispute.created"))).toBe(200);
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual(["disputed"]);
    shop.stripe().account.decideDispute(id, "lost");
    expect(await send(newest("charge.dispute.closed"))).toBe(200);
    expect((await mattersOf(shop.pool, mine.order._id)).toSorted()).toEqual(["disputed", "reversed"]);
    expect(await statusesOf(mine)).toEqual(["refunded"]);
  });

  it("is counted as a refund when a read shows first that it went, and then how", async () => {
    const mine = await paid();
    shop.stripe().account.refund({ charge: mine.charge.id, metadata: {} });
    shop.stripe().faults.add("read", { kind: "status", status: 404 }, 1, mine.id);
    expect(await send(newest("charge.refunded"))).toBe(200);
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual(["reversed"]);
    expect(await send(newest("charge.refunded"))).toBe(200);
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual(["refunded"]);
    const { rows } = await shop.pool.query("select kind from invoices where order_id = $1 order by kind", [
      mine.order._id,
    ]);
    expect(rows).toEqual([{ kind: "credit note" }, { kind: "invoice" }]);
  });
});

describe("an event of Stripe's", () => {
  it("counts only with Stripe's signature over its very bytes, made a moment ago", async () => {
    const mine = await order();
    const id = await begun(mine);
    shop.stripe().account.confirm(id, "bank");
    const body = newest("payment_intent.succeeded");
    expect(await send(body, { secret: "whsec_ofsomebody" })).toBe(403);
    expect(await send(body, { at: Date.now() - 3_600_000 })).toBe(403);
    expect(await send(body, { at: Date.now() - 5 * 86_400_000 })).toBe(403);
    expect(await send(body, { to: unconnected })).toBe(404);
    expect((await seen(mine)).isPaid).toBe(false);
    expect(await send(body)).toBe(200);
    expect(await send(body)).toBe(200);
    expect((await seen(mine)).isPaid).toBe(true);
  });

  it("of an intent that the shop has not begun, but that names its order, pays it", async () => {
    const mine = await order();
    const metadata = { order_id: mine.order._id };
    const { id } = shop.stripe().account.create({ amount: 2150, currency: "usd", metadata, description: null });
    shop.stripe().account.confirm(id, "bank");
    expect(await send(newest("payment_intent.succeeded"))).toBe(200);
    expect((await seen(mine)).isPaid).toBe(true);
  });

  it("about nothing of the shop's is taken without a question, and one that cannot be looked up comes again", async () => {
    const before = shop.stripe().calls.length;
    expect(await send(JSON.stringify({ type: "customer.created", data: { object: { id: "cus_1" } } }))).toBe(200);
    const other = { id: "pi_other", object: "payment_intent" };
    expect(await send(JSON.stringify({ type: "payment_intent.succeeded", data: { object: other } }))).toBe(200);
    expect(shop.stripe().calls.length).toBe(before);
    const mine = await order();
    const id = await begun(mine);
    shop.stripe().account.confirm(id, "bank");
    shop.stripe().faults.add("read", { kind: "status", status: 503 });
    expect(await send(newest("payment_intent.succeeded"))).toBe(503);
    expect((await seen(mine)).isPaid).toBe(false);
  });
});

it("No parcel is reported to Stripe, which wants to know none", async () => {
  const mine = await paid();
  known ??= await insertCustomer(shop.db, { isAdmin: true });
  const headers = { "content-type": "application/json", cookie: known.cookie };
  const parcels = [{ carrier: "ups", trackingNumber: "1Z999AA10123456784" }];
  for (const act of ["confirm", "process", "ship"]) {
    const body = JSON.stringify(act === "ship" ? { parcels } : {});
    const response = await fetch(`${shop.origin}/api/orders/${mine.order._id}/${act}`, {
      method: "PUT",
      headers,
      body,
    });
    expect(response.status).toBe(200);
  }
  const { rows } = await shop.pool.query("select 1 from parcel_trackers where order_id = $1", [mine.order._id]);
  expect(rows).toEqual([]);
});
