import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { type Db, preparedFor } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema.ts";
import { answer } from "./kept.ts";
import { allNames, findNames, keptNames, namelessColumns, withNames } from "./kept-names.ts";
import { isVisible, newestFirst, summaryColumns, toPage, toSummary } from "./summary.ts";
import { readVersion, versionNow, visibleTotal } from "./version.ts";

const bestFirst = [desc(products.rating), desc(products.numReviews), ...newestFirst];
const isForTheWindow = and(isVisible, sql`${products.countInStock} > 0`);

const featured = preparedFor((db) =>
  db
    .select({ ...summaryColumns, version: versionNow })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(isForTheWindow)
    .orderBy(...bestFirst)
    .limit(sql.placeholder("limit"))
    .prepare("featured_products"),
);

/**
 * The shop window and the first page of the list in one statement: asking
 * costs more than finding so few. Brands and categories are known by their ids
 * to whoever asks.
 */
const frontPage = preparedFor((db) => {
  const stretch = (isInWindow: boolean, isShown: SQL | undefined, order: SQL[], limit: string) =>
    db
      .select({
        ...namelessColumns,
        total: visibleTotal,
        version: versionNow,
        isInWindow: sql<boolean>`${sql.raw(String(isInWindow))}`.as("is_in_window"),
        place: sql<number>`(row_number() over (order by ${sql.join(order, sql`, `)}))::int`.as("place"),
      })
      .from(products)
      .where(isShown)
      .orderBy(...order)
      .limit(sql.placeholder(limit));
  const window = stretch(true, isForTheWindow, bestFirst, "featured");
  return unionAll(window, stretch(false, isVisible, newestFirst, "listed")).prepare("front_page");
});

/** The products for the shop window: in stock, best rated, then most reviewed, then newest. */
export async function listFeatured(db: Db, limit: number) {
  const rows = await featured(db).execute({ limit });
  return rows.map(toSummary);
}

/**
 * What stands around a list of products: the shop window, of so many products,
 * and all names to narrow a list down by. While the catalog stays the same,
 * the names are the same objects.
 */
export function readShopWindow(db: Db, limit: number) {
  return answer(db, keptNames, {
    key: allNames,
    find: findNames,
    tell: async (reader, { version, brands, categories }) => {
      const rows = limit === 0 ? [] : await featured(reader).execute({ limit });
      if ((rows[0]?.version ?? (await readVersion(reader))) !== version) return undefined;
      return { featured: rows.map(toSummary), brands, categories };
    },
  });
}

/** The same with the first page of the list, which is what most visitors come to first. */
export function readFrontPage(db: Db, { limit, pageSize }: { limit: number; pageSize: number }) {
  return answer(db, keptNames, {
    key: allNames,
    find: findNames,
    tell: async (reader, names) => {
      const rows = await frontPage(reader).execute({ featured: limit, listed: pageSize });
      if ((rows[0]?.version ?? (await readVersion(reader))) !== names.version) return undefined;
      rows.sort((a, b) => a.place - b.place);
      const shown = (isInWindow: boolean) =>
        rows.filter((row) => row.isInWindow === isInWindow).map((row) => withNames(row, names));
      const list = toPage(shown(false), 1, rows[0]?.total ?? 0, pageSize);
      return { list, featured: shown(true), brands: names.brands, categories: names.categories };
    },
  });
}
