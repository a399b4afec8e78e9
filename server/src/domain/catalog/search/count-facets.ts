import { countedMax, facetValuesMax, parsePriceRange, priceBands } from "@shop/shared/product-address";
import { ratingMax } from "@shop/shared/shop";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { productFacets } from "../../../db/schema/catalog.ts";
import { readVisibleTotal } from "../visible-total.ts";
import { allOf, type Choice, type FacetName, facetNames, isInRange, isMatch, isOneOf } from "./choice.ts";

/** How many products each value has, by the number of the value; exact up to `countedMax`. */
export type FacetCounts = Record<FacetName, Map<number, number>> & { total: number };

const sampling = {
  /** Larger shops are sampled first. */
  fromProducts: 100_000,
  /** About so many products are sampled. */
  products: 60_000,
  /** From so many sampled products on, a sample tells which brands and categories have the most. */
  tellsMostFrom: 5_000,
};

/** The value of a product's row for each facet: a brand's or category's number, a price band's or rating's place, 1 or 0. */
const values: Record<FacetName, SQL> = {
  brand: sql`${productFacets.brandNumber}`,
  category: sql`${productFacets.categoryNumber}`,
  price: sql`width_bucket(${productFacets.priceCents}, ${sql.raw(`array[${lowerEnds().join(", ")}]`)})`,
  rating: sql`${productFacets.rating} / 100`,
  inStock: sql`${productFacets.isInStock}::int`,
};

/** Where each price band but the first begins, in cents. */
function lowerEnds(): number[] {
  return priceBands.slice(1).map((band) => parsePriceRange(band)?.minCents ?? 0);
}

/**
 * Counts the products of each facet's values: of those that meet the choice in all other facets. One reading of all rows
 * counts everything. In a large shop a sample comes first: what it alone has more than `countedMax` of needs no
 * further counting, so that fewer rows are grouped the wider the choice is.
 *
 * @param matches the condition that a keyword stands for, in PostgreSQL's text search syntax
 */
export async function countFacets(
  tx: Db,
  choice: Choice,
  matches: string | undefined,
  { fromProducts, products, tellsMostFrom } = sampling,
): Promise<FacetCounts> {
  const size = await readVisibleTotal(tx);
  const source = sql`${productFacets}`;
  if (matches !== undefined || choice.attributes.size > 0 || size <= fromProducts)
    return countRows(tx, choice, { source, matches });
  const percentage = sql.raw(Math.min(100, (100 * products) / size).toFixed(4));
  const sampled = await countRows(tx, choice, {
    source: sql`${productFacets} tablesample system (${percentage}) repeatable (1)`,
  });
  const open = openIn(sampled, choice, tellsMostFrom);
  if (open.total === undefined && facetNames.every((facet) => open[facet] === undefined)) return sampled;
  if (choice.conditions.size > 0) return larger(sampled, await countRows(tx, choice, { source, open }));
  // Without a choice, an index of each facet has all that is read of it.
  let counts = sampled;
  for (const facet of facetNames) {
    const isOpen = open[facet];
    if (isOpen !== undefined)
      counts = larger(counts, await countRows(tx, choice, { source, open: { [facet]: isOpen } }));
  }
  return counts;
}

/** Conditions for the rows that still have to be counted, by facet; absent for a facet that needs none. */
type Open = Partial<Record<FacetName | "total", SQL>>;

/** What a sample has left open. */
function openIn(sampled: FacetCounts, choice: Choice, tellsMostFrom: number): Open {
  const open: Open = {};
  if (sampled.total <= countedMax) open.total = sql`true`;
  for (const facet of facetNames) {
    const counts = sampled[facet];
    const isCounted = (value: number) => (counts.get(value) ?? 0) > countedMax;
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const candidates =
      facet === "brand" || facet === "category"
        ? all > tellsMostFrom && counts.size > facetValuesMax
          ? [...mostOf(counts), ...choice[facet === "brand" ? "brandNumbers" : "categoryNumbers"]]
          : undefined
        : fixedValues[facet];
    if (candidates === undefined) {
      const counted = [...counts.keys()].filter(isCounted);
      open[facet] = sql`${values[facet]} <> all(${sql.param(counted)}::int[])`;
    } else {
      const uncounted = candidates.filter((value) => !isCounted(value));
      if (uncounted.length > 0) open[facet] = hasValue(facet, uncounted);
    }
  }
  return open;
}

/** Rows with one of some values of a facet, as a condition that an index can answer. */
function hasValue(facet: FacetName, numbers: number[]): SQL {
  const { rating, brandNumber, categoryNumber, isInStock } = productFacets;
  if (facet === "brand") return isOneOf(brandNumber, numbers);
  if (facet === "category") return isOneOf(categoryNumber, numbers);
  if (facet === "inStock") return sql`${isInStock}`;
  if (facet === "price") return isInRange(numbers.flatMap((place) => priceBands[place] ?? []));
  const steps = numbers.map((step) => sql`${rating} between ${step * 100} and ${step * 100 + 99}`);
  return sql`(${sql.join(steps, sql` or `)})`;
}

