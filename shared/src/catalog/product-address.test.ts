import { describe, expect, it } from "vitest";
import {
  anyProduct,
  countLabel,
  type ProductQuery,
  parsePriceRange,
  priceBands,
  priceRangeLabel,
  productQueryText,
  readProductQuery,
} from "./product-address.ts";
import { searchWordsOf } from "./search-words.ts";

const read = (text: string) => readProductQuery(new URLSearchParams(text));

describe("the address of a list", () => {
  it("says all that is looked for, and nothing of what is not", () => {
    const query: ProductQuery = {
      keyword: "50% off",
      brand: ["Søn & Co", "A+B"],
      category: ["Lamps"],
      collection: "summer-picks",
      price: ["0-24.99", "60-"],
      attribute: ["Color:Green", "Weight:2 kg"],
      rating: 3,
      inStock: true,
      onSale: true,
      sort: "price-down",
      pageNumber: 7,
    };
    expect(read(productQueryText(query))).toEqual(query);
    expect(productQueryText(anyProduct)).toBe("");
    expect(read("")).toEqual(anyProduct);
  });

  it("can be what a form without scripts sends, and nonsense in it is left out", () => {
    expect(read("brand=A&brand=A&brand=&rating=&minPrice=10&maxPrice=&sort=newest")).toEqual({
      ...anyProduct,
      brand: ["A"],
      price: ["10-"],
      sort: "newest",
    });
    expect(
      read("rating=9&inStock=maybe&onSale=1&sort=colour&price=9-1&price=x&minPrice=&maxPrice=&pageNumber=-2"),
    ).toEqual(anyProduct);
  });
});

describe("search words", () => {
  it("are as long as a search may be, and end with a whole character", () => {
    expect(searchWordsOf("  red lamp ")).toBe("red lamp");
    expect(searchWordsOf("x".repeat(15_000))).toBe("x".repeat(100));
    expect(searchWordsOf(`${"x".repeat(99)}🛒`)).toBe("x".repeat(99));
    expect(searchWordsOf(`${"x".repeat(99)} y`)).toBe("x".repeat(99));
    expect(read(`keyword=${"x".repeat(101)}`).keyword).toBe("x".repeat(100));
  });
});

describe("a price range", () => {
  it("has both ends in it, in cents", () => {
    expect(parsePriceRange("25-49.99")).toEqual({ minCents: 2_500, maxCents: 4_999 });
    expect(parsePriceRange("-5")).toEqual({ minCents: 0, maxCents: 500 });
    for (const text of ["", "-", "5", "5-4", "1.234-", "a-b", "-5-"])
      expect(parsePriceRange(text), text).toBeUndefined();
  });

  it("is told in words", () => {
    expect(["0-24.99", "1000-2000", "500-"].map(priceRangeLabel)).toEqual([
      ...["Up to $24.99", "$1,000.00 to $2,000.00", "$500.00 and more"],
    ]);
  });

  it("of those that are offered begins where the one before ends", () => {
    const ranges = priceBands().map(parsePriceRange);
    for (const [place, range] of ranges.slice(1).entries()) {
      expect(range?.minCents).toBe((ranges[place]?.maxCents ?? Number.NaN) + 1);
    }
    expect([ranges[0]?.minCents, ranges.at(-1)?.maxCents]).toEqual([0, undefined]);
  });
});

it("A count is exact, or says that there are more than a thousand", () => {
  expect(countLabel({ count: 1_000, hasMore: false })).toBe("1,000");
  expect(countLabel({ count: 1_000, hasMore: true })).toBe("1,000+");
});
