import { expect, test } from "vitest";
import { clearTop } from "./clear-top.ts";

const box = (top: number, bottom: number, left = 0, right = 320) => ({ top, bottom, left, right });
const toast = box(128, 208);

test("A toast stays in its place while it covers nothing", () => {
  expect(clearTop(toast, [], 640)).toBe(128);
  expect(clearTop(toast, [box(208, 300), box(60, 128)], 640)).toBe(128);
  expect(clearTop(box(76, 156, 1040, 1424), [box(90, 300, 100, 900)], 900)).toBe(76);
});

test("A toast moves below what it would cover, and below what it would cover there", () => {
  expect(clearTop(toast, [box(150, 290)], 640)).toBe(298);
  expect(clearTop(toast, [box(350, 400), box(150, 290)], 640)).toBe(408);
});

test("A toast has no place where there is no room below either", () => {
  expect(clearTop(toast, [box(150, 600)], 640)).toBeUndefined();
});
