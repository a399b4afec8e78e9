import type { ProductPage } from "@shop/shared/catalog/catalog";

/** That others have bought the first products after the same search, where no product has all of its words. */
export function boughtText({ isBought, foundWords }: Pick<ProductPage, "isBought" | "foundWords">): string | undefined {
  if (isBought === undefined) return undefined;
  return foundWords === undefined
    ? "No match for all words. Showing what others bought after this search."
    : "What others bought after this search comes first.";
}
