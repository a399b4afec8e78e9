import type { Facets } from "@shop/shared/catalog/product-query";
import { expect, test } from "vitest";
import { groupKey, keepOrder, orderFacets } from "./facet-order.ts";

const value = (name: string, count: number) => ({ value: name, count, hasMore: false });
const facets: Facets = {
  // All are of one category, and nearly all of one brand.
  category: [value("Audio", 12)],
  brand: [value("Tonvik", 11), value("Ohmlund", 1)],
  price: [value("0-24.99", 3), value("25-49.99", 5), value("50-99.99", 4)],
  rating: [value("4", 9), value("3", 12)],
  inStock: { count: 10, hasMore: false },
  attributes: [
    // A weight of its own for each product.
    { name: "Weight", values: Array.from({ length: 12 }, (_, n) => value(`${n} oz`, 1)) },
    { name: "Type", values: [value("Over-ear", 4), value("In-ear", 4), value("On-ear", 4)] },
  ],
};

test("Filters come first by which most products differ, and last what all or none have in common", () => {
  expect(orderFacets(facets).map(groupKey)).toEqual([
    "attribute Type",
    "price",
    "rating",
    "inStock",
    "brand",
    "category",
    "attribute Weight",
  ]);
});

test("Filters that customers choose most come before the others, those chosen alike in their usual order", () => {
  const mostChosen = [["rating", "attribute:Color"], ["price", "attribute:Type"], ["attribute:Weight"]];
  expect(orderFacets({ ...facets, mostChosen }).map(groupKey)).toEqual([
    "rating",
    "attribute Type",
    "price",
    "inStock",
    "brand",
    "category",
    // Chosen elsewhere, but of no use here.
    "attribute Weight",
  ]);
});

test("Filters keep their places while the choice changes, and new ones follow", () => {
  const shown = ["price", "attribute Weight", "category"];
  expect(keepOrder(orderFacets(facets), shown).map(groupKey).slice(0, 4)).toEqual([...shown, "attribute Type"]);
});
