import { describe, expect, it } from "vitest";
import { isMisspelt, isMisspeltBeginning } from "../../src/domain/catalog/search/misspelling.ts";
import { selectionsOf } from "../../src/domain/catalog/search/search-word.ts";

describe("a word is a misspelt other one", () => {
  it.each([
    ["headfones", "headphones"],
    ["umbrela", "umbrella"],
    ["laptpo", "laptop"],
    ["camra", "camera"],
    ["zefyr", "zephyr"],
    ["amera", "camera"],
  ])("after a slip or two: %s, %s", (typed, meant) => {
    expect(isMisspelt(typed, meant)).toBe(true);
  });

  it.each([
    ["photographer", "cartographer"],
    ["camping", "camera"],
    ["rain", "train set"],
    ["hot", "hat box"],
    ["tv", "tee"],
    ["bright", "light"],
  ])("but not after more: %s, %s", (typed, meant) => {
    expect(isMisspelt(typed, meant)).toBe(false);
  });

  it("or the beginning of one", () => {
    expect(isMisspeltBeginning("headfo", "headphones")).toBe(true);
    expect(isMisspeltBeginning("photog", "cartographer")).toBe(false);
  });
});

it("Words are tried together by what they weigh, the heaviest first, and each alone in the end", () => {
  const tried = selectionsOf([0, 3, 1, 2], 3).map(({ places }) => places.join());
  expect(tried.slice(0, 2)).toEqual(["1,2,3", "1,3"]);
  expect(tried.slice(3)).toEqual(expect.arrayContaining(["1", "2", "3"]));
  expect(tried.every((places) => !places.includes("0"))).toBe(true);
});
