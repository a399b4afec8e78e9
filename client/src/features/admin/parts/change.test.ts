import { expect, test } from "vitest";
import { changeOf } from "./change.ts";

test.each([
  [112.4, 100, { is: "more", share: "+12.4%", before: 100 }],
  [50, 200, { is: "less", share: "−75%", before: 200 }],
  [0, 200, { is: "less", share: "−100%", before: 200 }],
  [null, 200, { is: "less", share: "−100%", before: 200 }],
  [1_000.01, 1_000, { is: "more", share: "+0%", before: 1_000 }],
  [30, 10, { is: "more", share: "+200%", before: 10 }],
  [50, -100, { is: "more", share: "+150%", before: -100 }],
  [-150, -100, { is: "less", share: "−50%", before: -100 }],
  [10, 10, { is: "same" }],
  [0, 0, { is: "same" }],
  [null, null, { is: "same" }],
  [10, 0, { is: "first" }],
  [10, null, { is: "first" }],
])("%s after %s is %j", (now, before, change) => {
  expect(changeOf(now, before)).toEqual(change);
});
