import { countedMax, facetValuesMax, parsePriceRange, priceBands } from "@shop/shared/catalog/product-address";
import { ratingMax } from "@shop/shared/shop";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { productFacets } from "../../../db/schema/product-facets.ts";
import { brands, categories } from "../../../db/schema/terms.ts";
import { readCatalogSize } from "../catalog-size.ts";
import { allOf, type FoundProductsOf, isInRange, isMatch, isOneOf } from "../facet-conditions.ts";
import { entryId } from "../product-group/entries.ts";
import { type Choice, type FacetName, facetNames } from "./choice.ts";

/** How many products each value has, by the number of the value; exact up to `countedMax`. */
export type FacetCounts = Record<FacetName, Map<number, number>> & { total: number };

const sampling = {
  /** Larger shops are sampled first. */
  fromProducts: 100_000,
  /** About so many products are sampled. */
  products: 60_000,
  /** From so many sampled products on, a sample tells which values have the most; fewer are counted all at once. */
  tellsMostFrom: 5_000,
};

/** About so many values are counted one by one in the time of reading all rows. */
const countedAtOnce = 1_000;

/**
 * How products are counted: each, or each group once. `isReduced`: of a group, the first of those with the same brand,
 * category and price stands for them. Their ratings are those of the group, and one in stock makes all count as such.
 */
type Counting = { isGrouped: boolean; isReduced: boolean };

/** The value of a product's row for each facet: a brand's or category's number, a price band's or rating's place, 1 or 0. */
const values: Record<FacetName, SQL> = {
  brand: sql`${productFacets.brandNumber}`,
  category: sql`${productFacets.categoryNumber}`,
  price: sql`width_bucket(${productFacets.priceCents}, ${sql.raw(`array[${lowerEnds().join(", ")}]`)})`,
  rating: sql`${productFacets.rating} / 100`,
  inStock: sql`${productFacets.isInStock}::int`,
};

/** The value of a row as it is counted. */
function countedValue(facet: FacetName, counting: Counting): SQL {
  return facet === "inStock" ? sql`${inStockOf(counting)}::int` : values[facet];
}

/** Whether a product is in stock, or one that it stands for. */
function inStockOf({ isGrouped, isReduced }: Counting): SQL {
  return isGrouped && isReduced ? isAnyInStock : sql`${productFacets.isInStock}`;
}

const isAnyInStock = sql`(${productFacets.isInStock} or exists (
  select from ${productFacets} other where other.group_id = ${productFacets.groupId} and other.is_alike and other.is_in_stock
    and other.brand_number = ${productFacets.brandNumber} and other.category_number = ${productFacets.categoryNumber}
    and other.price_cents = ${productFacets.priceCents}
  -- Looked up for each of the few that are sold out, rather than read of all products at once.
  offset 0))`;

/** Where each price band but the first begins, in cents. */
function lowerEnds(): number[] {
  return priceBands()
    .slice(1)
    .map((band) => parsePriceRange(band)?.minCents ?? 0);
}

/**
 * Counts the products of each facet's values: of those that meet the choice in all other facets. One reading of all rows
 * counts everything. In a large shop a sample comes first: what it alone has more than `countedMax` of needs no
 * further counting, and the reading of another value ends with so many rows.
 *
 * @param matches what a keyword finds
 */
export async function countFacets(
  tx: Db,
  choice: Choice,
  matches: FoundProductsOf | undefined,
  { fromProducts, products, tellsMostFrom } = sampling,
): Promise<FacetCounts> {
  const { products: size, entries } = await readCatalogSize(tx);
  const isGrouped = entries < size;
  const source = sql`${productFacets}`;
  // What else is chosen can tell products with the same brand, category and price apart.
  const isReduced = matches === undefined && choice.attributes.size === 0 && choice.collection === undefined;
  const counting = { isGrouped, isReduced };
  const counted = withStockOf(choice, counting);
  // Few products are in a collection that was chosen by hand.
  const isNarrow = choice.attributes.size > 0 || choice.collection?.pickedIn !== undefined;
  if (matches !== undefined || isNarrow || size <= fromProducts)
    return countRows(tx, counted, { ...counting, source, matches });
  const percentage = sql.raw(Math.min(100, (100 * products) / size).toFixed(4));
  let counts = await countRows(tx, counted, {
    ...counting,
    source: sql`${productFacets} tablesample system (${percentage}) repeatable (1)`,
  });
  const { uncounted, unknown } = await readOpen(tx, counts, { choice, tellsMostFrom });
  for (const [facet, numbers] of uncounted)
    counts = larger(counts, await countValues(tx, counted, { ...counting, facet, numbers }));
  if (unknown.size > 0) counts = larger(counts, await countRows(tx, counted, { ...counting, source, open: unknown }));
  return counts.total > countedMax ? counts : { ...counts, total: await countTotal(tx, counted, counting) };
}

