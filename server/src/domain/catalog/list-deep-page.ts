import type { ProductPage } from "@shop/shared/catalog";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema.ts";
import { readCurrent, requireVersion } from "./cache/read-current.ts";
import { cachePerDatabase, VersionedCache } from "./cache/versioned-cache.ts";
import { isVisible, newestFirst, summaryColumns, toPage, toSummary } from "./summary.ts";
import { readSize, versionColumn, visibleTotalColumn } from "./version.ts";

/** Distance between cached positions. Smaller offsets are cheaper to skip than to look up. */
export const windowSize = 1_000;

/** The first row of a window of the list, which later pages seek to. Absent when the list is shorter. */
type WindowStart = { version: string; position: { createdAt: string; id: string } | undefined };

const maxBytes = 1_000_000;
const positionBytes = 150;
const windowStarts = cachePerDatabase(() => new VersionedCache<WindowStart>(maxBytes, () => positionBytes));

const positionAt = (name: string, order: SQL[]) =>
  preparedFor((db) =>
    db
      // As text, because JavaScript dates drop microseconds.
      .select({ createdAt: sql<string>`${products.createdAt}::text`, id: products.id })
      .from(products)
      .where(isVisible)
      .orderBy(...order)
      .limit(1)
      .offset(sql.placeholder("offset"))
      .prepare(name),
  );
const positionFromStart = positionAt("position_from_start", newestFirst);
const positionFromEnd = positionAt("position_from_end", [asc(products.createdAt), asc(products.id)]);

/** Selects the ids of the page first, so that skipped rows are not joined. */
const pageInWindow = preparedFor((db) => {
  const { createdAt, id } = products;
  const start = sql`(${sql.placeholder("createdAt")}::timestamptz, ${sql.placeholder("id")}::uuid)`;
  const fromStart = db
    .select({ id })
    .from(products)
    .where(sql`${isVisible} and (${createdAt}, ${id}) <= ${start}`)
    .orderBy(...newestFirst);
  const ids = sql`${fromStart} limit ${sql.placeholder("limit")}::int offset ${sql.placeholder("offset")}::int`;
  return db
    .select({ ...summaryColumns, total: visibleTotalColumn, version: versionColumn })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(sql`${id} in (${ids})`)
    .orderBy(...newestFirst)
    .prepare("page_in_window");
});

/**
 * One page deep in the list, newest first. Deep pagination by offset would scan
 * all rows before the page, so the page is read from the start of its window,
 * which is cached for the catalog's version.
 */
export function listDeepPage(db: Db, pageNumber: number, pageSize: number): Promise<ProductPage> {
  const skipped = (pageNumber - 1) * pageSize;
  const offset = skipped % windowSize;
  const windowOffset = skipped - offset;
  return readCurrent(db, async (reader) => {
    const cache = windowStarts(reader.db);
    const start = await cache.getOrLoad(reader, String(windowOffset), (tx) => loadWindowStart(tx, windowOffset));
    const rows =
      start.position === undefined
        ? []
        : await pageInWindow(reader.db).execute({ ...start.position, limit: pageSize, offset });
    const { version, total } = rows[0] ?? (await readSize(reader.db));
    requireVersion(start.version, version);
    return toPage(rows.map(toSummary), pageNumber, total, pageSize);
  });
}

/** Counts from the nearer end of the list. */
async function loadWindowStart(tx: Db, offset: number): Promise<WindowStart> {
  const { version, total } = await readSize(tx);
  if (offset >= total) return { version, position: undefined };
  const [position] = await (offset <= total / 2
    ? positionFromStart(tx).execute({ offset })
    : positionFromEnd(tx).execute({ offset: total - 1 - offset }));
  return { version, position };
}
