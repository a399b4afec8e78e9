import { and, asc, eq, inArray, isNotNull, isNull, notExists, notInArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import type { CreatedTerm } from "../../db/schema/imports.ts";
import { products } from "../../db/schema/products.ts";
import { categories } from "../../db/schema/terms.ts";
import { lowered } from "../../db/text.ts";
import { type Taxonomy, taxonomies } from "../catalog/taxonomy.ts";
import { clearTerm } from "../catalog/write-product.ts";
import { batchSize, type ImportRow } from "./work.ts";

/** The ids of brands and categories by the names that rows give them. */
export type Terms = Record<Taxonomy, Map<string, string>>;

const bothTaxonomies = ["brand", "category"] as const;

/** The brands and categories that rows had before the import. One that was deleted since is missing. */
export async function lockFormerTerms(tx: Db, rows: ImportRow[]): Promise<Terms> {
  const changed = rows.filter(({ outcome }) => outcome === "changed");
  const terms: Terms = { brand: new Map(), category: new Map() };
  for (const taxonomy of bothTaxonomies) terms[taxonomy] = await lockTerms(tx, taxonomy, namesOf(changed, taxonomy, 0));
  return terms;
}

/** The brands and categories that rows get, and those of them that did not exist. */
export async function makeTerms(tx: Db, rows: ImportRow[]): Promise<{ terms: Terms; created: CreatedTerm[] }> {
  const created: CreatedTerm[] = [];
  const terms: Terms = { brand: new Map(), category: new Map() };
  for (const taxonomy of bothTaxonomies) {
    const names = namesOf(rows, taxonomy, 1);
    const found = await lockTerms(tx, taxonomy, names);
    const missing = names.filter((name) => !found.has(name));
    if (missing.length > 0) {
      const { table } = taxonomies[taxonomy];
      const parents =
        taxonomy === "category" ? await makeParents(tx, rows, missing, created) : new Map<string, string>();
      const values = missing.map((name) => {
        const parentId = parents.get(name);
        return { id: uuidv7(), name, ...(parentId !== undefined && { parentId }) };
      });
      const made = await tx.insert(table).values(values).onConflictDoNothing().returning({ id: table.id });
      created.push(...made.map(({ id }) => ({ taxonomy, id })));
      // With those that another import has made meanwhile.
      for (const [name, id] of await lockTerms(tx, taxonomy, missing)) found.set(name, id);
    }
    terms[taxonomy] = found;
  }
  return { terms, created };
}

/** The category above each missing one by the path of its rows, which is made where it is missing too. */
async function makeParents(
  tx: Db,
  rows: ImportRow[],
  missing: readonly string[],
  created: CreatedTerm[],
): Promise<ReadonlyMap<string, string>> {
  const parents = new Map<string, string>();
  for (const name of missing) {
    const path = rows.find(({ changes, categoryPath }) => changes.category?.[1] === name && categoryPath !== null);
    let parentId: string | undefined;
    for (const above of path?.categoryPath ?? []) parentId = await findOrMake(tx, above, parentId, created);
    if (parentId !== undefined && (await isBelowAllowed(tx, parentId))) parents.set(name, parentId);
  }
  return parents;
}

async function findOrMake(
  tx: Db,
  name: string,
  parentId: string | undefined,
  created: CreatedTerm[],
): Promise<string | undefined> {
  const found = (await lockTerms(tx, "category", [name])).get(name);
  if (found !== undefined) return found;
  const isBelow = parentId !== undefined && (await isBelowAllowed(tx, parentId));
  const values = { id: uuidv7(), name, ...(isBelow && { parentId }) };
  const made = await tx.insert(categories).values(values).onConflictDoNothing().returning({ id: categories.id });
  created.push(...made.map(({ id }) => ({ taxonomy: "category" as const, id })));
  // Another import may have made it meanwhile.
  return made[0]?.id ?? (await lockTerms(tx, "category", [name])).get(name);
}

/** Whether a category has a level left below it. */
async function isBelowAllowed(tx: Db, id: string): Promise<boolean> {
  const above = alias(categories, "above");
  const [found] = await tx
    .select({ parent: categories.parentId, top: above.parentId })
    .from(categories)
    .leftJoin(above, eq(above.id, categories.parentId))
    .where(eq(categories.id, id));
  return found?.parent == null || found.top === null;
}

function namesOf(rows: ImportRow[], taxonomy: Taxonomy, side: 0 | 1): string[] {
  const names = rows.flatMap(({ changes }) =>
    changes[taxonomy] === undefined ? [] : [String(changes[taxonomy][side])],
  );
  return [...new Set(names)].sort();
}

/**
 * The ids of brands or categories by names in any case, locked against renaming and deleting until the transaction ends.
 * Terms are locked before products, as renaming does.
 */
async function lockTerms(tx: Db, taxonomy: Taxonomy, names: string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const { table } = taxonomies[taxonomy];
  const ids = [...new Set((await findTerms(tx, taxonomy, names)).values())];
  await tx.select({ id: table.id }).from(table).where(inArray(table.id, ids)).orderBy(asc(table.id)).for("share");
  // Read again: it may have been renamed before the lock was had.
  const found = await findTerms(tx, taxonomy, names);
  const locked = new Set(ids);
  return new Map([...found].filter(([, id]) => locked.has(id)));
}

async function findTerms(tx: Db, taxonomy: Taxonomy, names: string[]): Promise<Map<string, string>> {
  const { table } = taxonomies[taxonomy];
  const { rows } = await tx.execute<{ id: string; wanted: string }>(sql`
    select t.id, w.name as wanted from ${table} t
    join jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as w(name) on ${lowered(sql`t.name`)} = ${lowered(sql`w.name`)}`);
  return new Map(rows.map(({ id, wanted }) => [wanted, id]));
}

/**
 * Deletes some of the brands and categories that an import made, unless products have them or they take part in a merge.
 * Returns those that are left to look at.
 */
export async function removeTerms(tx: Db, created: CreatedTerm[]): Promise<CreatedTerm[]> {
  const taxonomy = created[0]?.taxonomy;
  if (taxonomy === undefined) return [];
  const { table, reference } = taxonomies[taxonomy];
  // Categories were made after those above them.
  const batch = created.filter((term) => term.taxonomy === taxonomy).slice(-batchSize);
  const ids = batch.map(({ id }) => id);
  await tx.select({ id: table.id }).from(table).where(inArray(table.id, ids)).orderBy(asc(table.id)).for("update");
  const isUsed = tx
    .select({ one: sql`1` })
    .from(products)
    .where(and(eq(reference, table.id), isNull(products.deletedAt)));
  const staying = tx.select({ id: table.mergingIntoId }).from(table).where(isNotNull(table.mergingIntoId));
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        inArray(table.id, ids),
        isNull(table.mergingIntoId),
        notInArray(table.id, staying),
        notExists(isUsed),
        taxonomy === "category" ? hasNoneBelowBut(ids) : undefined,
      ),
    );
  const unused = rows.map(({ id }) => id);
  if (unused.length > 0) {
    if (!(await clearReferences(tx, taxonomy, unused))) return created;
    await tx.delete(table).where(inArray(table.id, unused));
  }
  return created.filter((term) => !batch.includes(term));
}

/** Whether no other categories than some are below a category of the query. */
const hasNoneBelowBut = (ids: string[]) =>
  sql`not exists (select from ${categories} below where below.parent_id = ${categories.id} and below.id <> all(${sql.param(ids)}::uuid[]))`;

/** Takes brands or categories from some of the deleted products that had them. Returns whether those were all. */
async function clearReferences(tx: Db, taxonomy: Taxonomy, termIds: string[]): Promise<boolean> {
  const { reference } = taxonomies[taxonomy];
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(reference, termIds), isNotNull(products.deletedAt)))
    .orderBy(asc(products.id))
    .limit(batchSize)
    .for("no key update");
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await clearTerm(tx, taxonomy, ids);
  return rows.length < batchSize;
}
