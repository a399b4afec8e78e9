import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  adminSteps,
  type FulfilmentState,
  isDone,
  nextStep,
  type PayableProgress,
  type Step,
  stepRefusal,
  steps,
} from "./fulfilment.ts";
import { matterKinds } from "./matter.ts";

const untouched: PayableProgress = {
  paymentMethod: "PayPal",
  paidAt: null,
  confirmedAt: null,
  processedAt: null,
  shippedAt: null,
  deliveredAt: null,
};

/** An order with the first `count` steps done. */
function after(count: number, timestamp: unknown = "2026-01-01T00:00:00.000Z"): PayableProgress {
  const progress = { ...untouched };
  for (const step of steps.slice(0, count)) progress[`${step}At`] = timestamp;
  return progress;
}

/** An order that nothing blocks, unless `more` says otherwise. */
function orderState(count: number, more: Partial<FulfilmentState> = {}): FulfilmentState {
  const plain = { paymentMethod: "PayPal", isRefunded: false, isRestocked: false, cancellation: null } as const;
  return { ...after(count), ...plain, matters: [], ...more };
}

describe("nextStep", () => {
  it.each<[number, Step | null]>([
    [0, "paid"],
    [1, "confirmed"],
    [2, "processed"],
    [3, "shipped"],
    [4, "delivered"],
    [5, null],
  ])("after %i steps is %s", (count, expected) => {
    expect(nextStep(after(count))).toBe(expected);
  });

  it("leads from payment to delivery step by step", () => {
    const taken: Step[] = [];
    let progress = untouched;
    for (let step = nextStep(progress); step !== null; step = nextStep(progress)) {
      taken.push(step);
      progress = { ...progress, [`${step}At`]: new Date() };
      expect(taken.length).toBeLessThanOrEqual(steps.length);
    }
    expect(taken).toEqual(["paid", "confirmed", "processed", "shipped", "delivered"]);
  });

  it("is the first step that is not done, even if a later one is done", () => {
    const timestamp = fc.constantFrom(null, "2026-01-01T00:00:00.000Z", new Date(0), 0, "");
    const anyProgress = fc.record({
      paymentMethod: fc.constant("PayPal" as const),
      paidAt: timestamp,
      confirmedAt: timestamp,
      processedAt: timestamp,
      shippedAt: timestamp,
      deliveredAt: timestamp,
    });
    fc.assert(
      fc.property(anyProgress, (progress) => {
        const next = nextStep(progress);
        const before = next === null ? [...steps] : steps.slice(0, steps.indexOf(next));
        expect(before.every((step) => isDone(progress, step))).toBe(true);
        if (next !== null) expect(isDone(progress, next)).toBe(false);
      }),
    );
  });
});

describe("isDone", () => {
  it("accepts any time but null, also a falsy one", () => {
    for (const timestamp of ["2026-01-01T00:00:00.000Z", new Date(0), 0, ""]) {
      expect(isDone({ ...untouched, paidAt: timestamp }, "paid")).toBe(true);
    }
    expect(isDone(untouched, "paid")).toBe(false);
  });

  it("depends on the given step only", () => {
    const progress = after(3);
    expect(steps.map((step) => isDone(progress, step))).toEqual([true, true, true, false, false]);
  });
});

