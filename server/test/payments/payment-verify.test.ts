import { describe, expect, it } from "vitest";
import { type ExpectedPayment, verifyPayment } from "../../src/domain/payment/verify.ts";
import type { ProviderCapture, ProviderOrder, ProviderRefund, ProviderUnit } from "../../src/infra/payment-provider.ts";

const expected: ExpectedPayment = {
  id: "01900000-0000-7000-8000-000000000001",
  amountCents: 21_50,
  currency: "USD",
  createdAt: new Date("2026-03-01T10:00:00.500Z"),
  isAccepted: false,
  wasReviewed: false,
};
const payee = "SHOPSMERCHANT";
const usd = { currency: "USD", cents: 21_50 };

function capture(more: Partial<ProviderCapture> = {}): ProviderCapture {
  return { id: "CAPTURE1", status: "completed", amount: usd, risks: [], ...more };
}

function refund(more: Partial<ProviderRefund> = {}): ProviderRefund {
  return {
    id: "REFUND1",
    status: "completed",
    amount: { currency: "USD", cents: 1_00 },
    customId: undefined,
    captureId: "CAPTURE1",
    isReversal: false,
    ...more,
  };
}

function unit(more: Partial<ProviderUnit> = {}): ProviderUnit {
  return {
    customId: expected.id,
    invoiceId: undefined,
    merchantId: payee,
    amount: usd,
    captures: [],
    refunds: [],
    ...more,
  };
}

function answer(more: Partial<ProviderOrder> = {}): ProviderOrder {
  return { id: "PROVIDER1", status: "completed", createdAt: new Date("2026-03-01T10:00:00.000Z"), units: [], ...more };
}

const verdictOn = (more: Partial<ProviderOrder>) => {
  const verdict = verifyPayment(expected, answer(more), payee);
  return "kind" in verdict ? verdict.kind : verdict.is;
};

/** What became of the money, where some of it was captured and agrees. */
const moneyOf = (more: Partial<ProviderUnit>) => {
  const verdict = verifyPayment(expected, answer({ units: [unit(more)] }), payee);
  return verdict.is === "captured" ? verdict.money : verdict.is;
};

