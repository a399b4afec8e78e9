import type { ImportWarning } from "@shop/shared/catalog/import";
import { infoSlugs } from "@shop/shared/page/info-page";
import { and, asc, desc, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { z } from "zod";
import type { Db } from "../../db/client.ts";
import { type FormerGroup, importGroups, importRows } from "../../db/schema/imports.ts";
import { productGroups, productVariants } from "../../db/schema/product-groups.ts";
import { products } from "../../db/schema/products.ts";
import { optionsOf, placesOf } from "../catalog/product-group/group-columns.ts";
import { removeGroup, replaceGroup } from "../catalog/product-group/write-group.ts";
import { placeVariants, type UnplacedRow, type VariantRow } from "./place-variants.ts";
import type { Import } from "./work.ts";

/** Writes the next product with options; nothing after the last. A variant that stays as it is in the shop is named. */
export async function writeNextGroup(
  tx: Db,
  found: Import,
): Promise<Pick<Import, "groupedTo" | "warnings"> | undefined> {
  const [next] = await tx
    .select({ line: sql<number>`${importRows.groupLine}` })
    .from(importRows)
    .where(and(eq(importRows.importId, found.id), gt(importRows.groupLine, found.groupedTo)))
    .orderBy(asc(importRows.groupLine))
    .limit(1);
  if (next === undefined) return undefined;
  const rows = await readRows(tx, found.id, next.line);
  const unplaced = rows.length > 0 ? await writeGroup(tx, found, next.line, rows) : [];
  const named = await nameUnplaced(tx, found, unplaced);
  const warnings = { ...found.warnings, ...(named > 0 && { [notGrouped]: (found.warnings[notGrouped] ?? 0) + named }) };
  return { groupedTo: next.line, warnings };
}

const notGrouped = "not-grouped" satisfies ImportWarning;

/** Adds a warning to rows, unless they have it from an earlier application. Returns how many have it now that had not. */
async function nameUnplaced(tx: Db, { id }: Import, unplaced: readonly UnplacedRow[]): Promise<number> {
  if (unplaced.length === 0) return 0;
  const { rowCount } = await tx.execute(sql`
    update ${importRows} r set warnings = r.warnings || jsonb_build_array(jsonb_build_object('kind', ${notGrouped}::text, 'about', u.reason))
    from jsonb_to_recordset(${JSON.stringify(unplaced)}::jsonb) as u(line int, reason text)
    where r.import_id = ${id} and r.line = u.line
      and not r.warnings @> jsonb_build_array(jsonb_build_object('kind', ${notGrouped}::text))`);
  return rowCount ?? 0;
}

async function readRows(tx: Db, importId: string, groupLine: number): Promise<VariantRow[]> {
  const rows = await tx
    .select({ line: importRows.line, productId: importRows.productId, variant: importRows.variant })
    .from(importRows)
    .where(
      and(eq(importRows.importId, importId), eq(importRows.groupLine, groupLine), ne(importRows.outcome, "refused")),
    )
    .orderBy(asc(importRows.line));
  return rows.flatMap(({ line, productId, variant }) =>
    productId === null || variant === null ? [] : [{ line, productId, variant }],
  );
}

async function writeGroup(tx: Db, found: Import, line: number, rows: readonly VariantRow[]): Promise<UnplacedRow[]> {
  const ids = rows.map(({ productId }) => productId);
  const others = await readMembersBeside(tx, ids);
  const living = await lockLiving(tx, [...ids, ...others]);
  const groupOf = await readGroupIds(tx, ids);
  const [existing] = ids.flatMap((id) => groupOf.get(id) ?? []);
  const isElsewhere = ({ productId }: VariantRow) => (groupOf.get(productId) ?? existing) !== existing;
  const wanted = rows.filter((row) => living.has(row.productId) && !isElsewhere(row));
  const before = existing === undefined ? null : await readGroup(tx, existing);
  const { group: after, unplaced } = placeVariants(before ?? emptyGroup(wanted), wanted);
  for (const row of rows)
    if (isElsewhere(row)) unplaced.push({ line: row.line, reason: "it is a variant of another product" });
  if (after.variants.length === 0 || JSON.stringify(after) === JSON.stringify(before)) return unplaced;
  const groupId = existing ?? uuidv7();
  await write(tx, groupId, after);
  const version = await readVersion(tx, groupId);
  await tx.insert(importGroups).values({ importId: found.id, line, groupId, before, version: version ?? 0 });
  return unplaced;
}

/** The other products of the groups that some products are in. */
async function readMembersBeside(tx: Db, ids: readonly string[]): Promise<string[]> {
  const groupIds = [...new Set((await readGroupIds(tx, ids)).values())];
  if (groupIds.length === 0) return [];
  const rows = await tx
    .select({ id: productVariants.productId })
    .from(productVariants)
    .where(inArray(productVariants.groupId, groupIds));
  return rows.map(({ id }) => id);
}

async function readGroupIds(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: productVariants.productId, groupId: productVariants.groupId })
    .from(productVariants)
    .where(inArray(productVariants.productId, [...ids]));
  return new Map(rows.map(({ id, groupId }) => [id, groupId]));
}

