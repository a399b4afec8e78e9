import pg from "pg";
import { toDatabaseFailure } from "./errors.ts";

/** The name by which PgBouncer offers its own console; a PostgreSQL server has no such database. */
const consoleDatabase = "pgbouncer";
const protocolViolation = "08P01";

/** Whether PgBouncer answers at the address of a database. */
export async function isPgBouncer(url: string): Promise<boolean> {
  const at = new URL(url);
  at.pathname = `/${consoleDatabase}`;
  const client = new pg.Client({ connectionString: at.href, connectionTimeoutMillis: 2_500 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (failure) {
    return toDatabaseFailure(failure)?.code === protocolViolation;
  } finally {
    await client.end().catch(() => undefined);
  }
}
