import type { ProductSummary } from "@shop/shared/catalog/catalog";
import type { CollectionRule } from "@shop/shared/catalog/collection";
import {
  anyProduct,
  countedMax,
  facetValuesMax,
  type ProductQuery,
  type ProductSort,
  priceBands,
  ratingSteps,
} from "@shop/shared/catalog/product-address";
import type { Facets, FacetValue, FoundProducts } from "@shop/shared/catalog/product-query";
import { inArray, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { productFacets } from "../../../db/schema/product-facets.ts";
import { brands, categories } from "../../../db/schema/terms.ts";
import { lowered } from "../../../db/text.ts";
import { meetsRule, pickedEntries } from "../collection/in-collection.ts";
import { allOf, type FoundProductsOf, isMatch, isOneOf } from "../facet-conditions.ts";
import { findNear } from "../meaning/of-database.ts";
import { entryId, hasGroups, readEntries } from "../product-group/entries.ts";
import { readEntrySummaries, toPage } from "../summary.ts";
import { allChosen, type Choice, isReduced, readChoice } from "./choice.ts";
import { countAttributes } from "./count-attributes.ts";
import { countFacets, type FacetCounts } from "./count-facets.ts";
import { saidOfBought, type WordSearch, wordSearches } from "./find-by-words.ts";
import { countUpTo, findMatchesWith, type Matches } from "./find-matches.ts";
import { findFused, readNear } from "./fuse.ts";
import { inSearch } from "./in-search.ts";
import { readTypedWords } from "./read-words.ts";

/** The orders besides relevance. Each is that of an index, read forwards or backwards. */
const orders: Record<Exclude<ProductSort, "relevance">, SQL> = {
  newest: sql`created_at desc, product_id desc`,
  "price-up": sql`shown_cents, created_at desc, product_id desc`,
  "price-down": sql`shown_cents desc, created_at, product_id`,
  rating: sql`rating desc, num_reviews desc, created_at desc, product_id desc`,
  bestselling: sql`sold_units desc, created_at desc, product_id desc`,
};

/** The first products of what: in which order, and of which collection by its slug, or of what is on sale. */
export type FirstProducts = { sort: ProductSort; collection?: string; isOnSale?: boolean };

/** One page of the products with a keyword and one of the chosen values of each facet, and the counts of all values. */
export async function findProducts(db: Db, query: ProductQuery, pageSize: number): Promise<FoundProducts> {
  const near = query.keyword === "" ? [] : await findNear(db, query.keyword);
  return inSearch(db, async (tx) => findChosen(tx, query, await readChoice(tx, query), { pageSize, near }));
}

/** The first page of the products that meet a rule, as a collection would show them. */
export function findByRule(db: Db, rule: CollectionRule, pageSize: number): Promise<FoundProducts> {
  return inSearch(db, async (tx) => {
    const collection = { isMember: await meetsRule(tx, rule), pickedIn: undefined };
    return findChosen(tx, anyProduct, { ...(await readChoice(tx, anyProduct)), collection }, { pageSize, near: [] });
  });
}

/** The first products of an order, of a published collection or of what is on sale where that is asked for. */
export function findFirst(
  db: Db,
  { sort, collection = "", isOnSale = false }: FirstProducts,
  limit: number,
): Promise<ProductSummary[]> {
  const query = { ...anyProduct, sort, collection: isOnSale ? "" : collection, onSale: isOnSale };
  return inSearch(db, async (tx) => {
    const choice = await readChoice(tx, query);
    const isGrouped = await hasGroups(tx);
    await setPlanner(tx, { canReadAll: true, canLookUp: true });
    const total = await countChosen(tx, choice);
    const window = { offset: 0, limit };
    const ids = await findIdsOf(tx, { query, choice, search: undefined, isGrouped, total, window });
    return readFound(tx, ids, choice, undefined);
  });
}

/** One window of the chosen products in their order, without any counts but of all. */
export async function findWindow(
  tx: Db,
  query: ProductQuery,
  choice: Choice,
  window: { offset: number; limit: number },
): Promise<Matches> {
  const isGrouped = await hasGroups(tx);
  await setPlanner(tx, { canReadAll: true, canLookUp: true });
  const counts = await countFacets(tx, choice, undefined);
  const total = Math.min(counts.total, countedMax);
  if (window.offset >= total) return { total, ids: [] };
  const limit = Math.min(window.limit, total - window.offset);
  return {
    total,
    ids: await findIdsOf(tx, { query, choice, search: undefined, isGrouped, total, window: { ...window, limit } }),
  };
}

/** How many products are chosen, up to `countedMax`. */
async function countChosen(tx: Db, choice: Choice): Promise<number> {
  const chosen = allChosen(choice);
  if (chosen.length === 0) return countedMax;
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from (select from ${productFacets} where ${allOf(chosen)} limit ${countedMax}) counted`);
  return rows[0]?.count ?? 0;
}

async function findChosen(
  tx: Db,
  query: ProductQuery,
  choice: Choice,
  { pageSize, near }: { pageSize: number; near: readonly string[] },
): Promise<FoundProducts> {
  const search = query.keyword === "" ? undefined : await readSearch(tx, query.keyword, near);
  if (search === null)
    return toFound(
      { ...(await toFacets(tx, query, noCounts, [])), attributes: [] },
      toPage([], query.pageNumber, 0, pageSize),
    );
  const isGrouped = await hasGroups(tx);
  await setPlanner(tx, { canReadAll: true, canLookUp: search?.isCommon !== true });
  const matches = search && foundOf(search);
  const counts = await countFacets(tx, choice, matches);
  const total = Math.min(counts.total, countedMax);
  const window = { offset: (query.pageNumber - 1) * pageSize, limit: pageSize };
  const ids = window.offset >= total ? [] : await findIdsOf(tx, { query, choice, search, isGrouped, total, window });
  const page = toPage(await readFound(tx, ids, choice, search), query.pageNumber, total, pageSize);
  const facets = await toFacets(tx, query, counts, choice.nested);
  await setPlanner(tx, { canReadAll: true, canLookUp: search?.isCommon !== true });
  const attributes = await countAttributes(tx, { query, choice, matches, counts, isGrouped });
  const onSale = await countReduced(tx, { choice, matches, isGrouped });
  return {
    ...toFound({ ...facets, attributes, onSale }, page, counts.total > countedMax),
    ...search?.said,
    ...saidOfBought(search?.first ?? [], ids),
  };
}

/** How many of the chosen products are on sale. */
async function countReduced(
  tx: Db,
  { choice, matches, isGrouped }: { choice: Choice; matches: FoundProductsOf | undefined; isGrouped: boolean },
): Promise<Omit<FacetValue, "value">> {
  const found = matches === undefined ? sql`true` : isMatch(matches);
  const isCounted = allOf([...allChosen(choice), await isReduced(tx), found]);
  // Few products are on sale, so that they are found first and then looked up.
  await setPlanner(tx, { canReadAll: false, canLookUp: true });
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select ${isGrouped ? sql`distinct ${entryId}` : sql``} from ${productFacets} where ${isCounted} limit ${countedMax + 1}
    ) as counted`);
  const { value: _, ...count } = toValue("", rows[0]?.count ?? 0);
  return count;
}

