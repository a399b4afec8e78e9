import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { expect, test } from "vitest";
import { filterProducts, filterQuery, useFilters } from "./use-filters.ts";

const products = [
  { name: "Lamp", brand: "Halden", category: "Electronics" },
  { name: "Watch", brand: "Halden", category: "Accessories" },
  { name: "Cap", brand: "Halden & Co", category: "Fashion" },
];

function openAt(path: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
  );
  return renderHook(() => ({ ...useFilters(), search: useLocation().search }), { wrapper });
}

test("Brand and category both have to fit, by their exact names", () => {
  expect(filterProducts(products, { brand: "Halden", category: undefined }).map(({ name }) => name)).toEqual([
    "Lamp",
    "Watch",
  ]);
  expect(filterProducts(products, { brand: "Halden", category: "Accessories" }).map(({ name }) => name)).toEqual([
    "Watch",
  ]);
  expect(filterProducts(products, { brand: undefined, category: undefined })).toHaveLength(3);
});

test("The filters are read from the address", () => {
  const { result } = openAt("/page/2?brand=Halden+%26+Co&category=");
  expect(result.current.filters).toEqual({ brand: "Halden & Co", category: undefined });
  expect(result.current.count).toBe(1);
});

test("Filters are kept in the address, and resetting clears both", () => {
  const { result } = openAt("/?brand=Halden");
  act(() => result.current.setFilter("category", "Fashion"));
  expect(result.current.search).toBe("?brand=Halden&category=Fashion");
  act(() => result.current.resetFilters());
  expect(result.current.search).toBe("");
});

test("Links to other pages carry the filters", () => {
  expect(filterQuery({ brand: "A & B", category: undefined })).toBe("?brand=A+%26+B");
  expect(filterQuery({ brand: undefined, category: undefined })).toBe("");
});
