import { describe, expect, it } from "vitest";
import { captureSchema, orderSchema, refundSchema, toCents } from "../../src/infra/paypal/documents.ts";
import { readEvent } from "../../src/infra/paypal/events.ts";
import { toPaymentRefusal, toRefundRefusal } from "../../src/infra/paypal/refusals.ts";

describe("what PayPal says", () => {
  // Names of members of every object must not be taken for words of its protocol.
  const unheardOf = ["SURPRISE", "completed", "", "constructor", "__proto__", "toString"];

  it.each([
    ["CREATED", "open"],
    ["SAVED", "open"],
    ["PAYER_ACTION_REQUIRED", "open"],
    ["APPROVED", "approved"],
    ["COMPLETED", "completed"],
    ...["VOIDED", ...unheardOf].map((status) => [status, "unknown"]),
  ])("of an order, %s, is %s", (status, meant) => {
    expect(orderSchema.parse({ id: "ORDER1", status }).status).toBe(meant);
  });

  it.each([
    ["COMPLETED", "completed"],
    ["PENDING", "pending"],
    ["DECLINED", "declined"],
    ["FAILED", "declined"],
    ["PARTIALLY_REFUNDED", "partially refunded"],
    ["REFUNDED", "refunded"],
    ...unheardOf.map((status) => [status, "unknown"]),
  ])("of a capture, %s, is %s", (status, meant) => {
    expect(captureSchema.parse({ id: "CAPTURE1", status }).status).toBe(meant);
  });

  it.each([
    [undefined, []],
    [{}, []],
    [{ cvv_code: "M", avs_code: "Y" }, []],
    [{ cvv_code: "N" }, ["the security code is not that of the card"]],
    [
      { cvv_code: "1", avs_code: "1" },
      ["the security code is not that of the card", "the address is not that of the card"],
    ],
    [{ avs_code: "C" }, ["the address is not that of the card"]],
    ...[null, "odd", 1, [], { cvv_code: 1 }].map((response) => [response, []] as const),
  ] as const)(
    "of a card's bank, %j, is what makes it doubtful, and never keeps its money from being read",
    (response, risks) => {
      const capture = captureSchema.parse({ id: "CAPTURE1", status: "COMPLETED", processor_response: response });
      expect(capture).toMatchObject({ status: "completed", risks });
    },
  );

  it.each([
    ["COMPLETED", "completed"],
    ["PENDING", "pending"],
    ["FAILED", "failed"],
    ["CANCELLED", "failed"],
    ...unheardOf.map((status) => [status, "unknown"]),
  ])("of a refund, %s, is %s", (status, meant) => {
    expect(refundSchema.parse({ id: "REFUND1", status }).status).toBe(meant);
  });

  it.each([
    ["INSTRUMENT_DECLINED", "instrument declined"],
    ["CARD_EXPIRED", "instrument declined"],
    ["ORDER_NOT_APPROVED", "not approved"],
    ["DUPLICATE_INVOICE_ID", "paid before"],
    ["ORDER_ALREADY_CAPTURED", "already captured"],
    ["PAYEE_ACCOUNT_RESTRICTED", "account"],
    ["PERMISSION_DENIED", "account"],
    ...unheardOf.map((issue) => [issue, "other"]),
  ])("when it takes no payment, %s, means %s, and is shown as it was said", (issue, reason) => {
    expect(toPaymentRefusal(issue)).toEqual({ reason, code: issue });
  });

  it.each([
    ["CAPTURE_FULLY_REFUNDED", "refunded before"],
    ["REFUND_TIME_LIMIT_EXCEEDED", "too old"],
    ...unheardOf.map((issue) => [issue, "other"]),
  ])("when it refunds nothing, %s, means %s, and is shown as it was said", (issue, reason) => {
    expect(toRefundRefusal(issue)).toEqual({ reason, code: issue });
  });
});

describe("an event", () => {
  it("of a dispute names the capture and the order, and says the amount in its currency", () => {
    const event = readEvent({
      event_type: "CUSTOMER.DISPUTE.CREATED",
      resource: {
        dispute_id: "DISPUTE1",
        reason: "UNAUTHORISED",
        dispute_amount: { currency_code: "EUR", value: "12.00" },
        disputed_transactions: [{ seller_transaction_id: "CAPTURE1", custom: "an-order" }],
      },
    });
    expect(event).toMatchObject({
      captures: ["CAPTURE1"],
      ownOrders: ["an-order"],
      subject: { captureId: "CAPTURE1", providerOrderId: undefined },
      dispute: { reference: "DISPUTE1", amount: { currency: "EUR", cents: 12_00 }, reason: "UNAUTHORISED" },
    });
  });

  it("with an amount that cannot be read still tells of its dispute", () => {
    const resource = { dispute_id: "DISPUTE1", dispute_amount: { value: 12 } };
    expect(readEvent({ resource })?.dispute).toEqual({ reference: "DISPUTE1", amount: undefined, reason: undefined });
  });

  it("that is about nothing is none", () => {
    for (const body of [null, [], "text", 1, {}, { resource: null }, { resource: { id: "" } }]) {
      expect(readEvent(body), JSON.stringify(body)).toBeUndefined();
    }
  });
});

describe("a refund", () => {
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
    expect(read).toEqual({
      id: "REFUND1",
      status: "completed",
      amount: { currency: "USD", cents: 1_00 },
      customId: "ours",
      captureId: "CAPTURE1",
      isReversal: false,
    });
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

describe("an amount", () => {
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