/** From so many matches on, reading all rows of `product_facets` takes less time than looking each of them up. */
const commonFrom = 20_000;

type Search = WordSearch & {
  isCommon: boolean;
  /** Products that are near in meaning. */
  near: readonly string[];
  /** All that is found besides the words, with the variants of each group. */
  besides: readonly string[];
};

const foundOf = ({ ranks, besides }: Search): FoundProductsOf => ({ condition: ranks.at(-1), ids: besides });

/** Nothing if no product has any of the words. */
async function readSearch(tx: Db, keyword: string, near: readonly string[]): Promise<Search | null> {
  const nearIds = (await readNear(tx, near, { unit: "entry" })).map(({ id }) => id);
  for await (const search of wordSearches(tx, keyword, await readTypedWords(tx, keyword))) {
    const matches = await countUpTo(tx, search.ranks, commonFrom);
    if (matches + search.first.length === 0) continue;
    return { ...search, isCommon: matches === commonFrom, near, besides: [...search.first, ...nearIds] };
  }
  const said = { foundBy: "meaning" } as const;
  return nearIds.length === 0 ? null : { ranks: [], first: [], said, isCommon: false, near, besides: nearIds };
}

type Finding = {
  query: ProductQuery;
  choice: Choice;
  search: Search | undefined;
  /** Whether any product has a group. */
  isGrouped: boolean;
  total: number;
  window: { offset: number; limit: number };
};

