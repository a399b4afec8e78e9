import { describe, expect, it } from "vitest";
import { type Due, verifyPayment } from "../src/domain/payment/verify.ts";
import { type ProviderCapture, type ProviderOrder, type ProviderUnit, toCents } from "../src/infra/paypal.ts";

const due: Due = {
  id: "01900000-0000-7000-8000-000000000001",
  totalCents: 21_50,
  currency: "USD",
  createdAt: new Date("2026-03-01T10:00:00.500Z"),
};
const payee = "SHOPSMERCHANT";
const usd = { currency: "USD", cents: 21_50 };

function capture(more: Partial<ProviderCapture> = {}): ProviderCapture {
  return { id: "CAPTURE1", status: "COMPLETED", amount: usd, ...more };
}

function unit(more: Partial<ProviderUnit> = {}): ProviderUnit {
  return { customId: due.id, invoiceId: undefined, merchantId: payee, amount: usd, captures: [], ...more };
}

function answer(more: Partial<ProviderOrder> = {}): ProviderOrder {
  return { id: "PROVIDER1", status: "COMPLETED", createdAt: new Date("2026-03-01T10:00:00.000Z"), units: [], ...more };
}

const verdictOn = (more: Partial<ProviderOrder>, expected: string | undefined = payee) => {
  const verdict = verifyPayment(due, answer(more), expected);
  return verdict.is === "refused" ? verdict.kind : verdict.is;
};

describe("a provider's order", () => {
  it("pays with one whole capture, and names it", () => {
    const verdict = verifyPayment(due, answer({ units: [unit({ captures: [capture()] })] }), payee);
    expect(verdict).toEqual({ is: "completed", captureId: "CAPTURE1" });
    expect(verdictOn({ status: "APPROVED", units: [unit()] })).toBe("approved");
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
      expect(verifyPayment(due, answer({ units }), undefined).is).toBe("completed");
    }
  });

  it("that names another order pays nothing; one that names none must not be older than the order", () => {
    const paid = [capture()];
    expect(verdictOn({ units: [unit({ customId: "another", captures: paid })] })).toBe("PAYMENT_NOT_VERIFIED");
    expect(verdictOn({ units: [unit({ invoiceId: "another", captures: paid })] })).toBe("PAYMENT_NOT_VERIFIED");
    const unnamed = [unit({ customId: undefined, captures: paid })];
    // The provider cuts the time of the order off to its second.
    expect(verdictOn({ units: unnamed })).toBe("completed");
    expect(verdictOn({ units: unnamed, createdAt: new Date("2026-03-01T09:59:59Z") })).toBe("PAYMENT_NOT_VERIFIED");
    expect(verdictOn({ units: unnamed, createdAt: null })).toBe("PAYMENT_NOT_VERIFIED");
  });

  it("tells money that clears later, that went back, and that was declined apart", () => {
    const of = (status: string) => verdictOn({ units: [unit({ captures: [capture({ status })] })] });
    expect(of("PENDING")).toBe("pending");
    expect(of("REFUNDED")).toBe("refunded");
    expect(of("PARTIALLY_REFUNDED")).toBe("refunded");
    expect(of("DECLINED")).toBe("INSTRUMENT_DECLINED");
    expect(of("FAILED")).toBe("INSTRUMENT_DECLINED");
    const second = [capture({ status: "DECLINED" }), capture({ id: "CAPTURE2" })];
    expect(verdictOn({ units: [unit({ captures: second })] })).toBe("completed");
  });

  it("that took other money in our order's name says so", () => {
    const differs = unit({ captures: [capture({ amount: { currency: "USD", cents: 1 } })] });
    expect(verifyPayment(due, answer({ units: [differs] }), payee)).toMatchObject({ hasMoney: true });
    const foreign = unit({ ...differs, customId: "another" });
    expect(verifyPayment(due, answer({ units: [foreign] }), payee)).toMatchObject({ hasMoney: false });
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
      expect(toCents(text), text).toBe(cents);
    }
  });
});
