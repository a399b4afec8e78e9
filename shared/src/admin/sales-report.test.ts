import { describe, expect, it } from "vitest";
import { salesReportSchema, spanOf } from "./sales-report.ts";

const today = "2026-03-10";

describe("The days of a report", () => {
  it.each([
    [{}, "2026-02-09", "2026-03-10", 30, "2026-01-10", "2026-02-08"],
    [{ from: "2026-03-01" }, "2026-03-01", "2026-03-10", 10, "2026-02-19", "2026-02-28"],
    [{ to: "2026-01-31" }, "2026-01-02", "2026-01-31", 30, "2025-12-03", "2026-01-01"],
    [{ from: "2020-01-01" }, "2020-01-01", "2020-12-31", 366, "2018-12-31", "2019-12-31"],
    [{ from: "2027-01-01" }, "2027-01-01", "2027-01-01", 1, "2026-12-31", "2026-12-31"],
    [{ from: "2026-01-01", to: "2026-01-31" }, "2026-01-01", "2026-01-31", 31, "2025-12-01", "2025-12-31"],
  ])("asked for as %j are %s to %s, %d days, against %s to %s", (asked, ...expected) => {
    const { from, to, days, fromBefore, toBefore } = spanOf(asked, today);
    expect([from, to, days, fromBefore, toBefore]).toEqual(expected);
  });

  it("are a year at most, and in their order", () => {
    const isGood = (from: string, to: string) => salesReportSchema.safeParse({ from, to }).success;
    expect(isGood("2024-01-01", "2024-12-31")).toBe(true);
    expect(isGood("2024-01-01", "2025-01-01")).toBe(false);
    expect(isGood("2024-01-02", "2024-01-01")).toBe(false);
    expect(isGood("2024-02-30", "2024-03-01")).toBe(false);
  });
});
