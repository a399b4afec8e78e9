import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { type OpenedDb, openDb } from "../../src/db/client.ts";
import { testLimits } from "./test-limits.ts";

let databases = 0;

/** A database of this test file's own: a clone of the migrated template, or one without any table. */
export async function createDatabase(
  kind: "migrated" | "empty" = "migrated",
): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = inject("postgresUrl");
  databases += 1;
  const name = `test_${process.pid}_${databases}_${Date.now()}`;
  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  // A copy of the files takes half the time of one that is logged block by block.
  const template = kind === "migrated" ? "template" : "template0";
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`) };
}

/**
 * A migrated database for the tests of one file, with a pool past the shop. It is there before the
 * first test and before the hooks that are added later.
 */
export function startTestDatabase(poolMax = 2): Pick<OpenedDb, "db" | "pool"> & { readonly url: string } {
  let database: Awaited<ReturnType<typeof createDatabase>> | undefined;
  let opened: OpenedDb | undefined;
  const now = () => {
    if (database === undefined || opened === undefined) throw new Error("The database starts before the first test");
    return { url: database.url, db: opened.db, pool: opened.pool };
  };
  beforeAll(async () => {
    database = await createDatabase();
    opened = openDb({ url: database.url, poolMax, limits: testLimits });
  });
  afterAll(async () => {
    await opened?.close();
    await database?.drop();
  });
  return {
    get url() {
      return now().url;
    },
    get db() {
      return now().db;
    },
    get pool() {
      return now().pool;
    },
  };
}
