import {
  attributeChoice,
  attributeProductsMax,
  attributesShownMax,
  countedMax,
  facetValuesMax,
  type ProductQuery,
} from "@shop/shared/catalog/product-address";
import type { Facets, FacetValue } from "@shop/shared/catalog/product-query";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { productFacets } from "../../../db/schema/product-facets.ts";
import { productOptions, productOptionValues, productVariants } from "../../../db/schema/product-groups.ts";
import { productAttributes } from "../../../db/schema/products.ts";
import { allOf, type FoundProductsOf, isMatch } from "../facet-conditions.ts";
import { variantValue } from "../product-group/group-columns.ts";
import type { Choice } from "./choice.ts";
import type { FacetCounts } from "./count-facets.ts";

type Counting = {
  query: ProductQuery;
  choice: Choice;
  /** What a keyword finds. */
  matches: FoundProductsOf | undefined;
  counts: FacetCounts;
  /** Whether any product has a group, so that options are counted as well. */
  isGrouped: boolean;
};
type AttributeFacet = NonNullable<Facets["attributes"]>[number];
/** `place`: where an option has the value, on average over its groups; null for attributes, as is the swatch. */
export type AttributeRow = { name: string; label: string; count: number; place: number | null; swatch: string | null };

/**
 * Counts the products of each attribute's values: of those that meet the choice in all other facets and attributes. Where
 * these are more than `attributeProductsMax`, the found products alone are counted; where those are more, nothing.
 */
export async function countAttributes(tx: Db, counting: Counting): Promise<AttributeFacet[]> {
  const { query, choice, counts, isGrouped } = counting;
  if (choice.attributes.size === 0 && counts.total > attributeProductsMax) return [];
  if (!isGrouped && !(await hasAny(tx))) return [];
  const near = await readNear(tx, counting);
  if (near === undefined) return [];
  const { rows } = await tx.execute<AttributeRow>(isGrouped ? countedByEntry(near) : countedByProduct(near));
  return toAttributeFacets(rows, query, choice);
}

const countedByProduct = (near: SQL) => sql`
  with near as materialized (${near})
  select a.name, a.label, count(distinct a.product_id)::int as count, null as place, null as swatch
  from near join ${productAttributes} a on a.product_id = near.product_id
  where near.missed is null or near.missed = a.name
  group by a.name, a.label`;

/** The same with the values of options, each group once. */
const countedByEntry = (near: SQL) => sql`
  with near as materialized (${near}), named as (
    select a.name, a.label, near.product_id, near.missed, null::smallint as place, null::text as swatch
    from near join ${productAttributes} a on a.product_id = near.product_id
    union all
    select o.name, l.label, near.product_id, near.missed, l.value, l.swatch
    from near join ${productVariants} v on v.product_id = near.product_id
      join ${productOptions} o on o.group_id = v.group_id
      join ${productOptionValues} l on l.group_id = o.group_id and l.option = o.option and l.value = ${variantValue}
  )
  select named.name, named.label, count(distinct coalesce(f.group_id, f.product_id))::int as count,
    avg(named.place)::float8 as place, max(named.swatch) as swatch
  from named join ${productFacets} f on f.product_id = named.product_id
  where named.missed is null or named.missed = named.name
  group by named.name, named.label`;

/** Shops without attributes pay nothing for them. */
async function hasAny(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from ${productAttributes} limit 1`);
  return rows.length > 0;
}

/** The products to count, each with the only chosen attribute that it misses; `undefined` if they are too many. */
async function readNear(tx: Db, { choice, matches }: Counting): Promise<SQL | undefined> {
  const base = allOf([
    ...choice.conditions.values(),
    ...(choice.collection === undefined ? [] : [choice.collection.isMember]),
    ...(matches === undefined ? [] : [isMatch(matches)]),
  ]);
  const chosen = [...choice.attributes];
  const found = sql`select product_id, null::text as missed from ${productFacets}
    where ${base} and ${allOf(choice.attributes.values())}`;
  if (chosen.length > 0) {
    const each = chosen.map(([name, condition]) => {
      const others = allOf(chosen.flatMap(([other, met]) => (other === name ? [] : [met])));
      return sql`select product_id, ${name}::text as missed from ${productFacets}
        where ${base} and ${others} and not (${condition})`;
    });
    const near = sql.join([found, ...each], sql` union all `);
    if (!(await isTooMany(tx, near))) return near;
  }
  return (await isTooMany(tx, found)) ? undefined : found;
}

async function isTooMany(tx: Db, near: SQL): Promise<boolean> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from (select from (${near}) as near limit ${attributeProductsMax + 1}) as counted`,
  );
  return (rows[0]?.count ?? 0) > attributeProductsMax;
}

/** The attributes that say most of the counted products, with their values. */
export function toAttributeFacets(
  rows: readonly AttributeRow[],
  query: ProductQuery,
  choice: Choice,
): AttributeFacet[] {
  const valuesOf = new Map<string, AttributeFacet["values"]>();
  const places = new Map<string, number>();
  for (const { name, label, count, place, swatch } of rows) {
    const counted = { value: label, count: Math.min(count, countedMax), hasMore: count > countedMax };
    const value = swatch === null || swatch === "" ? counted : { ...counted, swatch };
    valuesOf.set(name, [...(valuesOf.get(name) ?? []), value]);
    if (place !== null) places.set(attributeChoice(name, label), place);
  }
  // Sizes in their own order, whichever has the most products.
  const placeIn = (name: string, { value }: FacetValue) =>
    places.get(attributeChoice(name, value)) ?? Number.POSITIVE_INFINITY;
  const isChosen = (name: string) => choice.attributes.has(name);
  // An attribute says most that many products share few values of.
  const sharing = (values: readonly FacetValue[]) => values.reduce((sum, { count }) => sum + count, 0) - values.length;
  return (
    [...valuesOf]
      .filter(([name, values]) => values.length > 1 || isChosen(name))
      .sort(([nameA, a], [nameB, b]) => sharing(b) - sharing(a) || inWords.compare(nameA, nameB))
      .filter(([name], place) => place < attributesShownMax || isChosen(name))
      // In an order that does not change with the choice.
      .sort(([nameA], [nameB]) => inWords.compare(nameA, nameB))
      .map(([name, values]) => ({
        name,
        values: values
          .sort((a, b) => b.count - a.count || inWords.compare(a.value, b.value))
          .filter(
            ({ value }, place) => place < facetValuesMax || query.attribute.includes(attributeChoice(name, value)),
          )
          .sort((a, b) => comparePlaces(placeIn(name, a), placeIn(name, b))),
      }))
  );
}

function comparePlaces(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

const inWords = new Intl.Collator("en", { numeric: true });
