import { historyMonths } from "@shop/shared/shop";
import { and, asc, eq, gt, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import {
  importArchiveChunks,
  importArchiveEntries,
  importArchives,
  importChunks,
  importGroups,
  importImages,
  importMoreImages,
  importRecords,
  importRows,
  imports,
} from "../../db/schema/imports.ts";
import { monthsAgo } from "../../db/time.ts";
import { deleteInBatches } from "../base/batches.ts";

/** Files are deleted after as many days, like imports that changed nothing, and what imports did after more. */
const fileDays = 7;
const rowDays = 90;
const importsAtOnce = 100;

const untouched = ["uploading", "uploaded", "checked", "failed"] as const;
const touched = ["applied", "undone"] as const;

const isOlder = (days: number) => lte(imports.createdAt, sql`now() - ${days} * interval '1 day'`);
const has = (
  table: typeof importChunks | typeof importArchives | typeof importRows | typeof importImages | typeof importRecords,
) => sql`exists (select from ${table} where ${table.importId} = ${imports.id})`;

type Stopping = (() => boolean) | undefined;

/**
 * Deletes the files of old imports, their rows once nothing can be undone, at last the imports themselves, and uploads
 * that broke off. Returns the number of deleted imports.
 */
export async function deleteOldImports(db: Db, isStopping?: () => boolean): Promise<number> {
  const isTouched = inArray(imports.state, [...touched]);
  await eachImport(db, and(isTouched, isOlder(fileDays), or(has(importChunks), has(importArchives))), (id) =>
    deleteFiles(db, id, isStopping),
  );
  await eachImport(
    db,
    and(isTouched, isOlder(rowDays), or(has(importRows), has(importImages), has(importRecords))),
    (id) => deleteRows(db, id, isStopping),
  );
  await deleteUnusedArchives(db, isStopping);
  const isUnused = and(inArray(imports.state, [...untouched]), isOlder(fileDays));
  const isBroken = and(eq(imports.state, "uploading"), isOlder(1));
  const isForgotten = and(isTouched, lte(imports.createdAt, monthsAgo(historyMonths)));
  return eachImport(db, or(isUnused, isBroken, isForgotten), (id) => deleteImport(db, id, isStopping));
}

/** Returns for how many imports the work was done. */
async function eachImport(db: Db, where: SQL | undefined, work: (id: string) => Promise<void>): Promise<number> {
  let done = 0;
  for (let last: string | undefined; ; ) {
    const found = await db
      .select({ id: imports.id })
      .from(imports)
      .where(and(where, last === undefined ? undefined : gt(imports.id, last)))
      .orderBy(asc(imports.id))
      .limit(importsAtOnce);
    for (const { id } of found) await work(id);
    done += found.length;
    last = found.at(-1)?.id;
    if (last === undefined || found.length < importsAtOnce) return done;
  }
}

async function deleteImport(db: Db, id: string, isStopping: Stopping): Promise<void> {
  const isOfImport = eq(imports.id, id);
  // Nobody sees an import that is uploading, so that none is begun whose rows are being deleted.
  await db
    .update(imports)
    .set({ state: "uploading" })
    .where(and(isOfImport, inArray(imports.state, [...untouched])));
  await deleteFiles(db, id, isStopping);
  await deleteRows(db, id, isStopping);
  if (isStopping?.() === true) return;
  await db.delete(imports).where(and(isOfImport, inArray(imports.state, ["uploading", ...touched])));
}

async function deleteFiles(db: Db, id: string, isStopping: Stopping): Promise<void> {
  const where = eq(importChunks.importId, id);
  await deleteInBatches(db, { table: importChunks, where, order: importChunks.place, isStopping });
  const archives = await db
    .select({ id: importArchives.id })
    .from(importArchives)
    .where(eq(importArchives.importId, id));
  for (const archive of archives) await deleteArchive(db, archive.id, isStopping);
}

async function deleteRows(db: Db, id: string, isStopping: Stopping): Promise<void> {
  const rows = { table: importRows, where: eq(importRows.importId, id), order: importRows.line };
  const images = { table: importImages, where: eq(importImages.importId, id), order: importImages.productId };
  const groups = { table: importGroups, where: eq(importGroups.importId, id), order: importGroups.line };
  const more = { table: importMoreImages, where: eq(importMoreImages.importId, id), order: importMoreImages.productId };
  const records = { table: importRecords, where: eq(importRecords.importId, id), order: importRecords.line };
  for (const deletion of [rows, images, more, groups, records]) await deleteInBatches(db, { ...deletion, isStopping });
}

async function deleteUnusedArchives(db: Db, isStopping: Stopping): Promise<void> {
  const isUnused = sql`not exists (select from ${imports} where ${imports.archiveId} = ${importArchives.id})`;
  const found = await db
    .select({ id: importArchives.id })
    .from(importArchives)
    .where(and(lte(importArchives.createdAt, sql`now() - interval '1 day'`), isUnused));
  for (const { id } of found) await deleteArchive(db, id, isStopping);
}

async function deleteArchive(db: Db, id: string, isStopping: Stopping): Promise<void> {
  const chunks = { table: importArchiveChunks, where: eq(importArchiveChunks.archiveId, id) };
  const entries = { table: importArchiveEntries, where: eq(importArchiveEntries.archiveId, id) };
  await deleteInBatches(db, { ...chunks, order: importArchiveChunks.place, isStopping });
  await deleteInBatches(db, { ...entries, order: importArchiveEntries.path, isStopping });
  if (isStopping?.() === true) return;
  await db.delete(importArchives).where(eq(importArchives.id, id));
}
