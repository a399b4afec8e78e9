import { shopCurrency } from "../currency.ts";
import { formatMoney, fromWire, toWire, wireText } from "../money.ts";
import { toPageNumber } from "../page/page-number.ts";
import { searchWordsOf } from "./search-words.ts";

/** What products are looked for, and how the address of a list says it. Without zod, because screens load this. */

export const productSorts = ["relevance", "newest", "price-up", "price-down", "rating", "bestselling"] as const;
export type ProductSort = (typeof productSorts)[number];

/** Which products to find: those with one of the chosen values of each facet. An empty list stands for any value. */
export type ProductQuery = {
  keyword: string;
  /** Names. */
  brand: string[];
  category: string[];
  /** The slug of a collection; empty for any product. */
  collection: string;
  /** Ranges in the form of `priceBands`. */
  price: string[];
  /** Values of attributes, each as `attributeChoice` writes it. Of one attribute any value, of several all. */
  attribute: string[];
  /** The lowest mean rating; 0 for any. */
  rating: number;
  inStock: boolean;
  /** Whether only what is reduced is found. */
  onSale: boolean;
  /** Relevance is that for the keyword; without one, the newest come first. */
  sort: ProductSort;
  pageNumber: number;
};

/** Finds every product. */
export const anyProduct: ProductQuery = {
  keyword: "",
  brand: [],
  category: [],
  collection: "",
  price: [],
  attribute: [],
  rating: 0,
  inStock: false,
  onSale: false,
  sort: "relevance",
  pageNumber: 1,
};

/** Where the price ranges begin that a list offers, in dollars, and in other currencies times so much that is usual there. */
const bandStarts = [0, 25, 50, 100, 200, 500];
const scales: Readonly<Record<string, number>> = {
  CZK: 10,
  DKK: 10,
  HKD: 10,
  MXN: 10,
  NOK: 10,
  PHP: 10,
  SEK: 10,
  THB: 10,
  TWD: 10,
  ZAR: 10,
  HUF: 100,
  INR: 100,
  JPY: 100,
  KRW: 1_000,
};

/** The price ranges that a list offers, both ends included: `0-24.99`. */
export function priceBands(): string[] {
  const scale = scales[shopCurrency()] ?? 1;
  return bandStarts.map((start, place) => {
    const next = bandStarts[place + 1];
    return `${start * scale}-${next === undefined ? "" : wireText(next * scale - toWire(1))}`;
  });
}
/** The lowest ratings that a list offers. */
export const ratingSteps = [4, 3, 2, 1] as const;
/** The most values of a facet that can be chosen, and that are listed. */
export const facetValuesMax = 50;
/** Attributes are counted for up to so many products, because others than the narrowed lists have too mixed ones. */
export const attributeProductsMax = 5_000;
/** The most attributes that a list offers. */
export const attributesShownMax = 12;
/** The most values of attributes that can be chosen at once. */
export const attributeChoicesMax = 20;
/** Numbers up to this are exact; a greater one is told as "1,000+". */
export const countedMax = 1_000;

/** A price range in cents, both ends included. */
export type PriceRange = { minCents: number; maxCents: number | undefined };

/** Parses `25-49.99`, `25-` or `-49.99`; `undefined` for anything else. */
export function parsePriceRange(text: string): PriceRange | undefined {
  const parts = /^(\d{1,9}(?:\.\d{1,3})?)?-(\d{1,9}(?:\.\d{1,3})?)?$/.exec(text);
  if (parts === null || text === "-") return undefined;
  const minCents = fromWire(Number(parts[1] ?? 0));
  const maxCents = parts[2] === undefined ? undefined : fromWire(Number(parts[2]));
  if (minCents === null || maxCents === null || (maxCents !== undefined && maxCents < minCents)) return undefined;
  return { minCents, maxCents };
}

/** A price range in words: `$25.00 to $49.99`. */
export function priceRangeLabel(text: string): string {
  const range = parsePriceRange(text);
  if (range === undefined) return text;
  const { minCents, maxCents } = range;
  const [min, max] = [formatMoney(toWire(minCents)), formatMoney(toWire(maxCents ?? 0))];
  if (maxCents === undefined) return `${min} and more`;
  return minCents === 0 ? `Up to ${max}` : `${min} to ${max}`;
}

/** The choice of an attribute's value: `Color:Green`. */
export function attributeChoice(name: string, value: string): string {
  return `${name}:${value}`;
}

/** The attribute and the value of a choice; `undefined` for anything else. Names have no colon. */
export function parseAttributeChoice(text: string): { name: string; value: string } | undefined {
  const colon = text.indexOf(":");
  if (colon < 1 || colon === text.length - 1) return undefined;
  return { name: text.slice(0, colon), value: text.slice(colon + 1) };
}

/** `120`, or `1,000+` where there are more than are counted. */
export function countLabel({ count, hasMore }: { count: number; hasMore: boolean }): string {
  return `${count.toLocaleString("en-US")}${hasMore ? "+" : ""}`;
}

/** The parameters of an address, as `URLSearchParams` gives them. */
type Params = { get: (name: string) => string | null; getAll: (name: string) => string[] };

/** What an address asks for. What makes no sense in it is left out. */
export function readProductQuery(params: Params): ProductQuery {
  const typed = `${params.get("minPrice")?.trim() ?? ""}-${params.get("maxPrice")?.trim() ?? ""}`;
  const rating = Number(params.get("rating"));
  const several = (name: string) =>
    [...new Set(params.getAll(name).filter((value) => value.trim() !== ""))].slice(0, facetValuesMax);
  return {
    keyword: searchWordsOf(params.get("keyword") ?? ""),
    brand: several("brand"),
    category: several("category"),
    collection: params.get("collection")?.trim() ?? "",
    price: [...new Set([...several("price"), typed])].filter((text) => parsePriceRange(text) !== undefined),
    attribute: several("attribute")
      .filter((text) => parseAttributeChoice(text) !== undefined)
      .slice(0, attributeChoicesMax),
    rating: ratingSteps.find((step) => step === rating) ?? 0,
    inStock: params.get("inStock") === "true",
    onSale: params.get("onSale") === "true",
    sort: productSorts.find((sort) => sort === params.get("sort")) ?? "relevance",
    pageNumber: toPageNumber(params.get("pageNumber")),
  };
}

/** What a list looks for as the query of its address, with its `?`; empty for every product. */
export function productQueryText(query: Partial<ProductQuery>): string {
  const { keyword = "", brand = [], category = [], collection = "", price = [], attribute = [] } = query;
  const { rating = 0, inStock = false, onSale = false, sort = "relevance", pageNumber = 1 } = query;
  const params = [
    ...(keyword === "" ? [] : [`keyword=${encode(keyword)}`]),
    ...brand.map((name) => `brand=${encode(name)}`),
    ...category.map((name) => `category=${encode(name)}`),
    ...(collection === "" ? [] : [`collection=${encode(collection)}`]),
    ...attribute.map((text) => `attribute=${encode(text)}`),
    ...price.map((range) => `price=${range}`),
    ...(rating === 0 ? [] : [`rating=${rating}`]),
    ...(inStock ? ["inStock=true"] : []),
    ...(onSale ? ["onSale=true"] : []),
    ...(sort === "relevance" ? [] : [`sort=${sort}`]),
    ...(pageNumber === 1 ? [] : [`pageNumber=${pageNumber}`]),
  ];
  return params.length === 0 ? "" : `?${params.join("&")}`;
}

/** Text as a part of a query, as forms send it. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("%20", "+");
}
