import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addWorkingDays, arrivalOf, arrivalText, dayIn, endOfDay, isWorkingDay } from "./delivery.ts";

const dayMs = 86_400_000;
const toDay = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10);
const toNumber = (day: string) => Date.parse(day) / dayMs;

const anyDay = fc.integer({ min: toNumber("1999-01-01"), max: toNumber("2101-12-31") }).map(toDay);
const scene = anyDay.chain((day) =>
  fc.record({
    day: fc.constant(day),
    count: fc.nat({ max: 60 }),
    more: fc.nat({ max: 60 }),
    holidays: fc.array(
      fc.integer({ min: 0, max: 120 }).map((days) => toDay(toNumber(day) + days)),
      { maxLength: 40 },
    ),
  }),
);

describe("working days", () => {
  it("added to a day lead to a working day, with as many working days in between", () => {
    fc.assert(
      fc.property(scene, ({ day, count, holidays }) => {
        const end = addWorkingDays(day, count, holidays);
        expect(isWorkingDay(end, holidays)).toBe(true);
        // The first day at work is the order's own or the next one; each later one takes a working day.
        let worked = 0;
        for (let n = toNumber(day); n <= toNumber(end); n += 1) if (isWorkingDay(toDay(n), holidays)) worked += 1;
        expect(worked).toBe(count + 1);
      }),
    );
  });

  it("can be added one after the other or at once", () => {
    fc.assert(
      fc.property(scene, ({ day, count, more, holidays }) => {
        const once = addWorkingDays(day, count + more, holidays);
        expect(addWorkingDays(addWorkingDays(day, count, holidays), more, holidays)).toBe(once);
      }),
    );
  });

  it("never lead back, a later order never arrives before an earlier one, and a holiday never speeds one up", () => {
    fc.assert(
      fc.property(scene, ({ day, count, holidays }) => {
        const end = addWorkingDays(day, count, holidays);
        expect(end >= day).toBe(true);
        expect(addWorkingDays(toDay(toNumber(day) + 1), count, holidays) >= end).toBe(true);
        expect(addWorkingDays(day, count, []) <= end).toBe(true);
      }),
    );
  });

  it.each([
    ["2026-11-23", 0, [], "2026-11-23"],
    ["2026-11-22", 0, [], "2026-11-23"],
    ["2026-11-20", 1, [], "2026-11-23"],
    ["2026-11-21", 1, [], "2026-11-24"],
    ["2026-11-25", 1, ["2026-11-26"], "2026-11-27"],
    ["2026-11-26", 0, ["2026-11-26", "2026-11-27"], "2026-11-30"],
    ["2026-12-31", 1, ["2027-01-01"], "2027-01-04"],
    ["2028-02-28", 1, [], "2028-02-29"],
  ])("from %s, %i of them, with the holidays %j, are over on %s", (day, count, holidays, end) => {
    expect(addWorkingDays(day, count, holidays)).toBe(end);
  });
});

describe("the days of arrival", () => {
  const settings = { minDays: 3, maxDays: 5, holidays: ["2026-11-26"], timeZone: "UTC" };

  it("are counted from the day of the order, over weekends and holidays", () => {
    expect(arrivalOf(settings, "2026-11-22")).toEqual({ from: "2026-11-27", to: "2026-12-01" });
  });

  it.each([
    ["2026-11-26", "2026-11-28", "Nov 26 to 28"],
    ["2026-11-30", "2026-12-02", "Nov 30 to Dec 2"],
    ["2026-12-31", "2027-01-04", "Dec 31 to Jan 4"],
    ["2026-11-26", "2027-11-28", "Nov 26 to Nov 28"],
    ["2026-05-04", "2026-05-04", "May 4"],
  ])("from %s to %s read %s", (from, to, text) => {
    expect(arrivalText({ from, to })).toBe(text);
  });
});

describe("the day in a time zone", () => {
  it.each([
    ["UTC", "2026-11-22T23:59:59.999Z", "2026-11-22"],
    ["Europe/Berlin", "2026-11-22T23:00:00.000Z", "2026-11-23"],
    ["America/Los_Angeles", "2026-11-23T07:59:59.999Z", "2026-11-22"],
    ["America/Los_Angeles", "2026-11-23T08:00:00.000Z", "2026-11-23"],
    ["Pacific/Chatham", "2026-11-22T10:15:00.000Z", "2026-11-23"],
    // The hour that is there twice.
    ["Europe/Berlin", "2026-10-25T00:30:00.000Z", "2026-10-25"],
  ])("%s at %s is %s", (timeZone, time, day) => {
    expect(dayIn(timeZone, new Date(time))).toBe(day);
  });

  it.each([
    ["UTC", "2026-11-22T00:00:00.000Z", "2026-11-23T00:00:00.000Z"],
    ["UTC", "2026-11-22T23:59:59.999Z", "2026-11-23T00:00:00.000Z"],
    ["Pacific/Chatham", "2026-11-22T10:15:00.000Z", "2026-11-23T10:15:00.000Z"],
    // The days of 25 and of 23 hours.
    ["Europe/Berlin", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
    ["Europe/Berlin", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
  ])("in %s at %s ends at %s", (timeZone, time, end) => {
    expect(endOfDay(timeZone, new Date(time)).toISOString()).toBe(end);
  });
});
