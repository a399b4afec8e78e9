import { join } from "node:path";
import pg from "pg";
import { openDistantDatabase } from "./distant-database.ts";
import type { Filled } from "./fill.ts";
import { startBare, startShop } from "./servers.ts";
import { measureUncached } from "./uncached.ts";

/** How much later the database answers each time, in milliseconds. */
const waitMs = 3;

type Fault = { name: string; waitMs?: number; plant?: string; undo?: string };

/** Whether a word is a stop word, worked out with so many needless rows. */
const stopWords = (rows: number) => `
  create or replace function search_is_stop_word(word text) returns boolean language sql immutable parallel safe as $$
    select ${rows === 0 ? "" : `(select count(word) from generate_series(1, ${rows})) > 0 and `}ts_lexize('pg_catalog.english_stem', word) = '{}'
  $$`;

/** Faults that somebody can build in without noticing, as far as the database can show them. */
const faults: Fault[] = [
  { name: "nothing" },
  { name: `${waitMs} ms more for each answer of the database`, waitMs },
  { name: "a function of the search that reads needless rows", plant: stopWords(30_000), undo: stopWords(0) },
  { name: "the index of the search is not there", plant: "drop index product_search_lexemes" },
];

type Place = {
  databaseUrl: string;
  postgresFolder: string;
  folder: string;
  filled: Filled;
  part: number;
  requests: number;
};

/**
 * Measures what was never asked with faults that are planted in the database, and without any. Returns the misses: faults
 * that no floor refuses, and floors that refuse a shop without faults.
 */
export async function measurePlanted({ databaseUrl, postgresFolder, folder, ...measured }: Place): Promise<string[]> {
  const misses: string[] = [];
  for (const [n, { name, waitMs = 0, plant, undo }] of faults.entries()) {
    if (plant !== undefined) await run(databaseUrl, plant);
    const distant = waitMs === 0 ? undefined : await openDistantDatabase(databaseUrl, waitMs);
    const bare = await startBare(databaseUrl);
    const shop = await startShop(distant?.url ?? databaseUrl, join(folder, `planted-${n}`), { ROLE: "web" });
    console.log(`\nPlanted: ${name}`);
    const refused = await measureUncached(databaseUrl, { bare, shop, postgresFolder }, measured);
    for (const floor of refused) console.log(`  refused: ${floor}`);
    if (n === 0) misses.push(...refused);
    else if (refused.length === 0) misses.push(`no floor refuses ${name}`);
    await Promise.all([bare.stop(), shop.stop()]);
    await distant?.stop();
    if (undo !== undefined) await run(databaseUrl, undo);
  }
  return misses;
}

async function run(databaseUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}
