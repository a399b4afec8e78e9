import type { ProductPage } from "@shop/shared/catalog/catalog";

/** Why products are found that do not have all words of a search. */
export function foundByText({ foundBy, foundWords }: Pick<ProductPage, "foundBy" | "foundWords">): string | undefined {
  if (foundBy === undefined) return undefined;
  if (foundBy === "meaning") return "No products have these words. Showing what comes closest in meaning.";
  return foundWords === undefined
    ? "No match for all words. Showing what others bought after this search."
    : "What others bought after this search comes first.";
}
