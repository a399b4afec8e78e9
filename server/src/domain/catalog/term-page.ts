import type { TermInput } from "@shop/shared/catalog/browse";
import type { TermPage } from "@shop/shared/catalog/term-page";
import { isStorableLine } from "@shop/shared/query";
import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { brands, categories, formerBrandSlugs, formerCategorySlugs } from "../../db/schema/terms.ts";
import { notFound } from "../base/errors.ts";
import { readNestedCategories } from "./category-tree.ts";
import { findShown } from "./collection/find-collection.ts";
import { readMenu } from "./menu.ts";
import { productSearch } from "./search/product-search.ts";
import type { Taxonomy } from "./taxonomy.ts";
import { readTermCounts } from "./term-counts.ts";

const terms = {
  brand: { table: brands, former: formerBrandSlugs, label: "Brand" },
  category: { table: categories, former: formerCategorySlugs, label: "Category" },
} as const;

/** The brand, category or collection with a slug now, or else the one that had it before. Fails with NOT_FOUND. */
export async function readTermPage(db: Db, { kind, slug }: TermInput): Promise<TermPage> {
  const wanted = slug.toLowerCase();
  if (!isStorableLine(wanted)) throw notFound(kind === "collection" ? "Collection" : terms[kind].label);
  if (kind === "collection") return readCollectionPage(db, wanted);
  const term = (await findCurrent(db, kind, wanted)) ?? (await findFormer(db, kind, wanted));
  if (term === undefined) throw notFound(terms[kind].label);
  const page = { ...term, products: (await readTermCounts(db)).get(term._id) ?? 0 };
  return kind === "category" ? { ...page, ...(await readNeighbours(db, term._id)) } : page;
}

/** The categories above and below one. */
async function readNeighbours(db: Db, id: string): Promise<Pick<TermPage, "above" | "below">> {
  const above = (await readNestedCategories(db)).find((nested) => nested._id === id)?.above;
  const below = (await readMenu(db)).categories.filter(({ parentId }) => parentId === id);
  return {
    ...(above === undefined ? {} : { above: above.map(({ name, slug }) => ({ name, slug })) }),
    ...(below.length === 0 ? {} : { below: below.map(({ parentId: _, ...child }) => child) }),
  };
}

/** A collection that customers see, by its slug now or formerly. */
async function readCollectionPage(db: Db, slug: string): Promise<TermPage> {
  const found = await findShown(db, slug);
  if (found === undefined) throw notFound("Collection");
  const { id, name, description, image, imageAlt } = found;
  const products = await productSearch.countMembers(db, found.slug);
  return { _id: id, name, slug: found.slug, description, image, imageAlt, products };
}

async function findCurrent(db: Db, kind: Taxonomy, slug: string) {
  const { table } = terms[kind];
  const [found] = await db.select(columnsOf(table)).from(table).where(eq(table.slug, slug));
  return found;
}

async function findFormer(db: Db, kind: Taxonomy, slug: string) {
  const { table, former } = terms[kind];
  const [found] = await db
    .select(columnsOf(table))
    .from(former)
    .innerJoin(table, eq(table.id, former.termId))
    .where(eq(former.slug, slug));
  return found;
}

function columnsOf({ id, name, slug, description, image, imageAlt }: typeof brands | typeof categories) {
  return { _id: id, name, slug, description, image, imageAlt };
}
