import { afterEach, describe, expect, it } from "vitest";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { expectInvariants } from "../harness/invariants.ts";
import {
  actsOf,
  capturedElsewhere,
  capturesAsked,
  decided,
  mattersOf,
  orderToPay,
  pay,
  paymentsOf,
  seenOrder,
  start,
} from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";
import { transports } from "../harness/test-client.ts";

const shop = startTestShop({ takesPayments: true, settings: { jwtSecret: issuer.jwtSecret } });
const total = "21.50";

afterEach(async () => {
  shop.simulator.faults.clear();
  await expectInvariants(shop.pool);
});

/** Reports a payment that must not pay the order, and shows that it did not. */
async function refusedBy(
  { customer, order }: Awaited<ReturnType<typeof orderToPay>>,
  details: unknown,
): Promise<string> {
  const { outcome } = await pay(shop, customer, order._id, details);
  expect(await seenOrder(shop, customer, order._id)).toMatchObject({ isPaid: false, paidAt: null });
  return outcome;
}

describe("a payment that the customer approved", () => {
  it.each(transports)("is taken by the server, once, and pays the order (%s)", async (transport) => {
    const { customer, order, product } = await orderToPay(shop);
    const id = await decided(shop, customer, order._id);
    expect((await seenOrder(shop, customer, order._id)).paymentResult).toBeNull();
    const { content, outcome } = await pay({ ...shop, transport }, customer, order._id, { id });
    expect(outcome).toBe("200");
    expect(content).toEqual({
      ...order,
      isPaid: true,
      paidAt: expect.any(String),
      paymentResult: { id, status: "completed" },
      capturedPrice: 21.5,
    });
    expect(await seenOrder(shop, customer, order._id)).toEqual(content);
    const captures = capturesAsked(shop, id);
    expect(captures).toHaveLength(1);
    expect(captures[0]?.requestId).toMatch(/^capture-.{1,100}$/);
    expect(shop.simulator.bank.read(id).purchase_units).toMatchObject([
      { custom_id: order._id, invoice_id: order._id, amount: { currency_code: "USD", value: total } },
    ]);
    expect(await actsOf(shop.pool, order._id)).toEqual(["placed", "payment started", "paid"]);
    await expectInvariants(shop.pool, { [product]: 10 });
  });

  it("changes nothing when it is reported again", async () => {
    const { customer, order } = await orderToPay(shop);
    const id = await decided(shop, customer, order._id);
    const first = await pay(shop, customer, order._id, { id });
    for (const transport of transports) {
      const again = await pay({ ...shop, transport }, customer, order._id, { id });
      expect(again.content).toEqual(first.content);
    }
    expect(capturesAsked(shop, id)).toHaveLength(1);
  });

  it("keeps the provider's order for another start while it is open", async () => {
    const { customer, order } = await orderToPay(shop);
    const first = await start(shop, customer, order._id);
    const second = await start(shop, customer, order._id);
    expect(second.content).toEqual(first.content);
    const third = await decided(shop, customer, order._id);
    expect(third).toBe(first.content?.id);
    expect(await paymentsOf(shop.pool, order._id)).toHaveLength(1);
    // What the provider has dropped makes room for another.
    shop.simulator.bank.read(third).status = "VOIDED";
    const other = await decided(shop, customer, order._id);
    expect(other).not.toBe(third);
    expect((await pay(shop, customer, order._id, { id: other })).outcome).toBe("200");
    expect((await start(shop, customer, order._id)).outcome).toBe("409 ALREADY_PAID");
  });
});

