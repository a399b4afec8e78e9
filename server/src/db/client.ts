import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import { type PgColumn, type PgDatabase, PgDialect } from "drizzle-orm/pg-core";
import { fillPlaceholders, type SQL, sql } from "drizzle-orm/sql";
import pg from "pg";
import { toDatabaseFailure } from "./errors.ts";
import { type ConnectionHolder, TaggedClient } from "./sql-comments.ts";

/** The database as domain code sees it: a pool or a transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

export type OpenDbOptions = {
  url: string;
  poolMax: number;
  /** The connections' `application_name`. */
  name?: string;
  /** Whether a crash of PostgreSQL may lose the last second of what is committed, for commits that wait for no disk. */
  mayLoseLast?: boolean;
  /** Time limits of its connections; those of requests without it. */
  limits?: ConnectionLimits;
  /** The current request, if any. */
  holder?: () => ConnectionHolder | undefined;
  /** Called for lost connections, which the pool replaces. */
  onConnectionError?: (error: Error) => void;
};

/** Time limits in milliseconds. The sum of the first two bounds how long a caller waits for a connection and a lock. */
export type ConnectionLimits = {
  connectMs: number;
  lockMs: number;
  statementMs: number;
  /** Covers a server that stops answering, also to its own time-outs. */
  queryMs: number;
  idleInTransactionMs: number;
};

/** A request is answered soon, or not at all. */
export const requestLimits: ConnectionLimits = {
  connectMs: 2_500,
  lockMs: 2_500,
  statementMs: 3_000,
  queryMs: 5_000,
  idleInTransactionMs: 10_000,
};

/** A job is not waited for: it may read for longer, and gives way to requests that hold a lock. */
export const jobLimits: ConnectionLimits = {
  connectMs: 10_000,
  lockMs: 1_000,
  statementMs: 10_000,
  queryMs: 12_000,
  idleInTransactionMs: 10_000,
};

/** A large act of an administrator works in batches, each of which gives way to requests too. */
export const largeActLimits: ConnectionLimits = {
  connectMs: 30_000,
  lockMs: 1_000,
  statementMs: 10_000,
  queryMs: 12_000,
  idleInTransactionMs: 10_000,
};

/** The limits of requests, none of them longer than a time in milliseconds. */
export function limitsWithin(timeoutMs: number): ConnectionLimits {
  const { connectMs, lockMs, statementMs, queryMs, idleInTransactionMs } = requestLimits;
  return {
    connectMs: Math.min(connectMs, timeoutMs),
    lockMs,
    statementMs: Math.min(statementMs, timeoutMs),
    queryMs: Math.min(queryMs, timeoutMs),
    idleInTransactionMs,
  };
}

/** Since the start: connections requested, requests that failed, and the total wait in milliseconds. */
export type PoolCounters = { asked: number; failed: number; waitedMs: number };

export type OpenedDb = { db: Db; pool: MeasuredPool; close: () => Promise<void> };

type OnConnect = Parameters<pg.Pool["connect"]>[0];

/** A pool that measures the wait for connections and tells each connection the request that holds it. */
export class MeasuredPool extends pg.Pool {
  readonly counters: PoolCounters = { asked: 0, failed: 0, waitedMs: 0 };

