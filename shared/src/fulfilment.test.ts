import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  canResolve,
  adminSteps,
  isDone,
  nextStep,
  orderAttentions,
  type Progress,
  type Step,
  stepRefusal,
  steps,
} from "./fulfilment.ts";

const untouched: Progress = { paidAt: null, confirmedAt: null, processedAt: null, shippedAt: null, deliveredAt: null };

/** An order of which the first so many steps are done. */
function after(count: number, moment: unknown = "2026-01-01T00:00:00.000Z"): Progress {
  const progress = { ...untouched };
  for (const step of steps.slice(0, count)) progress[`${step}At`] = moment;
  return progress;
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

  it("leads from payment to delivery when each is taken in turn", () => {
    const taken: Step[] = [];
    let progress = untouched;
    for (let step = nextStep(progress); step !== null; step = nextStep(progress)) {
      taken.push(step);
      progress = { ...progress, [`${step}At`]: new Date() };
      expect(taken.length).toBeLessThanOrEqual(steps.length);
    }
    expect(taken).toEqual(["paid", "confirmed", "processed", "shipped", "delivered"]);
  });

  it("is the first that is missing, even where a later one was done before it", () => {
    const moment = fc.constantFrom(null, "2026-01-01T00:00:00.000Z", new Date(0), 0, "");
    const anyProgress = fc.record({
      paidAt: moment,
      confirmedAt: moment,
      processedAt: moment,
      shippedAt: moment,
      deliveredAt: moment,
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
  it("asks for a moment and not for a true one", () => {
    for (const moment of ["2026-01-01T00:00:00.000Z", new Date(0), 0, ""]) {
      expect(isDone({ ...untouched, paidAt: moment }, "paid")).toBe(true);
    }
    expect(isDone(untouched, "paid")).toBe(false);
  });

  it("looks at no step but the one asked for", () => {
    const progress = after(3);
    expect(steps.map((step) => isDone(progress, step))).toEqual([true, true, true, false, false]);
  });
});

describe("stepRefusal", () => {
  const unpaid = "Waiting for payment";
  const unconfirmed = "Confirm the order first";
  const unprocessed = "Mark the order as processing first";
  const unshipped = "Mark the order as shipped first";
  /** For each number of steps done: what confirming, processing, shipping and delivering are told. */
  const told: (string | null)[][] = [
    [unpaid, unpaid, unpaid, unpaid],
    [null, unconfirmed, unconfirmed, unconfirmed],
    [null, null, unprocessed, unprocessed],
    [null, null, null, unshipped],
    [null, null, null, null],
    [null, null, null, null],
  ];

  it.each(told.map((sentences, count) => ({ count, sentences })))(
    "after $count steps says what each step waits for",
    ({ count, sentences }) => {
      const order = { ...after(count), attention: null };
      expect(adminSteps.map((step) => stepRefusal(order, step))).toEqual(sentences);
    },
  );

  it("lets nobody skip a step, whatever an order looks like", () => {
    const moment = fc.constantFrom(null, "2026-01-01T00:00:00.000Z");
    const anyOrder = fc.record({
      paidAt: moment,
      confirmedAt: moment,
      processedAt: moment,
      shippedAt: moment,
      deliveredAt: moment,
      attention: fc.constantFrom(null, ...orderAttentions),
    });
    fc.assert(
      fc.property(anyOrder, fc.constantFrom(...adminSteps), (order, step) => {
        if (isDone(order, step) || stepRefusal(order, step) !== null) return;
        expect(steps.slice(0, steps.indexOf(step)).every((before) => isDone(order, before))).toBe(true);
      }),
    );
  });

  it.each(orderAttentions)("holds up an order that was found %s until it is on its way", (attention) => {
    const sentence = stepRefusal({ ...after(1), attention }, "confirmed");
    expect(sentence).toMatch(/\w/);
    expect(stepRefusal({ ...after(2), attention }, "processed")).toBe(sentence);
    expect(stepRefusal({ ...after(3), attention }, "shipped")).toBe(sentence);
    expect(stepRefusal({ ...after(4), attention }, "delivered")).toBeNull();
    expect(stepRefusal({ ...after(4), attention }, "shipped")).toBeNull();
  });

  it("names what is missing before what needs attention", () => {
    expect(stepRefusal({ ...after(1), attention: "paid twice" }, "shipped")).toBe(unconfirmed);
  });
});

it("Only money that went back cannot be resolved", () => {
  expect(orderAttentions.filter(canResolve)).toEqual(["stock gone", "paid twice", "payment differs"]);
});
