import { setShopMoney, specifiedMoneyFormat } from "@shop/shared/currency";
import { afterEach, describe, expect, it } from "vitest";
import { readQuestion } from "../../src/domain/catalog/search/read-question.ts";

const values = [
  { name: "Color", label: "Green" },
  { name: "Color", label: "Gray" },
  { name: "Color", label: "Rose gold" },
  { name: "Size", label: "S" },
  { name: "Size", label: "M" },
  { name: "Size", label: "XL" },
  { name: "US size", label: "9" },
  { name: "US size", label: "10" },
  { name: "Ring size", label: "9" },
  { name: "Waist", label: "34 in" },
];

/** What is read of a keyword, in short, and what is left. */
function read(keyword: string, asTyped: string[] = []): string {
  const { parts, rest } = readQuestion(keyword, { values, asTyped });
  return [...parts.map(({ kind, value }) => (value === "" ? kind : `${kind} ${value}`)), `“${rest}”`].join(", ");
}

afterEach(() => setShopMoney(specifiedMoneyFormat));

describe("a question is read", () => {
  it.each([
    ["bag under 50", "price -50, “bag”"],
    ["bag under $50", "price -50, “bag”"],
    ["bag under $ 50", "price -50, “bag”"],
    ["under $50 bag", "price -50, “bag”"],
    ["bag below 49.90", "price -49.9, “bag”"],
    ["laptop less than 1,200 dollars", "price -1200, “laptop”"],
    ["lamp for less than 60 bucks", "price -60, “lamp”"],
    ["scarf from 20 to 40", "price 20-40, “scarf”"],
    ["scarf between $20 and $40", "price 20-40, “scarf”"],
    ["scarf 20-40 dollars", "price 20-40, “scarf”"],
    ["scarf $20-$40", "price 20-40, “scarf”"],
    ["tablet 400 to 600", "price 400-600, “tablet”"],
    ["watch over 100", "price 100-, “watch”"],
    ["gift around 50", "price 40-60, “gift”"],
    ["coat over 100 under 300", "price 100-, price -300, “coat”"],
    ["cheap umbrella", "sort price-up, “umbrella”"],
    ["headphones with four stars", "rating 4, “headphones with”"],
    ["headphones, 4 stars and up", "rating 4, “headphones,”"],
    ["4-star headphones", "rating 4, “headphones”"],
    ["3.5+ stars lamp", "rating 3, “lamp”"],
    ["well rated lamp", "rating 4, “lamp”"],
    ["best rated lamp", "sort rating, “lamp”"],
    ["new cameras", "sort newest, “cameras”"],
    ["what's new", "sort newest, “”"],
    ["jackets on sale", "onSale, “jackets”"],
    ["discounted boots", "onSale, “boots”"],
    ["headphones in stock", "inStock, “headphones”"],
    ["available rings", "inStock, “rings”"],
    ["green dress in M", "attribute Color:Green, attribute Size:M, “dress”"],
    ["GREEN dress size m", "attribute Color:Green, attribute Size:M, “dress”"],
    ["dress M", "attribute Size:M, “dress”"],
    ["grey cap xl", "attribute Color:Gray, attribute Size:XL, “cap”"],
    ["rose gold watch", "attribute Color:Rose gold, “watch”"],
    ["jeans waist 34", "attribute Waist:34 in, “jeans”"],
    ["shoes us size 10", "attribute US size:10, “shoes”"],
    ["the cheapest in-stock headphones with four stars", "sort price-up, inStock, rating 4, “the headphones with”"],
  ])("%s", (keyword, wanted) => {
    expect(read(keyword)).toBe(wanted);
  });

  it.each([
    "router ax 3000",
    "iphone 13",
    "usb 3",
    "usb 3 to usb c",
    "over-ear headphones",
    "40l duffel",
    "duffel under 40 l",
    "laptop under 2 lb",
    "monitor over 27 inches",
    "earbuds over 30 hours",
    "band for 12 to 14 days",
    "2-in-1 laptop",
    "5g phone",
    "arcade '88",
    "lamp under €50",
    "lamp under 50 euros",
    "women's s",
    "boots 9",
    "the",
    "100%",
    "f/2 lens",
    "0,75 l",
    "C++",
    "stars",
    "under",
    "$",
    "",
  ])("as words alone: %s", (keyword) => {
    expect(read(keyword)).toBe(`“${keyword}”`);
  });

  it("as the amounts of the shop's currency are written", () => {
    setShopMoney({
      ...specifiedMoneyFormat,
      currency: "EUR",
      decimalMark: ",",
      groupMark: ".",
      before: "",
      after: " €",
    });
    expect(read("tasche unter under 49,90 €")).toBe("price -49.9, “tasche unter”");
    expect(read("laptop under 1.200 euros")).toBe("price -1200, “laptop”");
    expect(read("laptop under $1200")).toBe("“laptop under $1200”");
    setShopMoney({ ...specifiedMoneyFormat, currency: "JPY", decimals: 0, before: "￥" });
    expect(read("bag under 5,000 yen")).toBe("price -5000, “bag”");
  });

  it("with a size that several options have, each of which it may be", () => {
    const [part] = readQuestion("boots size 9", { values, asTyped: [] }).parts;
    expect(part).toMatchObject({ value: "US size:9", others: ["Ring size:9"], typed: "size 9" });
  });

  it("without what is to be searched as typed", () => {
    expect(read("bag under $50 in stock", ["under $50"])).toBe("inStock, “bag under $50”");
    expect(read("Green dress", ["green"])).toBe("“Green dress”");
  });
});
