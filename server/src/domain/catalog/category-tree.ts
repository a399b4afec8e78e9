import { categoryLevels } from "@shop/shared/shop";
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.ts";
import { categories } from "../../db/schema/terms.ts";
import { DomainError } from "../base/errors.ts";

/** Categories can be below others, in three levels. A product has one category, and is in those above it as well. */

const above = alias(categories, "above");
const top = alias(categories, "top");

type Step = { _id: string; number: number; name: string; slug: string };

/** A category that is below another one, with those above it: the top one first. */
export type NestedCategory = { _id: string; number: number; above: Step[] };

/** All categories that are below another one. None in shops whose categories have one level. */
export async function readNestedCategories(db: Db): Promise<NestedCategory[]> {
  const rows = await db
    .select({
      _id: categories.id,
      number: categories.number,
      above: { _id: above.id, number: above.number, name: above.name, slug: above.slug },
      top: { _id: top.id, number: top.number, name: top.name, slug: top.slug },
    })
    .from(categories)
    .innerJoin(above, eq(above.id, categories.parentId))
    .leftJoin(top, eq(top.id, above.parentId));
  return rows.map(({ top: first, above: second, ...row }) => ({
    ...row,
    above: first === null ? [second] : [first, second],
  }));
}

/** The pages of the categories above a product's, the top one first, as a column; null without any. Joins categories. */
export const categoriesAboveColumn = sql<{ name: string; slug: string }[] | null>`(
  select case when top.id is null then json_build_array(json_build_object('name', above.name, 'slug', above.slug))
    else json_build_array(
      json_build_object('name', top.name, 'slug', top.slug), json_build_object('name', above.name, 'slug', above.slug)) end
  from ${categories} above left join ${categories} top on top.id = above.parent_id where above.id = ${categories.parentId}
)`.as("categories_above");

/** The path to a product's category as text, "Clothing > Shirts", as a column. Joins categories. */
export const categoryPathColumn = sql<string>`concat_ws(' > ', (
  select concat_ws(' > ', top.name, above.name)
  from ${categories} above left join ${categories} top on top.id = above.parent_id where above.id = ${categories.parentId}
), ${categories.name})`;

/** The ids of a category and of all below it, as a subquery. */
export function categoriesWithin(category: string): SQL {
  return sql`(
    select within.id from ${categories} within left join ${categories} parent on parent.id = within.parent_id
    where ${category} in (within.id, within.parent_id, parent.parent_id)
  )`;
}

/** The ids of a category and of all below it. */
export async function idsWithin(db: Db, category: string): Promise<string[]> {
  const rows = await db
    .select({ id: categories.id })
    .from(categories)
    .where(inArray(categories.id, categoriesWithin(category)));
  return rows.map(({ id }) => id);
}

/**
 * Puts a category below another one, or on the first level. The caller holds the lock of the terms. Fails with VALIDATION if
 * the other one does not exist, is being merged, is this one or below it, or if that were too many levels.
 */
export async function placeCategory(tx: Db, id: string, parentId: string | null): Promise<void> {
  if (parentId !== null) {
    const { parentId: parent, mergingIntoId } = categories;
    const rows = await tx.select({ id: categories.id, parentId: parent, mergingIntoId }).from(categories);
    const chosen = rows.find((row) => row.id === parentId);
    if (chosen === undefined || chosen.mergingIntoId !== null) throw refuseParent("It does not exist any more");
    const parentOf = new Map(rows.map((row) => [row.id, row.parentId]));
    const path = pathTo(parentOf, parentId);
    if (path.includes(id)) throw refuseParent("A category cannot be below itself");
    const depths = rows
      .map((row) => pathTo(parentOf, row.id))
      .flatMap((steps) => (steps.includes(id) ? steps.length - steps.indexOf(id) : []));
    if (path.length + Math.max(...depths) > categoryLevels)
      throw refuseParent(`Categories have at most ${categoryLevels} levels. Choose one further up.`);
  }
  await tx
    .update(categories)
    .set({ parentId, version: sql`${categories.version} + 1`, updatedAt: new Date() })
    .where(eq(categories.id, id));
}

/** The ids from the top category to this one. */
function pathTo(parentOf: ReadonlyMap<string, string | null>, id: string): string[] {
  const parent = parentOf.get(id) ?? null;
  return parent === null ? [id] : [...pathTo(parentOf, parent), id];
}

function refuseParent(message: string): DomainError {
  return new DomainError("VALIDATION", message, { errors: [{ path: "parentId", message }] });
}
