import {
  attributeProductsMax,
  type ProductQuery,
  type ProductSort,
  parseAttributeChoice,
  parsePriceRange,
  priceBands,
} from "@shop/shared/catalog/product-address";
import { ratingMax } from "@shop/shared/shop";
import type { Choice, FacetName } from "./choice.ts";
import { type Condition, every, not, some, toCondition } from "./engine-conditions.ts";

/** What an engine is asked for: products with words, chosen by facets, in an order. */
export type EngineQuestion = {
  query: ProductQuery;
  choice: Pick<Choice, "brandNumbers" | "categoryNumbers" | "nested">;
  /** The ranks of the words, the best first, of which each implies the next; none without words. */
  ranks: readonly string[];
  window: { offset: number; limit: number };
  /** Whether the facets are counted. */
  isCounted: boolean;
};

/** More products than that are not counted beside facets. */
const engineCountedMax = attributeProductsMax + 1;
/** Brands and categories that are counted, and values of attributes: those that most products have. */
const valuesMax = 10_000;
const attributeValuesMax = 5_000;

/** What is chosen, by facet, as conditions for the products of an entry. Attributes have their names. */
export type EngineChoice = {
  facets: ReadonlyMap<FacetName | "onSale", Condition>;
  attributes: ReadonlyMap<string, Condition>;
};

export function toEngineChoice({ query, choice }: Pick<EngineQuestion, "query" | "choice">): EngineChoice {
  const facets = new Map<FacetName | "onSale", Condition>();
  if (query.brand.length > 0) facets.set("brand", { terms: { "variants.brand": choice.brandNumbers } });
  if (query.category.length > 0) facets.set("category", { terms: { "variants.category": choice.categoryNumbers } });
  if (query.price.length > 0) facets.set("price", some(query.price.flatMap(toPriceCondition)));
  if (query.rating > 0) facets.set("rating", { range: { "variants.rating": { gte: query.rating * 100 } } });
  if (query.inStock) facets.set("inStock", isInStock);
  if (query.onSale) facets.set("onSale", isReduced);
  return { facets, attributes: toAttributeConditions(query.attribute) };
}

const isInStock: Condition = { term: { "variants.soldOut": 0 } };
const isReduced: Condition = { term: { "variants.reduced": 1 } };

function toPriceCondition(text: string): Condition[] {
  const range = parsePriceRange(text);
  if (range === undefined) return [];
  const { minCents, maxCents } = range;
  return [{ range: { "variants.price": { gte: minCents, ...(maxCents === undefined ? {} : { lte: maxCents }) } } }];
}

function toAttributeConditions(choices: readonly string[]): Map<string, Condition> {
  const chosen = new Map<string, string[]>();
  for (const text of choices) {
    const name = parseAttributeChoice(text)?.name;
    if (name !== undefined) chosen.set(name, [...(chosen.get(name) ?? []), text]);
  }
  return new Map([...chosen].map(([name, texts]) => [name, { terms: { "variants.attributes": texts } }]));
}

/** The body of a search for a question. */
export function toEngineBody(question: EngineQuestion): object {
  const { ranks, window, query, isCounted } = question;
  const words = ranks.slice(-1).map(toCondition);
  const { facets, attributes } = toEngineChoice(question);
  const chosen = [...words, ...facets.values(), ...attributes.values()];
  // Without words and choice an entry is shown by another of its products than the one that meets anything.
  const found = every(chosen);
  const scored = { bool: { filter: [found], should: ranks.length === 0 ? [] : scores(ranks) } };
  return {
    from: window.offset,
    size: window.limit,
    track_total_hits: isCounted ? engineCountedMax : true,
    _source: ["products"],
    query: {
      bool: {
        // What is counted must have the words, and need not meet the choice.
        filter: words.length === 0 ? [every([])] : words.map(nested),
        should: [
          { nested: { path: "variants", score_mode: "max", query: scored, inner_hits: shown(query.sort, ranks) } },
        ],
      },
    },
    post_filter: nested(found),
    sort: sortBy(query.sort, ranks, found),
    ...(isCounted
      ? { aggs: { variants: { nested: { path: "variants" }, aggs: counts(question, every(words)) } } }
      : {}),
  };
}

const nested = (query: Condition): Condition => ({ nested: { path: "variants", query } });

/** Each rank that holds counts two, so that the best rank has most, and what can be bought one more. */
function scores(ranks: readonly string[]): Condition[] {
  const held = ranks.map((rank) => ({ constant_score: { filter: toCondition(rank), boost: 2 } }));
  return [...held, { constant_score: { filter: isInStock, boost: 1 } }];
}

