import { type Entrance, entrancesMax, type Menu, type TermKind } from "@shop/shared/catalog/term-page";
import { and, desc, eq, inArray, isNotNull, ne, notInArray } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { collections } from "../../db/schema/collections.ts";
import { products } from "../../db/schema/products.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import { idsWithin, readNestedCategories } from "./category-tree.ts";
import { listCollections } from "./collection/read-collections.ts";
import { perVersion } from "./per-version.ts";
import { productSearch } from "./search/product-search.ts";
import { newestFirst } from "./summary.ts";
import type { Taxonomy } from "./taxonomy.ts";
import { readTermCounts } from "./term-counts.ts";
import { isVisible } from "./visible.ts";

/** How many of a term's products are looked at for an image, the best-rated first. */
const searchedForImage = 50;

type Term = {
  _id: string;
  kind: TermKind;
  name: string;
  slug: string;
  image: string;
  menuPosition: number | null;
  /** The category that it is below. */
  parentId: string | null;
  products: number;
};

/** The brands and categories that have products: by position, then by number of products; and the collections. */
export const readMenu = perVersion(async (db): Promise<Menu> => {
  const terms = await readTerms(db);
  const shown = (await listCollections(db)).map(({ _id, name, slug }) => ({ _id, name, slug }));
  const lineOf = ({ _id, name, slug, products, parentId }: Term) => {
    const line = { _id, name, slug, products };
    return parentId === null ? line : { ...line, parentId };
  };
  return {
    categories: terms.filter(({ kind }) => kind === "category").map(lineOf),
    brands: terms.filter(({ kind }) => kind === "brand").map(lineOf),
    ...(shown.length === 0 ? {} : { collections: shown }),
  };
});

/** The first brands, categories and collections of the menu, for Home. One without an image has that of its best-rated product. */
export async function readEntrances(db: Db): Promise<Entrance[]> {
  return withImages(db, await chooseEntrances(db));
}

/** Entrances with the current images of the products that stand for them. */
export async function withImages(db: Db, chosen: readonly Entrance[]): Promise<Entrance[]> {
  const ids = chosen.flatMap(({ imageOf }) => imageOf ?? []);
  const rows =
    ids.length === 0
      ? []
      : await db.select({ id: products.id, image: products.image }).from(products).where(inArray(products.id, ids));
  const images = new Map(rows.map(({ id, image }) => [id, image]));
  return chosen.map((entrance) => ({ ...entrance, image: images.get(entrance.imageOf ?? "") ?? entrance.image }));
}

/** Some brands or categories as entrances, in the order of their ids; without ids the first ones of the menu. */
export async function chooseTerms(db: Db, kind: Taxonomy, ids: readonly string[], limit: number): Promise<Entrance[]> {
  const known = (await readTerms(db)).filter((term) => term.kind === kind);
  const isOnTop = ({ menuPosition, parentId }: Term) => menuPosition !== null || parentId === null;
  const wanted =
    ids.length === 0 ? known.filter(isOnTop) : ids.flatMap((id) => known.find(({ _id }) => _id === id) ?? []);
  const terms = wanted.slice(0, limit);
  const best = await findBest(
    db,
    kind,
    terms.filter(({ image }) => image === ""),
    [],
  );
  return terms.map(({ _id, name, slug, image }) => ({ _id, kind, name, slug, image, imageOf: best.get(_id) ?? null }));
}

/** With the products whose images are shown, but not these images, which can change. */
const chooseEntrances = perVersion(async (db): Promise<Entrance[]> => {
  // A category that is below another one comes only where it was given a position.
  const isOffered = ({ menuPosition, parentId }: Term) => menuPosition !== null || parentId === null;
  const offered = [...(await readPlacedCollections(db)), ...(await readTerms(db)).filter(isOffered)].toSorted(
    compareTerms,
  );
  const terms = offered.slice(0, entrancesMax).toSorted((a, b) => groupOf(a) - groupOf(b));
  const bare = terms.filter(({ image }) => image === "");
  const ofCategories = await findBest(db, "category", bare, []);
  const ofBrands = await findBest(db, "brand", bare, [...ofCategories.values()]);
  const best = new Map([...ofCategories, ...ofBrands]);
  for (const { _id, slug } of bare.filter(({ kind }) => kind === "collection")) {
    const member = await productSearch.findBestMember(db, slug);
    if (member !== undefined) best.set(_id, member);
  }
  return terms.map(({ _id, kind, name, slug, image }) => {
    return { _id, kind, name, slug, image, imageOf: best.get(_id) ?? null };
  });
});

/** Those with a position first, then categories, then brands. */
function groupOf({ menuPosition, kind }: Term): number {
  if (menuPosition !== null) return 0;
  return kind === "category" ? 1 : 2;
}

/** The collections that have a position in the menu. */
async function readPlacedCollections(db: Db): Promise<Term[]> {
  const { id, name, slug, image, menuPosition } = collections;
  const rows = await db
    .select({ _id: id, name, slug, image, menuPosition })
    .from(collections)
    .where(and(eq(collections.isPublished, true), isNotNull(menuPosition)));
  return rows.map((row) => ({ ...row, kind: "collection", parentId: null, products: 0 }));
}

async function readTerms(db: Db): Promise<Term[]> {
  const counts = await readTermCounts(db);
  const parents = new Map((await readNestedCategories(db)).map(({ _id, above }) => [_id, above.at(-1)?._id]));
  const readAll = async (kind: Taxonomy, table: typeof brands | typeof categories) => {
    const { id, name, slug, image, menuPosition } = table;
    const rows = await db.select({ _id: id, name, slug, image, menuPosition }).from(table);
    return rows.map((row) => ({
      ...row,
      kind,
      parentId: parents.get(row._id) ?? null,
      products: counts.get(row._id) ?? 0,
    }));
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
async function findBest(db: Db, kind: Taxonomy, terms: readonly Term[], shown: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { _id } of terms.filter((term) => term.kind === kind)) {
    const best = (await findBestOf(db, kind, _id, shown)) ?? (await findBestOf(db, kind, _id, []));
    if (best !== undefined) found.set(_id, best);
  }
  return found;
}

/** In the order of an index, and for one term at a time, so that PostgreSQL knows whether its products are many or few. */
async function findBestOf(db: Db, kind: Taxonomy, id: string, besides: string[]): Promise<string | undefined> {
  const isOfTerm = kind === "brand" ? eq(products.brandId, id) : inArray(products.categoryId, await idsWithin(db, id));
  const best = db
    .select({ id: products.id, image: products.image })
    .from(products)
    .where(and(isOfTerm, isVisible, notInArray(products.id, besides)))
    .orderBy(desc(products.rating), desc(products.numReviews), ...newestFirst)
    .limit(searchedForImage)
    .as("best");
  const [found] = await db.select({ id: best.id }).from(best).where(ne(best.image, "")).limit(1);
  return found?.id;
}
