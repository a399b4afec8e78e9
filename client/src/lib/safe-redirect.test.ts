import { expect, test } from "vitest";
import { safeRedirect } from "./safe-redirect.ts";

test.each(["/shipping", "/order/1?tab=2#pay", "/search/a%2Fb", "/"])("%s is a path of the shop and is kept", (path) => {
  expect(safeRedirect(path)).toBe(path);
});

test.each([
  undefined,
  null,
  "",
  "shipping",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n//evil.example",
  "https://evil.example",
  "https:evil.example",
  "%2f%2fevil.example",
  "data:text/html,hello",
  "/a/../..//evil.example",
  "javascript:alert(1)",
  "/./\\evil.example",
])("%j could lead elsewhere and means Home or a path of the shop", (wanted) => {
  const path = safeRedirect(wanted);
  expect(new URL(path, "https://shop.example").origin).toBe("https://shop.example");
  expect(path).not.toMatch(/^\/[/\\]/);
});
