import { afterEach, describe, expect, it } from "vitest";
import { issuer } from "../harness/customers.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { capturesAsked, expectMoneyAgrees, mattersOf, orderToPay, paymentsOf, seenOrder } from "../harness/paying.ts";
import { startTestShop, wideLimits } from "../harness/shop.ts";
import { notify } from "../harness/webhooks.ts";

const settings = { jwtSecret: issuer.jwtSecret, limits: wideLimits };
const shop = startTestShop({ takesPayments: true, settings });

afterEach(async () => {
  shop.simulator.faults.clear();
  await expectInvariants(shop.pool);
});

type Unit = Parameters<typeof shop.simulator.bank.create>[0][number];
const total = { currency_code: "USD", value: "21.50" };

/** A provider order that was made past the shop and is approved. */
function approvedElsewhere(...units: Partial<Unit>[]): string {
  const { bank } = shop.simulator;
  const { id } = bank.create(
    units.map((unit) => ({ custom_id: undefined, invoice_id: undefined, amount: total, payee: {}, ...unit })),
  );
  bank.decide(id, "approve");
  return id;
}

function capturedElsewhere(...units: Partial<Unit>[]): { id: string; captureId: string } {
  const id = approvedElsewhere(...units);
  const [capture] = shop.simulator.bank.capture(id).purchase_units.flatMap((unit) => unit.payments?.captures ?? []);
  if (capture === undefined) throw new Error("nothing was captured");
  return { id, captureId: capture.id };
}

/** The provider's newest event of a type. */
function newest(type: string) {
  const event = shop.simulator.bank.events.findLast(({ event_type }) => event_type === type);
  if (event === undefined) throw new Error(`no ${type}`);
  return event;
}

const tell = async (event: unknown) => (await notify(shop, event)).status;
const matterRows = async (orderId: string) =>
  (
    await shop.pool.query(
      "select kind, reference, amount_cents::int as cents, detail from order_matters where order_id = $1",
      [orderId],
    )
  ).rows;

