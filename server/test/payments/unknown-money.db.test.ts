import type { OnlineProvider } from "@shop/shared/order/online-providers";
import { uuidv7 } from "uuidv7";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { findUnknownMoney, recordUnknownMoney } from "../../src/domain/payment/unknown-money.ts";
import { issuer } from "../harness/customers.ts";
import { expectInvariants } from "../harness/invariants.ts";
import {
  capturedElsewhere,
  mattersOf,
  orderToPay,
  pay,
  paymentsOf,
  reconcileNow,
  seenOrder,
  start,
} from "../harness/paying.ts";
import { startTestShop, wideLimits } from "../harness/shop.ts";

const shop = startTestShop({
  takesPayments: true,
  takesStripe: true,
  settings: { jwtSecret: issuer.jwtSecret, limits: wideLimits, reconcileMs: 30 },
  fixed: { paymentMethods: ["PayPal", "Credit Card", "Stripe"] },
});
const hourMs = 3_600_000;
const since = new Date(Date.now() - hourMs);
const range = () => ({ since, before: new Date(Date.now() + hourMs) });

afterEach(async () => {
  shop.simulator.faults.clear();
  shop.stripe().faults.clear();
  shop.simulator.bank.reportMax = 10_000;
  await expectInvariants(shop.pool);
});

function search(via: OnlineProvider) {
  const provider = shop.services.payments.providers[via];
  if (provider === undefined) throw new Error(`no ${via}`);
  return findUnknownMoney(shop.db, [via, provider], { range: range(), actMs: 5_000, pausesMs: [10] });
}

/** What the search says of one entry; `undefined` where it does not list it. */
async function verdictOf(via: OnlineProvider, id: string) {
  return (await search(via)).found.find((money) => money.id === id)?.verdict;
}

function captureOf({ purchase_units: units }: ReturnType<typeof capturedElsewhere>): string {
  const [capture] = units.flatMap(({ payments }) => payments?.captures ?? []);
  if (capture === undefined) throw new Error("nothing was captured");
  return capture.id;
}

const elsewhere = (names: { customId?: string; invoiceId?: string } = {}) =>
  captureOf(capturedElsewhere(shop, "21.50", [names]));

async function paid() {
  const mine = await orderToPay(shop);
  const { id } = capturedElsewhere(shop, "21.50", [{ customId: mine.order._id, invoiceId: mine.order._id }]);
  expect((await pay(shop, mine.customer, mine.order._id, { id })).outcome).toBe("200");
  const [payment] = await paymentsOf(shop.pool, mine.order._id);
  return { ...mine, captureId: payment?.capture_id ?? "" };
}

