import { type ImportConflict, importChosenMax } from "@shop/shared/catalog/import";
import { and, desc, eq, inArray, isNotNull, lte } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { importRecords } from "../../../db/schema/imports.ts";
import { afterAll } from "../conflicts.ts";
import { type Import, inBatch, type Progress, recordImportAct, type Work } from "../work.ts";
import { contentChanges } from "./content-changes.ts";
import { type Current, type ImportRecord, isSameContent, type RecordWriter } from "./record-writer.ts";
import { percentOfRecords, recordsAtOnce } from "./write-records.ts";

/** Lets the undo begin. */
export function beginRestoringRecords(work: Work): Promise<Import> {
  return inBatch(work, async () => ({
    state: "restoring",
    position: afterAll,
    leftAlone: 0,
    attempts: 1,
    invitedTo: null,
  }));
}

/** The last written rows up to a line, the last one first. */
function writtenRecords(db: Db, importId: string, upTo: number): Promise<ImportRecord[]> {
  const isWritten = and(inArray(importRecords.outcome, ["new", "changed"]), isNotNull(importRecords.recordId));
  return db
    .select()
    .from(importRecords)
    .where(and(eq(importRecords.importId, importId), lte(importRecords.line, upTo), isWritten))
    .orderBy(desc(importRecords.line))
    .limit(recordsAtOnce);
}

/**
 * Restores the next rows of an import that is undone or reverted, the last ones first: what it made goes, and what it
 * changed is as before. What others changed since stays unless it is chosen; what customers use by now stays in any case.
 */
export function restoreRecords<Content>(work: Work, writer: RecordWriter<Content>): Promise<Import> {
  return inBatch(work, async (tx, found) => {
    const rows = await writtenRecords(tx, found.id, found.position);
    const last = rows.at(-1);
    if (last === undefined) return finish(tx, found);
    const leftAlone = await restoreBatch(tx, found, rows, writer);
    const percent = 99 - (await percentOfRecords(tx, found, last.line));
    return { position: last.line - 1, leftAlone: found.leftAlone + leftAlone, percent, attempts: 1 };
  });
}

async function finish(tx: Db, found: Import): Promise<Progress> {
  if (found.state === "reverting") return { state: "checked", position: 0, percent: 0, leftAlone: 0, attempts: 0 };
  await recordImportAct(tx, found, "undid");
  return { state: "undone", undoneAt: new Date(), percent: 100, problem: "", attempts: 0 };
}

async function readCurrent<Content>(
  db: Db,
  found: Import,
  rows: ImportRecord[],
  { writer, lock }: { writer: RecordWriter<Content>; lock: boolean },
): Promise<Map<string, Current<Content>>> {
  const ids = rows.map(({ recordId }) => recordId ?? "");
  return new Map((await writer.read(db, found, { ids }, { lock })).map((record) => [record.id, record]));
}

/** Restores some records. Returns how many of them were left alone. */
async function restoreBatch<Content>(
  tx: Db,
  found: Import,
  rows: ImportRecord[],
  writer: RecordWriter<Content>,
): Promise<number> {
  const current = await readCurrent(tx, found, rows, { writer, lock: true });
  const chosen = found.overwrite === null ? null : new Set(found.overwrite);
  const removed: string[] = [];
  const restored: Current<Content>[] = [];
  let leftAlone = 0;
  for (const row of rows) {
    const record = current.get(row.recordId ?? "");
    const isForced = chosen === null || chosen.has(row.line);
    const isOwn =
      record !== undefined &&
      isSameContent(record.content, writer.merge(writer.schema.parse(row.record), record.content));
    if (record === undefined || record.closed !== undefined || !(isOwn || isForced)) leftAlone += 1;
    else if (row.outcome === "new") removed.push(record.id);
    else restored.push({ id: record.id, content: writer.schema.parse(row.before) });
  }
  await writer.remove(tx, removed);
  await writer.update(tx, found, restored);
  if (found.state === "reverting") await forget(tx, found, rows);
  return leftAlone;
}

/** Leaves the rows as the check wrote them, so that the import can begin anew. */
async function forget(tx: Db, { id }: Import, rows: ImportRecord[]): Promise<void> {
  const lines = rows.filter(({ outcome }) => outcome === "new").map(({ line }) => line);
  await tx
    .update(importRecords)
    .set({ recordId: null })
    .where(and(eq(importRecords.importId, id), inArray(importRecords.line, lines)));
}

/** The records that others changed or use since the import, as many as can be chosen, the last of the file first. */
export async function findRecordConflicts<Content>(
  db: Db,
  found: Import,
  writer: RecordWriter<Content>,
): Promise<ImportConflict[]> {
  const conflicts: ImportConflict[] = [];
  for (let position = afterAll; ; ) {
    const rows = await writtenRecords(db, found.id, position);
    const last = rows.at(-1);
    if (last === undefined) return conflicts;
    const current = await readCurrent(db, found, rows, { writer, lock: false });
    for (const { line, name, recordId, record } of rows) {
      const now = current.get(recordId ?? "");
      const isDeleted = now === undefined;
      const isInUse = now?.closed !== undefined;
      const changes =
        now === undefined || isInUse
          ? {}
          : contentChanges(
              writer.shown(writer.merge(writer.schema.parse(record), now.content)),
              writer.shown(now.content),
            );
      if (!isDeleted && !isInUse && Object.keys(changes).length === 0) continue;
      conflicts.push({ line, name, productId: recordId ?? "", changes, isDeleted, isInUse });
      if (conflicts.length === importChosenMax) return conflicts;
    }
    position = last.line - 1;
  }
}
