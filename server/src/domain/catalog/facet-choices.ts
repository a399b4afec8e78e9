import type { ProductQuery } from "@shop/shared/catalog/product-address";
import type { FoundProducts } from "@shop/shared/catalog/product-query";
import { and, desc, gt, gte, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { facetChoices } from "../../db/schema/search.ts";
import { later } from "../../db/time.ts";
import { deleteOldCounts } from "../base/batches.ts";
import { productSearch } from "./search/product-search.ts";

/** Different choices that wait to be written. Further ones are not counted. */
const pendingMax = 500;
/** Facets of categories in the table; those that were chosen longest ago are deleted. */
const rowsMax = 5_000;
const retentionMs = 90 * 86_400_000;
/** A facet of a category counts once in so many milliseconds, so that nobody moves it up by repeating a choice. */
const countedEveryMs = 60_000;
/** Fewer choices say little of what customers choose by. */
const rankedFrom = 20;
/** More facets than a list offers. */
const rankedMax = 50;
/** The category of the counts for the whole shop. */
const anyCategory = "";
/** Separates a category from a facet. No name has it. */
const separator = "\n";

/**
 * Counts which facet is chosen first in a category's list and in the whole shop, so that lists can begin with it. Without who
 * chose, and without which value.
 */
export class FacetChoices {
  readonly #pending = new Set<string>();

  /** Notes a choice, as `chosenFacetOf` writes it, in memory, so that its answer waits for nothing. */
  note(choice: string): void {
    if (this.#pending.size < pendingMax) this.#pending.add(choice);
  }

  /** Writes what was noted since the last time. What could not be written is dropped. Instances can run it in parallel. */
  async write(db: Db): Promise<void> {
    const noted = [...this.#pending].map((choice) => choice.split(separator));
    this.#pending.clear();
    const places = noted.flatMap(([category = "", facet = ""]) => [
      [category, facet],
      [anyCategory, facet],
    ]);
    // In one order, so that instances wait for each other and not in a circle.
    const keys = [...new Set(places.map((place) => place.join(separator)))].toSorted();
    if (keys.length === 0) return;
    const lastAt = new Date();
    const rows = keys.map((key) => {
      const [category = "", facet = ""] = key.split(separator);
      return { category, facet, count: 1, lastAt };
    });
    await db
      .insert(facetChoices)
      .values(rows)
      .onConflictDoUpdate({
        target: [facetChoices.category, facetChoices.facet],
        set: { count: sql`${facetChoices.count} + 1`, lastAt: sql`excluded.last_at` },
        setWhere: lt(facetChoices.lastAt, later(-countedEveryMs)),
      });
  }
}

/** Deletes counts that are old, or too many. */
export async function deleteOldFacetChoices(db: Db, isStopping?: () => boolean): Promise<number> {
  const { lastAt } = facetChoices;
  return deleteOldCounts(db, { table: facetChoices, lastAt, retentionMs, rowsMax }, isStopping);
}

/**
 * The facet that the first page of a list was narrowed by, with the list's category: `Shoes\nprice`. Nothing where several
 * are chosen, because each was counted when it was the only one, nor where a page of a brand or category may be meant.
 */
export function chosenFacetOf(query: ProductQuery): string | undefined {
  const { keyword, category, brand, price, attribute, rating, inStock, pageNumber } = query;
  if (pageNumber !== 1) return undefined;
  const attributes = attribute.map((text) => attributeFacet(text.slice(0, text.indexOf(":"))));
  const chosen = [
    ...(price.length > 0 ? ["price"] : []),
    ...new Set(attributes),
    ...(rating > 0 ? ["rating"] : []),
    ...(inStock ? ["inStock"] : []),
  ];
  const isSearch = keyword !== "";
  if (brand.length > 0 && (isSearch || category.length > 0)) chosen.push("brand");
  if (category.length > 0 && isSearch && chosen.length === 0) return `${anyCategory}${separator}category`;
  const [facet] = chosen;
  if (facet === undefined || chosen.length > 1) return undefined;
  return [category.length === 1 ? category[0] : anyCategory, facet].join(separator);
}

const attributeFacet = (name: string) => `attribute:${name}`;

/** One page of found products, with the facets that customers choose most in their category, or else in the shop. */
export async function findListed(db: Db, query: ProductQuery, pageSize: number): Promise<FoundProducts> {
  const found = await productSearch.findProducts(db, query, pageSize);
  if (found.products.length === 0) return found;
  const mostChosen = await readMostChosen(db, query.category);
  return mostChosen.length === 0 ? found : { ...found, facets: { ...found.facets, mostChosen } };
}

/** Facets with equal counts are together. */
async function readMostChosen(db: Db, categories: readonly string[]): Promise<string[][]> {
  const own = categories.length === 1 ? categories : [];
  const { category, facet, count, lastAt } = facetChoices;
  const rows = await db
    .select({ category, facet, count })
    .from(facetChoices)
    .where(and(inArray(category, [...own, anyCategory]), gte(count, rankedFrom), gt(lastAt, later(-retentionMs))))
    .orderBy(desc(count), facet)
    .limit(2 * rankedMax);
  const ofCategory = rows.filter((row) => row.category !== anyCategory);
  const ranks = new Map<number, string[]>();
  for (const row of ofCategory.length > 0 ? ofCategory : rows)
    ranks.set(row.count, [...(ranks.get(row.count) ?? []), row.facet]);
  return [...ranks.values()];
}
