import type { ListProducts, ProductPage } from "@shop/shared/catalog";
import { and, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../../db/client.ts";
import { products } from "../../../db/schema.ts";
import { readCurrent, requireVersion } from "../cache/read-current.ts";
import { isVisible, toPage } from "../summary.ts";
import { getTerms, toSummaryWithTerms, unjoinedColumns } from "../terms-cache.ts";
import { versionColumn, versionOf } from "../version.ts";
import { findMatches } from "./find-matches.ts";
import { matchCache } from "./match-cache.ts";

/** Pages whose matches are found and cached together. */
const pagesInWindow = 20;

const productsByIds = preparedFor((db) =>
  db
    .select({ ...unjoinedColumns, version: versionColumn })
    .from(products)
    .where(and(sql`${products.id} = any(${sql.placeholder("ids")}::uuid[])`, isVisible))
    .prepare("products_by_ids"),
);

/**
 * One page of what a keyword matches, in the total order of `findMatches`, so
 * that pages neither repeat nor omit a product. Matches are cached for the
 * catalog's version, which is read in the same statement as the page's products.
 */
export function searchProducts(db: Db, { keyword, pageNumber }: ListProducts, pageSize: number): Promise<ProductPage> {
  const limit = pagesInWindow * pageSize;
  const skipped = (pageNumber - 1) * pageSize;
  const start = skipped % limit;
  const window = { offset: skipped - start, limit };
  const keyOf = (offset: number) => `${limit} ${offset} ${keyword}`;
  return readCurrent(db, async (reader) => {
    const cache = matchCache(reader.db);
    const matches = await cache.getOrLoad(reader, keyOf(window.offset), (tx, outdated) =>
      findMatches(tx, keyword, window, outdated ?? cache.get(keyOf(0))),
    );
    const { version } = matches;
    const ids = matches.ids.slice(start, start + pageSize);
    const rows = ids.length === 0 ? [] : await productsByIds(reader.db).execute({ ids });
    requireVersion(version, await versionOf(reader.db, rows));
    const terms = await getTerms({ ...reader, version });
    requireVersion(version, terms.version);
    const rowById = new Map(rows.map((row) => [row._id, row]));
    const page = ids.flatMap((id) => rowById.get(id) ?? []).map((row) => toSummaryWithTerms(row, terms));
    return toPage(page, pageNumber, matches.total, pageSize);
  });
}
