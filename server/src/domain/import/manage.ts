import {
  type FailedImage,
  fieldsOfKind,
  type ImportConflict,
  type ImportDetail,
  type ImportKind,
  type ImportMapping,
  type ImportOptions,
  type ImportOutcome,
  type ImportRow,
  type ImportRowPage,
  type ImportState,
  type ImportSummary,
  type ImportWarning,
  imageSourceText,
  importUndoDays,
} from "@shop/shared/catalog/import";
import { and, asc, desc, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import {
  importArchiveEntries,
  importArchives,
  importChunks,
  importImages,
  importMoreImages,
  importRecords,
  importRows,
  imports,
} from "../../db/schema/imports.ts";
import { products } from "../../db/schema/products.ts";
import type { Admin } from "../base/actor.ts";
import { inBatches } from "../base/batches.ts";
import { DomainError } from "../base/errors.ts";
import { columnUse } from "./column-uses.ts";
import { findConflicts } from "./conflicts.ts";
import { fetchFailed } from "./fetch-images.ts";
import { findImport } from "./find-import.ts";
import { countInvitations } from "./records/invite.ts";
import { exportRecordRows, listRecordConflicts, readRecordRows } from "./records/record-rows.ts";
import type { Import } from "./work.ts";

const listedMax = 100;
const rowsPerPage = 50;
const dayMs = 86_400_000;

/** The newest imports. */
export async function listImports(db: Db, _admin: Admin<"imports.write">): Promise<ImportSummary[]> {
  const rows = await db
    .select({ found: imports, by: users.name })
    .from(imports)
    .innerJoin(users, eq(users.id, imports.userId))
    .where(ne(imports.state, "uploading"))
    .orderBy(desc(imports.createdAt))
    .limit(listedMax);
  return rows.map(({ found, by }) => toSummary(found, by));
}

function toSummary(found: Import, by: string): ImportSummary {
  const { id, fileName, kind, format, state, createdAt, newRows, changedRows, sameRows, refusedRows } = found;
  const counts = { new: newRows, changed: changedRows, same: sameRows, refused: refusedRows };
  return { _id: id, fileName, kind, format, state, by, createdAt: createdAt.toISOString(), counts };
}

/** An import with its progress. Fails with NOT_FOUND. */
export async function readImport(db: Db, _admin: Admin<"imports.write">, id: string): Promise<ImportDetail> {
  const { found, by } = await findImport(db, id);
  const {
    columns,
    encoding,
    delimiter,
    format,
    mapping,
    options,
    percent,
    problem,
    hint,
    warnings,
    appliedAt,
    leftAlone,
  } = found;
  const [images, invitations, chunk] = await Promise.all([
    countImages(db, id),
    countInvitations(db, found),
    db.$count(importChunks, eq(importChunks.importId, id)),
  ]);
  const undoUntil = appliedAt === null ? null : new Date(appliedAt.getTime() + importUndoDays * dayMs).toISOString();
  return {
    ...toSummary(found, by),
    columns: columns.map((column) => ({ ...column, use: columnUse(found.kind, format, column) })),
    encoding,
    delimiter,
    mapping,
    options,
    percent,
    problem,
    hint,
    warnings,
    leftAlone,
    undoUntil,
    images,
    invitations,
    archive: await readArchive(db, found.archiveId),
    hasFile: chunk > 0,
    appliedAt: appliedAt?.toISOString() ?? null,
  };
}

/** How many images of an import are in which state. */
async function countImages(db: Db, id: string): Promise<ImportDetail["images"]> {
  const images = { waiting: 0, stored: 0, failed: 0 };
  for (const table of [importImages, importMoreImages]) {
    const { rows } = await db.execute<{ state: keyof typeof images; count: number }>(
      sql`select state, count(*)::int as count from ${table} where import_id = ${id} group by state`,
    );
    for (const { state, count } of rows) images[state] += count;
  }
  return images;
}

async function readArchive(db: Db, archiveId: string | null): Promise<ImportDetail["archive"]> {
  if (archiveId === null) return null;
  const [[archive], images] = await Promise.all([
    db.select({ fileName: importArchives.fileName }).from(importArchives).where(eq(importArchives.id, archiveId)),
    db.$count(importArchiveEntries, eq(importArchiveEntries.archiveId, archiveId)),
  ]);
  return archive === undefined ? null : { fileName: archive.fileName, images };
}

type Check = { mapping: ImportMapping; options: ImportOptions };

/** Begins the dry run. Fails with NOT_FOUND, with VALIDATION without the columns that it needs, and with IN_USE. */
export async function checkImport(
  db: Db,
  _admin: Admin<"imports.write">,
  id: string,
  { mapping, options }: Check,
): Promise<void> {
  const { found } = await findImport(db, id);
  const names = new Set(found.columns.map(({ name }) => name));
  const unknown = Object.values(mapping).find((name) => !names.has(name));
  if (unknown !== undefined) throw refuse("mapping", `The file has no column “${unknown}”`);
  requireFields(found.kind, mapping);
  const used = Object.values(mapping);
  const twice = used.find((name, place) => used.indexOf(name) !== place);
  if (twice !== undefined) throw refuse("mapping", `The column “${twice}” is chosen twice`);
  await begin(db, id, {
    from: ["uploaded", "checked"],
    to: "checking",
    set: { mapping, options, checkedFrom: sql`clock_timestamp()` },
  });
}

/** Fails with VALIDATION without the columns that an import of the kind needs. */
function requireFields(kind: ImportKind, mapping: ImportMapping): void {
  const fields: readonly string[] = fieldsOfKind[kind];
  const other = Object.keys(mapping).find((field) => !fields.includes(field));
  if (other !== undefined) throw refuse("mapping", `A file of ${kind} has no field “${other}”`);
  if (kind === "products" && mapping.key === undefined && mapping.id === undefined)
    throw refuse("key", "Choose the column by which products are found again, such as the SKU");
  if (kind === "customers" && mapping.email === undefined) throw refuse("email", "Choose the column of the e-mail");
  if (kind === "orders" && mapping.number === undefined)
    throw refuse("number", "Choose the column of the order number");
  if (kind === "orders" && mapping.orderedAt === undefined)
    throw refuse("orderedAt", "Choose the column of the day of the order");
}

function refuse(path: string, message: string): DomainError {
  return new DomainError("VALIDATION", message, { errors: [{ path, message }] });
}

/** Begins to apply an import. Fails with NOT_FOUND and IN_USE. The admin who applies it is the one who answers for it. */
export async function beginApply(db: Db, admin: Admin<"imports.write">, id: string): Promise<void> {
  const { found } = await findImport(db, id);
  // A second press of the button.
  if (["applying", "writing", "publishing", "applied"].includes(found.state)) return;
  if (found.newRows + found.changedRows === 0) throw new DomainError("VALIDATION", "There is nothing to import");
  await begin(db, id, { from: ["checked"], to: "applying", set: { userId: admin.id } });
}

/** Begins to undo an import. Fails with NOT_FOUND and IN_USE. */
export async function beginUndo(
  db: Db,
  admin: Admin<"imports.write">,
  id: string,
  overwrite: "all" | number[],
): Promise<void> {
  const { found } = await findImport(db, id);
  const isLate = found.appliedAt !== null && found.appliedAt.getTime() < Date.now() - importUndoDays * dayMs;
  if (isLate) throw new DomainError("IN_USE", `An import can be undone for ${importUndoDays} days`);
  const set = { userId: admin.id, overwrite: overwrite === "all" ? null : overwrite };
  await begin(db, id, { from: ["applied"], to: "undoing", set });
}

const fresh = { attempts: 0, percent: 0, position: 0, problem: "", worker: null, leasedUntil: null };

type Step = { from: ImportState[]; to: ImportState; set: PgUpdateSetSource<typeof imports> };

async function begin(db: Db, id: string, { from, to, set }: Step): Promise<void> {
  const isReady = sql`${imports.state} in ${from}`;
  const begun = await db
    .update(imports)
    .set({ ...set, state: to, ...fresh })
    .where(and(eq(imports.id, id), isReady))
    .returning({ id: imports.id });
  if (begun.length === 0) throw new DomainError("IN_USE", "The import is not in that state any more");
}

/** Deletes an import that changed nothing. Fails with NOT_FOUND and IN_USE. */
export async function discardImport(db: Db, _admin: Admin<"imports.write">, id: string): Promise<void> {
  await findImport(db, id);
  const isUnused = sql`${imports.state} in ('uploaded', 'checked', 'failed')`;
  const deleted = await db
    .delete(imports)
    .where(and(eq(imports.id, id), isUnused))
    .returning({ id: imports.id });
  if (deleted.length === 0) throw new DomainError("IN_USE", "Only an import that was not applied can be discarded");
}

const rowColumns = {
  line: importRows.line,
  key: importRows.key,
  name: importRows.name,
  outcome: importRows.outcome,
  reason: importRows.reason,
  changes: importRows.changes,
  warnings: importRows.warnings,
  productId: importRows.productId,
};

type RowChoice = { id: string; outcome?: ImportOutcome | undefined; warning?: ImportWarning | undefined };

/** The rows of a dry run, or those with an outcome. A dry run that failed leaves some, which are nobody's. */
function rowsOf({ id, outcome, warning }: RowChoice): SQL | undefined {
  const isDone = sql`exists (
    select from ${imports} where ${imports.id} = ${importRows.importId} and ${imports.state} not in ('uploading', 'uploaded', 'checking')
  )`;
  return and(
    eq(importRows.importId, id),
    outcome === undefined ? undefined : eq(importRows.outcome, outcome),
    warning === undefined ? undefined : sql`${importRows.warnings} @> ${JSON.stringify([{ kind: warning }])}::jsonb`,
    isDone,
  );
}

/** The rows of a check of customers or orders, or those with an outcome. */
function recordsOf({ id, outcome, warning }: RowChoice): SQL | undefined {
  const isDone = sql`exists (
    select from ${imports} where ${imports.id} = ${importRecords.importId} and ${imports.state} not in ('uploading', 'uploaded', 'checking')
  )`;
  return and(
    eq(importRecords.importId, id),
    outcome === undefined ? undefined : eq(importRecords.outcome, outcome),
    warning === undefined ? undefined : sql`${importRecords.warnings} @> ${JSON.stringify([{ kind: warning }])}::jsonb`,
    isDone,
  );
}

/** A page of the rows of a dry run. Fails with NOT_FOUND. */
export async function pageImportRows(
  db: Db,
  _admin: Admin<"imports.write">,
  { pageNumber, ...choice }: RowChoice & { pageNumber: number },
): Promise<ImportRowPage> {
  const { found } = await findImport(db, choice.id);
  const range = { limit: rowsPerPage, offset: (pageNumber - 1) * rowsPerPage };
  const [rows, total] =
    found.kind === "products"
      ? await Promise.all([readProductRows(db, rowsOf(choice), range), db.$count(importRows, rowsOf(choice))])
      : await Promise.all([
          readRecordRows(db, found.kind, recordsOf(choice), range),
          db.$count(importRecords, recordsOf(choice)),
        ]);
  return { rows, page: pageNumber, pages: Math.ceil(total / rowsPerPage), total };
}

function readProductRows(
  db: Db,
  isWanted: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<ImportRow[]> {
  return db
    .select(rowColumns)
    .from(importRows)
    .where(isWanted)
    .orderBy(asc(importRows.line))
    .limit(limit)
    .offset(offset);
}

/** All rows of a dry run, or those with an outcome, in batches. Fails with NOT_FOUND. */
export async function* exportImportRows(
  db: Db,
  _admin: Admin<"imports.write">,
  choice: RowChoice,
): AsyncGenerator<ImportRow[]> {
  const { found } = await findImport(db, choice.id);
  if (found.kind !== "products") return yield* exportRecordRows(db, found.kind, recordsOf(choice));
  yield* inBatches(
    ({ after, limit }) =>
      readProductRows(db, and(rowsOf(choice), gt(importRows.line, Number(after ?? 0))), { limit, offset: 0 }),
    ({ line }) => String(line),
  );
}

/** What others changed since an import was applied. Fails with NOT_FOUND. */
export async function listConflicts(db: Db, _admin: Admin<"imports.write">, id: string): Promise<ImportConflict[]> {
  const { found } = await findImport(db, id);
  if (found.state !== "applied") return [];
  return found.kind === "products" ? findConflicts(db, found) : listRecordConflicts(db, found.kind, found);
}

/** Images of an import that could not be fetched. Fails with NOT_FOUND. */
export async function listFailedImages(db: Db, _admin: Admin<"imports.write">, id: string): Promise<FailedImage[]> {
  await findImport(db, id);
  const failed = (table: typeof importImages | typeof importMoreImages) =>
    sql`select product_id, address, reason from ${table} where import_id = ${id} and state = 'failed'`;
  const { rows } = await db.execute<FailedImage>(sql`
    select f.product_id as "productId", p.name, f.address, f.reason
    from (${failed(importImages)} union ${failed(importMoreImages)}) f join ${products} p on p.id = f.product_id
    order by p.name, p.id, f.address limit ${listedMax}`);
  return rows.map((row) => ({ ...row, address: imageSourceText(row.address) }));
}

/** Has the failed images of an import fetched again. Fails with NOT_FOUND. */
export async function fetchFailedAgain(db: Db, _admin: Admin<"imports.write">, id: string): Promise<void> {
  await findImport(db, id);
  await fetchFailed(db, id);
}