function withStockOf(choice: Choice, counting: Counting): Choice {
  if (!choice.conditions.has("inStock")) return choice;
  return { ...choice, conditions: new Map([...choice.conditions, ["inStock", inStockOf(counting)]]) };
}

/** What a sample has left open. */
type Open = {
  /** The values to count, of the facets whose values with the most products are known. */
  uncounted: Map<FacetName, number[]>;
  /** A condition for the rows to count, of the other facets: few products meet the choice in all but these. */
  unknown: Map<FacetName, SQL>;
};

async function readOpen(
  tx: Db,
  sampled: FacetCounts,
  { choice, tellsMostFrom }: { choice: Choice; tellsMostFrom: number },
): Promise<Open> {
  const open: Open = { uncounted: new Map(), unknown: new Map() };
  for (const facet of facetNames) {
    const counts = sampled[facet];
    const isCounted = (value: number) => (counts.get(value) ?? 0) > countedMax;
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const candidates = all > tellsMostFrom ? await readMost(tx, facet, { counts, choice }) : undefined;
    if (candidates === undefined) {
      const counted = [...counts.keys()].filter(isCounted);
      open.unknown.set(facet, sql`${values[facet]} <> all(${sql.param(counted)}::int[])`);
    } else {
      const uncounted = candidates.filter((value) => !isCounted(value));
      if (uncounted.length > 0) open.uncounted.set(facet, uncounted);
    }
  }
  return open;
}

/** The conditions of all facets but one. */
function isMetBut(
  facet: FacetName | undefined,
  { conditions, collection }: Pick<Choice, "conditions" | "collection">,
): SQL {
  const others = [...conditions].flatMap(([other, condition]) => (other === facet ? [] : [condition]));
  return allOf(collection === undefined ? others : [...others, collection.isMember]);
}

/** Counts some values of a facet, each with an index and only as far as counts are shown. */
async function countValues(
  tx: Db,
  choice: Choice,
  { facet, numbers, ...counting }: Counting & { facet: FacetName; numbers: number[] },
): Promise<FacetCounts> {
  const isMet = isMetBut(facet, choice);
  const each = (found: readonly number[], condition: (n: number) => SQL) =>
    found.map((n) => sql`select ${n}::int as value, ${countOf(sql`${condition(n)} and ${isMet}`, counting)}`);
  const together = (found: readonly number[]) =>
    sql`select value, ${countOf(sql`${values[facet]} = value and ${isMet}`, counting)}
      from unnest(${sql.param(found)}::int[]) as value`;
  const counts = [];
  if (facet === "category") {
    const within = numbersWithin(choice.nested);
    counts.push(together(numbers.filter((n) => !within.has(n))));
    const upper = numbers.filter((n) => within.has(n));
    counts.push(...each(upper, (n) => isOneOf(productFacets.categoryNumber, within.get(n) ?? [])));
  } else if (facet === "brand") {
    counts.push(together(numbers));
  } else {
    counts.push(...each(numbers, (n) => hasValue(facet, n, counting)));
  }
  const { rows } = await tx.execute<{ value: number; count: number }>(sql.join(counts, sql` union all `));
  return { ...toCounts([]), [facet]: new Map(rows.map(({ value, count }) => [value, count])) };
}

/** Of each category with others below it, its number and theirs. */
function numbersWithin(nested: Choice["nested"]): ReadonlyMap<number, number[]> {
  const within = new Map<number, number[]>();
  for (const { number, above } of nested) {
    for (const upper of above) within.set(upper.number, [...(within.get(upper.number) ?? [upper.number]), number]);
  }
  return within;
}