describe("a payment that was taken in the browser", () => {
  it("pays the order, with all that the provider told the browser in the report", async () => {
    const { customer, order } = await orderToPay(shop);
    const details = capturedElsewhere(shop, total);
    const { content } = await pay(shop, customer, order._id, { ...details, payer: { email_address: "a@example.com" } });
    expect(content).toMatchObject({ isPaid: true, paymentResult: { id: details.id, status: "completed" } });
    expect(capturesAsked(shop, details.id)).toEqual([]);
    const asked = shop.simulator.calls.filter(({ path }) => path === `/v2/checkout/orders/${details.id}`);
    expect(asked).toHaveLength(1);
  });

  it("is not believed but asked for", async () => {
    const mine = await orderToPay(shop);
    const forged = { id: "FAKE", status: "COMPLETED", purchase_units: [{ amount: { value: total } }] };
    expect(await refusedBy(mine, forged)).toBe("402 PAYMENT_NOT_VERIFIED");
    expect(await paymentsOf(shop.pool, mine.order._id)).toEqual([]);
    for (const nothing of [{}, { payer: {} }, { id: "" }, { id: 5 }, { id: null }]) {
      expect(await refusedBy(mine, nothing)).toBe("400 VALIDATION");
    }
  });

  it("is believed by its number of cents, however it is written", async () => {
    for (const [priceCents, amount] of [
      [10_00, "21.5"],
      [10_00, "21.500"],
      [20_00, "33"],
      [20_00, "33.0"],
    ] as const) {
      const { customer, order } = await orderToPay(shop, { priceCents });
      const { id } = capturedElsewhere(shop, amount);
      expect((await pay(shop, customer, order._id, { id })).outcome, amount).toBe("200");
    }
  });

  it.each(["21.49", "21.51", "0.01", "2150", "-21.50", "21.505", "2.15e1", ""])(
    "over %j pays nothing",
    async (amount) => {
      const mine = await orderToPay(shop);
      expect(await refusedBy(mine, capturedElsewhere(shop, amount))).toMatch(/^402 AMOUNT_MISMATCH$/);
    },
  );

  it("over another order's total pays nothing", async () => {
    const [mine, other] = [await orderToPay(shop), await orderToPay(shop, { priceCents: 50_00 })];
    expect(await refusedBy(other, capturedElsewhere(shop, total))).toBe("402 AMOUNT_MISMATCH");
    expect(await refusedBy(mine, capturedElsewhere(shop, "67.50"))).toBe("402 AMOUNT_MISMATCH");
  });

  it.each(["EUR", "JPY", "usd"])("in %s pays nothing", async (currency) => {
    const mine = await orderToPay(shop);
    expect(await refusedBy(mine, capturedElsewhere(shop, total, [{ currency }]))).toBe("402 CURRENCY_MISMATCH");
  });

  it("to somebody else pays nothing", async () => {
    const mine = await orderToPay(shop);
    const details = capturedElsewhere(shop, total, [{ payee: "SOMEBODYELSE0" }]);
    expect(await refusedBy(mine, details)).toBe("402 PAYEE_MISMATCH");
  });

  it("for another order pays neither that one nor this", async () => {
    const [mine, other] = [await orderToPay(shop), await orderToPay(shop)];
    for (const unit of [{ customId: other.order._id }, { invoiceId: other.order._id }, { customId: "something" }]) {
      expect(await refusedBy(mine, capturedElsewhere(shop, total, [unit]))).toMatch(/^402 PAYMENT_NOT_VERIFIED$/);
    }
  });

  it("before the order was placed pays nothing, unless it names the order", async () => {
    const old = capturedElsewhere(shop, total);
    old.create_time = "2020-01-01T00:00:00Z";
    const mine = await orderToPay(shop);
    expect(await refusedBy(mine, old)).toBe("402 PAYMENT_NOT_VERIFIED");
    const named = capturedElsewhere(shop, total, [{ customId: mine.order._id }]);
    named.create_time = "2020-01-01T00:00:00Z";
    expect((await pay(shop, mine.customer, mine.order._id, named)).outcome).toBe("200");
  });

  it("pays nothing unless it is one whole sum in one piece", async () => {
    const mine = await orderToPay(shop);
    const halves = capturedElsewhere(shop, total, [{ amount: "10.75" }, { amount: "10.75" }]);
    expect(await refusedBy(mine, halves)).toBe("402 PAYMENT_NOT_VERIFIED");
    const twice = capturedElsewhere(shop, total);
    const [unit] = twice.purchase_units;
    const [capture] = unit?.payments?.captures ?? [];
    if (capture === undefined) throw new Error("nothing was captured");
    unit?.payments?.captures.push({ ...capture, id: "ANOTHERCAPTURE" });
    expect(await refusedBy(mine, twice)).toBe("402 PAYMENT_NOT_VERIFIED");
    const partial = capturedElsewhere(shop, total);
    for (const part of shop.simulator.bank.captures(partial.id)) part.amount.value = "10.00";
    expect(await refusedBy(mine, partial)).toBe("402 AMOUNT_MISMATCH");
    for (const status of ["REFUNDED", "PARTIALLY_REFUNDED"] as const) {
      const refunded = capturedElsewhere(shop, total);
      for (const part of shop.simulator.bank.captures(refunded.id)) part.status = status;
      expect(await refusedBy(mine, refunded)).toBe("402 PAYMENT_NOT_VERIFIED");
    }
  });

  it("counts as far as its money has come, whatever the order around it says", async () => {
    const [declined, failed, pending] = await Promise.all([orderToPay(shop), orderToPay(shop), orderToPay(shop)]);
    for (const [mine, status, outcome] of [
      [declined, "DECLINED", "402 INSTRUMENT_DECLINED"],
      [failed, "FAILED", "402 INSTRUMENT_DECLINED"],
      [pending, "PENDING", "409 PAYMENT_PENDING"],
    ] as const) {
      const details = capturedElsewhere(shop, total);
      for (const capture of shop.simulator.bank.captures(details.id)) capture.status = status;
      expect(await refusedBy(mine, details)).toBe(outcome);
    }
    expect((await seenOrder(shop, pending.customer, pending.order._id)).paymentResult?.status).toBe("pending");
    expect((await start(shop, pending.customer, pending.order._id)).outcome).toBe("409 PAYMENT_PENDING");
  });
});