describe("money at PayPal", () => {
  it("that the shop has recorded is not listed", async () => {
    const { captureId } = await paid();
    expect(await verdictOf("paypal", captureId)).toBeUndefined();
  });

  it.each(["customId", "invoiceId"])("that names an order by its %s is recorded by the running shop", async (name) => {
    const { order, customer } = await orderToPay(shop);
    const captureId = elsewhere({ [name]: order._id });
    const { found } = await search("paypal");
    const mine = found.filter(({ id }) => id === captureId);
    expect(mine).toMatchObject([
      { kind: "capture", amount: { cents: 2_150, currency: "USD" }, verdict: { is: "unrecorded", orderId: order._id } },
    ]);
    expect(await recordUnknownMoney(shop.db, shop.services.payments, mine)).toBe(1);
    await reconcileNow(shop.services);
    expect((await seenOrder(shop, customer, order._id)).isPaid).toBe(true);
    expect(await verdictOf("paypal", captureId)).toBeUndefined();
    expect(await recordUnknownMoney(shop.db, shop.services.payments, mine)).toBe(1);
    expect(await paymentsOf(shop.pool, order._id)).toHaveLength(1);
  });

  it("of an order that the loss took is told from that of other shops on the account", async () => {
    const lost = uuidv7();
    const old = "01900000-0000-7000-8000-000000000001";
    expect(await verdictOf("paypal", elsewhere({ customId: lost, invoiceId: lost }))).toEqual({
      is: "lost order",
      orderId: lost,
    });
    // An order of that age would be there.
    for (const name of [old, crypto.randomUUID(), "SHOP-B-1001", "'; drop table orders --", "\u001b[2J"]) {
      expect(await verdictOf("paypal", elsewhere({ customId: name }))).toEqual({ is: "foreign" });
    }
    expect(await verdictOf("paypal", elsewhere())).toEqual({ is: "foreign" });
  });

  it("that was given back past the shop is recorded with its payment", async () => {
    const { order, captureId } = await paid();
    const { id } = shop.simulator.bank.refund(captureId);
    const { found } = await search("paypal");
    const mine = found.filter((money) => money.id === id);
    expect(mine).toMatchObject([
      { kind: "refund", captureId, verdict: { is: "unrecorded refund", orderId: order._id } },
    ]);
    expect(await recordUnknownMoney(shop.db, shop.services.payments, mine)).toBe(1);
    await reconcileNow(shop.services);
    expect(await mattersOf(shop.pool, order._id)).toEqual([expect.stringContaining("refund")]);
    expect(await verdictOf("paypal", id)).toBeUndefined();
  });

  it("that was given back of a lost order needs nothing more", async () => {
    const captureId = elsewhere({ customId: uuidv7() });
    const foreign = elsewhere({ customId: "SHOP-B-1002" });
    const [back, other] = [captureId, foreign].map((id) => shop.simulator.bank.refund(id).id);
    expect(await verdictOf("paypal", back ?? "")).toEqual({ is: "refund of the list" });
    expect(await verdictOf("paypal", other ?? "")).toEqual({ is: "foreign" });
  });

  it("under review is listed as such, and declined money and fees are not", async () => {
    const { order } = await orderToPay(shop);
    const id = captureOf(capturedElsewhere(shop, "21.50", [{ customId: order._id }], "pend"));
    const { found } = await search("paypal");
    expect(found.find((money) => money.id === id)).toMatchObject({ isPending: true });
    expect(found.filter((money) => money.id.startsWith("FEE"))).toEqual([]);
    const { id: providerOrderId } = [...shop.simulator.bank.orders.values()].at(-1) ?? { id: "" };
    shop.simulator.bank.clear(providerOrderId, "DECLINED");
    expect(await verdictOf("paypal", id)).toBeUndefined();
  });
});

