import { setTimeout as wait } from "node:timers/promises";
import { anyProduct } from "@shop/shared/catalog/product-address";
import pg from "pg";
import type { Filled } from "./fill.ts";
import { type Course, compare, type Figure, loadInTurn, median } from "./rounds.ts";
import { addressOf, isOfShop, type Scenario, trpcPath } from "./scenarios.ts";

/** Changes of products per second. */
const pace = 50;
/** The minimum ratio of requests per second with changes to those without. */
const floor = 0.6;
/** The maximum ratio of the 99th percentile of the mix with changes to that without. */
const slowdownMax = 3;
/** How soon every instance must answer with a change, at the 99th percentile; in milliseconds. */
const lagMaxMs = 250;
/** Changes whose arrival at the other instance is measured. */
const followedChanges = 300;

type Shops = { shop: string; other: string };

/**
 * Reads while products change fifty times a second, and measures when another instance answers with a change. Returns
 * the misses, one sentence each.
 */
export async function measureChanges(
  databaseUrl: string,
  shops: Shops,
  { scenarios, filled, course }: { scenarios: Scenario[]; filled: Filled; course: Course & { part: number } },
): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const misses: string[] = [];
  try {
    const { rows } = await pool.query<{ id: string }>(
      "select id from products where published_at is not null and deleted_at is null order by created_at desc limit 500",
    );
    const ids = rows.map(({ id }) => id);
    console.log(`\nReads while ${pace} products a second change`);
    for (const scenario of scenarios) {
      const addresses = new Map(
        scenario.routes
          .filter(({ transport }) => isOfShop(transport))
          .map((route) => [route.transport, addressOf(route, { ...shops, bare: "", plain: "" })]),
      );
      const calm = await compare(addresses, course);
      const stop = changeSteadily(pool, ids);
      const changing = await compare(addresses, course).finally(stop);
      for (const [transport, figures] of changing) {
        const share = speed(figures) / speed(calm.get(transport) ?? []);
        const title = `${scenario.name}, ${transport}`;
        console.log(`  ${title}: ${speed(figures).toFixed(0)}/s, ${(100 * share).toFixed(0)}% of without changes`);
        if (share < course.part * floor) misses.push(`${title}: ${(100 * share).toFixed(0)}% of without changes`);
      }
    }
    misses.push(...(await measureMix(pool, shops.shop, { filled, course })));
    misses.push(...(await measureLag(pool, shops.other, ids)));
    return misses;
  } finally {
    await pool.end();
  }
}

/** How many addresses of each kind are in the mix, and how many products change beside it. */
const ofKind = 60;
const changedProducts = 1_000;

/** Reads what customers read in all parts of the shop, in turn, while prices of products all over the catalog change. */
async function measureMix(
  pool: pg.Pool,
  shop: string,
  { filled, course }: { filled: Filled; course: Course & { part: number } },
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `(select id from products where published_at is not null and deleted_at is null order by created_at desc limit 200)
     union (select id from products where published_at is not null and deleted_at is null order by md5(id::text) limit $1)`,
    [changedProducts],
  );
  const ids = rows.map(({ id }) => id);
  const paths = mixOf(filled, ids);
  for (const path of paths) await (await fetch(shop + path)).arrayBuffer();
  const seconds = course.round * course.rounds;
  await loadInTurn(shop, paths, course.warmUp);
  const calm = await loadInTurn(shop, paths, seconds);
  const stop = changeSteadily(pool, ids);
  await loadInTurn(shop, paths, course.warmUp);
  const changing = await loadInTurn(shop, paths, seconds).finally(stop);
  const share = changing.perSecond / calm.perSecond;
  const times = changing.p99 / Math.max(1, calm.p99);
  console.log(
    `  mix of ${paths.length} addresses of six kinds: ${changing.perSecond.toFixed(0)}/s, ${(100 * share).toFixed(0)}% of without changes; p99 ${changing.p99} ms, ${times.toFixed(1)} times`,
  );
  return [
    ...(share < course.part * floor
      ? [`mix: ${(100 * share).toFixed(0)}% of without changes, floor ${100 * floor}%`]
      : []),
    ...(times > slowdownMax / course.part ? [`mix: p99 ${times.toFixed(1)} times as long, limit ${slowdownMax}`] : []),
  ];
}

/** Lists, pages of products, products, searches, suggestions and what is found by facets. */
function mixOf({ words }: Filled, ids: readonly string[]): string[] {
  const spread = ids.slice(-ofKind);
  const some = words.slice(200, 200 + ofKind);
  const kinds = [
    some.map((_, n) => (n === 0 ? "/" : `/api/products?pageNumber=${n}`)),
    spread.map((id) => `/product/${id}`),
    spread.map((id) => `/api/products/${id}`),
    some.map((word) => `/api/products?${new URLSearchParams({ keyword: word })}`),
    some.map((word) => trpcPath("catalog.suggest", { keyword: word })),
    some.map((word, n) =>
      trpcPath("catalog.find", { ...anyProduct, keyword: n % 2 === 0 ? word : "", pageNumber: 1 + (n % 5) }),
    ),
  ];
  return some.flatMap((_, n) => kinds.flatMap((kind) => kind[n] ?? []));
}

const speed = (figures: Figure[]) => median(figures.map(({ perSecond }) => perSecond));

/** Changes prices at the pace, of one product after the other. The result stops it. */
function changeSteadily(pool: pg.Pool, ids: string[]): () => void {
  let changes = 0;
  const timer = setInterval(() => {
    changes += 1;
    // An interrupted run has no database any more.
    pool.query(changePrice, [1_000 + (changes % 9_000), ids[changes % ids.length]]).catch(() => undefined);
  }, 1_000 / pace);
  return () => clearInterval(timer);
}

const changePrice = "update products set price_cents = $1 where id = $2";

/** How long after the commit of a change the other instance answers with it, while it is asked all the time. */
async function measureLag(pool: pg.Pool, other: string, ids: string[]): Promise<string[]> {
  const lags: number[] = [];
  for (let change = 0; change < followedChanges; change += 1) {
    const id = ids[change % ids.length];
    const price = 20_000 + change;
    const seen = async () => {
      const product: unknown = await (await fetch(`${other}/api/products/${id}`)).json();
      return Reflect.get(Object(product), "price") === price / 100;
    };
    await seen();
    await pool.query(changePrice, [price, id]);
    const changedAt = performance.now();
    while (!(await seen())) await wait(1);
    lags.push(performance.now() - changedAt);
    await wait(1_000 / pace);
  }
  const sorted = lags.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  console.log(`  another instance answers with a change after ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms`);
  return at(0.99) > lagMaxMs ? [`a change at another instance: p99 ${at(0.99).toFixed(0)} ms, limit ${lagMaxMs}`] : [];
}
