import { importArchiveBytesMax } from "@shop/shared/catalog/import";
import { isStorableLine } from "@shop/shared/query";
import { imageBytesMax } from "@shop/shared/shop";
import { and, eq, ne, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { importArchiveChunks, importArchiveEntries, importArchives, imports } from "../../db/schema/imports.ts";
import { openZip, type Zip, ZipProblem, zipPathOf } from "../../infra/zip.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";
import { findImport } from "./find-import.ts";
import { zipSourceOf } from "./image-source.ts";

const chunkBytes = 1_048_576;
const entriesPerInsert = 1_000;

type Archive = typeof importArchives.$inferSelect;

/**
 * Stores a ZIP of images beside the file of an import, in place of an earlier one, and lists its files. The file is to be
 * checked again then. Fails with NOT_FOUND, with IN_USE once the import is applied, with VALIDATION and TOO_LARGE.
 */
export async function storeArchive(
  db: Db,
  _admin: Admin<"imports.write">,
  importId: string,
  { name, content }: { name: string; content: AsyncIterable<Buffer> },
): Promise<{ images: number }> {
  const { found } = await findImport(db, importId);
  refuseStarted(found.state);
  const id = uuidv7();
  const fileName = name.replaceAll(/[\p{Cc}\p{Cf}]/gu, "").slice(-120) || "images.zip";
  await db.insert(importArchives).values({ id, importId, fileName });
  try {
    const bytes = await storeChunks(db, id, content);
    await db.update(importArchives).set({ bytes }).where(eq(importArchives.id, id));
    const images = await listEntries(db, { id, bytes });
    await takeArchive(db, importId, id);
    return { images };
  } catch (error) {
    await db.delete(importArchives).where(eq(importArchives.id, id));
    if (error instanceof ZipProblem) throw refused(error.message);
    throw error;
  }
}

function refused(message: string): DomainError {
  return new DomainError("VALIDATION", message, { errors: [{ path: "file", message }] });
}

function refuseStarted(state: string): void {
  if (state === "uploaded" || state === "checked") return;
  throw new DomainError("IN_USE", "Images can be sent until the import begins");
}

/** Stores the content in pieces of one size, so that any range of it is found. Returns its bytes. */
async function storeChunks(db: Db, archiveId: string, content: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  let place = 0;
  let pending = Buffer.alloc(0);
  const write = async (piece: Buffer) => {
    await db.insert(importArchiveChunks).values({ archiveId, place, content: piece });
    place += 1;
  };
  for await (const part of content) {
    bytes += part.length;
    if (bytes > importArchiveBytesMax) {
      const message = `A ZIP of images can have at most ${importArchiveBytesMax / 1_048_576} MB`;
      throw new DomainError("TOO_LARGE", message, { errors: [{ path: "file", message }] });
    }
    pending = Buffer.concat([pending, part]);
    while (pending.length >= chunkBytes) {
      await write(pending.subarray(0, chunkBytes));
      pending = pending.subarray(chunkBytes);
    }
  }
  if (pending.length > 0) await write(pending);
  return bytes;
}

async function listEntries(db: Db, archive: Pick<Archive, "id" | "bytes">): Promise<number> {
  const { entries, close } = await openStored(db, archive);
  close();
  for (let start = 0; start < entries.length; start += entriesPerInsert) {
    const rows = entries.slice(start, start + entriesPerInsert);
    await db
      .insert(importArchiveEntries)
      .values(rows.map((entry) => ({ archiveId: archive.id, ...entry, baseName: baseNameOf(entry.path) })));
  }
  if (entries.length === 0) throw new ZipProblem("The ZIP has no files.");
  return entries.length;
}

const baseNameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

async function takeArchive(db: Db, importId: string, archiveId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ state: imports.state })
      .from(imports)
      .where(eq(imports.id, importId))
      .for("update");
    // It may have been discarded or begun during the upload.
    refuseStarted(found?.state ?? "");
    await tx.update(imports).set({ archiveId, state: "uploaded" }).where(eq(imports.id, importId));
    await tx.delete(importArchives).where(and(eq(importArchives.importId, importId), ne(importArchives.id, archiveId)));
  });
}