describe("a long list of PayPal", () => {
  let ids: string[] = [];
  beforeAll(() => {
    const half = () => Array.from({ length: 65 }, () => elsewhere({ customId: "SHOP-B" }));
    const first = half();
    // However fast the host is, they are not of one second.
    shop.simulator.bank.advance(2_000);
    ids = [...first, ...half()];
  });

  it("is compared page by page, each entry once", async () => {
    const { found, listed, problem, completeUntil } = await search("paypal");
    expect(problem).toBeUndefined();
    expect(listed).toBe(new Set(found.map(({ id }) => id)).size + listed - found.length);
    for (const id of ids) expect(found.filter((money) => money.id === id)).toHaveLength(1);
    expect(Math.abs((completeUntil?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it("that is larger than PayPal lists is asked for in shorter times, and one in a second ends with a problem", async () => {
    shop.simulator.bank.reportMax = 20;
    const { problem } = await search("paypal");
    expect(problem).toContain("within a second");
    const size = shop.simulator.bank.store.captureEntries().length * 2 + shop.simulator.bank.store.refunds.size;
    shop.simulator.bank.reportMax = size - 1;
    const { found, problem: none } = await search("paypal");
    expect(none).toBeUndefined();
    for (const id of ids) expect(found.filter((money) => money.id === id)).toHaveLength(1);
  });

  it("goes on after a page that failed, and says what failed for good without losing what came before", async () => {
    const { faults } = shop.simulator;
    faults.add("list transactions", { kind: "status", status: 503 }, 1, "page=2");
    expect((await search("paypal")).problem).toBeUndefined();
    faults.add("list transactions", { kind: "drop" }, 2, "page=2");
    const { found, problem } = await search("paypal");
    expect(problem).toBe("no connection");
    expect(found.length).toBeGreaterThan(0);
  });

  it.each([
    ["broken JSON", { kind: "garbage" }, "response is not JSON"],
    ["a page in HTML", { kind: "page" }, "response is not JSON"],
    ["an endless answer", { kind: "huge" }, "response too large"],
    ["too many questions", { kind: "status", status: 429 }, "status 429"],
    ["a refusal", { kind: "status", status: 403, issue: "NOT_AUTHORIZED" }, "Transaction search"],
    ["a redirect", { kind: "redirect", to: "http://127.0.0.1:9/" }, "unexpected redirect"],
  ] as const)("ends with a sentence after %s", async (_, fault, sentence) => {
    shop.simulator.faults.add("list transactions", fault, 2);
    expect(await search("paypal")).toMatchObject({ found: [], problem: expect.stringContaining(sentence) });
  });
});

describe("money at Stripe", () => {
  const confirmed = (metadata: Record<string, string>, decision: "card" | "bank" | "declined card" = "bank") => {
    const { account } = shop.stripe();
    const { id } = account.create({ amount: 2_150, currency: "usd", metadata, description: null });
    account.confirm(id, decision);
    return account.chargeOf(id)?.id ?? "";
  };

  it("that names an order is recorded by the running shop", async () => {
    const { order, customer } = await orderToPay(shop, { paymentMethod: "Stripe" });
    const { content } = await start(shop, customer, order._id);
    shop.stripe().account.confirm(content?.id ?? "", "bank");
    const { found } = await search("stripe");
    const mine = found.filter(({ providerOrderId }) => providerOrderId === content?.id);
    expect(mine).toMatchObject([{ kind: "capture", verdict: { is: "unrecorded", orderId: order._id } }]);
    expect(await recordUnknownMoney(shop.db, shop.services.payments, mine)).toBe(1);
    await reconcileNow(shop.services);
    expect((await seenOrder(shop, customer, order._id)).isPaid).toBe(true);
    expect(await verdictOf("stripe", mine[0]?.id ?? "")).toBeUndefined();

    const { account } = shop.stripe();
    const { id: refund } = account.refund({ charge: mine[0]?.id ?? "", amount: 500, metadata: {} });
    expect(await verdictOf("stripe", refund)).toMatchObject({ is: "unrecorded refund", orderId: order._id });
  });

  it("of lost orders and of other shops is told apart, and authorisations and declined cards are no money", async () => {
    const { account } = shop.stripe();
    const lost = uuidv7();
    const ofLost = confirmed({ order_id: lost });
    expect(await verdictOf("stripe", ofLost)).toEqual({ is: "lost order", orderId: lost });
    expect(await verdictOf("stripe", confirmed({}))).toEqual({ is: "foreign" });
    expect(await verdictOf("stripe", confirmed({ order_id: "1001" }))).toEqual({ is: "foreign" });
    expect(await verdictOf("stripe", confirmed({ order_id: uuidv7() }, "card"))).toBeUndefined();
    expect(await verdictOf("stripe", confirmed({ order_id: uuidv7() }, "declined card"))).toBeUndefined();
    const dispute = account.dispute(ofLost);
    expect(await verdictOf("stripe", dispute.id)).toBeUndefined();
    account.decideDispute(dispute.id, "lost");
    expect(await verdictOf("stripe", dispute.id)).toEqual({ is: "refund of the list" });
  });

  it("is compared page by page, also after a page that failed", async () => {
    const ids = Array.from({ length: 230 }, () => confirmed({}));
    shop.stripe().faults.add("list charges", { kind: "status", status: 500 }, 1, "starting_after");
    const { found, problem } = await search("stripe");
    expect(problem).toBeUndefined();
    for (const id of ids) expect(found.filter((money) => money.id === id)).toHaveLength(1);
    shop.stripe().faults.add("list", { kind: "status", status: 403 }, 2);
    expect((await search("stripe")).problem).toContain("may not read refunds");
  });
});