  constructor(
    settings: pg.PoolConfig,
    private readonly holder: () => ConnectionHolder | undefined,
  ) {
    super({ ...settings, Client: TaggedClient });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): Promise<pg.PoolClient> | undefined {
    const since = performance.now();
    // Read now: the callback of a released connection runs in the context of the request that released it.
    const holder = this.holder();
    const note = (client: pg.PoolClient | undefined) => {
      const waitedMs = performance.now() - since;
      this.counters.asked += 1;
      this.counters.waitedMs += waitedMs;
      holder?.onConnection(waitedMs);
      if (client === undefined) this.counters.failed += 1;
      else if (client instanceof TaggedClient) client.holder = holder;
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

/** Opens a pool in which every wait has a time-out and which survives restarts of PostgreSQL. */
export function openDb({
  url,
  poolMax,
  name = "shop",
  mayLoseLast = false,
  limits = requestLimits,
  holder = () => undefined,
  onConnectionError = () => undefined,
}: OpenDbOptions): OpenedDb {
  const settings = {
    connectionString: url,
    max: poolMax,
    connectionTimeoutMillis: limits.connectMs,
    lock_timeout: limits.lockMs,
    statement_timeout: limits.statementMs,
    query_timeout: limits.queryMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: name,
    ...(mayLoseLast && { options: "-c synchronous_commit=off" }),
    // Queries of a transaction that do not wait for one another share a round trip.
    pipeline: true,
    limitsInTransactions: ownLimits(limits),
  };
  const pool = new MeasuredPool(settings, holder);
  // A lost connection emits an error on the pool while idle and on the client while in use.
  // Without a listener, either error ends the process.
  pool.on("error", onConnectionError);
  pool.on("connect", (client) => client.on("error", onConnectionError));
  const { db } = connectionOn(pool);
  const connections = new WeakMap<pg.PoolClient, Connection>();
  // Drizzle's own implementation leaks a connection that fails at BEGIN and reuses one that timed out midway.
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    let isLost = false;
    try {
      const connection = memoized(connections, client, () => connectionOn(client));
      return await connection.db.transaction((tx) => {
        noteTransaction(connection, tx);
        return work(tx);
      }, config);
    } catch (error) {
      isLost = toDatabaseFailure(error)?.kind === "unavailable";
      throw error;
    } finally {
      client.release(isLost);
    }
  };
  return { db, pool, close: () => pool.end() };
}

/**
 * The limits that are not those of requests. What is set as a connection begins does not pass through PgBouncer, which has
 * those of requests for all; so every transaction sets these for itself.
 */
function ownLimits({ lockMs, statementMs }: ConnectionLimits): [name: string, ms: number][] {
  const own: [name: string, ms: number][] = [];
  if (lockMs !== requestLimits.lockMs) own.push(["lock_timeout", lockMs]);
  if (statementMs !== requestLimits.statementMs) own.push(["statement_timeout", statementMs]);
  return own;
}

const casing = "snake_case";
const dialect = new PgDialect({ casing });

/** A connection, or the pool that stands for any of them, with the database that runs on it. */
type Connection = { db: Db; client: pg.Pool | pg.PoolClient };

/** The connection of a pool's database or of a transaction. */
const connectionOf = new WeakMap<Db, Connection>();

function connectionOn(client: pg.Pool | pg.PoolClient): Connection {
  const connection = { db: drizzle({ client, casing }), client };
  connectionOf.set(connection.db, connection);
  return connection;
}

function connectionFor(db: Db): Connection {
  const connection = connectionOf.get(db);
  if (connection === undefined) throw new Error("the database was not opened by openDb");
  return connection;
}

/** Notes the connection of a transaction and of those that are nested in it. */
function noteTransaction(connection: Connection, tx: Db): void {
  connectionOf.set(tx, connection);
  const openNested = tx.transaction.bind(tx);
  tx.transaction = (work, config) =>
    openNested((inner) => {
      noteTransaction(connection, inner);
      return work(inner);
    }, config);
}

/**
 * A query that is built once per connection, or once for the pool, and reused:
 * building takes longer than running most hot queries. Transactions share the
 * queries of their connection.
 */
export function preparedFor<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const built = new WeakMap<Db, Query>();
  return (db) => {
    const connection = connectionFor(db);
    return memoized(built, connection.db, () => build(connection.db));
  };
}

/** The same for a statement in SQL. The name is unique among prepared statements. */
export function preparedSql<Row extends pg.QueryResultRow>(name: string, statement: SQL) {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return (db: Db) => ({
    execute: (values: Record<string, unknown> = {}) =>
      connectionFor(db).client.query<Row>({ name, text, values: fillPlaceholders(params, values) }),
  });
}

/**
 * Whether a column has one of the values of a placeholder. In a subquery, because PostgreSQL would otherwise count the
 * values of each execution and prefer a plan of its own for few of them, which takes longer to make than to run.
 */
export function isAnyOf(column: PgColumn, placeholder: string): SQL {
  return sql`${column} = any((select ${sql.placeholder(placeholder)}::uuid[])::uuid[])`;
}

function memoized<Value>(values: WeakMap<object, Value>, key: object, create: () => Value): Value {
  const existing = values.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  values.set(key, created);
  return created;
}
