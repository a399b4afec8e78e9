import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/**
 * The condition for the rows of a subquery that locks rows up to a limit. It is evaluated once: in `in (...)`, some plans
 * evaluate it for every row, and so take more rows than the limit.
 */
export function isTaken(id: AnyColumn, taking: SQL): SQL {
  return sql`${id} = any(array${taking})`;
}
