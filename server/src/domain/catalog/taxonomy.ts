import type { AdminTerm, PageTerms, Rename, TermDetail } from "@shop/shared/admin-catalog";
import { type AdminPage, toAdminPage } from "@shop/shared/admin-list";
import { changesBetween } from "@shop/shared/audit";
import { isId } from "@shop/shared/query";
import { and, asc, count, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema.ts";
import { holds, lowered } from "../../db/text.ts";
import type { Admin } from "../account/actor.ts";
import { recordAct } from "../audit/record.ts";
import { DomainError, notFound, refuseStale, retryingConflicts, violates } from "../errors.ts";

/** Any number that nothing else in the database locks. */
const renameLock = 7_301_854_205;

/** Brands and categories are alike: names that products refer to. */
export type Taxonomy = "brand" | "category";

const taxonomies = {
  brand: { table: brands, use: products.brandId, word: "Brand", uniqueKey: "brands_name_key" },
  category: { table: categories, use: products.categoryId, word: "Category", uniqueKey: "categories_name_key" },
} as const;

/** One page of all brands or categories, with how many living products use each. */
export async function pageTerms(
  db: Db,
  _admin: Admin,
  taxonomy: Taxonomy,
  input: PageTerms,
): Promise<AdminPage<AdminTerm>> {
  const { table, use } = taxonomies[taxonomy];
  const { search, sort, pageNumber, pageSize } = input;
  const isWanted = search === "" ? undefined : holds(table.name, search);
  const uses = db
    .select({ nameId: use, count: count().as("count") })
    .from(products)
    .where(isNull(products.deletedAt))
    .groupBy(use)
    .as("uses");
  const used = sql<number>`coalesce(${uses.count}, 0)::int`;
  const keys = { name: lowered(table.name), products: used, createdAt: table.createdAt };
  const inOrder = sort.isDescending ? desc : asc;
  const [rows, total] = await Promise.all([
    db
      .select({ _id: table.id, name: table.name, products: used, createdAt: table.createdAt })
      .from(table)
      .leftJoin(uses, eq(uses.nameId, table.id))
      .where(isWanted)
      .orderBy(inOrder(keys[sort.by]), inOrder(table.id))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db.$count(table, isWanted),
  ]);
  const dated = rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
  return toAdminPage(dated, total, input);
}

/** One brand or category with the state that a change starts from. Refuses with NOT_FOUND what is unknown. */
export async function readTerm(db: Db, _admin: Admin, taxonomy: Taxonomy, id: string): Promise<TermDetail> {
  const { table, word } = taxonomies[taxonomy];
  const [found] = isId(id) ? await db.select(detailOf(taxonomy)).from(table).where(eq(table.id, id)) : [];
  if (found === undefined) throw notFound(word);
  return toDetail(found);
}

/** Makes a brand or category called "New brand", or "New brand 2" when that is taken, and so on. */
export async function createTerm(db: Db, admin: Admin, taxonomy: Taxonomy): Promise<TermDetail> {
  return db.transaction((tx) => createTermIn(tx, admin, taxonomy));
}

/** The same within a transaction that needs it. */
export async function createTermIn(tx: Db, admin: Admin, taxonomy: Taxonomy): Promise<TermDetail> {
  const { table } = taxonomies[taxonomy];
  const name = `New ${taxonomy}`;
  for (;;) {
    // Whoever takes the name at the same moment wins; then the next free one is looked for again.
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
    const made = await readTerm(tx, admin, taxonomy, row.id);
    await recordAct(tx, admin, { act: "created", entity: taxonomy, entityId: made._id, subject: made.name });
    return made;
  }
}

/**
 * Renames a brand or category; its products show the new name at once and are
 * found by it. Refuses with NAME_TAKEN a name that another has in any case,
 * and with STALE a change that starts from a state which is no longer the newest.
 */
export async function renameTerm(
  db: Db,
  admin: Admin,
  taxonomy: Taxonomy,
  id: string,
  input: Rename,
): Promise<TermDetail> {
  const { table, use, word, uniqueKey } = taxonomies[taxonomy];
  const detail = detailOf(taxonomy);
  const rename = () =>
    db.transaction(async (tx) => {
      // Two renames at once would wait for each other's products and names for ever.
      await tx.execute(sql`select pg_advisory_xact_lock(${renameLock})`);
      const before = await lockName(tx, taxonomy, id);
      refuseStale(before, input);
      // The new name is carried to the products; locking them in the order in which sales do keeps the two apart.
      if (before.name !== input.name) {
        await tx
          .select({ id: products.id })
          .from(products)
          .where(eq(use, id))
          .orderBy(products.id)
          .for("no key update");
      }
      const [after] = await tx
        .update(table)
        .set({ name: input.name, version: before.version + 1, updatedAt: new Date() })
        .where(eq(table.id, id))
        .returning(detail);
      if (after === undefined) throw new Error("a locked name is gone");
      const changes = changesBetween(before, after, ["name"]);
      await recordAct(tx, admin, { act: "updated", entity: taxonomy, entityId: id, subject: after.name, changes });
      return toDetail(after);
    });
  try {
    return await retryingConflicts(rename);
  } catch (error) {
    if (!violates(error, uniqueKey)) throw error;
    const message = `${word} already exists`;
    throw new DomainError("NAME_TAKEN", message, { errors: [{ path: "name", message }] });
  }
}

/**
 * Deletes a brand or category that no living product uses; deleted products
 * lose it. Refuses with IN_USE while there are others.
 */
export async function deleteTerm(db: Db, admin: Admin, taxonomy: Taxonomy, id: string): Promise<void> {
  const { table, use } = taxonomies[taxonomy];
  const remove = () =>
    db.transaction(async (tx) => {
      // Saving a product holds its names, so nobody can begin to use this one until it is gone.
      const { name } = await lockName(tx, taxonomy, id);
      const uses = await tx.$count(products, and(eq(use, id), isNull(products.deletedAt)));
      if (uses > 0) throw new DomainError("IN_USE", `Used by ${uses} ${uses === 1 ? "product" : "products"}`);
      await tx
        .update(products)
        .set(taxonomy === "brand" ? { brandId: null } : { categoryId: null })
        .where(and(eq(use, id), isNotNull(products.deletedAt)));
      await tx.delete(table).where(eq(table.id, id));
      await recordAct(tx, admin, { act: "deleted", entity: taxonomy, entityId: id, subject: name });
    });
  await retryingConflicts(remove);
}

/** Finds the id of a name in any case and keeps it from being changed or deleted until the transaction ends. */
export async function lockTerm(tx: Db, taxonomy: Taxonomy, name: string): Promise<string | undefined> {
  const { table } = taxonomies[taxonomy];
  const [found] = await tx
    .select({ id: table.id })
    .from(table)
    .where(eq(lowered(table.name), lowered(sql`${name}::text`)))
    .for("share");
  return found?.id;
}

/** The same for the first of the list; makes one where there is none. */
export async function lockFirstTerm(tx: Db, admin: Admin, taxonomy: Taxonomy): Promise<string> {
  const { table } = taxonomies[taxonomy];
  const [first] = await tx
    .select({ id: table.id })
    .from(table)
    .orderBy(lowered(table.name), table.id)
    .limit(1)
    .for("share");
  return first?.id ?? (await createTermIn(tx, admin, taxonomy))._id;
}

async function lockName(tx: Db, taxonomy: Taxonomy, id: string) {
  const { table, word } = taxonomies[taxonomy];
  const [found] = isId(id) ? await tx.select(detailOf(taxonomy)).from(table).where(eq(table.id, id)).for("update") : [];
  if (found === undefined) throw notFound(word);
  return found;
}

function detailOf(taxonomy: Taxonomy) {
  const { table } = taxonomies[taxonomy];
  return { _id: table.id, name: table.name, version: table.version, updatedAt: table.updatedAt };
}

function toDetail({ updatedAt, ...name }: Omit<TermDetail, "updatedAt"> & { updatedAt: Date }): TermDetail {
  return { ...name, updatedAt: updatedAt.toISOString() };
}
