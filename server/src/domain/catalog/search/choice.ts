import type { ProductQuery } from "@shop/shared/catalog/product-address";
import { inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { productFacets } from "../../../db/schema/product-facets.ts";
import { brands, categories } from "../../../db/schema/terms.ts";
import { type NestedCategory, readNestedCategories } from "../category-tree.ts";
import { type InCollection, meetsRule, readInCollection } from "../collection/in-collection.ts";
import { allOf, attributeConditions, isInRange, isOneOf } from "../facet-conditions.ts";

/** The facets, in the order of the columns that `countFacets` groups by. */
export const facetNames = ["brand", "category", "price", "rating", "inStock"] as const;
export type FacetName = (typeof facetNames)[number];

/** What is chosen of each facet, as a condition for rows of `product_facets`. Facets without a choice are absent. */
export type Choice = {
  conditions: ReadonlyMap<FacetName, SQL>;
  brandNumbers: number[];
  /** The chosen categories and all below them. */
  categoryNumbers: number[];
  /** The categories that are below others. A product is in all that are above its own. */
  nested: readonly NestedCategory[];
  /** The same for each chosen attribute, by its name. */
  attributes: ReadonlyMap<string, SQL>;
  /** What all found products are in. */
  collection: InCollection | undefined;
};

/** The conditions of a query's facets. A name that no brand or category has finds nothing. */
export async function readChoice(tx: Db, query: ProductQuery): Promise<Choice> {
  const brandNumbers = await numbersOf(tx, brands, query.brand);
  const nested = await readNestedCategories(tx);
  const chosen = new Set(await numbersOf(tx, categories, query.category));
  const below = nested.filter(({ above }) => above.some(({ number }) => chosen.has(number)));
  const categoryNumbers = [...new Set([...chosen, ...below.map(({ number }) => number)])];
  const conditions = new Map<FacetName, SQL>();
  if (query.brand.length > 0) conditions.set("brand", isOneOf(productFacets.brandNumber, brandNumbers));
  if (query.category.length > 0) conditions.set("category", isOneOf(productFacets.categoryNumber, categoryNumbers));
  if (query.price.length > 0) conditions.set("price", isInRange(query.price));
  if (query.rating > 0) conditions.set("rating", sql`${productFacets.rating} >= ${query.rating * 100}`);
  if (query.inStock) conditions.set("inStock", sql`${productFacets.isInStock}`);
  return {
    conditions,
    brandNumbers,
    categoryNumbers,
    nested,
    attributes: attributeConditions(query.attribute),
    collection: await readWithin(tx, query),
  };
}

/** What all found products are in: a collection, and what is on sale. */
async function readWithin(tx: Db, { collection, onSale }: ProductQuery): Promise<InCollection | undefined> {
  const within = collection === "" ? undefined : await readInCollection(tx, collection);
  if (!onSale) return within;
  const reduced = await isReduced(tx);
  return { isMember: allOf(within === undefined ? [reduced] : [within.isMember, reduced]), pickedIn: within?.pickedIn };
}

/** Whether a product is on sale, as a condition for rows of `product_facets`. */
export function isReduced(tx: Db): Promise<SQL> {
  return meetsRule(tx, {
    brandIds: [],
    categoryIds: [],
    attributes: [],
    minPrice: null,
    maxPrice: null,
    newWithinDays: null,
    isOnSale: true,
  });
}

/** All that a product meets that is found. */
export function allChosen({ conditions, attributes, collection }: Choice): SQL[] {
  return [...conditions.values(), ...attributes.values(), ...(collection === undefined ? [] : [collection.isMember])];
}

async function numbersOf(tx: Db, table: typeof brands | typeof categories, names: string[]): Promise<number[]> {
  if (names.length === 0) return [];
  const rows = await tx.select({ number: table.number }).from(table).where(inArray(table.name, names));
  return rows.map(({ number }) => number);
}
