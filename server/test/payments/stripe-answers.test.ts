import { describe, expect, it } from "vitest";
import { toProviderMoney, toStripeUnits } from "../../src/infra/stripe/amounts.ts";
import { intentSchema, refundSchema } from "../../src/infra/stripe/documents.ts";
import { readEvent } from "../../src/infra/stripe/events.ts";
import { toPaymentRefusal, toRefundRefusal } from "../../src/infra/stripe/refusals.ts";

// Names of members of every object must not be taken for words of its protocol.
const unheardOf = ["surprise", "SUCCEEDED", "", "constructor", "__proto__", "toString"];
const intent = { id: "pi_1", amount: 2150, currency: "usd", created: 1_700_000_000 };
const charge = {
  id: "ch_1",
  status: "succeeded",
  captured: true,
  amount: 2150,
  amount_captured: 2150,
  amount_refunded: 0,
  currency: "usd",
  created: 1_700_000_000,
  disputed: false,
};

describe("what Stripe says", () => {
  it.each([
    ["requires_payment_method", "open"],
    ["requires_confirmation", "open"],
    ["requires_action", "open"],
    ["requires_capture", "approved"],
    ["processing", "completed"],
    ["succeeded", "completed"],
    ...["canceled", ...unheardOf].map((status) => [status, "unknown"]),
  ])("of an intent, %s, is %s", (status, meant) => {
    expect(intentSchema.parse({ ...intent, status }).order.status).toBe(meant);
  });

  it.each([
    ["an authorisation", { captured: false }, []],
    ["a capture", {}, ["completed"]],
    ["one that was refunded in part", { amount_refunded: 100 }, ["partially refunded"]],
    ["one that was refunded", { amount_refunded: 2150 }, ["refunded"]],
    ["a debit", { status: "pending", captured: false }, ["pending"]],
    ["a declined card", { status: "failed", captured: false }, ["declined"]],
  ])("of %s is what it comes to", (_what, more, statuses) => {
    const { order } = intentSchema.parse({ ...intent, status: "succeeded", latest_charge: { ...charge, ...more } });
    expect(order.units.flatMap((unit) => unit.captures.map(({ status }) => status))).toEqual(statuses);
  });

  it.each([
    [{ outcome: { risk_level: "normal" }, review: null }, []],
    [{ outcome: { risk_level: "not_assessed" } }, []],
    [{ outcome: { risk_level: "elevated" }, review: null }, ["its risk is elevated"]],
    [{ outcome: { risk_level: "highest" }, review: "prv_1" }, ["its risk is very high", "it waits for a review"]],
    ...unheardOf.map((risk_level) => [{ outcome: { risk_level } }, []] as const),
    ...[null, "odd", 1, [], { risk_level: 1 }].map((outcome) => [{ outcome }, []] as const),
  ] as const)(
    "of a charge's risk, %j, is what makes it doubtful, and never keeps its money from being read",
    (more, risks) => {
      const { order } = intentSchema.parse({ ...intent, status: "succeeded", latest_charge: { ...charge, ...more } });
      expect(order.units[0]?.captures).toMatchObject([{ status: "completed", risks }]);
    },
  );

  it("of money that is under way before there is a charge is that it is awaited", () => {
    const { order } = intentSchema.parse({ ...intent, status: "processing" });
    expect(order.units[0]?.captures).toEqual([
      { id: "pi_1", status: "pending", amount: { currency: "USD", cents: 2150 }, risks: [] },
    ]);
  });

  it.each([
    ["succeeded", "completed"],
    ["pending", "pending"],
    ["requires_action", "pending"],
    ["failed", "failed"],
    ["canceled", "failed"],
    ...unheardOf.map((status) => [status, "unknown"]),
  ])("of a refund, %s, is %s", (status, meant) => {
    expect(refundSchema.parse({ id: "re_1", amount: 1, currency: "usd", status }).status).toBe(meant);
  });

  it.each([
    [{ type: "card_error", code: "card_declined" }, "instrument declined"],
    [{ type: "card_error", code: "expired_card" }, "instrument declined"],
    [{ type: "invalid_request_error", code: "amount_too_small" }, "account"],
    [{ type: "invalid_request_error", code: "country_unsupported" }, "account"],
    [{ type: "invalid_request_error", code: "payment_intent_unexpected_state" }, "other"],
    ...unheardOf.map((code) => [{ type: "invalid_request_error", code }, "other"] as const),
  ] as const)("when it takes no payment, %s, means %s", (raw, reason) => {
    expect(toPaymentRefusal(errorOf(raw)).reason).toBe(reason);
  });

  it.each([
    ["succeeded", "already captured"],
    ["processing", "already captured"],
    ["requires_payment_method", "not approved"],
    ["canceled", "other"],
  ])("when an intent cannot be captured because it is %s, is %s", (status, reason) => {
    const raw = { type: "invalid_request_error", code: "payment_intent_unexpected_state", payment_intent: { status } };
    expect(toPaymentRefusal(errorOf(raw)).reason).toBe(reason);
  });

  it.each([
    [{ code: "charge_already_refunded" }, "refunded before"],
    [{ code: "balance_insufficient" }, "not enough money"],
    [{ code: "charge_disputed" }, "charged back"],
    [{ code: "parameter_invalid_integer", param: "amount" }, "more than is left"],
    ...unheardOf.map((code) => [{ code }, "other"] as const),
  ] as const)("when it refunds nothing, %s, means %s", (raw, reason) => {
    expect(toRefundRefusal(errorOf({ type: "invalid_request_error", ...raw })).reason).toBe(reason);
  });

  it("of an event is read from intents, charges, refunds and disputes, and from nothing else", () => {
    const read = (object: object) => readEvent({ type: "any", data: { object } });
    expect(read({ id: "pi_1", object: "payment_intent", metadata: { order_id: "o" } })).toMatchObject({
      providerOrders: ["pi_1"],
      ownOrders: ["o"],
      subject: { providerOrderId: "pi_1", captureId: undefined },
    });
    expect(read({ id: "ch_1", object: "charge", payment_intent: "pi_1" })).toMatchObject({ captures: ["ch_1"] });
    expect(read({ id: "re_1", object: "refund", charge: "ch_1", payment_intent: null })).toMatchObject({
      captures: ["ch_1"],
      subject: { captureId: "ch_1", providerOrderId: undefined },
    });
    expect(read({ id: "du_1", object: "dispute", charge: "ch_1", amount: 500, currency: "usd" })?.dispute).toEqual({
      reference: "du_1",
      amount: { currency: "USD", cents: 500 },
      reason: undefined,
    });
    for (const other of [{ id: "cus_1", object: "customer" }, {}, { id: "x".repeat(1_000), object: "charge" }]) {
      expect(read(other)).toBeUndefined();
    }
    expect(readEvent(null)).toBeUndefined();
  });
});

type Raw = { type: string; code: string; param?: string; payment_intent?: { status: string } };

function errorOf({ type: rawType, ...raw }: Raw) {
  return { type: "StripeError", rawType, statusCode: rawType === "card_error" ? 402 : 400, ...raw };
}

describe("an amount", () => {
  it.each([
    ["USD", 2150, 2150],
    ["JPY", 2150, 2150],
    ["KWD", 2150, 2150],
    ["HUF", 2150, 215_000],
    ["TWD", 2150, 215_000],
  ])("of %s has the units that Stripe takes, and comes back as it was", (currency, cents, units) => {
    expect(toStripeUnits(cents, currency)).toBe(units);
    expect(toProviderMoney(units, currency.toLowerCase())).toEqual({ currency, cents });
  });

  it("that is a part of the smallest coin is none of the shop's", () => {
    expect(toProviderMoney(215_050, "huf")).toEqual({ currency: "HUF", cents: null });
  });
});
