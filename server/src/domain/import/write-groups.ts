import type { ProductOption } from "@shop/shared/catalog/catalog";
import { infoSlugs } from "@shop/shared/page/info-page";
import { optionValuesMax, variantsMax } from "@shop/shared/shop";
import { and, asc, desc, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { z } from "zod";
import type { Db } from "../../db/client.ts";
import { type FileVariant, type FormerGroup, importGroups, importRows } from "../../db/schema/imports.ts";
import { productGroups, productVariants } from "../../db/schema/product-groups.ts";
import { products } from "../../db/schema/products.ts";
import { optionsOf, placesOf } from "../catalog/product-group/group-columns.ts";
import { removeGroup, replaceGroup } from "../catalog/product-group/write-group.ts";
import type { Import } from "./work.ts";

/** A row whose product is a variant. */
type VariantRow = { productId: string; variant: FileVariant };

/** Writes the next product with options, and returns its first line; nothing after the last. */
export async function writeNextGroup(tx: Db, found: Import): Promise<number | undefined> {
  const [next] = await tx
    .select({ line: sql<number>`${importRows.groupLine}` })
    .from(importRows)
    .where(and(eq(importRows.importId, found.id), gt(importRows.groupLine, found.groupedTo)))
    .orderBy(asc(importRows.groupLine))
    .limit(1);
  if (next === undefined) return undefined;
  const rows = await readRows(tx, found.id, next.line);
  if (rows.length > 0) await writeGroup(tx, found, next.line, rows);
  return next.line;
}

async function readRows(tx: Db, importId: string, groupLine: number): Promise<VariantRow[]> {
  const rows = await tx
    .select({ productId: importRows.productId, variant: importRows.variant })
    .from(importRows)
    .where(
      and(eq(importRows.importId, importId), eq(importRows.groupLine, groupLine), ne(importRows.outcome, "refused")),
    )
    .orderBy(asc(importRows.line));
  return rows.flatMap(({ productId, variant }) =>
    productId === null || variant === null ? [] : [{ productId, variant }],
  );
}

async function writeGroup(tx: Db, found: Import, line: number, rows: readonly VariantRow[]): Promise<void> {
  const ids = rows.map(({ productId }) => productId);
  const others = await readMembersBeside(tx, ids);
  const living = await lockLiving(tx, [...ids, ...others]);
  const groupOf = await readGroupIds(tx, ids);
  const [existing] = ids.flatMap((id) => groupOf.get(id) ?? []);
  // A variant of another product stays there.
  const wanted = rows.filter(
    ({ productId }) => living.has(productId) && (groupOf.get(productId) ?? existing) === existing,
  );
  const before = existing === undefined ? null : await readGroup(tx, existing);
  const after = withVariants(before ?? emptyGroup(wanted), wanted);
  if (after.variants.length === 0 || JSON.stringify(after) === JSON.stringify(before)) return;
  const groupId = existing ?? uuidv7();
  await write(tx, groupId, after);
  const version = await readVersion(tx, groupId);
  await tx.insert(importGroups).values({ importId: found.id, line, groupId, before, version: version ?? 0 });
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

/** The group with the variants of the file: those that it has get their values, new ones come last, the others stay. */
function withVariants(group: FormerGroup, rows: readonly VariantRow[]): FormerGroup {
  const options = group.options.map((option) => ({ ...option, values: [...option.values] }));
  const variants = group.variants.map((variant) => ({ ...variant }));
  for (const { productId, variant } of rows) {
    const values = placesIn(options, variant);
    if (values === undefined) continue;
    const isTaken = variants.some((other) => other.productId !== productId && other.values.join() === values.join());
    const own = variants.find((other) => other.productId === productId);
    if (isTaken || (own === undefined && variants.length >= variantsMax)) continue;
    if (own === undefined) variants.push({ productId, values });
    else own.values = values;
  }
  return { ...group, options, variants };
}

/** The places of a variant's values, which are added where they are new; nothing if it has other options. */
function placesIn(options: ProductOption[], { options: chosen }: FileVariant): number[] | undefined {
  if (chosen.length !== options.length) return undefined;
  const values = chosen.map(({ value }, place) => {
    const labels = options[place]?.values ?? [];
    const known = labels.findIndex(({ label }) => label.toLowerCase() === value.toLowerCase());
    return known === -1 ? labels.length : known;
  });
  if (values.some((value) => value >= optionValuesMax)) return undefined;
  for (const [place, value] of values.entries()) {
    const labels = options[place]?.values;
    if (labels !== undefined && value === labels.length) labels.push({ label: chosen[place]?.value ?? "", swatch: "" });
  }
  return values;
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