describe("a payment that nobody approved", () => {
  it.each(["CREATED", "PAYER_ACTION_REQUIRED", "VOIDED"] as const)("pays nothing: %s", async (status) => {
    const mine = await orderToPay(shop);
    const { content } = await start(shop, mine.customer, mine.order._id);
    const id = content?.id ?? "";
    shop.simulator.bank.read(id).status = status;
    expect(await refusedBy(mine, { id })).toBe("402 PAYMENT_NOT_VERIFIED");
    expect(capturesAsked(shop, id)).toEqual([]);
  });
});

describe("a payment that is declined", () => {
  it("can be tried again with the same order of the provider", async () => {
    const mine = await orderToPay(shop);
    const id = await decided(shop, mine.customer, mine.order._id, "decline");
    expect(await refusedBy(mine, { id })).toBe("402 INSTRUMENT_DECLINED");
    expect(await decided(shop, mine.customer, mine.order._id)).toBe(id);
    expect((await pay(shop, mine.customer, mine.order._id, { id })).outcome).toBe("200");
    const ids = capturesAsked(shop, id).map(({ requestId }) => requestId);
    expect(new Set(ids).size).toBe(2);
    expect(await actsOf(shop.pool, mine.order._id)).toEqual(["placed", "payment started", "payment failed", "paid"]);
  });

  it.each(["TRANSACTION_REFUSED", "COMPLIANCE_VIOLATION", "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED"])(
    "for good makes room for another: %s",
    async (issue) => {
      const mine = await orderToPay(shop);
      const id = await decided(shop, mine.customer, mine.order._id);
      shop.simulator.faults.add("capture", { kind: "status", status: 422, issue });
      expect(await refusedBy(mine, { id })).toBe("402 PAYMENT_NOT_VERIFIED");
      const other = await decided(shop, mine.customer, mine.order._id);
      expect(other).not.toBe(id);
      expect((await pay(shop, mine.customer, mine.order._id, { id: other })).outcome).toBe("200");
    },
  );
});

describe("a payment that the provider has taken already", () => {
  it("is looked up and pays the order", async () => {
    const { customer, order } = await orderToPay(shop);
    const id = await decided(shop, customer, order._id);
    const { bank, faults } = shop.simulator;
    bank.capture(id);
    // The first look is too early to see it.
    bank.read(id).status = "APPROVED";
    const captures = bank.read(id).purchase_units.map((unit) => unit.payments);
    for (const unit of bank.read(id).purchase_units) delete unit.payments;
    faults.add("capture", { kind: "delay", ms: 300 });
    const paying = pay(shop, customer, order._id, { id });
    await expect.poll(() => capturesAsked(shop, id).length).toBe(1);
    bank.read(id).status = "COMPLETED";
    for (const [n, unit] of bank.read(id).purchase_units.entries()) {
      const stored = captures[n];
      if (stored !== undefined) unit.payments = stored;
    }
    expect((await paying).outcome).toBe("200");
    expect(bank.captures(id)).toHaveLength(1);
  });
});

describe("one payment for two orders", () => {
  it.each([true, false])("pays the first and no other, of the same customer: %s", async (isSameCustomer) => {
    const one = await orderToPay(shop);
    const two = await orderToPay(shop, isSameCustomer ? { customer: one.customer } : {});
    for (const id of [await decided(shop, one.customer, one.order._id), capturedElsewhere(shop, total).id]) {
      const first = await pay(shop, one.customer, one.order._id, { id });
      expect(["200", "409 ALREADY_PAID"]).toContain(first.outcome);
      expect(await refusedBy(two, { id })).toBe("409 PAYMENT_REUSED");
    }
    // The second was money all the same.
    expect(await mattersOf(shop.pool, one.order._id)).toEqual(["paid twice"]);
  });
});