describe("a provider's order", () => {
  it("pays with one whole capture, and names it", () => {
    const verdict = verifyPayment(expected, answer({ units: [unit({ captures: [capture()] })] }), payee);
    const money = {
      captureId: "CAPTURE1",
      amountCents: 21_50,
      currency: "USD",
      returned: { listed: [], unlistedCents: 0 },
      risks: [],
    };
    expect(verdict).toEqual({ is: "captured", money });
    expect(verdictOn({ status: "approved", units: [unit()] })).toBe("approved");
    expect(verdictOn({ status: "open", units: [unit()] })).toBe("open");
  });

  it.each([
    ["nothing in it", []],
    ["two payees", [unit({ captures: [capture()] }), unit({ captures: [capture()] })]],
    ["two captures", [unit({ captures: [capture(), capture({ id: "CAPTURE2" })] })]],
    ["no capture", [unit()]],
    ["no amount", [unit({ amount: null, captures: [capture()] })]],
    ["a capture without an amount", [unit({ captures: [capture({ amount: null })] })]],
    ["a capture in an unknown state", [unit({ captures: [capture({ status: "unknown" })] })]],
  ])("with %s pays nothing", (_what, units) => {
    expect(verdictOn({ units })).toBe("PAYMENT_NOT_VERIFIED");
  });

  it("pays nothing while it is not done as a whole, whatever its captures say", () => {
    for (const status of ["open", "approved", "unknown"] as const) {
      expect(verdictOn({ status, units: [unit({ captures: [capture()] })] }), status).toBe("PAYMENT_NOT_VERIFIED");
    }
  });

  it("pays nothing in part, and nothing in another currency", () => {
    const part = { currency: "USD", cents: 21_49 };
    const euro = { currency: "EUR", cents: 21_50 };
    expect(verdictOn({ units: [unit({ captures: [capture({ amount: part })] })] })).toBe("AMOUNT_MISMATCH");
    expect(verdictOn({ units: [unit({ amount: part, captures: [capture()] })] })).toBe("AMOUNT_MISMATCH");
    expect(verdictOn({ units: [unit({ captures: [capture({ amount: euro })] })] })).toBe("CURRENCY_MISMATCH");
    expect(verdictOn({ units: [unit({ amount: euro, captures: [capture()] })] })).toBe("CURRENCY_MISMATCH");
    expect(verdictOn({ units: [unit({ amount: { currency: "USD", cents: null } })] })).toBe("AMOUNT_MISMATCH");
  });

  it("pays only us, where it is known who we are", () => {
    for (const merchantId of ["SOMEBODYELSE0", undefined]) {
      const units = [unit({ merchantId, captures: [capture()] })];
      expect(verdictOn({ units })).toBe("PAYEE_MISMATCH");
      expect(verifyPayment(expected, answer({ units }), undefined).is).toBe("captured");
    }
  });

  it("that names another order pays nothing; one that names none must not be older than the order", () => {
    const paid = [capture()];
    expect(verdictOn({ units: [unit({ customId: "another", captures: paid })] })).toBe("PAYMENT_NOT_VERIFIED");
    expect(verdictOn({ units: [unit({ invoiceId: "another", captures: paid })] })).toBe("PAYMENT_NOT_VERIFIED");
    const unnamed = [unit({ customId: undefined, captures: paid })];
    // The provider cuts the time of the order off to its second.
    expect(verdictOn({ units: unnamed })).toBe("captured");
    expect(verdictOn({ units: unnamed, createdAt: new Date("2026-03-01T09:59:59Z") })).toBe("PAYMENT_NOT_VERIFIED");
    expect(verdictOn({ units: unnamed, createdAt: null })).toBe("PAYMENT_NOT_VERIFIED");
    // Names that are empty are none.
    const empty = [unit({ customId: "", invoiceId: "", captures: paid })];
    expect(verdictOn({ units: empty, createdAt: null })).toBe("PAYMENT_NOT_VERIFIED");
    // What the shop accepted before is its own for good, and still not another's.
    const accepted = { ...expected, isAccepted: true };
    expect(verifyPayment(accepted, answer({ units: unnamed, createdAt: null }), payee).is).toBe("captured");
    const others = [unit({ customId: "another", captures: paid })];
    expect(verifyPayment(accepted, answer({ units: others }), payee).is).toBe("foreign");
  });

  it("tells money that clears later, that was refunded, and that was declined apart", () => {
    const of = (status: ProviderCapture["status"], more: Partial<ProviderUnit> = {}) =>
      verdictOn({ units: [unit({ captures: [capture({ status })], ...more })] });
    const pending = verifyPayment(
      expected,
      answer({ units: [unit({ captures: [capture({ status: "pending" })] })] }),
      payee,
    );
    expect(pending).toEqual({ is: "pending", captureId: "CAPTURE1" });
    expect(of("refunded")).toBe("captured");
    expect(of("partially refunded")).toBe("captured");
    expect(of("declined")).toBe("declined");
    const second = [capture({ status: "declined" }), capture({ id: "CAPTURE2" })];
    expect(moneyOf({ captures: second })).toMatchObject({ captureId: "CAPTURE2", amountCents: 21_50 });
  });

  it("whose money was refunded pays nothing unless it names the order, or was accepted before", () => {
    for (const status of ["refunded", "partially refunded"] as const) {
      const units = [unit({ customId: undefined, captures: [capture({ status })] })];
      expect(verifyPayment(expected, answer({ units }), payee)).toMatchObject({
        is: "foreign",
        kind: "PAYMENT_NOT_VERIFIED",
      });
      expect(verifyPayment({ ...expected, isAccepted: true }, answer({ units }), payee).is).toBe("captured");
      const byInvoice = [unit({ customId: undefined, invoiceId: expected.id, captures: [capture({ status })] })];
      expect(verdictOn({ units: byInvoice })).toBe("captured");
    }
  });

  it("says what of its money was refunded, how far that is, and who made it", () => {
    const captures = [capture({ status: "partially refunded" })];
    const refunds = [
      refund({ customId: "ours" }),
      refund({ id: "REFUND2", status: "pending", isReversal: true }),
      refund({ id: "REFUND3", status: "failed" }),
    ];
    const each = { amountCents: 1_00, customId: undefined, isReversal: false };
    expect(moneyOf({ captures, refunds })).toMatchObject({
      amountCents: 21_50,
      returned: {
        listed: [
          { ...each, providerRefundId: "REFUND1", status: "completed", customId: "ours" },
          { ...each, providerRefundId: "REFUND2", status: "pending", isReversal: true },
          { ...each, providerRefundId: "REFUND3", status: "failed" },
        ],
      },
    });
  });

  it("counts no refund in an unknown state, without an amount, of nothing, or in another currency", () => {
    const captures = [capture({ status: "partially refunded" })];
    const refunds = [
      refund({ status: "unknown" }),
      refund({ amount: null }),
      refund({ amount: { currency: "USD", cents: null } }),
      refund({ amount: { currency: "USD", cents: 0 } }),
      refund({ amount: { currency: "EUR", cents: 1_00 } }),
    ];
    expect(moneyOf({ captures, refunds })).toMatchObject({ returned: { listed: [] } });
  });

  it("that was refunded as a whole says so even where it lists too few refunds, or none", () => {
    const captures = [capture({ status: "refunded" })];
    expect(moneyOf({ captures })).toMatchObject({ returned: { listed: [], unlistedCents: 21_50 } });
    expect(moneyOf({ captures, refunds: [refund()] })).toMatchObject({
      returned: { listed: [{ providerRefundId: "REFUND1" }], unlistedCents: 20_50 },
    });
    const failed = refund({ status: "failed", amount: usd });
    expect(moneyOf({ captures, refunds: [failed] })).toMatchObject({
      returned: { listed: [{ status: "failed" }], unlistedCents: 21_50 },
    });
    const whole = { providerRefundId: "REFUND1", status: "completed", amountCents: 21_50 };
    expect(moneyOf({ captures, refunds: [refund({ amount: usd })] })).toMatchObject({
      returned: { listed: [whole], unlistedCents: 0 },
    });
  });

  it("that was refunded in part and lists no refund does not say how much was refunded", () => {
    const captures = [capture({ status: "partially refunded" })];
    expect(moneyOf({ captures })).toMatchObject({ returned: { listed: [], unlistedCents: undefined } });
  });

  it("that took other money in our order's name says so", () => {
    const differs = unit({ captures: [capture({ amount: { currency: "USD", cents: 1 } })] });
    expect(verifyPayment(expected, answer({ units: [differs] }), payee)).toMatchObject({
      is: "differs",
      kind: "AMOUNT_MISMATCH",
      money: { captureId: "CAPTURE1", amountCents: 1, currency: "USD" },
    });
    const euro = unit({ captures: [capture({ amount: { currency: "EUR", cents: 21_50 } })] });
    expect(verifyPayment(expected, answer({ units: [euro] }), payee)).toMatchObject({
      is: "differs",
      kind: "CURRENCY_MISMATCH",
      money: { amountCents: 21_50, currency: "EUR" },
    });
    const twice = unit({ captures: [capture(), capture({ id: "CAPTURE2" })] });
    expect(verifyPayment(expected, answer({ units: [twice] }), payee)).toMatchObject({
      is: "differs",
      kind: "PAYMENT_NOT_VERIFIED",
      money: { captureId: "CAPTURE1", amountCents: 43_00 },
    });
    const foreign = unit({ ...differs, customId: "another" });
    expect(verifyPayment(expected, answer({ units: [foreign] }), payee).is).toBe("foreign");
    const unnamed = unit({ ...differs, customId: undefined });
    expect(verifyPayment(expected, answer({ units: [unnamed] }), payee).is).toBe("foreign");
    const uncaptured = unit({ amount: { currency: "USD", cents: 1 } });
    expect(verifyPayment(expected, answer({ units: [uncaptured] }), payee).is).toBe("foreign");
  });

  it("whose other money is under review says so, and that it was not taken in the end", () => {
    const other = { currency: "USD", cents: 1 };
    const reviewed = unit({ amount: other, captures: [capture({ status: "pending", amount: other })] });
    expect(verifyPayment(expected, answer({ units: [reviewed] }), payee)).toEqual({
      is: "pending",
      captureId: "CAPTURE1",
      other: { amountCents: 1, currency: "USD" },
    });
    const denied = unit({ amount: other, captures: [capture({ status: "declined", amount: other })] });
    expect(verdictOn({ units: [denied] })).toBe("declined");
    const wasReviewed = { ...expected, wasReviewed: true };
    expect(verifyPayment(wasReviewed, answer({ units: [unit({ amount: other })] }), payee).is).toBe("declined");
    expect(verdictOn({ units: [unit({ ...reviewed, customId: "another" })] })).toBe("PAYMENT_NOT_VERIFIED");
  });
});
