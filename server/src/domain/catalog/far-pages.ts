import type { ProductPage } from "@shop/shared/catalog";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema.ts";
import { answer, Kept, keptFor } from "./kept.ts";
import { isVisible, newestFirst, summaryColumns, toPage, toSummary } from "./summary.ts";
import { readSize, versionNow, visibleTotal } from "./version.ts";

/** How many products of the list are looked up together. Passing fewer costs less than knowing where they end. */
export const stretch = 1_000;

/** Where a stretch of the list begins, in one version of the catalog; nowhere when the list is shorter. */
type Start = { version: string; place: { createdAt: string; id: string } | undefined };

const mostBytes = 1_000_000;
const bytesOfPlace = 150;
/** The beginnings of stretches that somebody has asked for. */
const keptStarts = keptFor(() => new Kept<Start>(mostBytes, () => bytesOfPlace));

const placeAfter = (name: string, order: SQL[]) =>
  preparedFor((db) =>
    db
      // As text, because JavaScript's dates drop what is below a millisecond.
      .select({ createdAt: sql<string>`${products.createdAt}::text`, id: products.id })
      .from(products)
      .where(isVisible)
      .orderBy(...order)
      .limit(1)
      .offset(sql.placeholder("offset"))
      .prepare(name),
  );
const fromTheBeginning = placeAfter("place_from_the_beginning", newestFirst);
const fromTheEnd = placeAfter("place_from_the_end", [asc(products.createdAt), asc(products.id)]);

/** What is passed before the page is not joined with anything. */
const pageWithin = preparedFor((db) => {
  const { createdAt, id } = products;
  const place = sql`(${sql.placeholder("createdAt")}::timestamptz, ${sql.placeholder("id")}::uuid)`;
  const onwards = db
    .select({ id })
    .from(products)
    .where(sql`${isVisible} and (${createdAt}, ${id}) <= ${place}`)
    .orderBy(...newestFirst);
  const ids = sql`${onwards} limit ${sql.placeholder("limit")}::int offset ${sql.placeholder("offset")}::int`;
  return db
    .select({ ...summaryColumns, total: visibleTotal, version: versionNow })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(sql`${id} in (${ids})`)
    .orderBy(...newestFirst)
    .prepare("page_within_stretch");
});

/**
 * One page of the list far in, newest first. Where its stretch begins is found
 * once, from the nearer end of the list, and kept for as long as the catalog
 * has the same version.
 */
export function listFarIn(db: Db, pageNumber: number, pageSize: number): Promise<ProductPage> {
  const offset = (pageNumber - 1) * pageSize;
  const within = offset % stretch;
  return answer(db, keptStarts, {
    key: String(offset - within),
    find: (tx) => findStart(tx, offset - within),
    tell: async (reader, { version, place }) => {
      const rows =
        place === undefined ? [] : await pageWithin(reader).execute({ ...place, limit: pageSize, offset: within });
      const now = rows[0] ?? (await readSize(reader));
      return now.version === version ? toPage(rows.map(toSummary), pageNumber, now.total, pageSize) : undefined;
    },
  });
}

async function findStart(tx: Db, offset: number): Promise<Start> {
  const { version, total } = await readSize(tx);
  if (offset >= total) return { version, place: undefined };
  const [place] = await (offset <= total / 2
    ? fromTheBeginning(tx).execute({ offset })
    : fromTheEnd(tx).execute({ offset: total - 1 - offset }));
  return { version, place };
}
