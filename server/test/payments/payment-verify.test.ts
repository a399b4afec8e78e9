import { describe, expect, it } from "vitest";
import { type ExpectedPayment, verifyPayment } from "../../src/domain/payment/verify.ts";
import {
  type ProviderCapture,
  type ProviderOrder,
  type ProviderRefund,
  type ProviderUnit,
  refundSchema,
  toCents,
} from "../../src/infra/paypal/documents.ts";

const expected: ExpectedPayment = {
  id: "01900000-0000-7000-8000-000000000001",
  totalCents: 21_50,
  currency: "USD",
  createdAt: new Date("2026-03-01T10:00:00.500Z"),
  isAccepted: false,
};
const payee = "SHOPSMERCHANT";
const usd = { currency: "USD", cents: 21_50 };

function capture(more: Partial<ProviderCapture> = {}): ProviderCapture {
  return { id: "CAPTURE1", status: "COMPLETED", amount: usd, ...more };
}

function refund(more: Partial<ProviderRefund> = {}): ProviderRefund {
  return {
    id: "REFUND1",
    status: "COMPLETED",
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
    trackers: [],
    ...more,
  };
}

function answer(more: Partial<ProviderOrder> = {}): ProviderOrder {
  return { id: "PROVIDER1", status: "COMPLETED", createdAt: new Date("2026-03-01T10:00:00.000Z"), units: [], ...more };
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
    };
    expect(verdict).toEqual({ is: "captured", money });
    expect(verdictOn({ status: "APPROVED", units: [unit()] })).toBe("approved");
    for (const status of ["CREATED", "SAVED", "PAYER_ACTION_REQUIRED"]) {
      expect(verdictOn({ status, units: [unit()] }), status).toBe("open");
    }
  });

  it.each([
    ["nothing in it", []],
    ["two payees", [unit({ captures: [capture()] }), unit({ captures: [capture()] })]],
    ["two captures", [unit({ captures: [capture(), capture({ id: "CAPTURE2" })] })]],
    ["no capture", [unit()]],
    ["no amount", [unit({ amount: null, captures: [capture()] })]],
    ["a capture without an amount", [unit({ captures: [capture({ amount: null })] })]],
    ["a capture in an unknown state", [unit({ captures: [capture({ status: "SURPRISE" })] })]],
  ])("with %s pays nothing", (_what, units) => {
    expect(verdictOn({ units })).toBe("PAYMENT_NOT_VERIFIED");
  });

  it("pays nothing while it is not done as a whole, whatever its captures say", () => {
    for (const status of ["CREATED", "APPROVED", "VOIDED", "PAYER_ACTION_REQUIRED", "SURPRISE"]) {
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
    const of = (status: string, more: Partial<ProviderUnit> = {}) =>
      verdictOn({ units: [unit({ captures: [capture({ status })], ...more })] });
    const pending = verifyPayment(
      expected,
      answer({ units: [unit({ captures: [capture({ status: "PENDING" })] })] }),
      payee,
    );
    expect(pending).toEqual({ is: "pending", captureId: "CAPTURE1" });
    expect(of("REFUNDED")).toBe("captured");
    expect(of("PARTIALLY_REFUNDED")).toBe("captured");
    expect(of("DECLINED")).toBe("declined");
    expect(of("FAILED")).toBe("declined");
    const second = [capture({ status: "DECLINED" }), capture({ id: "CAPTURE2" })];
    expect(moneyOf({ captures: second })).toMatchObject({ captureId: "CAPTURE2", amountCents: 21_50 });
  });

  it("whose money was refunded pays nothing unless it names the order, or was accepted before", () => {
    for (const status of ["REFUNDED", "PARTIALLY_REFUNDED"]) {
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
    const captures = [capture({ status: "PARTIALLY_REFUNDED" })];
    const refunds = [
      refund({ customId: "ours" }),
      refund({ id: "REFUND2", status: "PENDING", isReversal: true }),
      refund({ id: "REFUND3", status: "FAILED" }),
      refund({ id: "REFUND4", status: "CANCELLED" }),
    ];
    const each = { amountCents: 1_00, customId: undefined, isReversal: false };
    expect(moneyOf({ captures, refunds })).toMatchObject({
      amountCents: 21_50,
      returned: {
        listed: [
          { ...each, providerRefundId: "REFUND1", status: "completed", customId: "ours" },
          { ...each, providerRefundId: "REFUND2", status: "pending", isReversal: true },
          { ...each, providerRefundId: "REFUND3", status: "failed" },
          { ...each, providerRefundId: "REFUND4", status: "failed" },
        ],
      },
    });
  });

  it("counts no refund in an unknown state, without an amount, of nothing, or in another currency", () => {
    const captures = [capture({ status: "PARTIALLY_REFUNDED" })];
    const refunds = [
      refund({ status: "SURPRISE" }),
      refund({ amount: null }),
      refund({ amount: { currency: "USD", cents: null } }),
      refund({ amount: { currency: "USD", cents: 0 } }),
      refund({ amount: { currency: "EUR", cents: 1_00 } }),
    ];
    expect(moneyOf({ captures, refunds })).toMatchObject({ returned: { listed: [] } });
  });

  it("that was refunded as a whole says so even where it lists too few refunds, or none", () => {
    const captures = [capture({ status: "REFUNDED" })];
    expect(moneyOf({ captures })).toMatchObject({ returned: { listed: [], unlistedCents: 21_50 } });
    expect(moneyOf({ captures, refunds: [refund()] })).toMatchObject({
      returned: { listed: [{ providerRefundId: "REFUND1" }], unlistedCents: 20_50 },
    });
    const failed = refund({ status: "FAILED", amount: usd });
    expect(moneyOf({ captures, refunds: [failed] })).toMatchObject({
      returned: { listed: [{ status: "failed" }], unlistedCents: 21_50 },
    });
    const whole = { providerRefundId: "REFUND1", status: "completed", amountCents: 21_50 };
    expect(moneyOf({ captures, refunds: [refund({ amount: usd })] })).toMatchObject({
      returned: { listed: [whole], unlistedCents: 0 },
    });
  });

  it("that was refunded in part and lists no refund does not say how much was refunded", () => {
    const captures = [capture({ status: "PARTIALLY_REFUNDED" })];
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
});

describe("a refund of the provider", () => {
  const said = { id: "REFUND1", status: "COMPLETED", amount: { currency_code: "USD", value: "1.00" } };
  const up = (href: string) => ({
    ...said,
    links: [
      { href: "https://x/v2/payments/refunds/R", rel: "self" },
      { href, rel: "up" },
    ],
  });

  it("names its capture by its link upwards, and our own refund by its custom id", () => {
    const read = refundSchema.parse({ ...up("https://x/v2/payments/captures/CAPTURE1"), custom_id: "ours" });
    expect(read).toEqual(refund({ customId: "ours" }));
    expect(refundSchema.parse(said).captureId).toBeUndefined();
    expect(refundSchema.parse(up("https://x/v2/checkout/orders/O1")).captureId).toBeUndefined();
  });

  it("that the provider itself brought about is told from one that somebody made", () => {
    const noted = (note_to_payer: string) => refundSchema.parse({ ...said, note_to_payer }).isReversal;
    expect([noted("Payment reversed"), noted("payment reversed by the bank"), noted("Sorry")]).toEqual([
      ...[true, true, false],
    ]);
  });
});

describe("an amount of the provider", () => {
  it("is read to the cent, however it is written, and not at all when it is finer or no amount", () => {
    for (const [text, cents] of [
      ["10", 10_00],
      ["10.5", 10_50],
      ["10.50", 10_50],
      ["10.500", 10_50],
      ["0.01", 1],
      ["999999999.99", 999_999_999_99],
      ["10.505", null],
      ["-1.00", null],
      ["1e3", null],
      ["1,000.00", null],
      [" 1", null],
      ["", null],
      ["9".repeat(13), null],
    ] as const) {
      expect(toCents(text, "USD"), text).toBe(cents);
    }
  });
});
