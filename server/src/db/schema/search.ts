import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, time, tsvector, version } from "./columns.ts";
import { products } from "./products.ts";

/**
 * What a search reads of each visible product. Maintained by triggers. A table of its own, so that selling a product
 * rewrites none of it.
 */
export const productSearch = pgTable(
  "product_search",
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    isSoldOut: boolean().notNull(),
    createdAt: time().notNull(),
    /** As in `product_facets`. */
    groupId: uuid(),
    place: smallint().notNull().default(0),
    /** Stems of all words; those of name, category and brand again with a letter before them (`search_document`). */
    lexemes: tsvector().notNull(),
  },
  (table) => [index("product_search_lexemes").using("gin", table.lexemes)],
);

/** Groups of words of which each finds the products of all, and words that these find besides. */
export const searchSynonyms = pgTable(
  "search_synonyms",
  {
    id: id(),
    /** They mean the same: each finds what any of them finds. */
    words: text().array().notNull(),
    /** What the words find besides, and that does not find them: green finds emerald. */
    finds: text().array().notNull().default([]),
    /** The words as searches look them up. Maintained by a trigger. */
    keys: text().array().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    version: version(),
  },
  (table) => [
    check("search_synonyms_have_words", sql`cardinality(${table.words}) > 0`),
    index("search_synonyms_keys").using("gin", table.keys),
  ],
);

/** Search words that lead to a page of the shop instead of to products. */
export const searchRedirects = pgTable(
  "search_redirects",
  {
    id: id(),
    /** As it was typed. */
    phrase: text().notNull(),
    /** The phrase as searches compare it: its words without case, accents and signs. */
    key: text().notNull(),
    path: text().notNull(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    version: version(),
  },
  (table) => [
    uniqueIndex("search_redirects_key").on(table.key),
    check("search_redirects_have_words", sql`${table.key} <> ''`),
    check("search_redirects_stay_in_the_shop", sql`${table.path} ~ '^/([^/\\\\]|$)'`),
  ],
);

/**
 * The words of products and synonyms, with their stems, for telling misspelt words. Triggers add them; a job deletes those
 * that none has any more.
 */
export const searchVocabulary = pgTable(
  "search_vocabulary",
  {
    word: text().primaryKey(),
    lexeme: text().notNull(),
    /** Since when a job has found it nowhere. A trigger takes that back when a product brings the word again. */
    unusedSince: time(),
  },
  (table) => [
    index("search_vocabulary_likeness").using("gin", sql`${table.word} gin_trgm_ops`),
    // Completes incomplete words.
    index("search_vocabulary_beginning").on(table.word.op("text_pattern_ops")),
    index("search_vocabulary_lexeme").on(table.lexeme),
  ],
);

/** Searches that found nothing, without a word of who searched. Bounded: see `empty-searches.ts`. */
export const emptySearches = pgTable(
  "empty_searches",
  {
    /** In lower case, without accents and signs. */
    keyword: text().primaryKey(),
    count: integer().notNull(),
    lastAt: time().notNull(),
  },
  (table) => [
    index("empty_searches_last").on(table.lastAt),
    check("empty_searches_are_short", sql`length(${table.keyword}) <= 60`),
  ],
);

/** Searches that found products, without a word of who searched. Bounded: see `popular-searches.ts`. */
export const popularSearches = pgTable(
  "popular_searches",
  {
    /** In lower case, without accents and signs. */
    keyword: text().primaryKey(),
    count: integer().notNull(),
    /** When it was counted last. */
    lastAt: time().notNull(),
  },
  (table) => [
    index("popular_searches_last").on(table.lastAt),
    // Those that are shown, in their order.
    index("popular_searches_shown").on(table.count.desc().nullsFirst(), table.keyword).where(sql`count >= 5`),
    check("popular_searches_are_short", sql`length(${table.keyword}) <= 60`),
  ],
);

/** How often each facet was chosen first, without a word of who chose it. Bounded: see `facet-choices.ts`. */
export const facetChoices = pgTable(
  "facet_choices",
  {
    /** The name of the list's category; empty for the whole shop. */
    category: text().notNull(),
    /** `price`, or `attribute:Material`. */
    facet: text().notNull(),
    count: integer().notNull(),
    /** When it was counted last. */
    lastAt: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.category, table.facet] }), index("facet_choices_last").on(table.lastAt)],
);

/** Products that were bought after a search, without a word of who bought. Bounded: see `search-purchases.ts`. */
export const searchPurchases = pgTable(
  "search_purchases",
  {
    /** In lower case, without accents and signs. */
    keyword: text().notNull(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    count: integer().notNull(),
    /** When it was counted last. */
    lastAt: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.keyword, table.productId] }),
    index("search_purchases_last").on(table.lastAt),
    check("search_purchases_are_short", sql`length(${table.keyword}) <= 60`),
  ],
);

/** What the texts of products mean, as a model has it. Only in shops with such a service: see `catalog/meaning`. */
export const productVectors = pgTable(
  "product_vectors",
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    model: text().notNull(),
    /** Of the text that it was computed from. */
    textHash: text().notNull(),
    /** Of length 1. */
    vector: real().array().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [index("product_vectors_updated").on(table.updatedAt)],
);

/** Unused since `search_vocabulary`, and not written any more. Earlier releases correct misspelt keywords with it. */
export const searchWords = pgTable("search_words", { word: text().primaryKey() }, (table) => [
  index("search_words_likeness").using("gin", sql`${table.word} gin_trgm_ops`),
  index("search_words_beginning").on(table.word.op("text_pattern_ops")),
]);

/** How far a search engine outside of PostgreSQL has the products, in a single row; none in shops without one. */
export const searchEngine = pgTable(
  "search_engine",
  {
    isOnly: boolean().primaryKey().default(true),
    /** The engine and the form of documents that the rest is about. */
    target: text().notNull(),
    documentsVersion: integer().notNull(),
    /** The index that searches read; null until the first one has all products, and while it lacks changes for good. */
    indexName: text(),
    /** An index that is being filled, and the last entry that it has. */
    fillingName: text(),
    filledUntil: uuid(),
    /** What the last reading of changes saw, when that was, and when that server of PostgreSQL was started. */
    snapshot: text(),
    readAt: time(),
    startedAt: text(),
    /** When the index had all changes. */
    fedAt: time(),
    /** The instance that works on it, and until when the others leave it alone. */
    holder: uuid(),
    heldUntil: time(),
  },
  (table) => [check("search_engine_has_one_row", sql`${table.isOnly}`)],
);
