import type { ListProducts, ProductPage } from "@shop/shared/catalog/catalog";
import { asc, type SQL, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { productSearch } from "./search/product-search.ts";
import { findRedirect } from "./search-redirects.ts";
import { isVisible, newestFirst, readSummaries, toPage } from "./summary.ts";
import { readVisibleTotal } from "./visible-total.ts";

/** The ids of a part of the list. Of the index alone, so that skipped rows cost little. */
const idsInOrder = (name: string, order: SQL[]) =>
  preparedFor((db) =>
    db
      .select({ id: products.id })
      .from(products)
      .where(isVisible)
      .orderBy(...order)
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"))
      .prepare(name),
  );
const idsFromStart = idsInOrder("product_ids_from_start", newestFirst);
const idsFromEnd = idsInOrder("product_ids_from_end", [asc(products.createdAt), asc(products.id)]);

/**
 * One page of the visible products, newest first, or of those that a keyword
 * finds. A page beyond the end is empty and has the number of pages.
 */
export async function listProducts(db: Db, input: ListProducts, pageSize: number): Promise<ProductPage> {
  const { keyword, pageNumber } = input;
  if (keyword !== "") {
    const [found, redirect] = await Promise.all([
      productSearch.searchProducts(db, input, pageSize),
      findRedirect(db, keyword),
    ]);
    return redirect === undefined ? found : { ...found, redirect };
  }
  return db.transaction(
    async (tx) => {
      const total = await readVisibleTotal(tx);
      const ids = await readIds(tx, { offset: (pageNumber - 1) * pageSize, limit: pageSize, total });
      return toPage(await readSummaries(tx, ids), pageNumber, total, pageSize);
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** Counts from the nearer end of the list. */
async function readIds(db: Db, { offset, limit, total }: { offset: number; limit: number; total: number }) {
  if (offset >= total) return [];
  const end = Math.min(offset + limit, total);
  if (offset <= total / 2) return (await idsFromStart(db).execute({ limit, offset })).map(({ id }) => id);
  const reversed = await idsFromEnd(db).execute({ limit: end - offset, offset: total - end });
  return reversed.map(({ id }) => id).toReversed();
}
