import { type AdminPage, toAdminPage } from "@shop/shared/admin/admin-list";
import type { AdminTerm, PageTerms, TermDetail } from "@shop/shared/catalog/admin-catalog";
import { isId } from "@shop/shared/query";
import { and, asc, count, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import { holds, lowered } from "../../db/text.ts";
import type { Admin, Editor, Reader } from "../base/actor.ts";
import { DomainError, notFound } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { readNestedCategories } from "./category-tree.ts";

/** Key of an advisory lock. Unique in the database. */
export const termsLock = 7_301_854_205;

/** Brands and categories have the same structure: terms with a unique name that products refer to. */
export type Taxonomy = "brand" | "category";

/** Where the terms of each taxonomy are. */
export const taxonomies = {
  brand: { table: brands, reference: products.brandId, label: "Brand", uniqueKey: "brands_name_key" },
  category: { table: categories, reference: products.categoryId, label: "Category", uniqueKey: "categories_name_key" },
} as const;

/** One page of all brands or categories, each with its number of products. */
export async function pageTerms(
  db: Db,
  _admin: Admin<"products.read">,
  taxonomy: Taxonomy,
  input: PageTerms,
): Promise<AdminPage<AdminTerm>> {
  const { table, reference } = taxonomies[taxonomy];
  const { search, sort, pageNumber, pageSize } = input;
  const isWanted = search === "" ? undefined : holds(table.name, search);
  const uses = db
    .select({ termId: reference, count: count().as("count") })
    .from(products)
    .where(isNull(products.deletedAt))
    .groupBy(reference)
    .as("uses");
  const productCount = sql<number>`coalesce(${uses.count}, 0)::int`;
  const keys = { name: lowered(table.name), products: productCount, createdAt: table.createdAt };
  const direction = sort.isDescending ? desc : asc;
  const [rows, total] = await Promise.all([
    db
      .select({ _id: table.id, name: table.name, products: productCount, createdAt: table.createdAt })
      .from(table)
      .leftJoin(uses, eq(uses.termId, table.id))
      .where(isWanted)
      .orderBy(direction(keys[sort.by]), direction(table.id))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db.$count(table, isWanted),
  ]);
  const above = taxonomy === "category" ? await readNestedCategories(db) : [];
  const terms = rows.map(({ createdAt, ...row }) => {
    const nested = above.find(({ _id }) => _id === row._id);
    const path = nested === undefined ? {} : { above: nested.above.map(({ name }) => name) };
    return { ...row, ...path, createdAt: createdAt.toISOString() };
  });
  return toAdminPage(terms, total, input);
}

/** One brand or category with the version that a change refers to. Fails with NOT_FOUND. */
export async function readTerm(
  db: Db,
  _reader: Reader<"products.read">,
  taxonomy: Taxonomy,
  id: string,
): Promise<TermDetail> {
  const { table, label } = taxonomies[taxonomy];
  const [found] = isId(id) ? await db.select(detailOf(taxonomy)).from(table).where(eq(table.id, id)) : [];
  if (found === undefined) throw notFound(label);
  return toDetail(taxonomy, found);
}

/** Creates a brand or category with the first free name of "New brand", "New brand 2" and so on. */
export async function createTerm(db: Db, admin: Editor<"products.write">, taxonomy: Taxonomy): Promise<TermDetail> {
  return db.transaction((tx) => createTermIn(tx, admin, taxonomy));
}

/** The same in a transaction of the caller. */
export async function createTermIn(tx: Db, admin: Editor<"products.write">, taxonomy: Taxonomy): Promise<TermDetail> {
  const { table } = taxonomies[taxonomy];
  const name = `New ${taxonomy}`;
  for (;;) {
    // On a conflict with a concurrent insert, the next free name is selected.
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into ${table} (id, name)
      select ${uuidv7()}::uuid, candidate from (
        select n, case when n = 1 then ${name} else ${name} || ' ' || n end as candidate
        from generate_series(1, (select count(*) + 1 from ${table})) n
      ) candidates
      where not exists (select from ${table} taken where ${lowered(sql`taken.name`)} = ${lowered(sql`candidate`)})
      order by n limit 1
      on conflict do nothing
      returning id`);
    const [row] = rows;
    if (row === undefined) continue;
    const created = await readTerm(tx, admin, taxonomy, row.id);
    await recordAct(tx, admin, { act: "created", entity: taxonomy, entityId: created._id, subject: created.name });
    return created;
  }
}

/** Refuses a change of a brand or category that is being merged, or that others are being merged into. */
export async function refuseMerging(tx: Db, taxonomy: Taxonomy, id: string): Promise<void> {
  const { table } = taxonomies[taxonomy];
  const [found] = await tx
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(or(and(eq(table.id, id), isNotNull(table.mergingIntoId)), eq(table.mergingIntoId, id)))
    .limit(1);
  if (found === undefined) return;
  const other = found.id === id.toLowerCase() ? `another ${taxonomy}` : "it";
  throw new DomainError("IN_USE", `${found.name} is being merged into ${other}. Please wait until that is done.`);
}

/**
 * The id of the term with this name in any case; of one that is being merged, that of the one that stays. Locks the term
 * against changes until the transaction ends.
 */
export async function lockTerm(tx: Db, taxonomy: Taxonomy, name: string): Promise<string | undefined> {
  const { table } = taxonomies[taxonomy];
  const [found] = await tx
    .select({ id: table.id, mergingIntoId: table.mergingIntoId })
    .from(table)
    .where(eq(lowered(table.name), lowered(sql`${name}::text`)))
    .for("share");
  return found?.mergingIntoId ?? found?.id;
}

/** The same, and makes the term when there is none with this name. */
export async function lockOrMakeTerm(
  tx: Db,
  admin: Editor<"products.write">,
  taxonomy: Taxonomy,
  name: string,
): Promise<string> {
  const { table } = taxonomies[taxonomy];
  for (;;) {
    const found = await lockTerm(tx, taxonomy, name);
    if (found !== undefined) return found;
    // On a conflict with a concurrent insert, the other one is found.
    const [made] = await tx.insert(table).values({ name }).onConflictDoNothing().returning({ id: table.id });
    if (made === undefined) continue;
    await recordAct(tx, admin, { act: "created", entity: taxonomy, entityId: made.id, subject: name });
    return made.id;
  }
}

/** The same for the first term by name. Creates one when there are none. */
export async function lockFirstTerm(tx: Db, admin: Editor<"products.write">, taxonomy: Taxonomy): Promise<string> {
  const { table } = taxonomies[taxonomy];
  const [first] = await tx
    .select({ id: table.id })
    .from(table)
    .where(isNull(table.mergingIntoId))
    .orderBy(lowered(table.name), table.id)
    .limit(1)
    .for("share");
  return first?.id ?? (await createTermIn(tx, admin, taxonomy))._id;
}

/** Locks a brand or category for its writer alone. Fails with NOT_FOUND. */
export async function lockForChange(tx: Db, taxonomy: Taxonomy, id: string) {
  const { table, label } = taxonomies[taxonomy];
  const [found] = isId(id) ? await tx.select(detailOf(taxonomy)).from(table).where(eq(table.id, id)).for("update") : [];
  if (found === undefined) throw notFound(label);
  return found;
}

/** The columns of a detail. */
export function detailOf(taxonomy: Taxonomy) {
  const { id, name, slug, description, image, imageAlt, menuPosition, version, updatedAt } = taxonomies[taxonomy].table;
  const parentId = taxonomy === "category" ? categories.parentId : sql<null>`null::uuid`;
  return { _id: id, name, slug, description, image, imageAlt, menuPosition, parentId, version, updatedAt };
}

type DetailRow = Omit<TermDetail, "updatedAt" | "parentId"> & { updatedAt: Date; parentId: string | null };

/** A row of these columns in wire format. */
export function toDetail(taxonomy: Taxonomy, { updatedAt, parentId, ...term }: DetailRow): TermDetail {
  return { ...term, ...(taxonomy === "category" ? { parentId } : {}), updatedAt: updatedAt.toISOString() };
}