/** The values of facets that always have the same ones, as far as they are shown. */
const fixedValues = {
  price: priceBands.map((_band, place) => place),
  rating: Array.from({ length: ratingMax }, (_, n) => n + 1),
  inStock: [1],
};

function mostOf(counts: ReadonlyMap<number, number>): number[] {
  const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, facetValuesMax);
  return most.map(([value]) => value);
}

function larger(sampled: FacetCounts, counted: FacetCounts): FacetCounts {
  for (const facet of facetNames) {
    for (const [value, count] of sampled[facet]) {
      counted[facet].set(value, Math.max(count, counted[facet].get(value) ?? 0));
    }
  }
  return { ...counted, total: Math.max(sampled.total, counted.total) };
}

type Reading = { source: SQL; open?: Open; matches?: string | undefined };

/** Counts the open facets alone, because an index then often has all that is read. */
async function countRows(
  tx: Db,
  { conditions, attributes }: Choice,
  { source, open, matches }: Reading,
): Promise<FacetCounts> {
  // Products in stock and sold out ones are all products.
  const isCounted = (facet: FacetName) =>
    (open?.[facet] ?? (facet === "inStock" ? open?.total : undefined)) !== undefined;
  const counted = facetNames.filter((facet) => open === undefined || isCounted(facet));
  const columns = sql.raw(counted.map(columnOf).join(", "));
  // The place of the only facet whose choice a row does not meet, from 1.
  const missed = [...conditions].map(([facet, condition]) => sql`when not (${condition}) then ${placeOf(facet)}`);
  const sets = counted.map((facet) => `(missed, ${columnOf(facet)})`).join(", ");
  // PostgreSQL sets a bit for each column that a row is not grouped by.
  const places = counted.map((facet, n) => {
    const others = 2 ** counted.length - 1 - 2 ** (counted.length - 1 - n);
    return sql`when ${sql.raw(String(others))} then ${placeOf(facet)}`;
  });
  const { rows } = await tx.execute<{ facet: number; missed: number; value: number; count: number }>(sql`
    select facet, missed, value, count from (
      select missed, coalesce(${columns}) as value, count(*)::int as count,
        case grouping(${columns}) ${sql.join(places, sql` `)} end as facet
      from (
        select ${sql.join(
          counted.map((facet) => sql`${values[facet]} as ${sql.raw(columnOf(facet))}`),
          sql`, `,
        )}, ${missed.length === 0 ? sql`0` : sql`case ${sql.join(missed, sql` `)} else 0 end`} as missed
        from ${source} where ${isNear(conditions, open)} and ${allOf(attributes.values())}${matches === undefined ? sql`` : sql` and ${isMatch(matches)}`}
      ) as near
      group by grouping sets (${sql.raw(sets)})
    ) as grouped where missed in (0, facet)`);
  return toCounts(rows);
}

const columnOf = (facet: FacetName) => `"${facet}"`;
const placeOf = (facet: FacetName) => sql.raw(String(facetNames.indexOf(facet) + 1));

/** The rows that meet all choices, or all but that of a facet whose other values are counted. */
function isNear(conditions: Choice["conditions"], open: Open | undefined): SQL {
  const chosen = [...conditions];
  const isMet = (but?: FacetName) => allOf(chosen.flatMap(([facet, condition]) => (facet === but ? [] : [condition])));
  if (open === undefined) {
    if (chosen.length < 2) return sql`true`;
    return sql`(${sql.join(
      chosen.map(([facet]) => sql`(${isMet(facet)})`),
      sql` or `,
    )})`;
  }
  const needed = facetNames.flatMap((facet) => {
    const isOpen = open[facet];
    return isOpen === undefined ? [] : sql`(${isOpen} and ${isMet(conditions.has(facet) ? facet : undefined)})`;
  });
  if (open.total !== undefined) needed.push(sql`(${isMet()})`);
  return sql`(${sql.join(needed, sql` or `)})`;
}

function toCounts(rows: readonly { facet: number; missed: number; value: number; count: number }[]): FacetCounts {
  const counts: FacetCounts = {
    ...{ brand: new Map(), category: new Map(), price: new Map(), rating: new Map(), inStock: new Map() },
    total: 0,
  };
  for (const { facet, missed, value, count } of rows) {
    const name = facetNames[facet - 1];
    if (name === undefined) continue;
    counts[name].set(value, (counts[name].get(value) ?? 0) + count);
    if (name === "inStock" && missed === 0) counts.total += count;
  }
  return counts;
}