describe("a capture of a provider order that the shop has never heard of", () => {
  afterEach(() => expectMoneyAgrees(shop));

  it.each([
    ["custom_id", (id: string) => ({ custom_id: id })],
    ["invoice_id", (id: string) => ({ invoice_id: id })],
    ["both", (id: string) => ({ custom_id: id, invoice_id: id })],
  ])("pays the order that it names by %s", async (_how, names) => {
    const { order, customer } = await orderToPay(shop);
    const { id, captureId } = capturedElsewhere(names(order._id));
    expect(await tell(newest("PAYMENT.CAPTURE.COMPLETED"))).toBe(200);
    expect(await seenOrder(shop, customer, order._id)).toMatchObject({ isPaid: true, capturedPrice: 21.5 });
    expect(await paymentsOf(shop.pool, order._id)).toMatchObject([
      { provider_order_id: id, capture_id: captureId, status: "completed", is_settling: true },
    ]);
    expect(await mattersOf(shop.pool, order._id)).toEqual([]);
    // The provider repeats its events.
    expect(await tell(newest("PAYMENT.CAPTURE.COMPLETED"))).toBe(200);
    expect(await paymentsOf(shop.pool, order._id)).toHaveLength(1);
  });

  it("is found by the capture where the event does not name the provider order", async () => {
    const { order, customer } = await orderToPay(shop);
    const { captureId } = capturedElsewhere({ custom_id: order._id });
    const resource = { id: captureId, custom_id: order._id };
    expect(await tell({ event_type: "PAYMENT.CAPTURE.COMPLETED", resource })).toBe(200);
    expect(await seenOrder(shop, customer, order._id)).toMatchObject({ isPaid: true });
  });

  it("is a second payment of an order that is paid", async () => {
    const { order } = await orderToPay(shop);
    capturedElsewhere({ custom_id: order._id });
    expect(await tell(newest("PAYMENT.CAPTURE.COMPLETED"))).toBe(200);
    capturedElsewhere({ custom_id: order._id });
    expect(await tell(newest("PAYMENT.CAPTURE.COMPLETED"))).toBe(200);
    expect(await mattersOf(shop.pool, order._id)).toEqual(["paid twice"]);
  });

  it("is a payment that differs where the amount or the currency is another", async () => {
    for (const amount of [
      { currency_code: "USD", value: "20.00" },
      { currency_code: "EUR", value: "21.50" },
    ]) {
      const { order, customer } = await orderToPay(shop);
      capturedElsewhere({ custom_id: order._id, amount });
      expect(await tell(newest("PAYMENT.CAPTURE.COMPLETED"))).toBe(200);
      expect(await mattersOf(shop.pool, order._id)).toEqual(["payment differs"]);
      expect(await seenOrder(shop, customer, order._id)).toMatchObject({ isPaid: false });
    }
  });

  it("that differs and was refunded in full holds no money", async () => {
    const { order } = await orderToPay(shop);
    const { captureId } = capturedElsewhere({ custom_id: order._id, amount: { currency_code: "USD", value: "20.00" } });
    const completed = newest("PAYMENT.CAPTURE.COMPLETED");
    expect(await tell(completed)).toBe(200);
    shop.simulator.bank.refund(captureId);
    for (const event of [newest("PAYMENT.CAPTURE.REFUNDED"), completed]) {
      expect(await tell(event)).toBe(200);
      expect(await paymentsOf(shop.pool, order._id)).toMatchObject([{ status: "refunded", is_settling: false }]);
    }
    expect(await mattersOf(shop.pool, order._id)).toEqual(["payment differs", "refunded"]);
  });

  it("under review holds the order, and pays it when it clears", async () => {
    const { order, customer } = await orderToPay(shop);
    const { bank } = shop.simulator;
    const { id } = bank.create([{ custom_id: order._id, invoice_id: undefined, amount: total }]);
    bank.decide(id, "pend");
    bank.capture(id);
    expect(await tell(newest("PAYMENT.CAPTURE.PENDING"))).toBe(200);
    expect(await paymentsOf(shop.pool, order._id)).toMatchObject([{ status: "pending" }]);
    bank.clear(id, "COMPLETED");
    expect(await tell(newest("PAYMENT.CAPTURE.COMPLETED"))).toBe(200);
    expect(await seenOrder(shop, customer, order._id)).toMatchObject({ isPaid: true });
  });

  it("that was denied takes nothing, and the order can be paid", async () => {
    const { order, customer } = await orderToPay(shop);
    const { bank } = shop.simulator;
    const { id } = bank.create([{ custom_id: order._id, invoice_id: undefined, amount: total }]);
    bank.decide(id, "pend");
    bank.capture(id);
    bank.clear(id, "DECLINED");
    expect(await tell(newest("PAYMENT.CAPTURE.DENIED"))).toBe(200);
    expect(await paymentsOf(shop.pool, order._id)).toMatchObject([{ provider_order_id: id, status: "failed" }]);
    expect(await mattersOf(shop.pool, order._id)).toEqual([]);
    expect(await seenOrder(shop, customer, order._id)).toMatchObject({ isPaid: false });
  });

  it("is asked to be sent again while the provider cannot be read, and is settled then", async () => {
    const { order, customer } = await orderToPay(shop);
    capturedElsewhere({ custom_id: order._id });
    const event = newest("PAYMENT.CAPTURE.COMPLETED");
    for (const status of [500, 404]) {
      shop.simulator.faults.add("read", { kind: "status", status }, 2);
      expect(await tell(event)).toBe(503);
      shop.simulator.faults.clear();
    }
    expect(await tell(event)).toBe(200);
    expect(await seenOrder(shop, customer, order._id)).toMatchObject({ isPaid: true });
  });
});

describe("captured money that names an order and does not belong to it", () => {
  it.each([
    ["pays somebody else", (id: string) => [{ custom_id: id, payee: { merchant_id: "ELSEWHERE" } }], 2150],
    ["names another invoice", (id: string) => [{ custom_id: id, invoice_id: "2031-0815" }], 2150],
    ["is in two units", (id: string) => [{ custom_id: id }, { custom_id: id }], 4300],
  ])("is an open matter: it %s", async (_what, units, cents) => {
    const { order, customer } = await orderToPay(shop);
    const { id } = capturedElsewhere(...units(order._id));
    for (let times = 0; times < 2; times += 1) expect(await tell(newest("PAYMENT.CAPTURE.COMPLETED"))).toBe(200);
    expect(await matterRows(order._id)).toMatchObject([{ kind: "unknown payment", reference: id, cents }]);
    expect(await seenOrder(shop, customer, order._id)).toMatchObject({ isPaid: false });
  });

  it("is an open matter where the provider order can be read no more", async () => {
    const { order } = await orderToPay(shop);
    const { captureId } = capturedElsewhere({ custom_id: order._id });
    shop.simulator.bank.captureById(captureId).create_time = new Date(Date.now() - 7_200_000).toISOString();
    shop.simulator.faults.add("read", { kind: "status", status: 404 });
    expect(await tell(newest("PAYMENT.CAPTURE.COMPLETED"))).toBe(200);
    expect(await matterRows(order._id)).toMatchObject([{ kind: "unknown payment", reference: captureId, cents: 2150 }]);
  });

  it("is no matter while nothing was captured", async () => {
    const { order } = await orderToPay(shop);
    approvedElsewhere({ custom_id: order._id, payee: { merchant_id: "ELSEWHERE" } });
    expect(await tell(newest("CHECKOUT.ORDER.APPROVED"))).toBe(200);
    expect(await matterRows(order._id)).toEqual([]);
    expect(await paymentsOf(shop.pool, order._id)).toEqual([]);
  });
});

