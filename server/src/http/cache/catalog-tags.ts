import type { ProductQuery } from "@shop/shared/catalog/product-address";
import type { TermKind } from "@shop/shared/catalog/term-page";
import { hasOwnBlocks, type ShownBlock } from "@shop/shared/page/home-layout";
import { type CatalogChanges, type OrderKind, orderKinds } from "../../domain/catalog/change-feed.ts";
import { chosenFacetOf } from "../../domain/catalog/facet-choices.ts";
import { productsOn } from "../../domain/home/shown-blocks.ts";

/**
 * What an answer of the catalog depends on, besides single products by their ids: which products lists and searches
 * have, with the names of brands and categories; and what orders them or is counted by facets.
 */
export const membershipTag = "membership";
/** Precedes what an order of products, or a count of facets, depends on. */
const orderPrefix = "order by ";
const orderTags = (...kinds: readonly OrderKind[]) => kinds.map((kind) => orderPrefix + kind);
/** Of an answer in which every order, or all that facets count, has a part. */
export const allOrderTags = orderTags(...orderKinds);
/** Precedes the keyword in a tag of an answer without any product, or without one that has a word of it. */
const emptySearchPrefix = "nothing found for ";
/** Precedes the keyword in a tag of a first page of products that have all of its words. */
const foundSearchPrefix = "found for ";
/** Precedes the facet by which a list with products was narrowed. */
const chosenFacetPrefix = "narrowed by ";

type WithId = { _id: string };
const idsOf = (products: readonly WithId[]) => products.map(({ _id }) => _id);

type Entry = WithId & { variants?: unknown };
/** Which variant stands for a group, and from which price on it is sold, changes with prices and stock of all of them. */
const entryTagsOf = (products: readonly Entry[]) => [
  ...idsOf(products),
  ...(products.some(({ variants }) => variants !== undefined) ? allOrderTags : []),
];

type FoundPage = {
  products: readonly Entry[];
  page?: number;
  total?: number;
  redirect?: string;
  foundWords?: readonly string[];
  foundBy?: string;
  /** What was read of a question: filters and an order of any kind. */
  read?: unknown;
};

/** The tags of each public query's answer, by procedure path. */
export const tagsOf = {
  /** A search has what is sold out last, and says so when it finds nothing. */
  "catalog.list": ({ products, page, total, redirect, foundWords, foundBy, read }: FoundPage, keyword: string) => [
    membershipTag,
    ...(keyword === "" ? [] : read === undefined ? orderTags("stock") : allOrderTags),
    ...(keyword !== "" && (total === 0 || foundBy === "meaning") && redirect === undefined
      ? [emptySearchPrefix + keyword]
      : []),
    ...(keyword !== "" && page === 1 && products.length > 0 && foundWords === undefined && foundBy === undefined
      ? [foundSearchPrefix + keyword]
      : []),
    ...entryTagsOf(products),
  ],
  /** Prices, ratings and stock of any product change what facets count. */
  "catalog.find": ({ products }: { products: readonly WithId[] }, query: ProductQuery) => {
    const facet = products.length === 0 ? undefined : chosenFacetOf(query);
    return [
      membershipTag,
      ...allOrderTags,
      ...(facet === undefined ? [] : [chosenFacetPrefix + facet]),
      ...idsOf(products),
    ];
  },
  "catalog.suggest": ({ products }: { products: readonly WithId[] }) => [
    membershipTag,
    ...orderTags("stock"),
    ...idsOf(products),
  ],
  /** The best rated, with a variant in stock for each group. */
  "catalog.featured": (products: readonly Entry[]) => [
    membershipTag,
    ...orderTags("rating", "stock"),
    ...entryTagsOf(products),
  ],
  /** Rows of products and reviews change with ranking: what is new, loved or reduced. */
  "catalog.home": (blocks: readonly ShownBlock[]) => [
    membershipTag,
    ...(hasOwnBlocks(blocks) ? allOrderTags : []),
    ...entryTagsOf(productsOn(blocks)),
  ],
  "catalog.byIds": (products: readonly Entry[]) => [membershipTag, ...entryTagsOf(products)],
  /** With the product's own id, under which changes of its recommendations are recorded. */
  "catalog.recommended": (products: readonly Entry[], productId: string) => [productId, ...entryTagsOf(products)],
  /** Brands and categories: their numbers of products; a collection can be chosen by price. */
  "catalog.term": (kind: TermKind) => [membershipTag, ...(kind === "collection" ? orderTags("price") : [])],
  "catalog.menu": () => [membershipTag],
  /** A change of one of the shop's own pages drops every answer, because all pages link to them. */
  "info.page": () => [membershipTag],
  /** A published article drops every answer, because all pages link to the journal. */
  "journal.list": () => [membershipTag],
  "journal.article": () => [membershipTag],
  "catalog.entrances": (entrances: readonly { imageOf: string | null }[]) => [
    membershipTag,
    ...entrances.flatMap(({ imageOf }) => imageOf ?? []),
  ],
  "catalog.product": ({ _id, group }: WithId & { group?: { variants: readonly WithId[] } }) => [
    _id,
    ...idsOf(group?.variants ?? []),
  ],
  /** A slug changes with the name of its product. */
  "catalog.productOfSlug": ({ _id }: WithId) => [_id],
  "catalog.brands": () => [membershipTag],
  "catalog.categories": () => [membershipTag],
};

/** The tags of the reviews of a product. */
export const reviewTags = (productId: string) => [productId];

/** The tags of the questions about a product. */
export const questionTags = (productId: string) => [productId];

/** The keywords for which an answer with these tags has nothing. */
export const emptySearchesOf = (tags: readonly string[]) => restOf(tags, emptySearchPrefix);

/** The keywords whose products an answer with these tags has. */
export const foundSearchesOf = (tags: readonly string[]) => restOf(tags, foundSearchPrefix);

/** The facets by which an answer with these tags was narrowed. */
export const chosenFacetsOf = (tags: readonly string[]) => restOf(tags, chosenFacetPrefix);

function restOf(tags: readonly string[], prefix: string): string[] {
  return tags.flatMap((tag) => (tag.startsWith(prefix) ? tag.slice(prefix.length) : []));
}

/** The tags of what changed: `certain`, and `ordered` that only an order or a count depends on. */
export function tagsOfChanges({ productIds, orders, hasMembership }: CatalogChanges): {
  certain: string[];
  ordered: string[];
} {
  return { certain: [...productIds, ...(hasMembership ? [membershipTag] : [])], ordered: orderTags(...orders) };
}
