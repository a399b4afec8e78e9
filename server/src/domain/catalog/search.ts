import type { ListProducts, ProductPage } from "@shop/shared/catalog";
import { and, type SQL, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { products } from "../../db/schema.ts";
import { searchable } from "../../db/text.ts";
import { findHits, type Hits, patternOf } from "./hits.ts";
import { answer, Kept, keptFor } from "./kept.ts";
import { namelessColumns, namesOf, withNames } from "./kept-names.ts";
import { isVisible, toPage } from "./summary.ts";
import { readVersion, versionNow } from "./version.ts";

/** How many pages' hits are found, and kept, at once. */
const pagesAtOnce = 20;
/** Several hundred common keywords fit, or a few thousand rare ones, and the smallest server has the room. */
const mostBytes = 8_000_000;
const bytesOfId = 80;

/** What searches found. */
export const keptHits = keptFor(() => new Kept<Hits>(mostBytes, ({ ids }) => bytesOfId * ids.length));

const productsOf = preparedFor((db) =>
  db
    .select({ ...namelessColumns, version: versionNow })
    .from(products)
    .where(and(sql`${products.id} = any(${sql.placeholder("ids")}::uuid[])`, isVisible))
    .prepare("products_of_hits"),
);

/** Whether a product's name, brand, category or description holds these words as they are written, in any case. */
export function holdsWords(words: string): SQL {
  return sql`${products.searchText} like ${searchable(sql`${patternOf(words)}::text`)}`;
}

/**
 * One page of what a keyword finds, in the order of `findHits`, which is
 * total, so that pages neither repeat nor lose a product. What was found is
 * kept, and holds for as long as the catalog has the same version: that is
 * asked together with the page's products, of the same moment, by every search.
 */
export function searchProducts(db: Db, search: ListProducts, pageSize: number): Promise<ProductPage> {
  const { keyword, pageNumber } = search;
  const limit = pagesAtOnce * pageSize;
  const skipped = (pageNumber - 1) * pageSize;
  const place = skipped % limit;
  const offset = skipped - place;
  const keyOf = (offset: number) => `${limit} ${offset} ${keyword}`;
  return answer(db, keptHits, {
    key: keyOf(offset),
    find: (tx, before) => findHits(tx, keyword, { offset, limit }, before ?? keptHits(db).get(keyOf(0))),
    tell: async (reader, { version, total, ids }) => {
      const wanted = ids.slice(place, place + pageSize);
      const rows = wanted.length === 0 ? [] : await productsOf(reader).execute({ ids: wanted });
      if ((rows[0]?.version ?? (await readVersion(reader))) !== version) return undefined;
      const names = await namesOf(reader, version);
      if (names === undefined) return undefined;
      const found = new Map(rows.map((row) => [row._id, row]));
      const products = wanted.flatMap((id) => found.get(id) ?? []).map((row) => withNames(row, names));
      return toPage(products, pageNumber, total, pageSize);
    },
  });
}
