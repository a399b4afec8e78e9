import type { ListProducts, ProductPage } from "@shop/shared/catalog";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { brands, catalogueSize, categories, products } from "../../db/schema.ts";
import { searchProducts } from "./search.ts";
import { isVisible, newestFirst, type SummaryRow, summaryColumns, toSummary } from "./summary.ts";

/** How many products a visitor sees in all, as a column. */
export const visibleTotal = sql<number>`(select ${catalogueSize.visible} from ${catalogueSize})`;

const pageOfProducts = preparedFor((db) =>
  db
    .select({ ...summaryColumns, total: visibleTotal })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(isVisible)
    .orderBy(...newestFirst)
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare("page_of_products"),
);

const visibleIds = (db: Db) => db.select({ id: products.id }).from(products).where(isVisible);

/** Products whose ids are known, newest first, each with the number of all. */
function productsOf(db: Db, ids: SQL) {
  return db
    .select({ ...summaryColumns, total: visibleTotal })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(sql`${products.id} in (${ids})`)
    .orderBy(...newestFirst);
}

/** The same page where much is skipped before it: what is skipped is not joined with anything. */
const pageFarIn = preparedFor((db) => {
  const inOrder = visibleIds(db).orderBy(...newestFirst);
  const ids = sql`${inOrder} limit ${sql.placeholder("limit")}::int offset ${sql.placeholder("offset")}::int`;
  return productsOf(db, ids).prepare("page_far_in");
});

/**
 * The same, where the place is counted from the end of the list. Limit and
 * offset come as plain numbers: reckoned in the statement they would be unknown
 * to PostgreSQL, which then prepares for a tenth of the catalogue.
 */
const pageFromTheEnd = preparedFor((db) => {
  const oldestFirst = visibleIds(db).orderBy(asc(products.createdAt), asc(products.id));
  const ids = sql`${oldestFirst} limit ${sql.placeholder("limit")}::int offset ${sql.placeholder("offset")}::int`;
  return productsOf(db, ids).prepare("page_from_the_end");
});

const countOfProducts = preparedFor((db) =>
  db.select({ total: catalogueSize.visible }).from(catalogueSize).prepare("count_of_products"),
);

/** Skipping fewer products than this costs less than asking how many there are. */
const farIn = 1_000;
/** How often the number may change under a page that is read from the end, before it is read from the beginning. */
const tries = 3;

/**
 * One page of the products that a visitor sees, newest first, or of those that
 * a keyword finds. A page beyond the end is empty and still knows the number of
 * pages. Costs one query near the beginning, and a second one far in, where the
 * page is read from the nearer end.
 */
export async function listProducts(
  db: Db,
  { keyword, pageNumber }: ListProducts,
  pageSize: number,
): Promise<ProductPage> {
  if (keyword !== "") return searchProducts(db, { keyword, pageNumber }, pageSize);
  const place = { limit: pageSize, offset: (pageNumber - 1) * pageSize };
  if (place.offset < farIn) {
    const rows = await pageOfProducts(db).execute(place);
    const total = rows[0]?.total ?? (pageNumber === 1 ? 0 : await countProducts(db));
    return toPage(rows, pageNumber, total, pageSize);
  }
  for (let left = tries; ; left -= 1) {
    const known = await countProducts(db);
    if (place.offset >= known) return toPage([], pageNumber, known, pageSize);
    const isNearTheEnd = left > 0 && place.offset > known / 2;
    const rows = await (isNearTheEnd
      ? pageFromTheEnd(db).execute(fromTheEnd(place, known))
      : pageFarIn(db).execute(place));
    const total = rows[0]?.total ?? known;
    // A place counted from the end is right only for the number that it was reckoned from.
    if (!isNearTheEnd || total === known) return toPage(rows, pageNumber, total, pageSize);
  }
}

/** The same place as seen from the end of a list with so many products. */
function fromTheEnd({ limit, offset }: { limit: number; offset: number }, total: number) {
  const rest = total - offset;
  return { limit: Math.min(limit, rest), offset: Math.max(rest - limit, 0) };
}

function toPage(rows: SummaryRow[], page: number, total: number, pageSize: number): ProductPage {
  return { products: rows.map(toSummary), page, pages: Math.ceil(total / pageSize) };
}

async function countProducts(db: Db): Promise<number> {
  const [counted] = await countOfProducts(db).execute();
  return counted?.total ?? 0;
}
