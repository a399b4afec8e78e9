import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { z } from "zod";

/** Any number that nothing else in the database locks. Whoever only reads the schema's tables shares it. */
const migrationLock = 7_301_854_202;

/** One step of the schema's history. */
export type Migration = {
  name: string;
  statements: string[];
  /** Digest of the file, and when it was written, in milliseconds: what the journal in the database says of it. */
  hash: string;
  writtenAt: number;
  /** Whether its statements run one by one, because PostgreSQL does not take them in a transaction. */
  isOutside: boolean;
};

export type LockTimeouts = {
  /** How long a statement may wait for a table that is in use. Everybody else queues behind it that long. */
  lockMs: number;
  /** How long to let the others through before the next try. */
  pauseMs: number;
  /** After how long to give up. */
  giveUpMs: number;
};

const usualLockTimeouts: LockTimeouts = { lockMs: 1_500, pauseMs: 1_000, giveUpMs: 600_000 };

/** A database that cannot be brought to the newest schema; the message says which step failed, and why. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/**
 * Brings the database to the newest schema. Several instances may call it at
 * the same moment: one works, the others wait and find nothing left to do.
 * Each migration is done whole or not at all, and never makes the shop that
 * still serves wait for longer than a request can: what finds a table in use
 * lets go and tries again. Fails with a MigrationError.
 */
export async function migrateDb(url: string, folder: string, timeoutMs = usualLockTimeouts): Promise<void> {
  const migrations = await readMigrations(folder);
  await withMaintenance(url, "shop migration", async (client) => {
    await takeMigrationLock(client, "alone", timeoutMs);
    const newest = await newestApplied(client);
    for (const migration of migrations) {
      if (migration.writtenAt <= newest) continue;
      await retryingLocks(timeoutMs, () =>
        (migration.isOutside ? runOutside : runInside)(client, migration, timeoutMs),
      ).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : "";
        throw new MigrationError(`Migration ${migration.name} failed: ${reason}`);
      });
    }
  });
}

/**
 * Runs a task on a connection of its own, which may take as long as it takes:
 * the limits of requests, and those of the database's own settings, are lifted
 * for it alone.
 */
export async function withMaintenance<Result>(
  url: string,
  name: string,
  task: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: name, keepAlive: true });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0");
    return await task(client);
  } finally {
    // Ending the session gives its locks back.
    await client.end();
  }
}

/**
 * Keeps migrations out until the session ends: `alone` keeps out everybody
 * else who asks, `shared` lets in others who share. Asks again and again
 * instead of waiting, because a session that waits holds up the very index
 * that the one it waits for is building.
 */
export async function takeMigrationLock(
  client: pg.Client,
  mode: "alone" | "shared",
  { giveUpMs }: Pick<LockTimeouts, "giveUpMs"> = usualLockTimeouts,
): Promise<void> {
  const ask = `select ${mode === "alone" ? "pg_try_advisory_lock" : "pg_try_advisory_lock_shared"}($1) as taken`;
  const until = Date.now() + giveUpMs;
  while ((await client.query(ask, [migrationLock])).rows[0]?.taken !== true) {
    if (Date.now() > until) throw new MigrationError("Another migration, backup or restore does not come to an end");
    await delay(100);
  }
}

/** What a file says in its first line when its statements do not run in a transaction. */
const outsideMark = "-- outside a transaction";
const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string() })) });

/** Every migration of a folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const journal: unknown = JSON.parse(await readFile(join(folder, "meta", "_journal.json"), "utf8"));
  const names = journalSchema.parse(journal).entries.map(({ tag }) => tag);
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, hash, folderMillis }, place) => ({
    ...{ name: names[place] ?? "", statements: sql, hash, writtenAt: folderMillis },
    isOutside: sql[0]?.trimStart().startsWith(outsideMark) ?? false,
  }));
}

/**
 * Makes the schema of given migrations within the transaction of the caller,
 * in a database that nobody else uses yet.
 */
export async function buildSchema(client: pg.Client, migrations: Migration[]): Promise<void> {
  await newestApplied(client);
  for (const migration of migrations) {
    for (const statement of migration.statements) {
      // Sparing others is pointless where there are none, and not possible in a transaction.
      await client.query(migration.isOutside ? statement.replace(/\bconcurrently\b/gi, "") : statement);
    }
    await note(client, migration);
  }
}

/** When the newest migration that the database has seen was written, in milliseconds; 0 on an empty one. */
async function newestApplied(client: pg.Client): Promise<number> {
  // The journal is laid out as drizzle-kit expects it.
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  const { rows } = await client.query("select max(created_at) as newest from drizzle.__drizzle_migrations");
  return Number(rows[0]?.newest ?? 0);
}

async function note(client: pg.Client, { hash, writtenAt }: Migration): Promise<void> {
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, writtenAt]);
}

async function runInside(client: pg.Client, migration: Migration, { lockMs }: LockTimeouts): Promise<void> {
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = ${lockMs}`);
    for (const statement of migration.statements) await client.query(statement);
    await note(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** Statements that are done already, because an earlier try broke off after them, change nothing the second time. */
async function runOutside(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of migration.statements) {
    await dropUnfinishedIndex(client, statement);
    await client.query(statement);
  }
  await note(client, migration);
}

/** An index whose building broke off stays behind, is of no use, and passes for one that exists. */
async function dropUnfinishedIndex(client: pg.Client, statement: string): Promise<void> {
  const name = /create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+"?(\w+)"?/i.exec(statement)?.[1];
  if (name === undefined) return;
  const unfinished = await client.query("select from pg_index where indexrelid = to_regclass($1) and not indisvalid", [
    `"${name}"`,
  ]);
  if (unfinished.rowCount !== 0) await client.query(`drop index concurrently if exists "${name}"`);
}

const lockedOut = new Set(["55P03", "40P01"]);

/** Does work again that ended because somebody else used what it needs. */
async function retryingLocks(timeoutMs: LockTimeouts, work: () => Promise<void>): Promise<void> {
  const until = Date.now() + timeoutMs.giveUpMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isLockedOut = error instanceof pg.DatabaseError && lockedOut.has(error.code ?? "");
      if (!isLockedOut || Date.now() > until) throw error;
    }
    await delay(timeoutMs.pauseMs);
  }
}

/** How many migrations the database has seen; 0 on an empty one. */
export async function countMigrations(pool: pg.Pool): Promise<number> {
  const exists = await pool.query("select to_regclass('drizzle.__drizzle_migrations') is not null as there");
  if (exists.rows[0]?.there !== true) return 0;
  const result = await pool.query("select count(*)::int as n from drizzle.__drizzle_migrations");
  return Number(result.rows[0]?.n ?? 0);
}

/** How many migrations this release brings. */
export async function knownMigrations(folder: string): Promise<number> {
  return (await readMigrations(folder)).length;
}

/** Waits until somebody else has brought the database to a schema, however long that takes, or until told to stop. */
export async function waitForSchema(pool: pg.Pool, known: number, isStopping: () => boolean): Promise<void> {
  while (!isStopping() && (await countMigrations(pool).catch(() => 0)) < known) await delay(250);
}
