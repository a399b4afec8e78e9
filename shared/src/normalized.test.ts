import { expect, it } from "vitest";
import { normalized } from "./normalized.ts";

it("A text has its normal form", () => {
  expect(normalized("e\u0301", "NFC")).toBe("é");
  expect(normalized("é", "NFD")).toBe("e\u0301");
  expect(normalized("ﬁ", "NFKD")).toBe("fi");
  expect(normalized("\u0301\u0316".repeat(1_000), "NFC")).toBe("\u0316".repeat(1_000) + "\u0301".repeat(1_000));
});

it("A text that is longer than any name is given back as it is", () => {
  const text = `e${"\u0301\u0316".repeat(500_000)}`;
  expect(normalized(text, "NFC")).toBe(text);
});
