import { rm } from "node:fs/promises";
import { join } from "node:path";
import { migrateDb } from "@shop/server/db/migrate";
import { startEmbeddedPostgres } from "@shop/server/infra/embedded-postgres";
import autocannon from "autocannon";
import { project } from "../../scripts/project.ts";
import { type Filled, fill } from "./fill.ts";
import { startShop } from "./servers.ts";

/** The limits of the 95th percentile, of what was asked before and of what never was; in milliseconds. */
const knownBudgetMs = 50;
const newBudgetMs = 350;
/**
 * The maximum ratio of a request's time in the large shop to that in the small one, for requests
 * that must not grow with the catalog.
 */
const growthMax = 2;
const smallRows = 10_000;
const connections = 20;
const warmUpSeconds = 1;
const roundSeconds = 4;
const pageSize = 12;

/** A request of the storefront: the paths that are requested in turn. */
type StorefrontRequest = {
  paths: string[];
  /** Whether its time is limited by `growthMax`. */
  isLevel?: boolean;
  /** Whether no path is requested twice, so that no answer comes from a cache. */
  isNew?: boolean;
};

/** Times in milliseconds. */
type Timing = { p50: number; p95: number; perSecond: number };

function list(pageNumber: number): string {
  return `/api/products?pageNumber=${pageNumber}`;
}

function search(keyword: string, pageNumber = 1): string {
  return `/api/products?${new URLSearchParams({ keyword, pageNumber: String(pageNumber) })}`;
}

function suggestions(keyword: string): string {
  return `/trpc/catalog.suggest?${new URLSearchParams({ input: JSON.stringify({ keyword }) })}`;
}

function storefrontRequestsOf(
  { keyword, commonKeyword, words }: Filled,
  rows: number,
): Record<string, StorefrontRequest> {
  const pages = Math.ceil(rows / pageSize);
  const middle = Math.min(1_000, Math.ceil(pages / 2));
  const typed = words.slice(0, 100).map((word) => suggestions(word.slice(0, 4)));
  return {
    "list, page 1": { paths: [list(1)], isLevel: true },
    [`list, page ${middle}`]: { paths: [list(middle)] },
    "list, last page": { paths: [list(pages)] },
    "search, rare": { paths: [search(keyword)], isLevel: true },
    "search, common": { paths: [search(commonKeyword)] },
    "search, common, page 100": { paths: [search(commonKeyword, Math.min(100, Math.ceil(pages / 10)))] },
    "search, one letter": { paths: [search("x")] },
    "search, absent": { paths: [search("xylqvwz")] },
    "search, misspelt": { paths: [search("hedphones")] },
    "search, misspelt, rare": { paths: [search("maryghold")] },
    "search, 100 words": { paths: words.slice(200, 300).map((word) => search(word)) },
    "suggestions, rare": { paths: [suggestions(keyword)] },
    "suggestions, common": { paths: [suggestions(commonKeyword)] },
    "suggestions, one letter": { paths: [suggestions("x")] },
    "suggestions, misspelt": { paths: [suggestions("hedphones")] },
    "suggestions, absent": { paths: [suggestions("xylqvwz")] },
    "suggestions, 100 words": { paths: typed },
    // Every request has another word of the catalog, or another pair of words.
    "search, uncached": { paths: pairs(words).map((pair) => search(pair)), isNew: true },
  };
}

/** Pairs of words, each used at most once. */
function pairs(words: string[]): string[] {
  return words.slice(1_000).concat(words.slice(1).map((word, n) => `${word} ${words[n]}`));
}

/**
 * Measures storefront requests of the shop and of one with ten thousand products, and prints both.
 * Returns the misses, one sentence each.
 */
export async function measureScale(
  shop: string,
  filled: Filled,
  { rows, entries, folder }: { rows: number; entries: number; folder: string },
): Promise<string[]> {
  const small = await timesOfSmall(join(folder, "small"));
  console.log(
    `\nRequests of the storefront over ${connections} connections; of ${smallRows} products, then of ${rows}; in ms`,
  );
  printRow(["", "p50", "p95", "req/s", "p50", "p95", "req/s", "ratio", "budget"]);
  const misses: string[] = [];
  for (const [place, [name, request]] of Object.entries(storefrontRequestsOf(filled, entries)).entries()) {
    const timing = await timesOf(shop, request);
    const before = small[place];
    const ratio = timing.p50 / Math.max(before?.p50 ?? Number.NaN, Number.MIN_VALUE);
    const budgetMs = request.isNew ? newBudgetMs : knownBudgetMs;
    const budget = `${budgetMs}${request.isLevel ? `, ${growthMax}x` : ""}`;
    printRow([name, ...cells(before), ...cells(timing), ratio.toFixed(2), budget]);
    if (timing.p95 > budgetMs)
      misses.push(`${name}: ${timing.p95.toFixed(0)} ms of ${rows} products, budget ${budgetMs} ms`);
    if (request.isLevel && ratio > growthMax)
      misses.push(`${name}: ${ratio.toFixed(1)} times as long, limit ${growthMax}`);
  }
  return misses;
}

/** The same requests to a temporary small shop. */
async function timesOfSmall(folder: string): Promise<Timing[]> {
  const postgres = await startEmbeddedPostgres({ folder: join(folder, "postgres"), log: () => undefined });
  try {
    await migrateDb(postgres.url, join(project, "drizzle"));
    const filled = await fill(postgres.url, smallRows);
    const shop = await startShop(postgres.url, join(folder, "data"));
    try {
      const timings: Timing[] = [];
      for (const request of Object.values(storefrontRequestsOf(filled, smallRows))) {
        timings.push(await timesOf(shop.origin, request));
      }
      return timings;
    } finally {
      await shop.stop();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function timesOf(shop: string, { paths, isNew }: StorefrontRequest): Promise<Timing> {
  const next = limited(paths);
  if (!isNew) {
    // Warm caches: cache misses are measured separately.
    for (const path of paths) await (await fetch(shop + path)).arrayBuffer();
    await load(shop, next, warmUpSeconds);
  }
  return load(shop, next, roundSeconds);
}

function load(shop: string, nextPath: () => string, duration: number): Promise<Timing> {
  return new Promise((done, fail) => {
    const times: number[] = [];
    const setupRequest = (request: autocannon.Request) => ({ ...request, path: nextPath() });
    const run = autocannon({ url: shop, connections, duration, requests: [{ setupRequest }] }, (error, result) => {
      if (error) return fail(error);
      if (result.errors + result.timeouts + result.non2xx > 0)
        return fail(new Error(`${nextPath()} failed under load`));
      const sorted = times.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
      done({ p50: at(0.5), p95: at(0.95), perSecond: result.requests.total / result.duration });
    });
    run.on("response", (_client, _status, _bytes, time) => times.push(time));
  });
}

function limited(paths: string[]): () => string {
  let next = 0;
  return () => {
    const path = paths[next % paths.length] ?? "";
    next += 1;
    return path;
  };
}

function cells(timing: Timing | undefined): string[] {
  if (timing === undefined) return ["", "", ""];
  return [timing.p50.toFixed(1), timing.p95.toFixed(1), timing.perSecond.toFixed(0)];
}

const widths = [25, 8, 8, 7, 8, 8, 7, 7, 8];

function printRow(row: string[]) {
  console.log(row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(" "));
}
