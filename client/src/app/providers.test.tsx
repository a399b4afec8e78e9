import { cleanup } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderShop, stubServer } from "./shop-in-test.tsx";

afterEach(cleanup);

it("The shop is dark from its first rendering on: no other scheme is set between", () => {
  stubServer({});
  const set = vi.spyOn(document.documentElement, "setAttribute");
  renderShop("/login");
  const schemes = set.mock.calls.flatMap(([name, value]) => (name === "data-mantine-color-scheme" ? [value] : []));
  expect(new Set(schemes)).toEqual(new Set(["dark"]));
});
