import type { ProductSummary } from "@shop/shared/catalog";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema.ts";
import type { CatalogReader } from "./cache/read-current.ts";
import { cachePerDatabase, VersionedCache } from "./cache/versioned-cache.ts";
import { listBrands, listCategories } from "./read.ts";
import { type SummaryRow, summaryColumns, toSummary } from "./summary.ts";
import { readVersion } from "./version.ts";

type ListedTerms = Awaited<ReturnType<typeof listBrands>>;

/** All brands and categories, sorted by name, at one version of the catalog. */
export type Terms = { version: string; brands: ListedTerms; categories: ListedTerms; nameById: Map<string, string> };

/** Holds one entry, which is never evicted for its size. */
const termsCache = cachePerDatabase(() => new VersionedCache<Terms>(Number.MAX_SAFE_INTEGER, () => 1));
const key = "";

/** All brands and categories from the cache. The caller checks their version. */
export function getTerms(reader: CatalogReader): Promise<Terms> {
  return termsCache(reader.db).getOrLoad(reader, key, loadTerms);
}

async function loadTerms(tx: Db): Promise<Terms> {
  const version = await readVersion(tx);
  const brands = await listBrands(tx);
  const categories = await listCategories(tx);
  const nameById = new Map([...brands, ...categories].map(({ _id, name }) => [_id, name]));
  return { version, brands, categories, nameById };
}

/** Product summary columns with the ids of brand and category in place of their names: the query needs no joins. */
export const unjoinedColumns = { ...summaryColumns, brand: products.brandId, category: products.categoryId };

type UnjoinedRow = Omit<SummaryRow, "brand" | "category"> & { brand: string | null; category: string | null };

/** A row of `unjoinedColumns` in wire format. The terms must be of the row's version. */
export function toSummaryWithTerms(row: UnjoinedRow, { nameById }: Terms): ProductSummary {
  const nameOf = (id: string | null) => nameById.get(id ?? "") ?? "";
  return toSummary({ ...row, brand: nameOf(row.brand), category: nameOf(row.category) });
}