describe("stepRefusal", () => {
  const unpaid = "Waiting for payment";
  const unconfirmed = "Confirm the order first";
  const unprocessed = "Mark the order as processing first";
  const unshipped = "Mark the order as shipped first";
  /** By the number of done steps: the refusals of confirming, processing, shipping and delivering. */
  const expected: (string | null)[][] = [
    [unpaid, unpaid, unpaid, unpaid],
    [null, unconfirmed, unconfirmed, unconfirmed],
    [null, null, unprocessed, unprocessed],
    [null, null, null, unshipped],
    [null, null, null, null],
    [null, null, null, null],
  ];

  it.each(expected.map((sentences, count) => ({ count, sentences })))(
    "after $count steps says what each step waits for",
    ({ count, sentences }) => {
      expect(adminSteps.map((step) => stepRefusal(orderState(count), step))).toEqual(sentences);
    },
  );

  it("does not wait for money that is paid on delivery, and for the step before it all the same", () => {
    const later = { paymentMethod: "On Delivery", paidAt: null } as const;
    const sentences = expected
      .slice(1)
      .map((_, done) => adminSteps.map((step) => stepRefusal(orderState(done + 1, later), step)));
    expect(sentences).toEqual(expected.slice(1));
    expect(nextStep(orderState(0, later))).toBe("confirmed");
    expect(nextStep(orderState(5, later))).toBeNull();
  });

  it("refuses to skip a step in any state", () => {
    const timestamp = fc.constantFrom(null, "2026-01-01T00:00:00.000Z");
    const anyOrder = fc.record({
      paymentMethod: fc.constant("PayPal" as const),
      paidAt: timestamp,
      confirmedAt: timestamp,
      processedAt: timestamp,
      shippedAt: timestamp,
      deliveredAt: timestamp,
      matters: fc.array(fc.record({ kind: fc.constantFrom(...matterKinds) }), { maxLength: 3 }),
      isRefunded: fc.boolean(),
      isRestocked: fc.boolean(),
      cancellation: fc.constantFrom(null, {}),
    });
    fc.assert(
      fc.property(anyOrder, fc.constantFrom(...adminSteps), (order, step) => {
        if (isDone(order, step) || stepRefusal(order, step) !== null) return;
        expect(steps.slice(0, steps.indexOf(step)).every((before) => isDone(order, before))).toBe(true);
      }),
    );
  });

  /** The refusals at each step before shipping; a shipped order is never blocked. */
  function sentenceFor(more: Partial<FulfilmentState>): string | null {
    const sentence = stepRefusal(orderState(1, more), "confirmed");
    expect(stepRefusal(orderState(2, more), "processed")).toBe(sentence);
    expect(stepRefusal(orderState(3, more), "shipped")).toBe(sentence);
    expect(stepRefusal(orderState(4, more), "delivered")).toBeNull();
    expect(stepRefusal(orderState(4, more), "shipped")).toBeNull();
    return sentence;
  }

  const blocking = matterKinds.filter((kind) => kind !== "mail failed" && kind !== "exchange unpaid");

  it.each(blocking)("refuses the steps before shipping while a matter is open: %s", (kind) => {
    expect(sentenceFor({ matters: [{ kind }] })).toMatch(/^(Resolve|Wait) .*\w$/);
  });

  it("allows them while a mail could not be sent, and names another matter beside it", () => {
    expect(sentenceFor({ matters: [{ kind: "mail failed" }] })).toBeNull();
    expect(sentenceFor({ matters: [{ kind: "mail failed" }, { kind: "paid twice" }] })).toBe(
      sentenceFor({ matters: [{ kind: "paid twice" }] }),
    );
  });

  it("names each matter differently, and the oldest of several", () => {
    const sentences = blocking.map((kind) => sentenceFor({ matters: [{ kind }, { kind: "paid twice" }] }));
    expect(new Set(sentences).size).toBe(blocking.length);
  });

  it("refuses the steps of a refunded or restocked order, whatever else is open", () => {
    const matters = [{ kind: "disputed" as const }];
    for (const more of [{}, { matters }, { matters, isRestocked: true }]) {
      expect(sentenceFor({ ...more, isRefunded: true })).toBe("The payment was refunded");
    }
    for (const more of [{}, { matters }]) {
      expect(sentenceFor({ ...more, isRestocked: true })).toBe("All units of this order were returned to stock");
    }
  });

  it("refuses every step of a cancelled order, whatever else is missing", () => {
    const matters = [{ kind: "disputed" as const }];
    for (const more of [{}, { matters }, { isRefunded: true }]) {
      const state = { ...more, cancellation: {} };
      expect(adminSteps.map((step) => stepRefusal(orderState(0, state), step))).toEqual(
        adminSteps.map(() => "This order was cancelled"),
      );
      expect(stepRefusal(orderState(2, state), "processed")).toBe("This order was cancelled");
    }
  });

  it("states a missing step before an open matter", () => {
    const order = orderState(1, { matters: [{ kind: "paid twice" }], isRefunded: true, isRestocked: true });
    expect(stepRefusal(order, "shipped")).toBe(unconfirmed);
  });
});
