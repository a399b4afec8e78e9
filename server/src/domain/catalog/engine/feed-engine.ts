import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../db/client.ts";
import { productChanges } from "../../../db/schema/catalog-changes.ts";
import { productFacets } from "../../../db/schema/product-facets.ts";
import { foundField, type SearchEngineClient, type WrittenDocument } from "../../../infra/search-engine.ts";
import { readChangesSince } from "../change-feed.ts";
import {
  documentsVersion,
  type EngineDocument,
  engineIndex,
  readDocuments,
  readEntriesAfter,
  readEntriesOf,
} from "./documents.ts";
import { type EngineState, type Held, holdState } from "./state.ts";

/** The work of one round, in milliseconds; a later one goes on. */
const roundMs = 20_000;
/** Entries that are read and written at once. */
const batchSize = 200;
/** A change waits for no more than that while an index is filled, in milliseconds. */
const feedEveryMs = 1_000;
const readTimeoutMs = 10_000;
const noEntry = "00000000-0000-0000-0000-000000000000";

/** What a round has done: documents that were written or deleted for changes, entries of a new index, and whether it is in use. */
export type Fed = { changed: number; filled: number; isSwapped: boolean };

/** What an engine's row in the database is about. Holds no password. */
export function targetOf({ settings: { url, alias } }: SearchEngineClient): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/$/, "")}/${alias}`;
}

/**
 * Gives an engine what has changed since the last round, or all products where changes may be lost: these into a new index,
 * which takes the place of the other one once it is full. On one instance at a time; nothing if another one does it.
 */
export async function feedEngine(
  db: Db,
  client: SearchEngineClient,
  isStopping: () => boolean = () => false,
): Promise<Fed | undefined> {
  const held = await holdState(db, targetOf(client), documentsVersion);
  if (held === undefined) return undefined;
  try {
    return await new Feeding(db, client, held).run(isStopping);
  } finally {
    await held.release();
  }
}

/**
 * Compares an engine's numbers of products with PostgreSQL's, and has a new index filled where they differ, beside which the
 * present one stays in use. Returns how many differ; nothing if another instance works on it.
 */
export async function checkEngine(db: Db, client: SearchEngineClient): Promise<number | undefined> {
  const held = await holdState(db, targetOf(client), documentsVersion);
  if (held === undefined) return undefined;
  try {
    return held.state.indexName === null ? 0 : await new Feeding(db, client, held).countDrift();
  } finally {
    await held.release();
  }
}

/** In how many numbers of products the engine that searches ask differs from PostgreSQL now. Writes nothing. */
export async function readEngineDrift(db: Db, client: SearchEngineClient): Promise<number> {
  const found = countsSchema.parse(await client.search(countsBody, readTimeoutMs));
  return differences(found, await readCounts(db));
}

async function createIndex(client: SearchEngineClient): Promise<string> {
  const name = `${client.settings.alias}-${randomUUID().replaceAll("-", "")}`;
  await client.createIndex(name, engineIndex);
  return name;
}

class Feeding {
  readonly #db: Db;
  readonly #client: SearchEngineClient;
  readonly #held: Held;
  readonly #fed: Fed = { changed: 0, filled: 0, isSwapped: false };

  constructor(db: Db, client: SearchEngineClient, held: Held) {
    this.#db = db;
    this.#client = client;
    this.#held = held;
  }

  get #state(): EngineState {
    return this.#held.state;
  }

  async run(isStopping: () => boolean): Promise<Fed> {
    const until = performance.now() + roundMs;
    const isOther = this.#state.target !== targetOf(this.#client) || this.#state.documentsVersion !== documentsVersion;
    if (isOther || !(await this.#isThere())) await this.#beginAnew();
    await this.#feed();
    let fedAt = performance.now();
    while (this.#state.fillingName !== null && !isStopping() && performance.now() < until) {
      const began = performance.now();
      const isFull = await this.#fill(this.#state.fillingName);
      if (isFull || performance.now() - fedAt > feedEveryMs) {
        await this.#feed();
        fedAt = performance.now();
      }
      if (isFull && this.#state.fillingName !== null) await this.#swap(this.#state.fillingName);
      // The database is left alone as long as it has worked.
      else await delay(performance.now() - began);
    }
    return this.#fed;
  }

  /** Whether the indexes that the state names exist, and one is named. Somebody may have deleted them. */
  async #isThere(): Promise<boolean> {
    const { indexName, fillingName } = this.#state;
    if (indexName === null && fillingName === null) return false;
    if (indexName !== null && !(await this.#client.readAliased()).includes(indexName)) return false;
    return fillingName === null || (await this.#client.readIndexes()).includes(fillingName);
  }

  /** Fills a new index from the beginning. What searches have so far lacks changes that are not known any more. */
  async #beginAnew(): Promise<void> {
    const { fillingName } = this.#state;
    if (fillingName !== null) await this.#client.deleteIndex(fillingName);
    const { snapshot, startedAt, readAt } = await readChangesSince(this.#db);
    const name = await createIndex(this.#client);
    await this.#held.save({
      target: targetOf(this.#client),
      documentsVersion,
      indexName: null,
      fillingName: name,
      filledUntil: null,
      snapshot,
      startedAt,
      readAt,
      fedAt: null,
    });
  }

  /** Gives all indexes what has changed. */
  async #feed(): Promise<void> {
    const { snapshot, startedAt, readAt } = this.#state;
    if (snapshot === null || readAt === null) return this.#beginAnew();
    const found = await readChangesSince(this.#db, { snapshot, readAt });
    if (found.startedAt !== startedAt || found.isLost) return this.#beginAnew();
    for (let from = 0; from < found.productIds.length; from += batchSize)
      await this.#write(found.productIds.slice(from, from + batchSize));
    const fedAt = this.#state.indexName === null ? null : found.readAt;
    await this.#held.save({ snapshot: found.snapshot, readAt: found.readAt, fedAt });
  }

  async #write(productIds: readonly string[]): Promise<void> {
    const { indexName, fillingName } = this.#state;
    const present = await readEntriesOf(this.#db, productIds);
    for (const index of [indexName, fillingName]) {
      if (index === null) continue;
      const known = await this.#readKnown(index, productIds, present);
      const entries = [...new Set([...present, ...known.keys()])];
      const documents = new Map((await readDocuments(this.#db, entries)).map((each) => [each.entry, each]));
      const written = entries.flatMap((entry) => toWritten(entry, documents.get(entry), known.get(entry)));
      await this.#client.write(index, written);
      if (index !== indexName || written.length === 0) continue;
      this.#fed.changed += written.length;
      await this.#announce(productIds);
    }
  }

  /** Answers that were computed while the engine lacked the change are computed anew. */
  async #announce(productIds: readonly string[]): Promise<void> {
    const [first] = productIds;
    if (first !== undefined) await this.#db.insert(productChanges).values({ productId: first, affectsRanking: true });
  }

  /** The entries that an index has of some products, with the digests of their documents. */
  async #readKnown(
    index: string,
    productIds: readonly string[],
    entries: readonly string[],
  ): Promise<Map<string, string>> {
    const isOf = {
      bool: { should: [{ terms: { products: productIds } }, { terms: { entry: entries } }], minimum_should_match: 1 },
    };
    const body = { size: 2 * batchSize, _source: ["hash"], query: isOf, sort: [{ entry: "asc" }] };
    const { [foundField]: found } = knownSchema.parse(await this.#client.search(body, readTimeoutMs, index));
    return new Map(found[foundField].map(({ _id, _source }) => [_id, _source.hash]));
  }

  /** Gives a new index some entries more. Returns whether it has all of them. */
  async #fill(index: string): Promise<boolean> {
    const entries = await readEntriesAfter(this.#db, this.#state.filledUntil ?? noEntry, batchSize);
    const documents = await readDocuments(this.#db, entries);
    await this.#client.write(
      index,
      documents.map((document) => ({ id: document.entry, content: document })),
    );
    this.#fed.filled += documents.length;
    const last = entries.at(-1);
    if (last !== undefined) await this.#held.save({ filledUntil: last });
    return entries.length < batchSize;
  }

  /** Has searches read a full index, and deletes the others. */
  async #swap(index: string): Promise<void> {
    await this.#client.moveAlias(index, await this.#client.readAliased());
    await this.#held.save({ indexName: index, fillingName: null, filledUntil: null, fedAt: this.#state.readAt });
    this.#fed.isSwapped = true;
    for (const name of await this.#client.readIndexes()) if (name !== index) await this.#client.deleteIndex(name);
    await this.#announce(await readEntriesAfter(this.#db, noEntry, 1));
  }

  /**
   * How many numbers of products the engine has otherwise than PostgreSQL: of all, of those in stock, of each brand and each
   * category. What changes meanwhile is given to it first.
   */
  async countDrift(): Promise<number> {
    let drift = 0;
    for (let attempt = 0; attempt < driftAttempts; attempt += 1) {
      await this.#feed();
      if (this.#state.indexName === null) return 0;
      drift = differences(
        countsSchema.parse(await this.#client.search(countsBody, readTimeoutMs, this.#state.indexName)),
        await readCounts(this.#db),
      );
      if (drift === 0) return 0;
    }
    if (this.#state.fillingName === null)
      await this.#held.save({ fillingName: await createIndex(this.#client), filledUntil: null });
    return drift;
  }
}

/** So often are numbers compared that differ, because products change between two readings. */
const driftAttempts = 3;
const termsMax = 10_000;

const countsBody = {
  size: 0,
  track_total_hits: true,
  aggs: {
    variants: {
      nested: { path: "variants" },
      aggs: {
        inStock: { filter: { term: { "variants.soldOut": 0 } } },
        brand: { terms: { field: "variants.brand", size: termsMax } },
        category: { terms: { field: "variants.category", size: termsMax } },
      },
    },
  },
};

const countSchema = z.object({ doc_count: z.int() });
const termsSchema = z.object({ buckets: z.array(z.object({ key: z.int(), doc_count: z.int() })) });
const countsSchema = z.object({
  [foundField]: z.object({ total: z.object({ value: z.int() }) }),
  aggregations: z.object({
    variants: z.object({ doc_count: z.int(), inStock: countSchema, brand: termsSchema, category: termsSchema }),
  }),
});

/** The same numbers by their names. */
async function readCounts(db: Db): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ name: string; count: number }>(sql`
    select name, count(*)::int as count from (
      select unnest(array['products', 'brand ' || brand_number, 'category ' || category_number,
        case when is_in_stock then 'inStock' end]) as name from ${productFacets}
    ) as named where name is not null group by name
    union all
    select 'entries', count(distinct coalesce(group_id, product_id))::int from ${productFacets}`);
  return new Map(rows.map(({ name, count }) => [name, count]));
}

function differences(
  { [foundField]: found, aggregations }: z.output<typeof countsSchema>,
  stored: ReadonlyMap<string, number>,
): number {
  const { variants } = aggregations;
  const counts = new Map([
    ["entries", found.total.value],
    ["products", variants.doc_count],
    ["inStock", variants.inStock.doc_count],
    ...variants.brand.buckets.map(({ key, doc_count: count }): [string, number] => [`brand ${key}`, count]),
    ...variants.category.buckets.map(({ key, doc_count: count }): [string, number] => [`category ${key}`, count]),
  ]);
  const names = new Set([...counts.keys(), ...stored.keys()]);
  return [...names].filter((name) => (counts.get(name) ?? 0) !== (stored.get(name) ?? 0)).length;
}

const knownSchema = z.object({
  [foundField]: z.object({
    [foundField]: z.array(z.object({ _id: z.string(), _source: z.object({ hash: z.string() }) })),
  }),
});

/** What is to be written of an entry: nothing where the index has it as it is. */
function toWritten(entry: string, document: EngineDocument | undefined, known: string | undefined): WrittenDocument[] {
  if (document === undefined) return known === undefined ? [] : [{ id: entry, content: undefined }];
  return document.hash === known ? [] : [{ id: entry, content: document }];
}
