import type { CatalogChanges } from "../../domain/catalog/change-feed.ts";

/**
 * What an answer of the catalog depends on, besides single products by their ids: which products lists and searches
 * have, with the names of brands and categories; and the order of featured products.
 */
export const membershipTag = "membership";
export const rankingTag = "ranking";

type WithId = { _id: string };
const idsOf = (products: readonly WithId[]) => products.map(({ _id }) => _id);

/** The tags of each public query's answer, by procedure path. */
export const tagsOf = {
  "catalog.list": ({ products }: { products: readonly WithId[] }) => [membershipTag, ...idsOf(products)],
  "catalog.suggest": ({ products }: { products: readonly WithId[] }) => [membershipTag, ...idsOf(products)],
  "catalog.featured": (products: readonly WithId[]) => [membershipTag, rankingTag, ...idsOf(products)],
  "catalog.product": ({ _id }: WithId) => [_id],
  "catalog.brands": () => [membershipTag],
  "catalog.categories": () => [membershipTag],
};

/** The tags of the reviews of a product. */
export const reviewTags = (productId: string) => [productId];

/** The tags of what changed. */
export function tagsOfChanges({ productIds, hasRanking, hasMembership }: CatalogChanges): string[] {
  return [...productIds, ...(hasRanking ? [rankingTag] : []), ...(hasMembership ? [membershipTag] : [])];
}
