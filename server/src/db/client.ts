import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import { type PgDatabase, PgDialect } from "drizzle-orm/pg-core";
import type { SQL } from "drizzle-orm/sql";
import pg from "pg";
import { toDatabaseFailure } from "./errors.ts";
import * as schema from "./schema.ts";
import { tagStatements } from "./sql-comments.ts";

/** The database as domain code sees it. A transaction is one too. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;

export type OpenDbOptions = {
  url: string;
  poolMax: number;
  /** What the database calls our connections. */
  name?: string;
  /** How long one question may take, in milliseconds, where that is less than usual. */
  timeoutMs?: number;
  /** The id of the request for which the caller works, if any. */
  requestId?: () => string | undefined;
  /** Told of connection losses, which the pool survives by itself. */
  onConnectionError?: (error: Error) => void;
};

/** How often somebody got a connection or gave up since the start, and how long they waited in all, in milliseconds. */
export type PoolFigures = { asked: number; failed: number; waitedMs: number };

export type OpenedDb = { db: Db; pool: MeasuredPool; close: () => Promise<void> };

type Connected = Parameters<pg.Pool["connect"]>[0];

/** A pool that knows how long people wait for its connections, and who has which. */
export class MeasuredPool extends pg.Pool {
  readonly figures: PoolFigures = { asked: 0, failed: 0, waitedMs: 0 };
  readonly holders = new WeakMap<pg.PoolClient, string>();

  constructor(
    settings: pg.PoolConfig,
    private readonly requestId: () => string | undefined,
  ) {
    super(settings);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const since = performance.now();
    // Asked for now: a connection that frees up is handed over by whoever gives it back.
    const holder = this.requestId();
    const note = (client: pg.PoolClient | undefined) => {
      this.figures.asked += 1;
      this.figures.waitedMs += performance.now() - since;
      if (client === undefined) this.figures.failed += 1;
      else if (holder === undefined) this.holders.delete(client);
      else this.holders.set(client, holder);
    };
    if (callback !== undefined) {
      super.connect((error, client, release) => {
        note(client);
        callback(error, client, release);
      });
      return undefined;
    }
    return super.connect().then(
      (client) => {
        note(client);
        return client;
      },
      (error: unknown) => {
        note(undefined);
        throw error;
      },
    );
  }
}

/**
 * Opens a pool that gives up instead of waiting for ever and that outlives
 * restarts of PostgreSQL. All times in milliseconds.
 */
export function openDb({
  url,
  poolMax,
  name = "shop",
  timeoutMs = 5_000,
  requestId = () => undefined,
  onConnectionError = () => undefined,
}: OpenDbOptions): OpenedDb {
  const settings = {
    connectionString: url,
    max: poolMax,
    // Together these bound the longest wait of one request: a free connection, then a lock.
    connectionTimeoutMillis: Math.min(2_500, timeoutMs),
    lock_timeout: 2_500,
    statement_timeout: Math.min(3_000, timeoutMs),
    // For a server that answers nothing any more, not even that it gave up.
    query_timeout: timeoutMs,
    idle_in_transaction_session_timeout: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: name,
  };
  const pool = new MeasuredPool(settings, requestId);
  // A lost connection raises its error on the pool while idle and on the client
  // itself while in use; without both listeners either would end the process.
  pool.on("error", onConnectionError);
  pool.on("connect", (client) => {
    client.on("error", onConnectionError);
    tagStatements(client, name, () => pool.holders.get(client));
  });
  const db = openOn(pool);
  const onClients = new WeakMap<pg.PoolClient, Db>();
  // Drizzle's own way loses a connection for good when it breaks at `begin`, and keeps one that fell silent midway.
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    let isLost = false;
    try {
      return await madeOnce(onClients, client, () => openOn(client)).transaction(work, config);
    } catch (error) {
      isLost = toDatabaseFailure(error)?.kind === "unavailable";
      throw error;
    } finally {
      client.release(isLost);
    }
  };
  return { db, pool, close: () => pool.end() };
}

const casing = "snake_case";
const dialect = new PgDialect({ casing });

function openOn<Client extends pg.Pool | pg.PoolClient>(client: Client) {
  return drizzle({ client, schema, casing });
}

/**
 * A query that is built once for each connection, or for the pool, and then
 * reused: building it anew costs more than many a hot query takes to run. A
 * transaction finds what another prepared on its connection.
 */
export function preparedFor<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const made = new WeakMap<object, Query>();
  return (db) => madeOnce(made, db._.session, () => build(db));
}

/** The same for a statement in SQL's own words; the name is its own in the database. */
export function preparedSql<Row extends pg.QueryResultRow>(name: string, statement: SQL) {
  const query = dialect.sqlToQuery(statement);
  return preparedFor((db) =>
    db._.session.prepareQuery<{ execute: pg.QueryResult<Row>; all: Row[]; values: unknown }>(
      query,
      undefined,
      name,
      false,
    ),
  );
}

/** What was made for a key, which is made now when it is missing. */
function madeOnce<Made>(made: WeakMap<object, Made>, key: object, make: () => Made): Made {
  const known = made.get(key);
  if (known !== undefined) return known;
  const fresh = make();
  made.set(key, fresh);
  return fresh;
}
