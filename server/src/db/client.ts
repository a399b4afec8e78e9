import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { toDatabaseFailure } from "./errors.ts";
import * as schema from "./schema.ts";

/** The database as domain code sees it. A transaction is one too. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;

export type OpenDbOptions = {
  url: string;
  poolMax: number;
  /** Told of connection losses, which the pool survives by itself. */
  onConnectionError?: (error: Error) => void;
};

export type OpenedDb = { db: Db; pool: pg.Pool; close: () => Promise<void> };

/**
 * Opens a pool that gives up instead of waiting for ever and that outlives
 * restarts of PostgreSQL. All times in milliseconds.
 */
export function openDb({ url, poolMax, onConnectionError = () => undefined }: OpenDbOptions): OpenedDb {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolMax,
    // Together these bound the longest wait of one request: a free connection, then a lock.
    connectionTimeoutMillis: 2_500,
    lock_timeout: 2_500,
    statement_timeout: 3_000,
    // For a server that answers nothing any more, not even that it gave up.
    query_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: "shop",
  });
  // A lost connection raises its error on the pool while idle and on the client
  // itself while in use; without both listeners either would end the process.
  pool.on("error", onConnectionError);
  pool.on("connect", (client) => client.on("error", onConnectionError));
  const db = openOn(pool);
  const onClient = madeOnce(openOn<pg.PoolClient>);
  // Drizzle's own way loses a connection for good when it breaks at `begin`, and keeps one that fell silent midway.
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    let isLost = false;
    try {
      return await onClient(client).transaction(work, config);
    } catch (error) {
      isLost = toDatabaseFailure(error)?.kind === "unavailable";
      throw error;
    } finally {
      client.release(isLost);
    }
  };
  return { db, pool, close: () => pool.end() };
}

function openOn<Client extends pg.Pool | pg.PoolClient>(client: Client) {
  return drizzle({ client, schema, casing: "snake_case" });
}

/**
 * A query that is built once for each database and then reused: building it
 * anew costs more than many a hot query takes to run.
 */
export function preparedFor<Query>(build: (db: Db) => Query): (db: Db) => Query {
  return madeOnce(build);
}

/** Makes something once for each key, for as long as the key is there. */
function madeOnce<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new WeakMap<Key, Made>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(key);
    made.set(key, fresh);
    return fresh;
  };
}
