import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, openDb } from "../db/client.ts";
import { toDatabaseFailure } from "../db/errors.ts";
import { error, type Finding, ok, warning } from "./finding.ts";

const factsSchema = z.object({
  /** Connections that the shop's role can open at all. */
  connectionsMax: z.number(),
  /** The server's own name of its data; a standby has its primary's. */
  systemId: z.string(),
  invalidIndexes: z.array(z.string()),
  /** Replication slots that nobody reads: the server keeps its log for them until the disk is full. */
  idleSlots: z.array(z.string()),
});
export type ServerFacts = z.output<typeof factsSchema>;

/** Reads how the server is set up and what is left broken in it. Changes nothing. */
export async function readServer(db: Db): Promise<ServerFacts> {
  const { rows } = await db.execute(sql`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(nullif(current_setting('reserved_connections', true), ''), '0')::int as "connectionsMax",
      (select system_identifier::text from pg_control_system()) as "systemId",
      array(select c.relname::text from pg_index i join pg_class c on c.oid = i.indexrelid
        where not i.indisvalid and c.relnamespace = 'public'::regnamespace order by 1) as "invalidIndexes",
      array(select slot_name::text from pg_replication_slots where not active order by 1) as "idleSlots"`);
  return factsSchema.parse(rows[0]);
}

/** What is broken in the database's server; nothing where nothing is. */
export function checkServer({ invalidIndexes, idleSlots }: ServerFacts): Finding[] {
  const indexes = invalidIndexes.map((name) =>
    warning("indexes", `The index ${name} is invalid and serves no query. Run: reindex index concurrently ${name}.`),
  );
  const slots = idleSlots.map((name) =>
    warning(
      "replication slots",
      `Nobody reads the slot ${name}, for which the log grows. Start its reader, or drop the slot.`,
    ),
  );
  return [...indexes, ...slots];
}

/** Instances that run at once during a release: two old and two new ones. */
const instancesAtRelease = 4;

/**
 * Whether two instances find enough connections, also during a release. Behind PgBouncer its pool counts instead, and
 * nothing is said.
 */
export function checkConnections(needed: number, { connectionsMax }: Pick<ServerFacts, "connectionsMax">): Finding {
  const most = needed * instancesAtRelease;
  const text = `An instance opens up to ${needed} of ${connectionsMax} connections`;
  if (needed > connectionsMax) return error("connections", `${text}. Lower DB_POOL_MAX, or raise max_connections.`);
  if (most > connectionsMax) {
    const advice = "Lower DB_POOL_MAX, or raise max_connections";
    return warning("connections", `${text}; two old and two new ones at a release open ${most}. ${advice}.`);
  }
  return ok("connections", `${text}.`);
}

/** Whether what PgBouncer hands on ends statements that hang, in milliseconds; a shop behind it cannot say so itself. */
export async function readPooledLimit(db: Db): Promise<number> {
  const { rows } = await db.execute(
    sql`select setting::int as "limitMs" from pg_settings where name = 'statement_timeout'`,
  );
  return z.object({ limitMs: z.number() }).parse(rows[0]).limitMs;
}

/** What an operator has to know of PgBouncer. */
export function checkPooled(limitMs: number): Finding {
  if (limitMs === 0) {
    return warning(
      "connections",
      "PgBouncer sets no time limits, so that one slow statement can hold up all. Set connect_query as deploy/pgbouncer/pgbouncer.ini does.",
    );
  }
  return ok(
    "connections",
    "DATABASE_URL names PgBouncer. Migrate, back up and restore with the address of PostgreSQL.",
  );
}

export type ReplicaFacts = { host: string } & (
  | { isReached: false; code: string }
  | { isReached: true; isStandby: boolean; isSameSystem: boolean }
);

/** Asks a replica what it is. `systemId` is the primary's. */
export async function readReplica(url: string, systemId: string): Promise<ReplicaFacts> {
  const { host } = new URL(url);
  const { db, close } = openDb({ url, poolMax: 1, name: "shop doctor" });
  try {
    const { rows } = await db.execute(sql`select pg_is_in_recovery() as "isStandby",
      (select system_identifier::text from pg_control_system()) = ${systemId} as "isSameSystem"`);
    const facts = z.object({ isStandby: z.boolean(), isSameSystem: z.boolean() }).parse(rows[0]);
    return { host, isReached: true, isStandby: facts.isStandby, isSameSystem: facts.isSameSystem };
  } catch (failure) {
    return { host, isReached: false, code: toDatabaseFailure(failure)?.code ?? "unknown reason" };
  } finally {
    await close();
  }
}

/** A replica that the shop would never read, or that is none. */
export function checkReplica(replica: ReplicaFacts): Finding {
  const { host } = replica;
  const about = "replica";
  if (!replica.isReached) {
    return warning(about, `${host} does not answer (${replica.code}). The primary is read instead; start the replica.`);
  }
  if (!replica.isSameSystem) {
    return error(about, `${host} has other data than the primary. Correct DATABASE_REPLICA_URLS.`);
  }
  if (!replica.isStandby) {
    return warning(about, `${host} is a primary, which takes no load off it. Name a standby in DATABASE_REPLICA_URLS.`);
  }
  return ok(about, `${host} is a standby of the primary.`);
}
