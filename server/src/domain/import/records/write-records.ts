import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../../db/client.ts";
import { importRecords } from "../../../db/schema/imports.ts";
import { type Import, inBatch, type Progress, recordImportAct, type Work } from "../work.ts";
import { outcomeOf } from "./check-records.ts";
import type { Current, ImportRecord, RecordWriter } from "./record-writer.ts";

/** The rows of one transaction. Nobody's request waits for them: each locks accounts that nobody uses. */
export const recordsAtOnce = 40;

/** Lets the writing begin. What has changed in the shop since the check is found row by row, and left alone. */
export function beginWriting(work: Work): Promise<Import> {
  return inBatch(work, async () => ({ state: "writing", position: 0, leftAlone: 0, attempts: 1 }));
}

/** Writes the next rows, and ends the import after the last. */
export function writeRecords<Content>(work: Work, writer: RecordWriter<Content>): Promise<Import> {
  return inBatch(work, async (tx, found) => {
    const isWanted = and(inArray(importRecords.outcome, ["new", "changed"]), gt(importRecords.line, found.position));
    const rows = await tx
      .select()
      .from(importRecords)
      .where(and(eq(importRecords.importId, found.id), isWanted))
      .orderBy(asc(importRecords.line))
      .limit(recordsAtOnce);
    const last = rows.at(-1);
    if (last === undefined) {
      await recordImportAct(tx, found, "imported");
      return { state: "applied", appliedAt: new Date(), percent: 100, problem: "", attempts: 0 };
    }
    const counts = await writeBatch(tx, found, rows, writer);
    return { ...counts, position: last.line, percent: await percentOfRecords(tx, found, last.line), attempts: 1 };
  });
}

async function writeBatch<Content>(
  tx: Db,
  found: Import,
  rows: ImportRecord[],
  writer: RecordWriter<Content>,
): Promise<Progress> {
  const contents = rows.map((row) => ({ row, content: writer.schema.parse(row.record) }));
  const keys = contents.map(({ content }) => writer.keyOf(content));
  const current = new Map(
    (await writer.read(tx, found, { keys }, { lock: true })).map((record) => [writer.keyOf(record.content), record]),
  );
  const written = contents.map(({ row, content }) => {
    const next = outcomeOf(writer, content, current.get(writer.keyOf(content)));
    const recordId = next.outcome === "new" ? uuidv7() : (next.recordId ?? null);
    return { ...row, ...next, recordId };
  });
  const of = (outcome: ImportRecord["outcome"]): Current<Content>[] =>
    written
      .filter((row) => row.outcome === outcome)
      .map(({ recordId, record }) => ({ id: recordId ?? "", content: writer.schema.parse(record) }));
  await writer.insert(tx, found, of("new"));
  await writer.update(tx, found, of("changed"));
  await writeRows(tx, written);
  const change = (outcome: ImportRecord["outcome"]) =>
    written.filter((row) => row.outcome === outcome).length - rows.filter((row) => row.outcome === outcome).length;
  return {
    newRows: found.newRows + change("new"),
    changedRows: found.changedRows + change("changed"),
    sameRows: found.sameRows + change("same"),
  };
}

/** Rows of an import are inserted once more over themselves: one statement for all of them. */
async function writeRows(tx: Db, rows: (typeof importRecords.$inferInsert)[]): Promise<void> {
  await tx
    .insert(importRecords)
    .values(rows)
    .onConflictDoUpdate({
      target: [importRecords.importId, importRecords.line],
      set: {
        outcome: sql`excluded.outcome`,
        reason: sql`excluded.reason`,
        record: sql`excluded.record`,
        before: sql`excluded.before`,
        recordId: sql`excluded.record_id`,
      },
    });
}

/** The part of the lines up to `position`, in percent, before the end. */
export async function percentOfRecords(tx: Db, { id }: Import, position: number): Promise<number> {
  const [last] = await tx
    .select({ line: sql<number>`max(${importRecords.line})` })
    .from(importRecords)
    .where(eq(importRecords.importId, id));
  return Math.min(99, Math.floor((position / Math.max(1, last?.line ?? 0)) * 99));
}
