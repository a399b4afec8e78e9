import { expect, test } from "vitest";
import { taxLabel } from "./tax-label.ts";

test("A tax is named with its rate, and as included only when the price contains some", () => {
  expect(taxLabel("Tax", 15, false)).toBe("Tax (15%)");
  expect(taxLabel("VAT", 19, true)).toBe("incl. 19% VAT");
  expect(taxLabel("Reverse charge", 0, true)).toBe("Reverse charge (0%)");
});
