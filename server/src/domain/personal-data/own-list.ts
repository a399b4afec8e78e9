import { type AnyColumn, and, asc, eq, gt, type SQL } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { isoTime } from "../../db/time.ts";
import type { User } from "../base/actor.ts";
import { inBatches } from "../base/batches.ts";

/** A dynamic query of a table without a condition. */
type Query<Row> = PromiseLike<Row[]> & {
  where: (isWanted: SQL | undefined) => Query<Row>;
  orderBy: (key: SQL) => Query<Row>;
  limit: (rows: number) => Query<Row>;
};

type Rows<Row> = {
  /** Whose row it is: a column with the user's id, or a condition. */
  of: AnyColumn | ((user: User) => SQL | undefined);
  /** The unique column that the rows are read in the order of, and its field. */
  key: [column: AnyColumn, field: keyof Row & string];
};

/** A list of one's own data: the user's rows of a table, in batches. */
export function ownList<Row extends object>(select: (db: Db) => Query<Row>, { of, key: [key, field] }: Rows<Row>) {
  return (db: Db, user: User) =>
    inBatches<Row>(
      async ({ after, limit }) => {
        const isOwn = typeof of === "function" ? of(user) : eq(of, user.id);
        const isNext = after === undefined ? undefined : gt(key, after);
        return select(db).where(and(isOwn, isNext)).orderBy(asc(key)).limit(limit);
      },
      (row) => String(row[field]),
    );
}

/** A time that may be null. */
export const isoOrNull = (time: AnyColumn): SQL<string | null> => isoTime(time);