/** A stored ZIP; only the ranges that are asked for are read. Fails with a ZipProblem. */
function openStored(db: Db, { id, bytes }: Pick<Archive, "id" | "bytes">): Promise<Zip> {
  return openZip(async function* (start, end) {
    const [first, last] = [Math.floor(start / chunkBytes), Math.floor((end - 1) / chunkBytes)];
    for (let place = first; place <= last; place += 1) {
      const from = Math.max(start - place * chunkBytes, 0);
      const length = Math.min(end - place * chunkBytes, chunkBytes) - from;
      const [chunk] = await db
        .select({
          content: sql<Buffer>`substring(${importArchiveChunks.content} from ${from + 1}::int for ${length}::int)`,
        })
        .from(importArchiveChunks)
        .where(and(eq(importArchiveChunks.archiveId, id), eq(importArchiveChunks.place, place)));
      if (chunk === undefined) throw new ZipProblem("The ZIP is not there any more. Please send it again.");
      yield chunk.content;
    }
  }, bytes);
}

/** The ZIP of an import; nothing if there is none any more. Fails with a ZipProblem. */
export async function openArchiveOf(db: Db, importId: string): Promise<Zip | undefined> {
  const [archive] = await db
    .select({ id: importArchives.id, bytes: importArchives.bytes })
    .from(imports)
    .innerJoin(importArchives, eq(importArchives.id, imports.archiveId))
    .where(eq(imports.id, importId));
  return archive === undefined ? undefined : openStored(db, archive);
}

/** The image that a name in the file means, or why there is none. */
export type FoundImage = { source: string } | { problem: string };

/** The images of a ZIP that these names mean: the whole path, or its end from some folder on. */
export async function findArchived(
  db: Db,
  archiveId: string | null,
  names: readonly string[],
): Promise<Map<string, FoundImage>> {
  const wanted = [...new Set(names)];
  if (archiveId === null) {
    return new Map(
      wanted.map((name) => [name, { problem: `Image “${name}” is no address. Send a ZIP with a file of this name.` }]),
    );
  }
  const paths = new Set(wanted.map(zipPathOf).filter(isStorableLine));
  const entries = await findEntries(db, archiveId, [...paths]);
  return new Map(wanted.map((name) => [name, toFound(entries.get(zipPathOf(name)) ?? [], name)]));
}

type Found = { wanted: string; path: string; bytes: number; crc32: number };

/**
 * The files that each path means, two at most, a whole path before the ends of others. The database compares them: every
 * folder of a ZIP may have a file of this name.
 */
async function findEntries(db: Db, archiveId: string, paths: string[]): Promise<Map<string, Found[]>> {
  const wanted = JSON.stringify(paths.map((path) => ({ path, base: baseNameOf(path), depth: path.split("/").length })));
  const { rows } = await db.execute<Found>(sql`
    with wanted as materialized (
      select * from jsonb_to_recordset(${wanted}::jsonb) as w(path text, base text, depth int)
    ), candidates as materialized (
      select e.path, e.bytes, e.crc32, string_to_array(e.path, '/') as parts from ${importArchiveEntries} e
      where e.archive_id = ${archiveId} and e.base_name in (select base from wanted)
    ), ends as materialized (
      select c.path, c.bytes, c.crc32, d.depth,
        array_to_string(c.parts[cardinality(c.parts) - d.depth + 1:], '/') as tail
      from candidates c cross join (select distinct depth from wanted) d where cardinality(c.parts) >= d.depth
    ), ranked as (
      select w.path as wanted, e.path, e.bytes::float8 as bytes, e.crc32::float8 as crc32,
        row_number() over (partition by w.path order by e.path <> w.path, e.path) as place
      from wanted w join ends e on e.depth = w.depth and e.tail = w.path
    )
    select wanted, path, bytes, crc32 from ranked where place <= 2 order by wanted, place`);
  const found = new Map<string, Found[]>();
  for (const row of rows) found.set(row.wanted, [...(found.get(row.wanted) ?? []), row]);
  return found;
}

function toFound([found, another]: Found[], name: string): FoundImage {
  if (found === undefined) return { problem: `The ZIP has no image “${name}”` };
  if (another !== undefined && found.path !== found.wanted) return { problem: `The ZIP has several images “${name}”` };
  if (found.bytes > imageBytesMax) return { problem: `Image “${name}” is larger than ${imageBytesMax / 1_048_576} MB` };
  return { source: zipSourceOf(found) };
}
