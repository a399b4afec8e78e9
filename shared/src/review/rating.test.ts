import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ratingLabel, toRating, toStars } from "./rating.ts";

describe("toRating", () => {
  it.each([
    [3.5, 3.5],
    ["3.5", 3.5],
    [" 4 ", 4],
    [7, 5],
    [Number.POSITIVE_INFINITY, 5],
    [-1, 0],
    ["", 0],
    ["  ", 0],
    ["many", 0],
    [null, 0],
    [undefined, 0],
    [Number.NaN, 0],
    [true, 0],
    [[4], 0],
    [{}, 0],
  ])("reads %j as %d", (value, expected) => {
    expect(toRating(value)).toBe(expected);
  });

  it("is between 0 and 5 for any value", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(toRating(value)).toBeGreaterThanOrEqual(0);
        expect(toRating(value)).toBeLessThanOrEqual(5);
      }),
    );
  });
});

describe("toStars", () => {
  it.each([
    [0, { full: 0, half: 0, empty: 5 }],
    [0.24, { full: 0, half: 0, empty: 5 }],
    [0.25, { full: 0, half: 1, empty: 4 }],
    [3.5, { full: 3, half: 1, empty: 1 }],
    [3.74, { full: 3, half: 1, empty: 1 }],
    [3.75, { full: 4, half: 0, empty: 1 }],
    [4.8, { full: 5, half: 0, empty: 0 }],
    [5, { full: 5, half: 0, empty: 0 }],
    ["x", { full: 0, half: 0, empty: 5 }],
  ])("rounds %j to the nearest half", (value, expected) => {
    expect(toStars(value)).toEqual(expected);
  });

  it("always returns five stars", () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const { full, half, empty } = toStars(value);
        expect(full + half + empty).toBe(5);
      }),
    );
  });
});

describe("ratingLabel", () => {
  it.each([
    [4.5, "4.5 out of 5"],
    [4, "4 out of 5"],
    [4.3333, "4.3 out of 5"],
    [4.96, "5 out of 5"],
    [9, "5 out of 5"],
    [null, "0 out of 5"],
  ])("reads %j as %s", (value, label) => {
    expect(ratingLabel(value)).toBe(label);
  });
});
