import { type PriceRange, parseAttributeChoice, parsePriceRange } from "@shop/shared/catalog/product-address";
import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { productFacets } from "../../db/schema/product-facets.ts";
import { productOptions, productOptionValues, productVariants } from "../../db/schema/product-groups.ts";
import { productAttributes } from "../../db/schema/products.ts";
import { variantValue } from "./product-group/group-columns.ts";

/** Conditions for rows of `product_facets`. */

/** A product has any of the chosen values of an attribute or an option. */
export function attributeConditions(choices: readonly string[]): Map<string, SQL> {
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

/** What a keyword finds: by a condition in PostgreSQL's text search syntax, and products besides. */
export type FoundProductsOf = { condition: string | undefined; ids: readonly string[] };

/** Whether a keyword finds a product. */
export function isMatch({ condition, ids }: FoundProductsOf): SQL {
  const byWords = sql`select product_search_matches(${condition}::tsquery)`;
  const besides = sql`select unnest(${sql.param(ids)}::uuid[])`;
  const found = condition === undefined ? besides : ids.length === 0 ? byWords : sql`${byWords} union all ${besides}`;
  return sql`${productFacets.productId} in (${found})`;
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

/** Whether a product's price is in a range. */
export function isBetween({ minCents, maxCents }: PriceRange): SQL {
  const isUpTo = maxCents === undefined ? sql`` : sql` and ${productFacets.priceCents} <= ${maxCents}`;
  return sql`(${productFacets.priceCents} >= ${minCents}${isUpTo})`;
}
