import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toPageNumber } from "./page/page-number.ts";
import { isId, isStorableLine, isStorableText, keywordSchema, pageNumberSchema } from "./query.ts";

describe("isId", () => {
  it("accepts ids in upper and lower case", () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(isId(id)).toBe(true);
        expect(isId(id.toUpperCase())).toBe(true);
      }),
    );
  });

  it.each(["", "1", "top", "mine", "0190c4de-0000-7000-8000-00000000000", "0190c4de-0000-7000-8000-0000000000000"])(
    "does not take %j for one",
    (value) => {
      expect(isId(value)).toBe(false);
    },
  );

  it("refuses an id with surrounding characters", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string({ minLength: 1 }), (id, more) => {
        expect(isId(id + more)).toBe(false);
        expect(isId(more + id)).toBe(false);
      }),
    );
  });
});

describe("text that can be stored", () => {
  it.each(["", "ünï", "a\nb\tc\r", "👩‍🚀", "50% of a&b/c"])("accepts %j", (text) => {
    expect(isStorableText(text)).toBe(true);
  });

  it.each(["a\u0000b", "\u0007", "\u001b[0m", "\u007f", "\ud800", "x\udc00"])("refuses %j", (text) => {
    expect(isStorableText(text)).toBe(false);
    expect(isStorableLine(text)).toBe(false);
  });

  it("allows line breaks and tabs only in multi-line text", () => {
    for (const text of ["a\nb", "a\rb", "a\tb"]) {
      expect(isStorableText(text)).toBe(true);
      expect(isStorableLine(text)).toBe(false);
    }
  });
});

describe("keywordSchema", () => {
  it("trims, and treats blank as none", () => {
    expect(keywordSchema.parse("  red shoes ")).toBe("red shoes");
    expect(keywordSchema.parse("   ")).toBe("");
  });

  it("counts its length after trimming", () => {
    expect(keywordSchema.safeParse(`  ${"a".repeat(100)}  `).success).toBe(true);
    expect(keywordSchema.safeParse("a".repeat(101)).success).toBe(false);
  });

  it("refuses text that cannot be stored", () => {
    expect(keywordSchema.safeParse("a\u0000b").success).toBe(false);
  });
});

describe("toPageNumber", () => {
  it.each([
    ["1", 1],
    [7, 7],
    ["42", 42],
    ["999999999", 999_999_999],
    ["9999999999", 999_999_999],
    ["9".repeat(400), 999_999_999],
  ])("reads %j as page %i", (value, page) => {
    expect(toPageNumber(value)).toBe(page);
  });

  it.each(["0", "-1", "1.5", "1e3", " 2", "02", "two", "", 0, -3, 2.5, Number.NaN, null, undefined, {}, [2]])(
    "reads %j as the first page",
    (value) => {
      expect(toPageNumber(value)).toBe(1);
      expect(pageNumberSchema.parse(value)).toBe(1);
    },
  );
});