const isByPrice = (sort: ProductSort) => sort === "price-up" || sort === "price-down";
const isByRank = (sort: ProductSort, ranks: readonly string[]) => sort === "relevance" && ranks.length > 0;

/** Which product stands for an entry: the best match or the cheapest, rather one that can be bought. */
function shown(sort: ProductSort, ranks: readonly string[]): object {
  const first = isByRank(sort, ranks) ? [{ _score: "desc" }] : isByPrice(sort) ? [{ "variants.price": "asc" }] : [];
  return { size: 1, _source: false, sort: [...first, { "variants.soldOut": "asc" }, { "variants.place": "asc" }] };
}

function sortBy(sort: ProductSort, ranks: readonly string[], found: Condition): object[] {
  const by = (field: string, order: "asc" | "desc", mode: "min" | "max") => ({
    [`variants.${field}`]: { order, mode, nested: { path: "variants", filter: found } },
  });
  const newest = [by("createdAt", "desc", "max"), { entry: "desc" }];
  if (isByRank(sort, ranks)) return [{ _score: "desc" }, ...newest];
  if (sort === "price-up") return [by("price", "asc", "min"), ...newest];
  if (sort === "price-down") return [by("price", "desc", "min"), by("createdAt", "asc", "max"), { entry: "asc" }];
  if (sort === "rating") return [by("rating", "desc", "max"), by("reviews", "desc", "max"), ...newest];
  return newest;
}

const entries = { entries: { reverse_nested: {} } };
const termsOf = (field: string, size = valuesMax) => ({ terms: { field: `variants.${field}`, size }, aggs: entries });
const attributeValues = {
  values: termsOf("attributes", attributeValuesMax),
  options: { terms: { field: "variants.options", size: attributeValuesMax } },
};
const rangesOf = (field: string, ranges: readonly object[]) => ({
  range: { field: `variants.${field}`, ranges },
  aggs: entries,
});

/**
 * The counts of all facets: of the products with the words that meet the choice in all other facets, each entry once for each
 * of its values.
 */
function counts(question: EngineQuestion, words: Condition): object {
  const choice = toEngineChoice(question);
  const without = (facet: FacetName) => {
    const others = [...choice.facets].flatMap(([name, condition]) => (name === facet ? [] : [condition]));
    return every([words, ...others, ...choice.attributes.values()]);
  };
  const facet = (name: FacetName, values: object) => ({ filter: without(name), aggs: { values } });
  const all = every([words, ...choice.facets.values(), ...choice.attributes.values()]);
  return {
    found: { filter: words },
    brand: facet("brand", termsOf("brand")),
    category: facet("category", termsOf("category")),
    ...Object.fromEntries(
      uppersOf(question.choice).map(({ number, within }) => [
        `within_${number}`,
        { filter: every([without("category"), { terms: { "variants.category": within } }]), aggs: entries },
      ]),
    ),
    price: facet("price", rangesOf("price", priceRanges())),
    rating: facet("rating", rangesOf("rating", ratingRanges())),
    inStock: { filter: every([without("inStock"), isInStock]), aggs: entries },
    onSale: { filter: every([all, isReduced]), aggs: entries },
    chosen: { filter: all, aggs: attributeValues },
    ...Object.fromEntries(
      [...choice.attributes].map(([name, condition], place) => {
        const others = [...choice.attributes].flatMap(([other, each]) => (other === name ? [] : [each]));
        const missed = every([words, ...choice.facets.values(), ...others, not(condition)]);
        return [`missed_${place}`, { filter: missed, aggs: attributeValues }];
      }),
    ),
  };
}

/** The categories above others, each with all within it. */
export function uppersOf({ nested: below }: Pick<Choice, "nested">): { number: number; within: number[] }[] {
  const within = new Map<number, Set<number>>();
  for (const { number, above } of below) {
    for (const upper of above) {
      const numbers = within.get(upper.number) ?? new Set([upper.number]);
      within.set(upper.number, numbers.add(number));
    }
  }
  return [...within].map(([number, numbers]) => ({ number, within: [...numbers] }));
}

/** A range for each price band, which ends where the next one begins. */
function priceRanges(): object[] {
  const starts = priceBands().map((band) => parsePriceRange(band)?.minCents ?? 0);
  return starts.map((from, place) => {
    const to = starts[place + 1];
    return { key: String(place), ...(place === 0 ? {} : { from }), ...(to === undefined ? {} : { to }) };
  });
}

function ratingRanges(): object[] {
  return Array.from({ length: ratingMax + 1 }, (_, stars) => ({
    key: String(stars),
    from: stars * 100,
    to: stars * 100 + 100,
  }));
}