async function findIdsOf(tx: Db, { query, choice, search, isGrouped, total, window }: Finding): Promise<string[]> {
  const chosen = allChosen(choice);
  if (search !== undefined && query.sort === "relevance") {
    await setPlanner(tx, { canReadAll: false, canLookUp: true });
    const further = sql`product_id in (select product_id from ${productFacets} where ${allOf(chosen)})`;
    const finding = { further: chosen.length === 0 ? sql`true` : further, first: search.first };
    const { ranks, near } = search;
    return findMatchesWith(tx, ranks, window, {
      ...finding,
      first: near.length === 0 ? search.first : await findFused(tx, ranks, near, finding),
      isMany: total === countedMax,
    });
  }
  const isPicked = query.sort === "relevance" && choice.collection?.pickedIn !== undefined;
  const sort = query.sort === "relevance" ? "newest" : query.sort;
  const source = sourceOf({
    choice,
    search,
    isGrouped,
    total,
    isByPrice: sort === "price-up" || sort === "price-down",
  });
  const { rows } = await tx.execute<{ id: string }>(sql`
    select product_id as id from ${source} as chosen order by ${isPicked ? sql`position, ` : sql``}${orders[sort]} limit ${window.limit} offset ${window.offset}`);
  return rows.map(({ id }) => id);
}

type Sorting = Pick<Finding, "choice" | "search" | "isGrouped" | "total"> & { isByPrice: boolean };

/** The found products to sort: one of each group, the cheapest where prices are compared, else rather one in stock. */
function sourceOf({ choice, search, isGrouped, total, isByPrice }: Sorting): SQL {
  const found = search === undefined ? sql`true` : isMatch(foundOf(search));
  const isChosen = allOf([...allChosen(choice), found]);
  const isFirst = isGrouped && isAny(choice, search);
  const shownCents = isFirst ? sql`coalesce(from_cents, price_cents)` : sql`price_cents`;
  const picked = pickedOf(choice);
  const chosen = sql`select product_id, created_at, num_reviews, sold_units, rating, group_id, place, is_in_stock,
    ${picked.columns}, ${shownCents} as shown_cents from ${productFacets} ${picked.join}
    where ${isChosen}${isFirst ? sql` and place = 0` : sql``}`;
  // Few products would be found late by reading all in their order, so that these are found first and then sorted.
  const isFew = total < countedMax || choice.collection?.pickedIn !== undefined;
  if (!isGrouped || isFirst) return isFew ? sql`(${chosen} offset 0)` : sql`(${chosen})`;
  if (isFew || search !== undefined || choice.attributes.size > 0) {
    const best = isByPrice ? sql`shown_cents, ` : sql``;
    return sql`(
      select distinct on (${entryId}) * from (${chosen}) each
      order by ${entryId}, ${best}is_picked desc, is_in_stock desc, place
    )`;
  }
  // Many: in their order until the page is full, each unless a better one of its group is chosen as well.
  const { groupId, priceCents, isInStock, place } = productFacets;
  const [own, other] = isByPrice ? [sql`each.shown_cents, `, sql`${priceCents}, `] : [sql``, sql``];
  return sql`(
    select * from (${chosen}) each where group_id is null or not exists (
      select from ${productFacets} where ${groupId} = each.group_id and ${isChosen}
        and (${other}not ${isInStock}, ${place}) < (${own}not each.is_in_stock, each.place)
    ))`;
}

/** The places of what was chosen by hand, and whether a product was, rather than another one of its group. */
function pickedOf({ collection }: Choice): { columns: SQL; join: SQL } {
  if (collection?.pickedIn === undefined) return { columns: sql`0 as position, false as is_picked`, join: sql`` };
  return {
    columns: sql`picked.position, product_id = any(picked.picked_ids) as is_picked`,
    join: sql`join ${pickedEntries(collection.pickedIn)} as picked on picked.entry = ${entryId}`,
  };
}

