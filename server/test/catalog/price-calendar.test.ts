import { instantIn } from "@shop/shared/time-zone";
import { expect, it } from "vitest";
import { overlap, type PricePeriod, priceAt } from "../../src/domain/price/calendar.ts";
import { priceCalendars } from "../harness/price-calendars.ts";

it.each(priceCalendars)("In a price calendar, $name", ({ timeZone, regular, steps }) => {
  let regularCents = regular;
  const planned: (PricePeriod | undefined)[] = [];
  for (const step of steps) {
    if ("plan" in step) {
      const [startsAt, endsAt] = [step.from, step.until].map((local) =>
        local === null ? null : instantIn(timeZone, local),
      );
      planned.push({
        id: String(planned.length),
        priceCents: step.plan,
        startsAt: startsAt ?? new Date(0),
        endsAt: endsAt ?? null,
      });
    }
    if ("edit" in step) regularCents = step.edit;
    if ("remove" in step) planned[step.remove] = undefined;
    const periods = planned.filter((period) => period !== undefined);
    if ("pays" in step) expect(priceAt(regularCents, periods, new Date(step.at)), step.at).toBe(step.pays);
  }
});

it("Two prices overlap if both hold at some time, not if one begins when the other ends", () => {
  const period = (from: number, until: number | null) => {
    return { startsAt: new Date(from), endsAt: until === null ? null : new Date(until) };
  };
  for (const [one, other, expected] of [
    [period(1, 3), period(3, 5), false],
    [period(1, 4), period(3, 5), true],
    [period(1, 9), period(3, 5), true],
    [period(1, null), period(3, 5), true],
    [period(5, null), period(3, 5), false],
    [period(1, null), period(9, null), true],
    [period(1, 2), period(1, 2), true],
  ] as const) {
    expect([overlap(one, other), overlap(other, one)]).toEqual([expected, expected]);
  }
});
