import { toWire } from "../money.ts";
import { type ProductQuery, parsePriceRange, productSorts, ratingSteps } from "./product-address.ts";

/** A part of a question that says what a product must be. */
export type ReadPart = {
  /** As it was typed. */
  typed: string;
  kind: "price" | "attribute" | "rating" | "inStock" | "onSale" | "sort";
  /** A price range, a choice of an attribute, the lowest rating or an order; empty for the others. */
  value: string;
};

/** What was read of a question, and the words that were searched. */
export type ReadQuestion = {
  parts: ReadPart[];
  rest: string;
  /** That of the list with the same products, with its `?`. */
  query: string;
};

/** The choice of a list that the parts of a question stand for. Prices of several parts hold together. */
export function choiceOfParts(parts: readonly ReadPart[]): Partial<ProductQuery> {
  const valuesOf = (kind: ReadPart["kind"]) => parts.filter((part) => part.kind === kind).map(({ value }) => value);
  const ranges = valuesOf("price").flatMap((text) => parsePriceRange(text) ?? []);
  const min = Math.max(0, ...ranges.map(({ minCents }) => minCents));
  const max = Math.min(...ranges.map(({ maxCents = Number.POSITIVE_INFINITY }) => maxCents));
  const price = `${min === 0 ? "" : toWire(min)}-${Number.isFinite(max) ? toWire(Math.max(min, max)) : ""}`;
  const asked = Number(valuesOf("rating").sort().at(-1));
  const order = valuesOf("sort").at(-1);
  return {
    price: ranges.length === 0 || price === "-" ? [] : [price],
    attribute: [...new Set(valuesOf("attribute"))],
    rating: ratingSteps.find((step) => step === asked) ?? 0,
    inStock: parts.some(({ kind }) => kind === "inStock"),
    onSale: parts.some(({ kind }) => kind === "onSale"),
    sort: productSorts.find((sort) => sort === order) ?? "relevance",
  };
}