/** Locks products in the order of their ids. Returns those that are not deleted. */
async function lockLiving(tx: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const isOfIds = inArray(products.id, [...new Set(ids)]);
  await tx.select({ id: products.id }).from(products).where(isOfIds).orderBy(asc(products.id)).for("no key update");
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(isOfIds, isNull(products.deletedAt)));
  return new Set(rows.map(({ id }) => id));
}

async function readGroup(tx: Db, groupId: string): Promise<FormerGroup | null> {
  const [group] = await tx
    .select({
      name: productGroups.name,
      options: optionsOf(sql`${productGroups.id}`),
      defaultId: productGroups.defaultProductId,
      sizeGuide: productGroups.sizeGuide,
    })
    .from(productGroups)
    .where(eq(productGroups.id, groupId));
  if (group === undefined) return null;
  const variants = await tx
    .select({ productId: productVariants.productId, values: placesOf(sql`${productVariants}`) })
    .from(productVariants)
    .where(eq(productVariants.groupId, groupId))
    .orderBy(asc(productVariants.position));
  return { name: group.name, options: group.options, variants, defaultId: group.defaultId, sizeGuide: group.sizeGuide };
}

function emptyGroup([first]: readonly VariantRow[]): FormerGroup {
  const options = first?.variant.options.map(({ name }) => ({ name, values: [] })) ?? [];
  return { name: first?.variant.name ?? "", options, variants: [], defaultId: null, sizeGuide: null };
}

async function write(tx: Db, groupId: string, { name, options, variants, defaultId, sizeGuide }: FormerGroup) {
  const place = variants.findIndex(({ productId }) => productId === defaultId);
  const guide = z.enum(infoSlugs).nullable().catch(null).parse(sizeGuide);
  const content = { name, options, variants, defaultVariant: place === -1 ? null : place, sizeGuide: guide };
  await replaceGroup(tx, { groupId, content, ids: variants.map(({ productId }) => productId) });
}

async function readVersion(tx: Db, groupId: string): Promise<number | undefined> {
  const [group] = await tx
    .select({ version: productGroups.version })
    .from(productGroups)
    .where(eq(productGroups.id, groupId));
  return group?.version;
}

/**
 * Restores the last product group that an import has written, unless somebody has changed it since. Says whether there was
 * one, and whether it was left alone.
 */
export async function restoreNextGroup(tx: Db, { id }: Import): Promise<{ isLeft: boolean } | undefined> {
  const [journal] = await tx
    .select()
    .from(importGroups)
    .where(eq(importGroups.importId, id))
    .orderBy(desc(importGroups.line))
    .limit(1);
  if (journal === undefined) return undefined;
  const { groupId, before, version, line } = journal;
  const former = before?.variants.map(({ productId }) => productId) ?? [];
  const now = (await readGroup(tx, groupId))?.variants.map(({ productId }) => productId) ?? [];
  const living = await lockLiving(tx, [...former, ...now]);
  const isLeft = (await readVersion(tx, groupId)) !== version;
  const variants = before?.variants.filter(({ productId }) => living.has(productId)) ?? [];
  if (!isLeft && before !== null && variants.length > 0) await write(tx, groupId, { ...before, variants });
  else if (!isLeft) await removeGroup(tx, groupId);
  await tx.delete(importGroups).where(and(eq(importGroups.importId, id), eq(importGroups.line, line)));
  return { isLeft };
}
