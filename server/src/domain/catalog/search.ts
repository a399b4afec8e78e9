import type { ListProducts, ProductPage } from "@shop/shared/catalog";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import { type Db, preparedFor } from "../../db/client.ts";
import { brands, catalogueVersion, categories, products } from "../../db/schema.ts";
import { searchable } from "../../db/text.ts";
import { findHits, type Hits, ofOneMoment, patternOf } from "./hits.ts";
import { keptHits } from "./kept-hits.ts";
import { isVisible, type SummaryRow, summaryColumns, toSummary } from "./summary.ts";

/** How many pages' hits are found, and kept, at once. */
const pagesAtOnce = 20;
/** How often the catalogue may change under a search before it looks at everything at one moment, for itself alone. */
const tries = 3;

const productsOf = preparedFor((db) =>
  db
    .select({ ...summaryColumns, version: sql<string>`(select ${catalogueVersion.version} from ${catalogueVersion})` })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(sql`${products.id} = any(${sql.placeholder("ids")}::uuid[])`, isVisible))
    .prepare("products_of_hits"),
);

const currentVersion = preparedFor((db) =>
  db.select({ version: catalogueVersion.version }).from(catalogueVersion).prepare("catalogue_version"),
);

/** Whether a product's name, brand, category or description holds these words as they are written, in any case. */
export function holdsWords(words: string): SQL {
  return sql`${products.searchText} like ${searchable(sql`${patternOf(words)}::text`)}`;
}

/**
 * One page of what a keyword finds, in the order of `findHits`, which is
 * total, so that pages neither repeat nor lose a product. What was found is
 * kept, and holds for as long as the catalogue has the same version: that is
 * asked together with the page's products, at one moment, on every search.
 */
export async function searchProducts(db: Db, search: ListProducts, pageSize: number): Promise<ProductPage> {
  const { keyword, pageNumber } = search;
  const limit = pagesAtOnce * pageSize;
  const skipped = (pageNumber - 1) * pageSize;
  const place = skipped % limit;
  const offset = skipped - place;
  const find = (tx: Db) => findHits(tx, keyword, { offset, limit });
  const pageOf = async (reader: Db, hits: Hits): Promise<ProductPage | undefined> => {
    const ids = hits.ids.slice(place, place + pageSize);
    const { version, rows } = await readProducts(reader, ids);
    if (version !== hits.version) return undefined;
    const found = new Map(rows.map((row) => [row._id, row]));
    const products = ids.flatMap((id) => found.get(id) ?? []).map(toSummary);
    return { products, page: pageNumber, pages: Math.ceil(hits.total / pageSize) };
  };
  // What a transaction sees of its own changes is nobody else's business.
  if (!(db instanceof PgTransaction)) {
    const kept = keptHits(db);
    const key = `${limit} ${offset} ${keyword}`;
    let hits = kept.get(key);
    for (let left = tries; left > 0; left -= 1) {
      const page = hits && (await pageOf(db, hits));
      if (page !== undefined) return page;
      hits = await kept.renew(key, () => ofOneMoment(db, find));
    }
  }
  // The catalogue changes faster than it can be asked twice.
  const page = await ofOneMoment(db, async (tx) => pageOf(tx, await find(tx)));
  if (page === undefined) throw new Error("The catalogue changed within one moment");
  return page;
}

/** The products that are still there, in no order, and the version of the catalogue that they are of. */
async function readProducts(db: Db, ids: string[]): Promise<{ version: string | undefined; rows: SummaryRow[] }> {
  const rows = ids.length === 0 ? [] : await productsOf(db).execute({ ids });
  const [one] = rows.length > 0 ? rows : await currentVersion(db).execute();
  return { version: one?.version, rows };
}
