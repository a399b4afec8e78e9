import { and, desc, eq, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema.ts";
import { answer, Kept, keptFor } from "./kept.ts";
import { listBrands, listCategories } from "./read.ts";
import { isVisible, summaryColumns, toSummary } from "./summary.ts";
import { readVersion, versionNow } from "./version.ts";

const featured = preparedFor((db) =>
  db
    .select({ ...summaryColumns, version: versionNow })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(isVisible, sql`${products.countInStock} > 0`))
    .orderBy(desc(products.rating), desc(products.numReviews), desc(products.createdAt), desc(products.id))
    .limit(sql.placeholder("limit"))
    .prepare("featured_products"),
);

/** The products for the shop window: in stock, best rated, then most reviewed, then newest. */
export async function listFeatured(db: Db, limit: number) {
  const rows = await featured(db).execute({ limit });
  return rows.map(toSummary);
}

type Named = Awaited<ReturnType<typeof listBrands>>;

/** The names of one version of the catalogue. */
type Names = { version: string; brands: Named; categories: Named };

/** One entry, of whatever size. */
const keptNames = keptFor(() => new Kept<Names>(Number.MAX_SAFE_INTEGER, () => 1));

async function findNames(tx: Db): Promise<Names> {
  const version = await readVersion(tx);
  if (version === undefined) throw new Error("The catalogue has no version");
  return { version, brands: await listBrands(tx), categories: await listCategories(tx) };
}

/**
 * What stands around a list of products: the shop window, of so many products,
 * and all names to narrow a list down by. While the catalogue stays the same,
 * the names are the same objects.
 */
export function readShopWindow(db: Db, limit: number) {
  return answer(db, keptNames, {
    key: "",
    find: findNames,
    tell: async (reader, { version, brands, categories }) => {
      const rows = limit === 0 ? [] : await featured(reader).execute({ limit });
      if ((rows[0]?.version ?? (await readVersion(reader))) !== version) return undefined;
      return { featured: rows.map(toSummary), brands, categories };
    },
  });
}
