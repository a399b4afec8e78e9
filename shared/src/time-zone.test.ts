import { describe, expect, it } from "vitest";
import { instantIn, localTimeIn } from "./time-zone.ts";

describe("a time of a time zone", () => {
  it.each([
    ["is that of UTC in UTC", "UTC", "2026-11-27T09:00", "2026-11-27T09:00Z"],
    ["is earlier east of Greenwich", "Europe/Berlin", "2026-11-27T09:00", "2026-11-27T08:00Z"],
    ["follows daylight saving time", "Europe/Berlin", "2026-07-01T00:00", "2026-06-30T22:00Z"],
    ["is later west of Greenwich", "America/New_York", "2026-11-27T00:00", "2026-11-27T05:00Z"],
    ["counts quarters of an hour", "Asia/Kathmandu", "2026-01-01T00:00", "2025-12-31T18:15Z"],
    ["on the day when clocks go forward, before it", "Europe/Berlin", "2026-03-29T01:59", "2026-03-29T00:59Z"],
    ["on the day when clocks go forward, after it", "Europe/Berlin", "2026-03-29T03:00", "2026-03-29T01:00Z"],
    ["that clocks skip is as much later as they skip", "Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30Z"],
    ["that clocks skip, in New York", "America/New_York", "2026-03-08T02:30", "2026-03-08T07:30Z"],
    ["that clocks show twice is the first", "Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30Z"],
    ["that clocks show twice is the first, in New York", "America/New_York", "2026-11-01T01:30", "2026-11-01T05:30Z"],
    ["after the hour that clocks show twice", "Europe/Berlin", "2026-10-25T03:00", "2026-10-25T02:00Z"],
    ["that half an hour of is skipped", "Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:45Z"],
  ])("%s", (_name, timeZone, local, instant) => {
    expect(instantIn(timeZone, local)).toEqual(new Date(instant));
  });

  it("is shown as it was meant, but for times that are skipped", () => {
    for (const timeZone of ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"]) {
      for (let hours = 0; hours < 366 * 24; hours += 61) {
        const at = new Date(Date.UTC(2026, 0, 1, hours));
        const local = localTimeIn(timeZone, at);
        const again = instantIn(timeZone, local);
        expect(localTimeIn(timeZone, again)).toBe(local);
        expect(Math.abs(again.getTime() - at.getTime())).toBeLessThanOrEqual(3_600_000);
      }
    }
  });
});
