import { toPageNumber } from "@shop/shared/page/page-number";
import { expect, test } from "vitest";
import { keywordOf, listPath, loginPath, searchPath } from "./paths.ts";

/** The path as a browser keeps it after following a link. */
function followed(path: string): string {
  return new URL(path, "https://shop.example").pathname;
}

test.each(["50% off & more/less", "ünï", "lamp.", "what?", "C#", ".", "..", "a%2Fb", "%2e", "a+b", "\\", "…", "日本"])(
  "The keyword %s survives the address of a search and of its pages",
  (keyword) => {
    expect(keywordOf(followed(searchPath(keyword)))).toBe(keyword);
    expect(keywordOf(followed(listPath(keyword, 3)))).toBe(keyword);
    expect(followed(listPath(keyword, 3))).toMatch(/\/page\/3$/);
  },
);

test("A search is trimmed, and a blank one leads Home", () => {
  expect(searchPath("  red  lamp ")).toBe("/search/red%20%20lamp");
  expect(searchPath("   ")).toBe("/");
});

test("Half a character pair does not break the address", () => {
  expect(() => searchPath("lamp \ud83d")).not.toThrow();
});

test("An address that cannot be decoded is searched as it stands", () => {
  expect(keywordOf("/search/%E0%A4%A")).toBe("%E0%A4%A");
});

test("Pages without a keyword have short addresses", () => {
  expect(listPath("", 2)).toBe("/page/2");
  expect(keywordOf("/page/2")).toBe("");
});

test.each([undefined, "0", "-1", "1.5", "two", "1e3"])("The page number %s means the first page", (text) => {
  expect(toPageNumber(text)).toBe(1);
});

test("The sign-in link keeps its target readable", () => {
  expect(loginPath("/shipping")).toBe("/login?redirect=/shipping");
  expect(loginPath("/search/a&b?x=1")).toBe("/login?redirect=/search/a%26b%3Fx%3D1");
  expect(loginPath()).toBe("/login");
});
