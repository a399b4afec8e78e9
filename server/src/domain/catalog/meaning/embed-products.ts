import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { catalogVersion, productChanges } from "../../../db/schema/catalog-changes.ts";
import { productAttributes, products } from "../../../db/schema/products.ts";
import { productSearch, productVectors } from "../../../db/schema/search.ts";
import { brands, categories } from "../../../db/schema/terms.ts";
import { type Embed, EmbeddingError } from "../../../infra/embeddings.ts";
import { runWhenDue } from "../../base/job-runs.ts";

const job = "product vectors";
/** How often an instance looks for texts that have changed, in milliseconds. */
const everyMs = 30_000;
/** The work of one run, and of one question to the service. */
const runMs = 120_000;
const askTimeoutMs = 30_000;
/** Numbers in memory, four bytes each, and the products that they are of: the newest. */
const numbersMax = 8_000_000;
const productsMax = 20_000;
/** Products that are compared at once, and those that are sent at once. */
const comparedMax = 200;
const sentMax = 32;
const descriptionMax = 1_500;
/** So many batches in a row without an answer end a run. */
const faultsMax = 3;
const deletedMax = 1_000;

export type EmbeddingDeps = { embed: Embed; model: string };

/** What became of a run. `isDone`: no changed text is left. `refused`: products whose texts the service does not take. */
export type Embedded = { embedded: number; refused: number; isDone: boolean };

/** The version of the catalog whose texts all have vectors, by database. */
const doneAt = new WeakMap<Db, string>();

/** Gives vectors to products whose texts have changed, if some may have: on one instance at a time. */
export async function embedWhenDue(
  db: Db,
  deps: EmbeddingDeps,
  isStopping: () => boolean,
): Promise<Embedded | undefined> {
  const version = await readVersion(db);
  if (doneAt.get(db) === version) return undefined;
  const run = await runWhenDue(db, { job, everyMs, isStopping }, () => embedProducts(db, deps, isStopping));
  if (run?.isDone === true) doneAt.set(db, version);
  return run;
}

/**
 * Gives a vector to each entry of lists whose text has changed since, the newest entries up to a limit, and deletes those of
 * what is not on sale any more. Each batch is stored by itself, so that a later run goes on. Rejects with an EmbeddingError
 * if the service fails again and again.
 */
export async function embedProducts(
  db: Db,
  { embed, model }: EmbeddingDeps,
  isStopping: () => boolean = () => false,
): Promise<Embedded> {
  const until = performance.now() + runMs;
  const [probe] = await embed(["product"], askTimeoutMs);
  const dimensions = probe?.length ?? 0;
  if (dimensions === 0) throw new EmbeddingError("no vector");
  const ids = await readEntryIds(db, Math.min(productsMax, Math.floor(numbersMax / dimensions)));
  await deleteOthers(db, ids);
  const done: Embedded = { embedded: 0, refused: 0, isDone: false };
  let faults = 0;
  let hasFailed = false;
  for (let from = 0; from < ids.length; from += comparedMax) {
    const changed = await readChanged(db, ids.slice(from, from + comparedMax), { model, dimensions });
    for (let sent = 0; sent < changed.length; sent += sentMax) {
      if (isStopping() || performance.now() > until) return done;
      const batch = changed.slice(sent, sent + sentMax);
      try {
        const stored = await embedBatch(db, batch, { embed, model });
        done.embedded += stored;
        done.refused += batch.length - stored;
        faults = 0;
      } catch (error) {
        if (!(error instanceof EmbeddingError)) throw error;
        hasFailed = true;
        faults += 1;
        if (faults >= faultsMax) throw error;
      }
    }
  }
  return { ...done, isDone: !hasFailed };
}

async function readVersion(db: Db): Promise<string> {
  const [row] = await db.select({ version: catalogVersion.version }).from(catalogVersion);
  return row?.version ?? "";
}

/** One product for each entry of lists, the newest. */
async function readEntryIds(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select product_id as id from ${productSearch} where place = 0 order by created_at desc, product_id desc limit ${limit}`);
  return rows.map(({ id }) => id);
}

async function deleteOthers(db: Db, ids: readonly string[]): Promise<void> {
  for (;;) {
    const { rowCount } = await db.execute(sql`
      delete from ${productVectors} where product_id in (
        select v.product_id from ${productVectors} v left join unnest(${sql.param(ids)}::uuid[]) as kept(id) on kept.id = v.product_id
        where kept.id is null limit ${deletedMax})`);
    if ((rowCount ?? 0) < deletedMax) return;
  }
}

type Text = { id: string; text: string; hash: string };

/** The texts of products that have no vector of them: name, brand, category, facts and how the description begins. */
async function readChanged(
  db: Db,
  ids: readonly string[],
  { model, dimensions }: { model: string; dimensions: number },
): Promise<Text[]> {
  const { rows } = await db.execute<Text>(sql`
    select id, text, hash from (
      select p.id, t.text, md5(t.text) as hash from ${products} p
        left join ${brands} b on b.id = p.brand_id left join ${categories} c on c.id = p.category_id
        cross join lateral (select concat_ws(E'\n', p.name, b.name, c.name, (
          select string_agg(a.name || ': ' || a.label, E'\n' order by a.position) from ${productAttributes} a
          where a.product_id = p.id
        ), nullif(left(p.description, ${descriptionMax}), '')) as text) t
      where p.id = any(${sql.param(ids)}::uuid[])
    ) as texts
    where not exists (
      select from ${productVectors} v where v.product_id = texts.id and v.text_hash = texts.hash and v.model = ${model}
        and cardinality(v.vector) = ${dimensions}
    ) order by id`);
  return rows;
}

/** Stores the vectors of a batch; returns of how many. Where the service refuses a text, the others are sent one by one. */
async function embedBatch(db: Db, batch: readonly Text[], deps: EmbeddingDeps): Promise<number> {
  try {
    const texts = batch.map(({ text }) => text);
    await store(db, batch, { model: deps.model, vectors: await deps.embed(texts, askTimeoutMs) });
    return batch.length;
  } catch (error) {
    if (!(error instanceof EmbeddingError) || !error.isRefusal) throw error;
    if (batch.length === 1) return 0;
  }
  let stored = 0;
  for (const each of batch) stored += await embedBatch(db, [each], deps);
  return stored;
}

async function store(
  db: Db,
  batch: readonly Text[],
  { model, vectors }: { model: string; vectors: readonly Float32Array[] },
): Promise<void> {
  const rows = batch.map(({ id, hash }, place) => ({ id, hash, vector: Array.from(vectors[place] ?? []) }));
  await db.execute(sql`
    with written as (
      insert into ${productVectors} (product_id, model, text_hash, vector, updated_at)
      select id, ${model}, hash, vector, clock_timestamp()
      from json_to_recordset(${JSON.stringify(rows)}::json) as row(id uuid, hash text, vector real[]) order by id
      on conflict (product_id) do update set model = excluded.model, text_hash = excluded.text_hash,
        vector = excluded.vector, updated_at = excluded.updated_at
      returning product_id
    )
    insert into ${productChanges} (product_id, affects_ranking) select product_id, true from written order by product_id limit 1`);
}
