import { priceBands, productSorts, ratingSteps } from "@shop/shared/catalog/product-address";
import { z } from "zod";
import type { Filled } from "./fill.ts";
import { randomFrom } from "./generate-catalog.ts";

/** The limits of the 95th percentile, of what was asked before and of what never was; in milliseconds. */
const knownBudgetMs = 80;
const newBudgetMs = 400;
const mixes = 200;
/** Brands that customers choose most often are large. */
const largeBrands = 50;

const namesSchema = z.array(z.object({ name: z.string() }));
const foundSchema = z.object({
  total: z.int(),
  facets: z.object({ brand: z.array(z.object({ value: z.string() })) }),
});

/**
 * Asks for random mixes of facets with all counts, one after the other: each for the first time, then once more. Prints
 * both, and returns the misses, one sentence each.
 */
export async function measureFacets(shop: string, { words, commonKeyword }: Filled, rows: number): Promise<string[]> {
  const paths = await mixesOf(shop, words, commonKeyword);
  // The code is compiled by mixes that are not counted.
  for (const path of paths.slice(mixes)) await timeOf(shop + path);
  const chosen = paths.slice(0, mixes);
  const timed: { path: string; ms: number }[] = [];
  for (const path of chosen) timed.push({ path, ms: await timeOf(shop + path) });
  const known: number[] = [];
  for (const path of chosen) known.push(await timeOf(shop + path));
  const first = timed.map(({ ms }) => ms);
  const slowest = timed.toSorted((a, b) => b.ms - a.ms).slice(0, 5);
  console.log(
    `\nFacets: ${mixes} random mixes over ${rows} products, one after the other; in ms
never asked  p50 ${at(first, 0.5)}  p95 ${at(first, 0.95)}  longest ${at(first, 1)}  budget of p95 ${newBudgetMs}
asked before p50 ${at(known, 0.5)}  p95 ${at(known, 0.95)}  longest ${at(known, 1)}  budget of p95 ${knownBudgetMs}
the slowest:\n${slowest.map(({ path, ms }) => `  ${ms.toFixed(0)} ${path}`).join("\n")}`,
  );
  return [
    ...(Number(at(first, 0.95)) > newBudgetMs
      ? [`facets, never asked: ${at(first, 0.95)} ms, budget ${newBudgetMs} ms`]
      : []),
    ...(Number(at(known, 0.95)) > knownBudgetMs
      ? [`facets, asked before: ${at(known, 0.95)} ms, budget ${knownBudgetMs} ms`]
      : []),
  ];
}

/** Addresses of different mixes, the same in each run. */
async function mixesOf(shop: string, words: string[], commonKeyword: string): Promise<string[]> {
  const names = async (path: string) =>
    namesSchema.parse(await (await fetch(shop + path)).json()).map(({ name }) => name);
  const [brands, categories] = [await names("/api/brands"), await names("/api/categories")];
  const { facets } = foundSchema.parse(await (await fetch(`${shop}/api/products?sort=newest`)).json());
  const large = facets.brand.map(({ value }) => value).slice(0, largeBrands);
  const next = randomFrom(20_261_123);
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(next() * values.length)];
  const some = <Value>(name: string, values: readonly Value[], share: number) =>
    next() < share ? Array.from({ length: 1 + Math.floor(next() * 3) }, () => [name, String(pick(values))]) : [];
  const paths = new Set<string>();
  while (paths.size < mixes + 20) {
    const params = [
      ...some("brand", next() < 0.5 ? large : brands, 0.5),
      ...some("category", categories, 0.4),
      ...some("price", priceBands(), 0.4),
      ...(next() < 0.3 ? [["rating", String(pick(ratingSteps))]] : []),
      ...(next() < 0.3 ? [["inStock", "true"]] : []),
      ...(next() < 0.2 ? [["keyword", next() < 0.1 ? commonKeyword : String(pick(words))]] : []),
    ];
    const sort = String(pick(productSorts));
    paths.add(
      `/api/products?${new URLSearchParams([...params, ["sort", sort]].map(([key = "", value = ""]) => [key, value]))}`,
    );
  }
  return [...paths];
}

async function timeOf(address: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(address);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return performance.now() - began;
}

function at(times: number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1);
}
