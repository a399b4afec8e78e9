import { createHash } from "node:crypto";
import { type ImportColumn, type ImportOptions, importBytesMax } from "@shop/shared/import";
import { and, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { importArchives, importChunks, importRows, imports } from "../../db/schema/imports.ts";
import type { Admin } from "../account/actor.ts";
import { DomainError } from "../errors.ts";
import { deleteUnusedArchives } from "./archive.ts";
import { decodeChunks, EncodingFinder, findDelimiter } from "./file-layout.ts";
import { findFormat, findMapping } from "./formats.ts";
import { FileProblem, readChunks, readRecords } from "./read-file.ts";

const chunkBytes = 1_048_576;
/** The rows whose values stand as examples, and how long an example is. */
const exampleRows = 40;
const examplesMax = 3;
const exampleLength = 80;
const columnsMax = 300;

/** Files are deleted after as many days, and imports that changed nothing or cannot be undone any more after more. */
const fileDays = 7;
const importDays = 90;

const usualOptions: ImportOptions = {
  ...{ variants: "refuse", stock: "set", brand: "Other", category: "Other", newStock: 0 },
};

/** Uploads of one admin within an hour, at most. */
const uploadsPerHour = 60;

/** Fails with RATE_LIMITED if an admin has sent many files within the last hour. */
export async function limitUploads(db: Db, { id }: Admin): Promise<void> {
  const isRecent = gt(imports.createdAt, sql`now() - interval '1 hour'`);
  if ((await db.$count(imports, and(eq(imports.userId, id), isRecent))) < uploadsPerHour) return;
  throw new DomainError("RATE_LIMITED", "Too many files within an hour. Please wait.", { retryAfter: 600 });
}

/** Stores a file of products and reads its heading. Fails with VALIDATION and TOO_LARGE, and then stores nothing. */
export async function storeImportFile(
  db: Db,
  admin: Admin,
  { name, content }: { name: string; content: AsyncIterable<Buffer> },
): Promise<{ id: string }> {
  const id = uuidv7();
  const fileName = name.replaceAll(/[\p{Cc}\p{Cf}]/gu, "").slice(-120) || "products.csv";
  await db.insert(imports).values({ id, userId: admin.id, fileName, options: usualOptions, state: "uploading" });
  try {
    const file = await storeChunks(db, id, content);
    await describeFile(db, id, file);
    return { id };
  } catch (error) {
    await db.delete(imports).where(eq(imports.id, id));
    if (error instanceof FileProblem) throw refused(error.message);
    throw error;
  }
}

function refused(message: string): DomainError {
  return new DomainError("VALIDATION", message, { errors: [{ path: "file", message }] });
}

type StoredFile = { bytes: number; hash: string; encoding: string };

async function storeChunks(db: Db, importId: string, content: AsyncIterable<Buffer>): Promise<StoredFile> {
  const hash = createHash("sha256");
  const encoding = new EncodingFinder();
  let bytes = 0;
  let place = 0;
  let parts: Buffer[] = [];
  const flush = async () => {
    if (parts.length === 0) return;
    await db.insert(importChunks).values({ importId, place, content: Buffer.concat(parts) });
    place += 1;
    parts = [];
  };
  let pending = 0;
  for await (const part of content) {
    bytes += part.length;
    if (bytes > importBytesMax) {
      const message = `A file can have at most ${importBytesMax / 1024 / 1024} MB`;
      throw new DomainError("TOO_LARGE", message, { errors: [{ path: "file", message }] });
    }
    hash.update(part);
    encoding.read(part);
    parts.push(part);
    pending += part.length;
    if (pending < chunkBytes) continue;
    await flush();
    pending = 0;
  }
  await flush();
  if (bytes === 0) throw new FileProblem("The file is empty.");
  return { bytes, hash: hash.digest("hex"), encoding: encoding.find() };
}

async function describeFile(db: Db, id: string, { bytes, hash, encoding }: StoredFile): Promise<void> {
  let start = "";
  for await (const text of decodeChunks(readChunks(db, id), encoding)) {
    start += text;
    if (start.length > chunkBytes / 4) break;
  }
  if (start.startsWith("PK") || start.startsWith("%PDF") || start.includes("\u0000")) {
    throw new FileProblem(
      "This is not a CSV file. Please save your spreadsheet as CSV, comma-separated, and send that.",
    );
  }
  const delimiter = findDelimiter(start);
  const columns = await readColumns(db, id, { encoding, delimiter });
  const names = columns.map(({ name }) => name);
  const format = findFormat(names);
  const mapping = findMapping(format, names);
  await db
    .update(imports)
    .set({ fileBytes: bytes, fileHash: hash, encoding, delimiter, columns, format, mapping, state: "uploaded" })
    .where(eq(imports.id, id));
}

/** The headings with their first values. */
async function readColumns(
  db: Db,
  id: string,
  layout: { encoding: string; delimiter: string },
): Promise<ImportColumn[]> {
  let columns: ImportColumn[] | undefined;
  let rows = 0;
  for await (const { cells } of readRecords(readChunks(db, id), layout)) {
    if (columns === undefined) {
      columns = cells.map((name) => ({ name: name.trim().replaceAll("\u0000", "").slice(0, 300), examples: [] }));
      continue;
    }
    for (const [place, { examples }] of columns.entries()) {
      const value = (cells[place] ?? "").trim().replaceAll(/\s+/g, " ").toWellFormed().replaceAll("\u0000", "");
      if (value !== "" && examples.length < examplesMax && !examples.includes(value)) {
        examples.push(value.slice(0, exampleLength));
      }
    }
    rows += 1;
    if (rows === exampleRows) break;
  }
  const named = (columns ?? []).filter(({ name }) => name !== "");
  if (named.length < 2) throw new FileProblem("The first line of the file must name its columns.");
  if (named.length > columnsMax) throw new FileProblem(`The file has more than ${columnsMax} columns.`);
  const repeated = named.find(({ name }, place) => named.findIndex((other) => other.name === name) !== place);
  if (repeated !== undefined) throw new FileProblem(`Two columns are named “${repeated.name}”.`);
  return named;
}

/** Deletes files of the last week but one, their rows once nothing can be undone, and uploads that broke off. */
export async function deleteOldImports(db: Db): Promise<void> {
  const isOlder = (days: number) => lt(imports.createdAt, sql`now() - ${days} * interval '1 day'`);
  const isIdle = inArray(imports.state, ["uploading", "uploaded", "checked", "applied", "undone", "failed"]);
  const old = db
    .select({ id: imports.id })
    .from(imports)
    .where(and(isOlder(fileDays), isIdle));
  await db.delete(importChunks).where(inArray(importChunks.importId, old));
  await db.delete(importArchives).where(inArray(importArchives.importId, old));
  await deleteUnusedArchives(db);
  const untouched = inArray(imports.state, ["uploading", "uploaded", "checked", "failed"]);
  await db.delete(imports).where(and(isOlder(fileDays), untouched));
  const ancient = db
    .select({ id: imports.id })
    .from(imports)
    .where(and(isOlder(importDays), isIdle));
  await db.delete(importRows).where(inArray(importRows.importId, ancient));
  await db.delete(imports).where(and(isOlder(1), eq(imports.state, "uploading")));
}