/** Whether every product is found, so that the first one of each group stands for it. */
function isAny(choice: Choice, search: Search | undefined): boolean {
  return search === undefined && allChosen(choice).length === 0;
}

/** What stands for the found products. Where any is found, the one to show may be another one of its group. */
function readFound(tx: Db, ids: readonly string[], choice: Choice, search: Search | undefined) {
  return isAny(choice, search) ? readEntries(tx, ids) : readEntrySummaries(tx, ids);
}

/** How PostgreSQL may read tables in the next statements: all of their rows, and row by row for each row of another one. */
async function setPlanner(
  tx: Db,
  { canReadAll, canLookUp }: { canReadAll: boolean; canLookUp: boolean },
): Promise<void> {
  const onOff = (is: boolean) => (is ? "on" : "off");
  await tx.execute(sql`select set_config('enable_seqscan', ${onOff(canReadAll)}, true),
    set_config('enable_nestloop', ${onOff(canLookUp)}, true), set_config('work_mem', '32MB', true)`);
}

/** One page with the counts of all facets. */
export function toFound(facets: Facets, page: ReturnType<typeof toPage>, hasMore = false): FoundProducts {
  return { ...page, total: page.total ?? 0, hasMore, facets };
}

const noCounts: FacetCounts = {
  brand: new Map(),
  category: new Map(),
  price: new Map(),
  rating: new Map(),
  inStock: new Map(),
  total: 0,
};

/** The counts of facets by the names of their values. */
export async function toFacets(
  tx: Db,
  query: ProductQuery,
  counts: FacetCounts,
  nested: Choice["nested"],
): Promise<Omit<Facets, "attributes">> {
  const parents = new Map(nested.map(({ number, above }) => [number, above.at(-1)?.name]));
  // Each step has what the higher ones have.
  const atLeast = (step: number) =>
    [...counts.rating].reduce((sum, [rating, count]) => sum + (rating >= step ? count : 0), 0);
  const steps = ratingSteps.map((step) => toValue(String(step), atLeast(step)));
  const { value: _, ...inStock } = toValue("", counts.inStock.get(1) ?? 0);
  return {
    brand: (await toTerms(tx, brands, counts.brand, query.brand)).map(({ number: _, ...value }) => value),
    category: (await toTerms(tx, categories, counts.category, query.category)).map(({ number, ...value }) => {
      const parent = parents.get(number);
      return { ...value, ...(parent === undefined ? {} : { parent }) };
    }),
    price: withChosen(
      priceBands().map((band, n) => toValue(band, counts.price.get(n) ?? 0)),
      query.price.filter((text) => priceBands().some((band) => band === text)),
    ),
    rating: withChosen(steps, query.rating === 0 ? [] : [String(query.rating)]),
    inStock,
  };
}

/** A count as it is told: exact up to `countedMax`. */
export function toValue(value: string, count: number): FacetValue {
  return { value, count: Math.min(count, countedMax), hasMore: count > countedMax };
}

/** The values that have products, or are chosen. */
function withChosen(values: FacetValue[], chosen: readonly string[]): FacetValue[] {
  return values.filter(({ value, count }) => count > 0 || chosen.includes(value));
}

/** The brands or categories with the most products, and the chosen ones. */
async function toTerms(
  tx: Db,
  table: typeof brands | typeof categories,
  counts: ReadonlyMap<number, number>,
  chosen: string[],
): Promise<(FacetValue & { number: number })[]> {
  const numbers = [...counts].sort((a, b) => b[1] - a[1]).slice(0, facetValuesMax);
  const rows = await tx
    .select({ number: table.number, name: table.name })
    .from(table)
    .where(
      or(
        isOneOf(
          table.number,
          numbers.map(([number]) => number),
        ),
        inArray(table.name, chosen),
      ),
    )
    .orderBy(lowered(table.name));
  return rows
    .map(({ number, name }) => ({ number, name, count: counts.get(number) ?? 0 }))
    .sort((a, b) => b.count - a.count)
    .map(({ number, name, count }) => ({ number, ...toValue(name, count) }));
}
