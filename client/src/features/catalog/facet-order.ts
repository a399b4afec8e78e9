import type { Facets } from "@shop/shared/catalog/product-query";

/** A group of filters: a facet, or an attribute by its name. */
export type FacetGroup =
  | { kind: "category" | "brand" | "price" | "rating" | "inStock" }
  | { kind: "attribute"; name: string };

type Ranked = FacetGroup & { spread: number };

/**
 * The groups of filters, the most useful first: those that customers choose most, and then those by which most of the found
 * products differ, without being so different that each value leads to one product.
 */
export function orderFacets(facets: Facets): FacetGroup[] {
  const { category, brand, price, attributes = [], rating, inStock, mostChosen = [] } = facets;
  const counts = (values: readonly { count: number }[]) => values.map(({ count }) => count);
  const top = category.filter(({ parent }) => parent === undefined);
  // Each step of the rating has what the higher ones have.
  const byStep = rating.map(({ count }, place) => count - (rating[place - 1]?.count ?? 0));
  const total = Math.max(inStock.count, ...[top, brand, price].map((values) => sum(counts(values))));
  const ranked: Ranked[] = [
    { kind: "category", spread: spreadOf(counts(top.length === 1 ? category : top)) },
    { kind: "brand", spread: spreadOf(counts(brand)) },
    { kind: "price", spread: spreadOf(counts(price)) },
    ...attributes.map(({ name, values }): Ranked => ({ kind: "attribute", name, spread: spreadOf(counts(values)) })),
    { kind: "rating", spread: spreadOf(byStep) },
    { kind: "inStock", spread: spreadOf([inStock.count, total - inStock.count]) },
  ];
  // What tells no products apart has no use, however often it is chosen elsewhere.
  const rankOf = (group: Ranked) => {
    const rank = group.spread > 0 ? mostChosen.findIndex((names) => names.includes(chosenName(group))) : -1;
    return rank === -1 ? mostChosen.length : rank;
  };
  return ranked
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.spread - a.spread)
    .map(({ spread: _, ...group }) => group);
}

/** A facet as counts of choices name it. */
const chosenName = (group: FacetGroup) => (group.kind === "attribute" ? `attribute:${group.name}` : group.kind);

/** How many products a choice tells from the others, at the least. */
function spreadOf(counts: readonly number[]): number {
  const some = counts.filter((count) => count > 0);
  return sum(some) - Math.max(0, some.length, ...some);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

export const groupKey = (group: FacetGroup) => (group.kind === "attribute" ? `attribute ${group.name}` : group.kind);

/** The groups in the order in which they were shown before; further ones after these, in their own order. */
export function keepOrder(groups: readonly FacetGroup[], before: readonly string[]): FacetGroup[] {
  const place = (group: FacetGroup) => {
    const found = before.indexOf(groupKey(group));
    return found === -1 ? before.length : found;
  };
  return groups.toSorted((a, b) => place(a) - place(b));
}
