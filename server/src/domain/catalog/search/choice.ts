import {
  type PriceRange,
  type ProductQuery,
  parseAttributeChoice,
  parsePriceRange,
} from "@shop/shared/catalog/product-address";
import { type AnyColumn, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { productFacets } from "../../../db/schema/product-facets.ts";
import { productOptions, productOptionValues, productVariants } from "../../../db/schema/product-groups.ts";
import { productAttributes } from "../../../db/schema/products.ts";
import { brands, categories } from "../../../db/schema/terms.ts";
import { type NestedCategory, readNestedCategories } from "../category-tree.ts";
import { variantValue } from "../product-group/group-columns.ts";

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
  return { conditions, brandNumbers, categoryNumbers, nested, attributes: attributeConditions(query.attribute) };
}

/** A product has any of the chosen values of an attribute or an option. */
function attributeConditions(choices: readonly string[]): Map<string, SQL> {
  const chosen = new Map<string, string[]>();
  for (const text of choices) {
    const choice = parseAttributeChoice(text);
    if (choice !== undefined) chosen.set(choice.name, [...(chosen.get(choice.name) ?? []), choice.value]);
  }
  return new Map(
    [...chosen].map(([name, labels]) => [
      name,
      sql`${productFacets.productId} in (
        select ${productAttributes.productId} from ${productAttributes}
        where ${productAttributes.name} = ${name} and ${productAttributes.label} = any(${sql.param(labels)}::text[])
        union all
        select v.product_id from ${productOptionValues} l join ${productOptions} o using (group_id, option)
          join ${productVariants} v on v.group_id = l.group_id and l.value = ${variantValue}
        where o.name = ${name} and l.label = any(${sql.param(labels)}::text[]))`,
    ]),
  );
}

/** All of some conditions. */
export function allOf(conditions: Iterable<SQL>): SQL {
  const list = [...conditions];
  return list.length === 0 ? sql`true` : sql.join(list, sql` and `);
}

/** Whether a column has one of some whole numbers. */
export function isOneOf(column: AnyColumn, numbers: readonly number[]): SQL {
  return sql`${column} = any(${sql.param(numbers)}::int[])`;
}

/** Whether a product meets a condition in PostgreSQL's text search syntax. */
export function isMatch(condition: string): SQL {
  return sql`${productFacets.productId} in (select product_search_matches(${condition}::tsquery))`;
}

async function numbersOf(tx: Db, table: typeof brands | typeof categories, names: string[]): Promise<number[]> {
  if (names.length === 0) return [];
  const rows = await tx.select({ number: table.number }).from(table).where(inArray(table.name, names));
  return rows.map(({ number }) => number);
}

/** Whether a product's price is in one of some ranges. The ends of all together let an index by price skip the rest. */
export function isInRange(texts: readonly string[]): SQL {
  const ranges = texts.flatMap((text) => parsePriceRange(text) ?? []);
  if (ranges.length === 0) return sql`false`;
  const end = Math.max(...ranges.map(({ maxCents = Number.POSITIVE_INFINITY }) => maxCents));
  const whole = {
    minCents: Math.min(...ranges.map(({ minCents }) => minCents)),
    maxCents: Number.isFinite(end) ? end : undefined,
  };
  if (ranges.length === 1) return isBetween(whole);
  return sql`(${isBetween(whole)} and (${sql.join(ranges.map(isBetween), sql` or `)}))`;
}

function isBetween({ minCents, maxCents }: PriceRange): SQL {
  const isUpTo = maxCents === undefined ? sql`` : sql` and ${productFacets.priceCents} <= ${maxCents}`;
  return sql`(${productFacets.priceCents} >= ${minCents}${isUpTo})`;
}
