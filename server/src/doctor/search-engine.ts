import type { Db } from "../db/client.ts";
import { readEngineDrift } from "../domain/catalog/engine/feed-engine.ts";
import { openSearchEngine, SearchEngineError, type SearchEngineSettings } from "../infra/search-engine.ts";
import { error, type Finding, ok, warning } from "./finding.ts";

const timeoutMs = 10_000;

/**
 * What a question to the engine has shown: its version, how long it took in milliseconds, and in how many numbers of products
 * it differs from PostgreSQL, where it has any; or why there was no answer.
 */
export type TriedEngine = { version: string; ms: number; drift: number | undefined } | { problem: string };

/** Asks an engine for its version and its numbers. */
export async function tryEngine(db: Db, settings: SearchEngineSettings): Promise<TriedEngine> {
  const client = openSearchEngine(settings);
  try {
    const version = await client.readVersion(timeoutMs);
    const began = performance.now();
    const drift = await readEngineDrift(db, client).catch((failure: unknown) => {
      if (failure instanceof SearchEngineError && failure.status === 404) return undefined;
      throw failure;
    });
    return { version, ms: Math.round(performance.now() - began), drift };
  } catch (failure) {
    if (failure instanceof SearchEngineError) return { problem: failure.message };
    throw failure;
  }
}

/** Whether searches can ask their engine. Nothing to say of a shop without one. */
export function checkSearchEngine(
  settings: SearchEngineSettings | undefined,
  tried: TriedEngine | undefined,
): Finding[] {
  if (settings === undefined || tried === undefined) return [];
  const about = "search engine";
  const { host } = new URL(settings.url);
  if ("problem" in tried)
    return [
      error(
        about,
        `${host} does not answer: ${tried.problem}. PostgreSQL answers searches; correct SEARCH_ENGINE_URL.`,
      ),
    ];
  const { version, ms, drift } = tried;
  if (drift === undefined)
    return [warning(about, `${host} has no products yet. An instance with ROLE=both or worker gives it all of them.`)];
  if (drift > 0) {
    const text = `${host} differs from PostgreSQL in ${drift} numbers of products. Run the doctor again: if they stay, the daily comparison fills the engine anew.`;
    return [warning(about, text)];
  }
  return [ok(about, `${host} has OpenSearch ${version} and all products, and counted them in ${ms} ms.`)];
}
