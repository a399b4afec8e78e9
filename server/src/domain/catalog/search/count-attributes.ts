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
import { productAttributes } from "../../../db/schema/products.ts";
import { allOf, type Choice, isMatch } from "./choice.ts";
import type { FacetCounts } from "./count-facets.ts";

type Counting = {
  query: ProductQuery;
  choice: Choice;
  /** The condition that a keyword stands for. */
  matches: string | undefined;
  counts: FacetCounts;
};
type AttributeFacet = NonNullable<Facets["attributes"]>[number];
type Row = { name: string; label: string; count: number };

/**
 * Counts the products of each attribute's values: of those that meet the choice in all other facets and attributes. Where
 * these are more than `attributeProductsMax`, the found products alone are counted; where those are more, nothing.
 */
export async function countAttributes(tx: Db, counting: Counting): Promise<AttributeFacet[]> {
  const { query, choice, counts } = counting;
  if (choice.attributes.size === 0 && counts.total > attributeProductsMax) return [];
  if (!(await hasAny(tx))) return [];
  const near = await readNear(tx, counting);
  if (near === undefined) return [];
  const { rows } = await tx.execute<Row>(sql`
    with near as materialized (${near})
    select a.name, a.label, count(distinct a.product_id)::int as count
    from near join ${productAttributes} a on a.product_id = near.product_id
    where near.missed is null or near.missed = a.name
    group by a.name, a.label`);
  return toAttributeFacets(rows, query, choice);
}

/** Shops without attributes pay nothing for them. */
async function hasAny(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from ${productAttributes} limit 1`);
  return rows.length > 0;
}

/** The products to count, each with the only chosen attribute that it misses; `undefined` if they are too many. */
async function readNear(tx: Db, { choice, matches }: Counting): Promise<SQL | undefined> {
  const base = allOf([...choice.conditions.values(), ...(matches === undefined ? [] : [isMatch(matches)])]);
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

function toAttributeFacets(rows: readonly Row[], query: ProductQuery, choice: Choice): AttributeFacet[] {
  const valuesOf = new Map<string, FacetValue[]>();
  for (const { name, label, count } of rows) {
    const value = { value: label, count: Math.min(count, countedMax), hasMore: count > countedMax };
    valuesOf.set(name, [...(valuesOf.get(name) ?? []), value]);
  }
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
          ),
      }))
  );
}

const inWords = new Intl.Collator("en", { numeric: true });