async function countTotal(tx: Db, choice: Choice, counting: Counting): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`select ${countOf(isMetBut(undefined, choice), counting)}`);
  return rows[0]?.count ?? 0;
}

/** One more than `countedMax` says that there are more. */
function countOf(condition: SQL, counting: Counting): SQL {
  const selected = counting.isGrouped ? sql`select distinct ${entryId}` : sql`select`;
  return sql`(select count(*)::int from (
    ${selected} from ${productFacets} where ${condition} and ${isCounted(counting)} limit ${sql.raw(String(countedMax + 1))}) as counted) as count`;
}

/** Whether a row is one of those that are counted. */
function isCounted({ isReduced }: Counting): SQL {
  return isReduced ? sql`not ${productFacets.isAlike}` : sql`true`;
}

/** Rows with a value of a facet, as a condition that an index can answer. */
function hasValue(facet: "price" | "rating" | "inStock", value: number, counting: Counting): SQL {
  const { rating } = productFacets;
  if (facet === "inStock") return inStockOf(counting);
  if (facet === "price") return isInRange(priceBands().slice(value, value + 1));
  return sql`${rating} between ${value * 100} and ${value * 100 + 99}`;
}

/** The values of facets that always have the same ones, as far as they are shown. */
const fixedValues = {
  price: priceBands().map((_band, place) => place),
  rating: Array.from({ length: ratingMax }, (_, n) => n + 1),
  inStock: [1],
};

/** The values with the most products, and the chosen ones. Where a sample may lack some, all values, unless they are too many. */
async function readMost(
  tx: Db,
  facet: FacetName,
  { counts, choice }: { counts: ReadonlyMap<number, number>; choice: Choice },
): Promise<number[] | undefined> {
  if (facet !== "brand" && facet !== "category") return fixedValues[facet];
  if (counts.size <= facetValuesMax) {
    const table = facet === "brand" ? brands : categories;
    const rows = await tx
      .select({ number: table.number })
      .from(table)
      .limit(countedAtOnce + 1);
    return rows.length > countedAtOnce ? undefined : rows.map(({ number }) => number);
  }
  const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, facetValuesMax);
  const chosen = facet === "brand" ? choice.brandNumbers : choice.categoryNumbers;
  return [...most.map(([value]) => value), ...chosen];
}

function larger(sampled: FacetCounts, counted: FacetCounts): FacetCounts {
  for (const facet of facetNames) {
    for (const [value, count] of sampled[facet]) {
      counted[facet].set(value, Math.max(count, counted[facet].get(value) ?? 0));
    }
  }
  return { ...counted, total: Math.max(sampled.total, counted.total) };
}

type Reading = Counting & { source: SQL; open?: Open["unknown"]; matches?: FoundProductsOf | undefined };

/** Counts the open facets alone, because an index then often has all that is read. */
async function countRows(tx: Db, choice: Choice, reading: Reading): Promise<FacetCounts> {
  const counted = facetNames.filter((facet) => reading.open === undefined || reading.open.has(facet));
  const near = nearRows(choice, reading, counted);
  const { rows } = await tx.execute<CountRow>(
    reading.isGrouped ? countEntries(near, counted, choice) : countProducts(near, counted),
  );
  return toCounts(rows, reading.isGrouped ? undefined : choice);
}

type CountRow = { facet: number; missed: number | null; value: number; count: number };

/** The rows that meet the choice in all facets, or in all but one: with the place of that one, from 1. */
function nearRows({ conditions, attributes, collection }: Choice, reading: Reading, counted: FacetName[]): SQL {
  const { source, open, matches } = reading;
  const missed = [...conditions].map(([facet, condition]) => sql`when not (${condition}) then ${placeOf(facet)}`);
  const columns = counted.map((facet) => sql`${countedValue(facet, reading)} as ${sql.raw(columnOf(facet))}`);
  return sql`
    select ${sql.join(columns, sql`, `)}, ${entryId} as entry,
      ${missed.length === 0 ? sql`0` : sql`case ${sql.join(missed, sql` `)} else 0 end`} as missed
    from ${source} where ${isNear(conditions, open)} and ${allOf(attributes.values())}
      and ${isCounted(reading)} and ${collection?.isMember ?? sql`true`} and ${matches === undefined ? sql`true` : isMatch(matches)}`;
}

