import { createHash } from "node:crypto";
import { type ImportKind, type ImportOptions, importBytesMax } from "@shop/shared/catalog/import";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { importChunks, imports } from "../../db/schema/imports.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";
import type { WantedLayout } from "./describe-file.ts";
import { EncodingFinder, type FileLayout } from "./file-layout.ts";
import { findImport } from "./find-import.ts";
import { FileProblem } from "./read-file.ts";
import { fileReader } from "./read-in-process.ts";
import { findContent, findMappingOf, formatOf } from "./records/record-headings.ts";
import { readChunks } from "./stored-chunks.ts";

const chunkBytes = 1_048_576;

const usualOptions: ImportOptions = {
  variants: "group",
  stock: "set",
  brand: "Other",
  category: "Other",
  newStock: 0,
};

/** Uploads of one admin within an hour, at most. */
const uploadsPerHour = 60;

/** Fails with RATE_LIMITED if an admin has sent many files within the last hour. */
export async function limitUploads(db: Db, { id }: Admin<"imports.write">): Promise<void> {
  const isRecent = gt(imports.createdAt, sql`now() - interval '1 hour'`);
  if ((await db.$count(imports, and(eq(imports.userId, id), isRecent))) < uploadsPerHour) return;
  throw new DomainError("RATE_LIMITED", "Too many files within an hour. Please wait.", { retryAfter: 600 });
}

/** Stores a file of products, customers or orders and reads its heading. Fails with VALIDATION and TOO_LARGE, and then stores nothing. */
export async function storeImportFile(
  db: Db,
  admin: Admin<"imports.write">,
  { name, content }: { name: string; content: AsyncIterable<Buffer> },
): Promise<{ id: string }> {
  const id = uuidv7();
  const fileName = name.replaceAll(/[\p{Cc}\p{Cf}]/gu, "").slice(-120) || "products.csv";
  await db.insert(imports).values({ id, userId: admin.id, fileName, options: usualOptions, state: "uploading" });
  try {
    const file = await storeChunks(db, id, content);
    await describeStored(db, id, file);
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

async function describeStored(db: Db, id: string, { bytes, hash, encoding }: StoredFile): Promise<void> {
  const described = await describe(db, id, { encoding });
  await db
    .update(imports)
    .set({ fileBytes: bytes, fileHash: hash, ...described, state: "uploaded" })
    .where(eq(imports.id, id));
}

/** What the columns are by a way to read the file. Fails with a FileProblem. */
async function describe(db: Db, id: string, layout: WantedLayout, wanted?: ImportKind) {
  const { delimiter, columns } = await fileReader.describe(readChunks(db, id), layout);
  const names = columns.map(({ name }) => name);
  const kind = wanted ?? findContent(names).kind;
  const format = formatOf(kind, names);
  return { encoding: layout.encoding, delimiter, columns, kind, format, mapping: findMappingOf(kind, format, names) };
}

/**
 * Reads the columns of a file anew, by what it is about, an encoding and a delimiter that an admin chooses; what was checked is to be checked
 * again. Fails with NOT_FOUND, with IN_USE once it is applied, and with VALIDATION if it cannot be read so; then it stays
 * as it was.
 */
export async function readFileAs(
  db: Db,
  _admin: Admin<"imports.write">,
  id: string,
  { kind, ...layout }: FileLayout & { kind?: ImportKind | undefined },
): Promise<void> {
  await findImport(db, id);
  try {
    const described = await describe(db, id, layout, kind);
    const isOpen = inArray(imports.state, ["uploaded", "checked"]);
    const read = await db
      .update(imports)
      .set({ ...described, state: "uploaded", problem: "", hint: "", warnings: {} })
      .where(and(eq(imports.id, id), isOpen))
      .returning({ id: imports.id });
    if (read.length === 0) throw new DomainError("IN_USE", "The import is not in that state any more");
  } catch (error) {
    if (error instanceof FileProblem) throw refused(error.message);
    throw error;
  }
}