describe("a second payment for a paid order", () => {
  it("is not taken when it was only approved", async () => {
    const { customer, order } = await orderToPay(shop);
    const first = await decided(shop, customer, order._id);
    const other = shop.simulator.bank.create([
      { custom_id: order._id, amount: { currency_code: "USD", value: total } },
    ]);
    shop.simulator.bank.decide(other.id, "approve");
    const paid = await pay(shop, customer, order._id, { id: first });
    expect((await pay(shop, customer, order._id, { id: other.id })).outcome).toBe("409 ALREADY_PAID");
    expect(capturesAsked(shop, other.id)).toEqual([]);
    expect(await seenOrder(shop, customer, order._id)).toEqual(paid.content);
    expect(await mattersOf(shop.pool, order._id)).toEqual([]);
  });

  it("is kept and shown to administrators when it was taken", async () => {
    const { customer, order } = await orderToPay(shop);
    const first = await decided(shop, customer, order._id);
    const paid = await pay(shop, customer, order._id, { id: first });
    const { id } = capturedElsewhere(shop, total, [{ customId: order._id }]);
    for (let time = 0; time < 2; time += 1) {
      expect((await pay(shop, customer, order._id, { id })).outcome).toBe("409 ALREADY_PAID");
    }
    expect(await seenOrder(shop, customer, order._id)).toEqual({
      ...paid.content,
      capturedPrice: 43,
      matters: [{ _id: expect.any(String), kind: "paid twice", amount: 21.5, openedAt: expect.any(String) }],
    });
    expect(await paymentsOf(shop.pool, order._id)).toMatchObject([
      { provider_order_id: first, status: "completed", is_settling: true },
      { provider_order_id: id, status: "completed", is_settling: false },
    ]);
    expect(await mattersOf(shop.pool, order._id)).toEqual(["paid twice"]);
    expect((await actsOf(shop.pool, order._id)).slice(-3)).toEqual(["paid", "matter opened", "paid again"]);
  });
});

describe("an amount that changes between the start and the payment", () => {
  it("is not taken", async () => {
    const mine = await orderToPay(shop);
    const id = await decided(shop, mine.customer, mine.order._id);
    for (const { amount } of shop.simulator.bank.read(id).purchase_units) amount.value = "0.01";
    expect(await refusedBy(mine, { id })).toBe("402 AMOUNT_MISMATCH");
    expect(capturesAsked(shop, id)).toEqual([]);
  });

  it("and is taken all the same pays nothing, and is shown to administrators", async () => {
    const mine = await orderToPay(shop);
    const id = await decided(shop, mine.customer, mine.order._id);
    const { bank, faults } = shop.simulator;
    faults.add("capture", { kind: "delay", ms: 300 });
    const paying = pay(shop, mine.customer, mine.order._id, { id });
    await expect.poll(() => capturesAsked(shop, id).length).toBe(1);
    for (const { amount } of bank.read(id).purchase_units) amount.value = "0.01";
    expect((await paying).outcome).toBe("402 AMOUNT_MISMATCH");
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ isPaid: false });
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual(["payment differs"]);
  });
});

describe("the name of the provider's order", () => {
  it.each(transports)("is not passed on when it is none (%s)", async (transport) => {
    const mine = await orderToPay(shop);
    const before = shop.simulator.calls.length;
    const names = ["../../v1/oauth2/token", "X?y", "X#", "X/capture", "Ünï", "X Y", "%2e%2e", "x".repeat(10_000)];
    for (const id of names) {
      const { outcome } = await pay({ ...shop, transport }, mine.customer, mine.order._id, { id });
      expect(outcome, id).toBe("400 VALIDATION");
    }
    expect(shop.simulator.calls.length).toBe(before);
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ isPaid: false });
  });
});

describe("whose order it is", () => {
  it("decides before the payment is looked at, and the provider hears of nothing", async () => {
    const { order } = await orderToPay(shop);
    const [guest, admin] = [await insertCustomer(shop.db), await insertCustomer(shop.db, { isAdmin: true })];
    const before = shop.simulator.calls.length;
    for (const [who, status] of [
      [{ cookie: "" }, "401 UNAUTHENTICATED"],
      [guest, "404 NOT_FOUND"],
      [admin, "403 FORBIDDEN"],
    ] as const) {
      for (const details of [{ id: "ABC" }, { id: "not/valid" }, {}]) {
        for (const transport of transports)
          expect((await pay({ ...shop, transport }, who, order._id, details)).outcome).toBe(status);
      }
      expect((await start(shop, who, order._id)).outcome).toBe(status);
    }
    for (const id of ["nothing", "01900000-0000-7000-8000-000000000000"]) {
      for (const transport of transports)
        expect((await pay({ ...shop, transport }, admin, id, {})).outcome).toBe("404 NOT_FOUND");
      expect((await start(shop, guest, id)).outcome).toBe("404 NOT_FOUND");
    }
    expect(shop.simulator.calls.length).toBe(before);
  });

  it("lets administrators pay for their own", async () => {
    const admin = await insertCustomer(shop.db, { isAdmin: true });
    const { order } = await orderToPay(shop, { customer: admin });
    const id = await decided(shop, admin, order._id);
    expect((await pay(shop, admin, order._id, { id })).outcome).toBe("200");
  });
});
