import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { z } from "zod";
import { isPgBouncer } from "./pgbouncer.ts";

/** Key of an advisory lock, unique in the database. Backups take it in shared mode. */
const migrationLock = 7_301_854_202;

export type Migration = {
  name: string;
  statements: string[];
  /** Digest of the file, and its creation time in milliseconds: the columns of the journal in the database. */
  hash: string;
  writtenAt: number;
  /** Whether it runs outside a transaction, as CREATE INDEX CONCURRENTLY requires. */
  isOutside: boolean;
};

export type LockTimeouts = {
  /** How long a statement waits for a lock. Other statements on the table queue behind it meanwhile. */
  lockMs: number;
  /** Pause before the next attempt, in which the queue empties. */
  pauseMs: number;
  /** After how long a migration fails. */
  giveUpMs: number;
};

const defaultLockTimeouts: LockTimeouts = { lockMs: 1_500, pauseMs: 1_000, giveUpMs: 600_000 };

/** A migration that failed. The message has its name and the reason. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/**
 * Applies the pending migrations. Idempotent, and safe to call from several
 * instances in parallel: one applies, the others wait for the lock. A migration
 * in a transaction is atomic, one outside can be repeated. A migration that
 * waits for a lock longer than a request tolerates releases its own locks and
 * tries again. Fails with a MigrationError.
 */
export async function migrateDb(url: string, folder: string, timeoutMs = defaultLockTimeouts): Promise<void> {
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

/** Runs a task on its own connection without time-outs. */
export async function withMaintenance<Result>(
  url: string,
  name: string,
  task: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  // Its sessions go on to others with the lock that they hold.
  if (await isPgBouncer(url)) throw new MigrationError(`The ${name} needs the address of PostgreSQL, not of PgBouncer`);
  const client = new pg.Client({ connectionString: url, application_name: name, keepAlive: true });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0");
    return await task(client);
  } finally {
    // Ends the session, which releases its locks.
    await client.end();
  }
}

/**
 * Takes the migration lock until the session ends: exclusively (`alone`) or in
 * shared mode. Polls instead of waiting, because CREATE INDEX CONCURRENTLY
 * waits for the transactions of waiting sessions, which would be a deadlock.
 * Fails with a MigrationError.
 */
export async function takeMigrationLock(
  client: pg.Client,
  mode: "alone" | "shared",
  { giveUpMs }: Pick<LockTimeouts, "giveUpMs"> = defaultLockTimeouts,
): Promise<void> {
  const tryLock = `select ${mode === "alone" ? "pg_try_advisory_lock" : "pg_try_advisory_lock_shared"}($1) as taken`;
  const until = Date.now() + giveUpMs;
  while ((await client.query(tryLock, [migrationLock])).rows[0]?.taken !== true) {
    if (Date.now() > until) throw new MigrationError("Another migration, backup or restore does not come to an end");
    await delay(100);
  }
}

/** First line of a migration that runs outside a transaction. */
const outsideMark = "-- outside a transaction";
const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string() })) });

/** All migrations of a folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const journal: unknown = JSON.parse(await readFile(join(folder, "meta", "_journal.json"), "utf8"));
  const names = journalSchema.parse(journal).entries.map(({ tag }) => tag);
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, hash, folderMillis }, place) => ({
    name: names[place] ?? "",
    statements: sql,
    hash,
    writtenAt: folderMillis,
    isOutside: sql[0]?.trimStart().startsWith(outsideMark) ?? false,
  }));
}

/** Applies migrations to an empty database in the caller's transaction. */
export async function buildSchema(client: pg.Client, migrations: Migration[]): Promise<void> {
  await newestApplied(client);
  for (const migration of migrations) {
    for (const statement of migration.statements) {
      // CONCURRENTLY is not possible in a transaction, and not needed without other sessions.
      await client.query(migration.isOutside ? statement.replace(/\bconcurrently\b/gi, "") : statement);
    }
    await recordMigration(client, migration);
  }
}

/** Creation time of the newest applied migration in milliseconds; 0 for an empty database. */
async function newestApplied(client: pg.Client): Promise<number> {
  // The table of drizzle-kit.
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  const { rows } = await client.query("select max(created_at) as newest from drizzle.__drizzle_migrations");
  return Number(rows[0]?.newest ?? 0);
}

async function recordMigration(client: pg.Client, { hash, writtenAt }: Migration): Promise<void> {
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, writtenAt]);
}

async function runInside(client: pg.Client, migration: Migration, { lockMs }: LockTimeouts): Promise<void> {
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = ${lockMs}`);
    for (const statement of migration.statements) await client.query(statement);
    await recordMigration(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** Each statement is idempotent, because an earlier attempt can have failed after it. */
async function runOutside(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of migration.statements) {
    await dropInvalidIndex(client, statement);
    await client.query(statement);
  }
  await recordMigration(client, migration);
}

/** A failed CREATE INDEX CONCURRENTLY leaves an invalid index, which IF NOT EXISTS treats as existing. */
async function dropInvalidIndex(client: pg.Client, statement: string): Promise<void> {
  const name = /create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+"?(\w+)"?/i.exec(statement)?.[1];
  if (name === undefined) return;
  const invalid = await client.query("select from pg_index where indexrelid = to_regclass($1) and not indisvalid", [
    `"${name}"`,
  ]);
  if (invalid.rowCount !== 0) await client.query(`drop index concurrently if exists "${name}"`);
}

/** SQLSTATE: lock not available, deadlock detected. */
const lockFailures = new Set(["55P03", "40P01"]);

async function retryingLocks(timeoutMs: LockTimeouts, work: () => Promise<void>): Promise<void> {
  const until = Date.now() + timeoutMs.giveUpMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isLockFailure = error instanceof pg.DatabaseError && lockFailures.has(error.code ?? "");
      if (!isLockFailure || Date.now() > until) throw error;
    }
    await delay(timeoutMs.pauseMs);
  }
}

/** Number of applied migrations; 0 for an empty database. */
export async function countMigrations(pool: pg.Pool): Promise<number> {
  const exists = await pool.query("select to_regclass('drizzle.__drizzle_migrations') is not null as there");
  if (exists.rows[0]?.there !== true) return 0;
  const result = await pool.query("select count(*)::int as n from drizzle.__drizzle_migrations");
  return Number(result.rows[0]?.n ?? 0);
}

/** Whether the server takes changes: a standby does not, nor one whose disk is full or whose role may only read. */
export async function isWritable(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query("select current_setting('transaction_read_only') = 'off' as writable");
  return rows[0]?.writable === true;
}

/** Number of migrations in this release. */
export async function knownMigrations(folder: string): Promise<number> {
  return (await readMigrations(folder)).length;
}

/** Waits without a time-out until another process has applied all migrations, or until the process is stopping. */
export async function waitForSchema(pool: pg.Pool, known: number, isStopping: () => boolean): Promise<void> {
  while (!isStopping() && (await countMigrations(pool).catch(() => 0)) < known) await delay(250);
}
