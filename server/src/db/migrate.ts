import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { z } from "zod";

/** Any number that nothing else in the database locks. */
const migrationLock = 7_301_854_202;

/**
 * Brings the database to the newest schema. Several instances may call it at
 * the same moment: one works, the others wait and find nothing left to do.
 * Runs on a connection of its own, because a migration may take longer than
 * any request is allowed to.
 */
export async function migrateDb(url: string, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "shop migration" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await migrate(drizzle({ client, casing: "snake_case" }), { migrationsFolder: folder });
  } finally {
    // Ending the session gives the lock back.
    await client.end();
  }
}

/** How many migrations the database has seen; 0 on an empty one. */
export async function countMigrations(pool: pg.Pool): Promise<number> {
  const exists = await pool.query("select to_regclass('drizzle.__drizzle_migrations') is not null as there");
  if (exists.rows[0]?.there !== true) return 0;
  const result = await pool.query("select count(*)::int as n from drizzle.__drizzle_migrations");
  return Number(result.rows[0]?.n ?? 0);
}

const journalSchema = z.object({ entries: z.array(z.unknown()) });

/** How many migrations this release brings. */
export async function knownMigrations(folder: string): Promise<number> {
  const journal: unknown = JSON.parse(await readFile(join(folder, "meta", "_journal.json"), "utf8"));
  return journalSchema.parse(journal).entries.length;
}
