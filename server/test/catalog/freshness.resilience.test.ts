import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { openDb } from "../../src/db/client.ts";
import { type Cluster, startCluster } from "../harness/embedded.ts";
import { makeProduct } from "../harness/factories.ts";
import { type ShopProcess, shopProcesses } from "../harness/process.ts";
import { randomFrom } from "../harness/random.ts";
import { testLimits } from "../harness/test-limits.ts";
import { width } from "../harness/width.ts";

const processes = shopProcesses();
const seed = Number(process.env.FRESHNESS_SEED ?? Math.floor(Math.random() * 1e9));
const random = randomFrom(seed);
const below = (limit: number) => Math.floor(random() * limit);

const productCount = 200;
const changesPerRound = 500;
/** Writers in parallel, whose transactions commit in another order than they begin in. */
const writers = 6;
/** The longest pause between a change and its commit, in milliseconds. */
const longestPauseMs = 150;

const listedSchema = z.object({ _id: z.string(), name: z.string(), price: z.number() });
const listSchema = z.object({ products: z.array(listedSchema) });

let cluster: Cluster;
let shops: ShopProcess[] = [];
let ids: string[] = [];
/** The last committed version of each product: its name ends in it, and its price is as many cents. */
const committed = new Map<string, number>();

beforeAll(async () => {
  cluster = await startCluster(["fsync=off"]);
  shops = [await openShop(), await openShop()];
  const { db, close } = openDb({ url: cluster.url, poolMax: 4, limits: testLimits });
  ids = await Promise.all(
    Array.from({ length: productCount }, () => makeProduct(db, { name: "Version 1", priceCents: 1 })),
  );
  for (const id of ids) committed.set(id, 1);
  await close();
});
afterAll(async () => {
  await cluster?.discard();
});

function openShop(): Promise<ShopProcess> {
  return processes.open({ DATABASE_URL: cluster.url, LOG_LEVEL: "fatal" });
}

/** Changes a product by one version, in a transaction that stays open for a while. A lost connection changes nothing. */
async function change(client: pg.Client, id: string): Promise<void> {
  await client.query("begin");
  const { rows } = await client.query("select price_cents + 1 as next from products where id = $1 for update", [id]);
  const { next } = z.object({ next: z.number() }).parse(rows[0]);
  await client.query("update products set price_cents = $2, name = concat('Version ', $2::int) where id = $1", [
    id,
    next,
  ]);
  if (random() < 0.3) await delay(below(longestPauseMs));
  await client.query("commit");
  committed.set(id, next);
}

async function changeMany(): Promise<void> {
  let changes = 0;
  await Promise.all(
    Array.from({ length: writers }, async () => {
      const client = new pg.Client({ connectionString: cluster.url });
      await client.connect();
      while (changes < changesPerRound) {
        changes += 1;
        await change(client, ids[below(ids.length)] ?? "");
      }
      await client.end();
    }),
  );
}

/** The version that an answer shows. Throws if name and price are of different versions. */
function versionOf({ name, price }: z.infer<typeof listedSchema>): number {
  const version = Math.round(price * 100);
  expect(name, "name and price of one answer").toBe(`Version ${version}`);
  return version;
}

async function read(shop: ShopProcess, path: string): Promise<z.infer<typeof listedSchema>[]> {
  const response = await fetch(shop.origin + path);
  const body: unknown = await response.json();
  // Its connections to the database were cut.
  if (response.status === 503) return [];
  expect(response.status, JSON.stringify(body)).toBe(200);
  return path.includes("?") ? listSchema.parse(body).products : [listedSchema.parse(body)];
}

/** Reads details and lists of a server until it is told to stop, and expects that no product's version ever decreases. */
function keepReading(shop: ShopProcess): { stop: () => Promise<void> } {
  const newest = new Map<string, number>();
  let isRunning = true;
  const reader = async () => {
    while (isRunning) {
      const isList = random() < 0.3;
      const path = isList
        ? `/api/products?pageNumber=${1 + below(productCount / 12)}`
        : `/api/products/${ids[below(ids.length)]}`;
      const before = new Map(newest);
      const found = await read(shop, path).catch((error: unknown) => {
        // A server that was just killed answers nothing.
        if (shop.isRunning()) throw error;
        return [];
      });
      for (const product of found) {
        const version = versionOf(product);
        expect(version, "a version after a newer one").toBeGreaterThanOrEqual(
          isList ? 0 : (before.get(product._id) ?? 0),
        );
        if (!isList) newest.set(product._id, Math.max(version, newest.get(product._id) ?? 0));
      }
    }
  };
  const readers = [reader(), reader()];
  return {
    stop: async () => {
      isRunning = false;
      await Promise.all(readers);
    },
  };
}

/** Waits until every product shows its committed version on a server, in its detail and in its list. */
async function expectCurrent(shop: ShopProcess): Promise<void> {
  const pages = Array.from({ length: Math.ceil(productCount / 12) }, (_, n) => `/api/products?pageNumber=${n + 1}`);
  const paths = [...pages, ...ids.map((id) => `/api/products/${id}`)];
  for (const path of paths) {
    await vi.waitFor(
      async () => {
        const found = await read(shop, path);
        expect(found.length).toBeGreaterThan(0);
        for (const product of found) expect(versionOf(product)).toBe(committed.get(product._id));
      },
      { timeout: 60_000, interval: 20 },
    );
  }
}

/** What may happen while products change. */
const disturbances: (() => Promise<void>)[] = [
  async () => undefined,
  async () => undefined,
  async () => {
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    await client.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'shop%'");
    await client.end();
  },
];

it(`no server ever loses a change or mixes two, whatever connections and servers die, from seed ${seed}`, async () => {
  for (let changes = 0; changes < width.freshChanges; changes += changesPerRound) {
    const reading = shops.map(keepReading);
    const changing = changeMany();
    await delay(below(200));
    await disturbances[below(disturbances.length)]?.();
    try {
      await changing;
      // The record of changes does not outlive a crash of the database, and the last ones were not read yet.
      if (random() < 0.1) await cluster.restart("immediate");
    } finally {
      await Promise.all(reading.map(({ stop }) => stop()));
    }
    await Promise.all(shops.map(expectCurrent));
    if (random() < 0.1) {
      shops[1]?.kill("SIGKILL");
      shops = [...shops.slice(0, 1), await openShop()];
    }
  }
}, 1_800_000);