/**
 * Counts each group once for each of its values, and as facet 0 once in all. Most variants of a group are alike, so that
 * few rows are left to be told apart.
 */
function countEntries(near: SQL, counted: FacetName[], { nested }: Choice): SQL {
  const each = counted.map((facet) => sql`(${placeOf(facet)}, ${sql.raw(columnOf(facet))})`);
  const isNested = nested.length > 0 && counted.includes("category");
  if (isNested) each.push(...["above", "top"].map((column) => sql`(${placeOf("category")}, ${sql.raw(column)})`));
  return sql`
    select facet, null as missed, value, count(*)::int as count from (
      select distinct facet, value, entry
      from (select distinct * from (${near}) as near) as alike ${isNested ? categoriesAbove(nested) : sql``}
        cross join lateral (values (0, 0), ${sql.join(each, sql`, `)}) as one(facet, value)
      where missed in (0, facet) and value is not null
    ) as counted group by facet, value`;
}

/** Joins the numbers of the categories above. */
function categoriesAbove(nested: Choice["nested"]): SQL {
  const numbers = nested.map(({ number }) => number);
  const [above, top] = [-1, -2].map((place) => nested.map((each) => each.above.at(place)?.number ?? null));
  return sql`left join unnest(${sql.param(numbers)}::int[], ${sql.param(above)}::int[], ${sql.param(top)}::int[])
    as tree(number, above, top) on tree.number = alike.${sql.raw(columnOf("category"))}`;
}

/** Counts each product; in all are those that are in stock or not. */
function countProducts(near: SQL, counted: FacetName[]): SQL {
  const columns = sql.raw(counted.map(columnOf).join(", "));
  const sets = counted.map((facet) => `(missed, ${columnOf(facet)})`).join(", ");
  // PostgreSQL sets a bit for each column that a row is not grouped by.
  const places = counted.map((facet, n) => {
    const others = 2 ** counted.length - 1 - 2 ** (counted.length - 1 - n);
    return sql`when ${sql.raw(String(others))} then ${placeOf(facet)}`;
  });
  return sql`
    select facet, missed, value, count from (
      select missed, coalesce(${columns}) as value, count(*)::int as count,
        case grouping(${columns}) ${sql.join(places, sql` `)} end as facet
      from (${near}) as near
      group by grouping sets (${sql.raw(sets)})
    ) as grouped where missed in (0, facet)`;
}

const columnOf = (facet: FacetName) => `"${facet}"`;
const placeOf = (facet: FacetName) => sql.raw(String(facetNames.indexOf(facet) + 1));

/** The rows that meet all choices, or all but that of a facet whose other values are counted. */
function isNear(conditions: Choice["conditions"], open: Reading["open"]): SQL {
  const isMet = (facet: FacetName) => isMetBut(facet, { conditions, collection: undefined });
  if (open === undefined && conditions.size < 2) return sql`true`;
  const needed =
    open === undefined
      ? [...conditions.keys()].map((facet) => isMet(facet))
      : [...open].map(([facet, isOpen]) => sql`${isOpen} and ${isMet(facet)}`);
  const alternatives = needed.map((condition) => sql`(${condition})`);
  return sql`(${sql.join(alternatives, sql` or `)})`;
}

/** With a choice, the products of a category count for those above it. */
function toCounts(rows: readonly CountRow[], choice?: Choice): FacetCounts {
  const counts: FacetCounts = {
    brand: new Map(),
    category: new Map(),
    price: new Map(),
    rating: new Map(),
    inStock: new Map(),
    total: 0,
  };
  for (const { facet, missed, value, count } of rows) {
    if (facet === 0) counts.total = count;
    const name = facetNames[facet - 1];
    if (name === undefined) continue;
    counts[name].set(value, (counts[name].get(value) ?? 0) + count);
    if (name === "inStock" && missed === 0) counts.total += count;
  }
  const own = new Map(counts.category);
  for (const { number, above } of choice?.nested ?? []) {
    const count = own.get(number);
    if (count === undefined) continue;
    for (const upper of above) counts.category.set(upper.number, (counts.category.get(upper.number) ?? 0) + count);
  }
  return counts;
}
