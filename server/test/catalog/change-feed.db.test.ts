import pg from "pg";
import { expect, it, vi } from "vitest";
import { type CatalogChanges, openChangeFeed } from "../../src/domain/catalog/change-feed.ts";
import { makeProduct } from "../harness/factories.ts";
import { startTestDatabase } from "../harness/test-database.ts";

const database = startTestDatabase(4);

/** A connection whose transaction the test ends when it wants to. */
async function connected<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Feeds as two instances have them, each with what it has heard since the last look. */
async function openFeeds(retentionMs?: number) {
  const open = async () => {
    const heard: CatalogChanges[] = [];
    const feed = openChangeFeed(database.db, (changes) => void heard.push(changes), retentionMs);
    await feed.poll();
    heard.length = 0;
    return { feed, heard };
  };
  return Promise.all([open(), open()]);
}

/** The entries and rows of recorded changes that statements have read so far. */
async function readSoFar(): Promise<number> {
  const { rows } = await database.pool.query(`
    select pg_stat_force_next_flush(), (select seq_tup_read from pg_stat_user_tables where relname = 'product_changes')
      + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'product_changes') as read`);
  return Number(rows[0].read);
}

/** Every connection of the pool reports its figures. */
async function flushStatistics(): Promise<void> {
  const clients = await Promise.all(Array.from({ length: 4 }, () => database.pool.connect()));
  for (const client of clients) {
    await client.query("select pg_stat_force_next_flush()");
    await client.query("select 1");
    client.release();
  }
}

it("A change whose transaction was open for longer than the retention reaches every instance, also if old changes are deleted right after its commit", async () => {
  const id = await makeProduct(database.db);
  // With a retention of no time at all, any transaction is longer.
  const feeds = await openFeeds(0);
  await connected(async (client) => {
    await client.query("begin");
    await client.query("update products set price_cents = price_cents + 1 where id = $1", [id]);
    for (let round = 0; round < 3; round += 1) {
      for (const { feed } of feeds) {
        await feed.poll();
        await feed.deleteOld();
      }
    }
    await client.query("commit");
  });
  for (const { feed } of feeds) await feed.deleteOld();
  for (const { feed, heard } of feeds) {
    await feed.poll();
    expect(heard.some(({ isAll, productIds }) => isAll || productIds.includes(id))).toBe(true);
  }
});

it("Changes that every instance has read are deleted", async () => {
  const id = await makeProduct(database.db);
  const feeds = await openFeeds(0);
  const [{ feed }] = feeds;
  await database.pool.query("update products set price_cents = price_cents + 1 where id = $1", [id]);
  const left = async () => (await database.pool.query("select count(*)::int as n from product_changes")).rows[0].n;
  expect(await left()).toBeGreaterThan(0);
  // Transactions of other databases of the server may be older.
  await vi.waitFor(
    async () => {
      await feed.poll();
      await feed.deleteOld();
      expect(await left()).toBe(0);
    },
    { timeout: 60_000 },
  );
});

it("A poll beside a long transaction reads no change twice, and none of that transaction before its end", async () => {
  const changes = 20_000;
  const [{ feed, heard }] = await openFeeds();
  const id = await makeProduct(database.db);
  const record = (client: pg.Client | pg.Pool, count: number) =>
    client.query(
      "insert into product_changes (product_id, affects_ranking) select $1::uuid, false from generate_series(1, $2::int)",
      [id, count],
    );
  await connected(async (long) => {
    await long.query("begin");
    await record(long, changes);
    await feed.poll();
    // Ended after the long one began, as thousands of sales do.
    await connected((client) => record(client, changes));
    await feed.poll();
    heard.length = 0;
    await flushStatistics();
    const before = await readSoFar();
    for (let round = 0; round < 10; round += 1) {
      await record(database.pool, 1);
      await feed.poll();
    }
    await flushStatistics();
    expect((await readSoFar()) - before).toBeLessThan(1_000);
    expect(heard.map(({ isAll, productIds }) => isAll || productIds.includes(id))).toEqual(Array(10).fill(true));
    heard.length = 0;
    await long.query("commit");
  });
  // More than are told one by one: everything may have changed.
  await feed.poll();
  expect(heard).toMatchObject([{ isAll: true, productIds: [] }]);
  heard.length = 0;
  await feed.poll();
  expect(heard).toEqual([]);
});

it("Changes of transactions that end in another order than they began in are each heard once", async () => {
  const ids = await Promise.all([1, 2, 3].map(() => makeProduct(database.db)));
  const [{ feed, heard }] = await openFeeds();
  const open = await Promise.all(
    ids.map(async (id) => {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await client.query("begin");
      await client.query("savepoint inner_part");
      await client.query("update products set price_cents = price_cents + 1 where id = $1", [id]);
      return { id, client };
    }),
  );
  const [first, second, third] = open;
  for (const end of [second, third, first]) {
    await feed.poll();
    await end?.client.query("commit");
    await feed.poll();
    await feed.poll();
    expect(heard.flatMap(({ productIds }) => productIds)).toEqual([end?.id]);
    heard.length = 0;
  }
  await Promise.all(open.map(({ client }) => client.end()));
});
