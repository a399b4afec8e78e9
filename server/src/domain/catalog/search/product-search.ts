import type { ProductPage, ProductSummary, Suggestions } from "@shop/shared/catalog/catalog";
import type { CollectionRule } from "@shop/shared/catalog/collection";
import type { ProductQuery } from "@shop/shared/catalog/product-address";
import type { FoundProducts } from "@shop/shared/catalog/product-query";
import type { Db } from "../../../db/client.ts";
import { engineOf } from "../engine/of-database.ts";
import { wordsLookedFor } from "./answer-question.ts";
import { findWithEngine, searchWithEngine } from "./engine-search.ts";
import { type FirstProducts, findByRule, findFirst, findProducts } from "./find-products.ts";
import { countMembers, findBestMember } from "./members.ts";
import { type SearchedProducts, searchProducts } from "./search-products.ts";
import { suggestProducts } from "./suggest-products.ts";

export type { FirstProducts, SearchedProducts };

/** Everything that a search engine does for the shop. Another engine implements this and replaces `productSearch`. */
export type ProductSearch = {
  /** One page of the products on sale that a keyword finds or a question asks for, the best first, with their number. */
  searchProducts: (db: Db, input: SearchedProducts, pageSize: number) => Promise<ProductPage>;
  /** One page of the products on sale with a keyword and one of the chosen values of each facet, with all facets' counts. */
  findProducts: (db: Db, query: ProductQuery, pageSize: number) => Promise<FoundProducts>;
  /** The first page of the products on sale that meet the rule of a collection, with all facets' counts. */
  findByRule: (db: Db, rule: CollectionRule, pageSize: number) => Promise<FoundProducts>;
  /** The first products on sale of an order, of a published collection or of what is reduced, without any counts. */
  findFirst: (db: Db, wanted: FirstProducts, limit: number) => Promise<ProductSummary[]>;
  /** How many entries the published collection with a slug has, up to `countedMax`. */
  countMembers: (db: Db, slug: string) => Promise<number>;
  /** The best-rated product with an image in the published collection with a slug. */
  findBestMember: (db: Db, slug: string) => Promise<string | undefined>;
  /** The words of a question that say what is looked for, without what they say of price, size, color and the like. */
  wordsLookedFor: (db: Db, question: string) => Promise<string>;
  /** A few products, brands and categories for a keyword that is still being typed. */
  suggestProducts: (db: Db, keyword: string) => Promise<Suggestions>;
};

/** The search of the shop: PostgreSQL, before which a search engine is asked where the operator has one. */
export const productSearch: ProductSearch = {
  searchProducts: async (db, input, pageSize) => {
    const engine = engineOf(db);
    const found = engine === undefined ? undefined : await searchWithEngine(db, engine, { ...input, pageSize });
    return found ?? searchProducts(db, input, pageSize);
  },
  findProducts: async (db, query, pageSize) => {
    const engine = engineOf(db);
    const found = engine === undefined ? undefined : await findWithEngine(db, engine, query, pageSize);
    return found ?? findProducts(db, query, pageSize);
  },
  findByRule,
  findFirst,
  countMembers,
  findBestMember,
  wordsLookedFor,
  suggestProducts,
};