describe("another event about a payment that the shop has never heard of", () => {
  it("captures a provider order that was approved, and keeps it when it was captured meanwhile", async () => {
    const { order, customer } = await orderToPay(shop);
    const id = approvedElsewhere({ custom_id: order._id });
    expect(await tell(newest("CHECKOUT.ORDER.APPROVED"))).toBe(200);
    expect(capturesAsked(shop, id)).toHaveLength(1);
    expect(await seenOrder(shop, customer, order._id)).toMatchObject({ isPaid: true });
    const other = await orderToPay(shop);
    const past = capturedElsewhere({ invoice_id: other.order._id });
    const completed = { event_type: "CHECKOUT.ORDER.COMPLETED", resource: shop.simulator.bank.read(past.id) };
    expect(await tell(completed)).toBe(200);
    expect(capturesAsked(shop, past.id)).toEqual([]);
    expect(await seenOrder(shop, other.customer, other.order._id)).toMatchObject({ isPaid: true });
  });

  it("of a refund or a reversal, which name the capture only, records the money and what was returned", async () => {
    const refunded = await orderToPay(shop);
    const first = capturedElsewhere({ custom_id: refunded.order._id });
    shop.simulator.bank.refund(first.captureId, { amount: { currency_code: "USD", value: "4.00" } });
    expect(await tell(newest("PAYMENT.CAPTURE.REFUNDED"))).toBe(200);
    expect(await seenOrder(shop, refunded.customer, refunded.order._id)).toMatchObject({
      isPaid: true,
      refundedPrice: 4,
      matters: [{ kind: "refunded", amount: 4 }],
    });
    const reversed = await orderToPay(shop);
    const second = capturedElsewhere({ invoice_id: reversed.order._id });
    shop.simulator.bank.reverse(second.captureId);
    expect(await tell(newest("PAYMENT.CAPTURE.REVERSED"))).toBe(200);
    expect(await mattersOf(shop.pool, reversed.order._id)).toContain("reversed");
  });

  it("of a refund that names the order and no capture is an open matter", async () => {
    const { order } = await orderToPay(shop);
    const resource = { id: "REFUND", invoice_id: order._id };
    expect(await tell({ event_type: "PAYMENT.CAPTURE.REFUNDED", resource })).toBe(200);
    expect(await matterRows(order._id)).toMatchObject([{ kind: "unknown payment", reference: "REFUND" }]);
  });

  it.each([
    ["names the order", (dispute: object) => dispute],
    ["names the capture only", (dispute: object) => ({ ...dispute, custom: undefined })],
  ])("of a dispute that %s records the money and opens the dispute", async (_what, strip) => {
    const { order, customer } = await orderToPay(shop);
    const { captureId } = capturedElsewhere({ custom_id: order._id });
    shop.simulator.bank.openDispute(captureId);
    const event = structuredClone(newest("CUSTOMER.DISPUTE.CREATED"));
    if (!("disputed_transactions" in event.resource)) throw new Error("a dispute was expected");
    const resource = { ...event.resource, disputed_transactions: event.resource.disputed_transactions.map(strip) };
    for (let times = 0; times < 2; times += 1) expect(await tell({ ...event, resource })).toBe(200);
    expect(await seenOrder(shop, customer, order._id)).toMatchObject({ isPaid: true });
    expect(await mattersOf(shop.pool, order._id)).toEqual(["disputed"]);
  });

  it("that names no order of the shop changes nothing", async () => {
    const before = await shop.pool.query("select count(*) from payments");
    const { captureId } = capturedElsewhere({ custom_id: "somebody else's" });
    shop.simulator.bank.refund(captureId);
    expect(await tell(newest("PAYMENT.CAPTURE.COMPLETED"))).toBe(200);
    expect(await tell(newest("PAYMENT.CAPTURE.REFUNDED"))).toBe(200);
    expect((await shop.pool.query("select count(*) from payments")).rows).toEqual(before.rows);
  });
});
