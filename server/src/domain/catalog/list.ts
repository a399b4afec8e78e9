import type { ProductPage } from "@shop/shared/catalog/catalog";
import { asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { productFacets } from "../../db/schema/product-facets.ts";
import { products } from "../../db/schema/products.ts";
import { readCatalogSize } from "./catalog-size.ts";
import { readEntries } from "./product-group/entries.ts";
import { productSearch, type SearchedProducts } from "./search/product-search.ts";
import { findRedirect } from "./search-redirects.ts";
import { newestFirst, readSummaries, toPage } from "./summary.ts";
import { isVisible } from "./visible.ts";

/** The ids of a part of the list. Of the index alone, so that skipped rows cost little. */
const entriesInOrder = (name: string, order: SQL[]) =>
  preparedFor((db) =>
    db
      .select({ id: productFacets.productId })
      .from(productFacets)
      .where(eq(productFacets.place, 0))
      .orderBy(...order)
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"))
      .prepare(name),
  );
const variantsInOrder = (name: string, order: SQL[]) =>
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
const { createdAt, productId } = productFacets;
const entries = {
  fromStart: entriesInOrder("entries_from_start", [desc(createdAt), desc(productId)]),
  fromEnd: entriesInOrder("entries_from_end", [asc(createdAt), asc(productId)]),
};
const variants = {
  fromStart: variantsInOrder("product_ids_from_start", newestFirst),
  fromEnd: variantsInOrder("product_ids_from_end", [asc(products.createdAt), asc(products.id)]),
};

/**
 * One page of the visible products, newest first, or of those that a keyword finds: one for each group, or with `variants`
 * each product. A page beyond the end is empty and has the number of pages. Of a question, see `searchProducts`.
 */
export async function listProducts(db: Db, input: SearchedProducts, pageSize: number): Promise<ProductPage> {
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
      const size = await readCatalogSize(tx);
      const window = { offset: (pageNumber - 1) * pageSize, limit: pageSize };
      if (input.variants === "all") {
        const ids = await readIds(tx, variants, { ...window, total: size.products });
        return toPage(await readSummaries(tx, ids), pageNumber, size.products, pageSize);
      }
      const ids = await readIds(tx, entries, { ...window, total: size.entries });
      return toPage(await readEntries(tx, ids), pageNumber, size.entries, pageSize);
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

type ReadingOrder = typeof entries | typeof variants;

/** Counts from the nearer end of the list. */
async function readIds(
  db: Db,
  { fromStart, fromEnd }: ReadingOrder,
  { offset, limit, total }: { offset: number; limit: number; total: number },
) {
  if (offset >= total) return [];
  const end = Math.min(offset + limit, total);
  if (offset <= total / 2) return (await fromStart(db).execute({ limit, offset })).map(({ id }) => id);
  const reversed = await fromEnd(db).execute({ limit: end - offset, offset: total - end });
  return reversed.map(({ id }) => id).toReversed();
}
