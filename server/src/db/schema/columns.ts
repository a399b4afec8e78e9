import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, customType, integer, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { uuidv7 } from "uuidv7";

export const id = () => uuid().primaryKey().$defaultFn(uuidv7);
export const time = () => timestamp({ withTimezone: true, mode: "date" });
export const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });
/** The id of a transaction. As text, because it exceeds JavaScript's safe integers. */
export const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });
export const createdAt = () => time().notNull().defaultNow();
/** Incremented by each change; a change that refers to an older version is stale. */
export const version = () => integer().notNull().default(1);

export const cents = () => bigint({ mode: "number" }).notNull();

/** The trace in which a row was written, as `traceparent`; null unless it is recorded. Transactions name it. */
export const traceParent = () => text().default(sql`nullif(current_setting('shop.trace_parent', true), '')`);

/** The id of the image that a text names, such as its address. Null without one. Indexed, so that images are found by it. */
export const imageIdIn = (text: AnyPgColumn | SQL): SQL => sql`substring(${text} from '[0-9a-f]{8}-[0-9a-f-]{27}')`;
