import type { ImportCounts } from "@shop/shared/catalog/import";
import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { importRecords } from "../../../db/schema/imports.ts";
import { NumberFinder } from "../numbers.ts";
import { FileProblem } from "../read-file.ts";
import { fileReader } from "../read-in-process.ts";
import { readChunks } from "../stored-chunks.ts";
import { type Import, Interrupted, inBatch, type Work } from "../work.ts";
import type { FileEntry } from "./file-entry.ts";
import type { Reading } from "./parse-customer.ts";
import { isSameContent, type RecordWriter } from "./record-writer.ts";

/** Entries that are compared with the shop's in one query. */
const batchSize = 100;
/** Rows of an earlier check that are deleted in one transaction. */
const deletedRows = 1_000;
/** After so many entries the work is still claimed, in the reading that finds the numbers. */
const claimedEvery = 2_000;

type NewRow = typeof importRecords.$inferInsert;

/** Compares every entry of a file with the shop's records, and writes nothing but the rows of the import. */
export async function checkRecords<Content>(work: Work, writer: RecordWriter<Content>): Promise<Import> {
  const found = await deleteRows(work);
  const finder = await findMark(work, found, writer);
  const mark = found.options.decimal ?? finder.find();
  const counts: ImportCounts = { new: 0, changed: 0, same: 0, refused: 0 };
  const warnings: Import["warnings"] = {};
  const seen = new Set<string>();
  let readBytes = 0;
  const chunks = async function* () {
    for await (const chunk of readChunks(work.db, work.id)) {
      readBytes += chunk.length;
      yield chunk;
    }
  };
  let batch: FileEntry[] = [];
  const write = async () => {
    let rows: NewRow[] = [];
    await inBatch(work, async (tx) => {
      rows = await checkBatch(tx, found, batch, { writer, reading: { mark, timeZone: work.timeZone }, seen });
      await tx.insert(importRecords).values(rows);
      return { percent: Math.floor((Math.min(readBytes, found.fileBytes) / Math.max(1, found.fileBytes)) * 99) };
    });
    for (const { key, outcome, warnings: ofRow = [] } of rows) {
      counts[outcome] += 1;
      if (outcome !== "refused") seen.add(key);
      for (const kind of new Set(ofRow.map((warning) => warning.kind))) warnings[kind] = (warnings[kind] ?? 0) + 1;
    }
    batch = [];
  };
  for await (const entry of readEntries(work, found, chunks())) {
    batch.push(entry);
    if (batch.length === batchSize) await write();
  }
  if (batch.length > 0) await write();
  if (Object.values(counts).every((count) => count === 0))
    throw new FileProblem("The file has nothing below its heading.");
  const outcomes = {
    newRows: counts.new,
    changedRows: counts.changed,
    sameRows: counts.same,
    refusedRows: counts.refused,
  };
  const hint = hintOn(found, finder);
  return inBatch(work, async () => ({ ...outcomes, hint, warnings, state: "checked", percent: 100, attempts: 0 }));
}

function readEntries(work: Work, found: Import, chunks: AsyncIterable<Buffer>): AsyncGenerator<FileEntry> {
  const { encoding, delimiter, format, mapping, kind } = found;
  const content = kind === "orders" ? "orders" : "customers";
  const layout = { encoding, delimiter, settings: { content, format, mapping } as const };
  return fileReader.readEntries(chunks, layout, () => (work.isStopping() ? new Interrupted() : undefined));
}

async function findMark<Content>(work: Work, found: Import, writer: RecordWriter<Content>): Promise<NumberFinder> {
  const finder = new NumberFinder();
  let read = 0;
  for await (const entry of readEntries(work, found, readChunks(work.db, work.id))) {
    for (const text of writer.numbersOf(entry)) finder.readOther(text);
    read += 1;
    if (read % claimedEvery === 0) await inBatch(work, async () => ({ percent: 0 }));
  }
  return finder;
}

function hintOn({ options }: Import, finder: NumberFinder): string {
  if (options.decimal === undefined && finder.isOpen)
    return "Some numbers can be read in two ways, such as 1.500. Choose the decimal mark below and check again.";
  return (options.decimal ?? finder.find()) === "," ? "Numbers are read with a decimal comma, as in 1.299,00." : "";
}

/** Deletes the rows of an earlier check, some at a time. */
async function deleteRows(work: Work): Promise<Import> {
  for (;;) {
    let deleted = 0;
    const found = await inBatch(work, async (tx, { id }) => {
      const isOfImport = eq(importRecords.importId, id);
      const some = tx.select({ line: importRecords.line }).from(importRecords).where(isOfImport).limit(deletedRows);
      const { rowCount } = await tx.delete(importRecords).where(and(isOfImport, inArray(importRecords.line, some)));
      deleted = rowCount ?? 0;
      return { percent: 0 };
    });
    if (deleted < deletedRows) return found;
  }
}

type Checking<Content> = { writer: RecordWriter<Content>; reading: Reading; seen: ReadonlySet<string> };

async function checkBatch<Content>(
  db: Db,
  found: Import,
  batch: FileEntry[],
  { writer, reading, seen }: Checking<Content>,
): Promise<NewRow[]> {
  const parsed = batch.map((entry) => {
    const read = entry.problem === undefined ? writer.parse(entry, reading) : { problem: entry.problem };
    return { entry, read };
  });
  const keys = parsed.flatMap(({ read }) => ("record" in read ? [writer.keyOf(read.record)] : []));
  const current = new Map(
    (await writer.read(db, found, { keys }, { lock: false })).map((record) => [writer.keyOf(record.content), record]),
  );
  const taken = new Set(seen);
  return parsed.map(({ entry: { line, values, warnings = [] }, read }): NewRow => {
    const row = { importId: found.id, line };
    if (!("record" in read)) {
      const key = values.number ?? values.email ?? "";
      const name =
        values.customerName ?? [values.firstName, values.lastName].filter((part) => part !== undefined).join(" ");
      return {
        ...row,
        key: key.slice(0, 300),
        name: name.slice(0, 300),
        outcome: "refused",
        reason: read.problem,
        warnings,
      };
    }
    const key = writer.keyOf(read.record);
    const name = writer.nameOf(read.record);
    if (taken.has(key)) return { ...row, key, name, outcome: "refused", reason: "The file has it twice", warnings };
    taken.add(key);
    return { ...row, key, name, ...outcomeOf(writer, read.record, current.get(key)), warnings: read.warnings };
  });
}

/** What an import would do with a record. */
export function outcomeOf<Content>(
  writer: RecordWriter<Content>,
  content: Content,
  current: { id: string; content: Content; closed?: string | undefined } | undefined,
): Pick<NewRow, "outcome" | "reason" | "record" | "before" | "recordId"> {
  if (current === undefined) {
    return { outcome: "new", reason: "", record: writer.merge(content, undefined), before: null, recordId: null };
  }
  const { id: recordId, content: before, closed } = current;
  if (closed !== undefined) return { outcome: "same", reason: closed, record: before, before, recordId };
  const record = writer.merge(content, before);
  const outcome = isSameContent(record, before) ? "same" : "changed";
  return { outcome, reason: "", record, before, recordId };
}
