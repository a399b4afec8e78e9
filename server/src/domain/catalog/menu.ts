import { type Entrance, entrancesMax, type Menu, type TermKind } from "@shop/shared/term-page";
import { desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema/catalog.ts";
import { perVersion } from "./per-version.ts";
import { isVisible, newestFirst } from "./summary.ts";
import { readTermCounts } from "./term-counts.ts";

type Term = {
  _id: string;
  kind: TermKind;
  name: string;
  slug: string;
  image: string;
  menuPosition: number | null;
  products: number;
};

/** The brands and categories that have products: by position, then by number of products. */
export const readMenu = perVersion(async (db): Promise<Menu> => {
  const terms = await readTerms(db);
  const lineOf = ({ _id, name, slug, products }: Term) => ({ _id, name, slug, products });
  return {
    categories: terms.filter(({ kind }) => kind === "category").map(lineOf),
    brands: terms.filter(({ kind }) => kind === "brand").map(lineOf),
  };
});

/** The first brands and categories of the menu, for Home. One without an image has that of its best-rated product. */
export async function readEntrances(db: Db): Promise<Entrance[]> {
  const chosen = await chooseEntrances(db);
  const ids = chosen.flatMap(({ imageOf }) => imageOf ?? []);
  const rows =
    ids.length === 0
      ? []
      : await db.select({ id: products.id, image: products.image }).from(products).where(inArray(products.id, ids));
  const images = new Map(rows.map(({ id, image }) => [id, image]));
  return chosen.map((entrance) => ({ ...entrance, image: images.get(entrance.imageOf ?? "") ?? entrance.image }));
}

/** With the products whose images are shown, but not these images, which can change. */
const chooseEntrances = perVersion(async (db): Promise<Entrance[]> => {
  const terms = (await readTerms(db)).slice(0, entrancesMax).toSorted((a, b) => groupOf(a) - groupOf(b));
  const bare = terms.filter(({ image }) => image === "");
  const ofCategories = await findBest(db, "category", bare, []);
  const ofBrands = await findBest(db, "brand", bare, [...ofCategories.values()]);
  const best = new Map([...ofCategories, ...ofBrands]);
  return terms.map(({ _id, kind, name, slug, image }) => {
    return { _id, kind, name, slug, image, imageOf: best.get(_id) ?? null };
  });
});

/** Those with a position first, then categories, then brands. */
function groupOf({ menuPosition, kind }: Term): number {
  if (menuPosition !== null) return 0;
  return kind === "category" ? 1 : 2;
}

async function readTerms(db: Db): Promise<Term[]> {
  const counts = await readTermCounts(db);
  const readAll = async (kind: TermKind, table: typeof brands | typeof categories) => {
    const { id, name, slug, image, menuPosition } = table;
    const rows = await db.select({ _id: id, name, slug, image, menuPosition }).from(table);
    return rows.map((row) => ({ ...row, kind, products: counts.get(row._id) ?? 0 }));
  };
  const all = [...(await readAll("category", categories)), ...(await readAll("brand", brands))];
  return all.filter((term) => term.products > 0).toSorted(compareTerms);
}

function compareTerms(a: Term, b: Term): number {
  const placeOf = ({ menuPosition }: Term) => menuPosition ?? Number.MAX_SAFE_INTEGER;
  return placeOf(a) - placeOf(b) || b.products - a.products || (a.name < b.name ? -1 : 1);
}

/**
 * The best-rated product with an image of each of these terms of a kind, by the term's id; one of `shown` only where
 * there is no other.
 */
async function findBest(db: Db, kind: TermKind, terms: readonly Term[], shown: string[]): Promise<Map<string, string>> {
  const ids = terms.filter((term) => term.kind === kind).map(({ _id }) => _id);
  if (ids.length === 0) return new Map();
  const [table, reference] =
    kind === "brand" ? ([brands, products.brandId] as const) : ([categories, products.categoryId] as const);
  const best = db
    .select({ id: products.id })
    .from(products)
    .where(sql`${eq(reference, table.id)} and ${isVisible} and ${products.image} <> ''`)
    .orderBy(
      sql`${products.id} = any(${sql.param(shown)}::uuid[])`,
      desc(products.rating),
      desc(products.numReviews),
      ...newestFirst,
    )
    .limit(1);
  const rows = await db
    .select({ termId: table.id, productId: sql<string | null>`(${best})` })
    .from(table)
    .where(inArray(table.id, ids));
  return new Map(rows.flatMap(({ termId, productId }) => (productId === null ? [] : [[termId, productId]])));
}
