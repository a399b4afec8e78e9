import type { ProductSummary } from "@shop/shared/catalog";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema.ts";
import { isWithinTransaction, Kept, keptFor, ofOneMoment } from "./kept.ts";
import { listBrands, listCategories } from "./read.ts";
import { type SummaryRow, summaryColumns, toSummary } from "./summary.ts";
import { readVersion } from "./version.ts";

type Named = Awaited<ReturnType<typeof listBrands>>;

/** All brands and categories by name, as they are in one version of the catalog. */
export type Names = { version: string; brands: Named; categories: Named; byId: Map<string, string> };

/** One entry, of whatever size. */
export const keptNames = keptFor(() => new Kept<Names>(Number.MAX_SAFE_INTEGER, () => 1));

/** The key of that entry. */
export const allNames = "";

/** The names as they are now. */
export async function findNames(tx: Db): Promise<Names> {
  const version = await readVersion(tx);
  if (version === undefined) throw new Error("The catalog has no version");
  const [brands, categories] = [await listBrands(tx), await listCategories(tx)];
  return { version, brands, categories, byId: new Map([...brands, ...categories].map(({ _id, name }) => [_id, name])) };
}

/** The names of this version of the catalog; nothing where it has another by now. */
export async function namesOf(db: Db, version: string): Promise<Names | undefined> {
  const known = keptNames(db).get(allNames);
  if (known?.version === version) return known;
  const names = await findOnce(db);
  return names.version === version ? names : undefined;
}

function findOnce(db: Db): Promise<Names> {
  return isWithinTransaction(db) ? findNames(db) : keptNames(db).renew(allNames, () => ofOneMoment(db, findNames));
}

/** The columns of a product summary for whoever has the names, so that the query joins nothing. */
export const namelessColumns = { ...summaryColumns, brand: products.brandId, category: products.categoryId };

type NamelessRow = Omit<SummaryRow, "brand" | "category"> & { brand: string | null; category: string | null };

/** A row of `namelessColumns` as the wire carries it, with the names of the row's own version. */
export function withNames(row: NamelessRow, { byId }: Names): ProductSummary {
  const nameOf = (id: string | null) => byId.get(id ?? "") ?? "";
  return toSummary({ ...row, brand: nameOf(row.brand), category: nameOf(row.category) });
}
