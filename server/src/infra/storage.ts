import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, opendir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Storage for files under plain file names that the shop generates. Implemented by a folder and by
 * an object store, whose calls fail with StorageUnavailable while it cannot be reached.
 */
export type Storage = {
  /** Stores a file atomically: readers see the whole file or none. */
  write: (name: string, content: Uint8Array) => Promise<void>;
  /** Stores a copy of a local file in the same way, without reading all of it into memory. */
  writeFrom: (name: string, path: string) => Promise<void>;
  has: (name: string) => Promise<boolean>;
  /** Removes a file. Idempotent. */
  remove: (name: string) => Promise<void>;
  /** The whole file; `undefined` if there is none of that name. */
  read: (name: string) => Promise<Buffer | undefined>;
  /** The names of all completely stored files, unordered. */
  list: () => AsyncIterable<string>;
  /** The calls of an object store since the start; absent of a folder. */
  calls?: () => readonly StoreCalls[];
  /** How files are served over HTTP: by the web server from a folder, or by `answer` from the request's headers. */
  served: { folder: string } | { answer: (name: string, asked: FileRequest) => Promise<Answer> };
};

/** Calls of one kind that ended alike: with an answer (`ok`), refused with a class of status, or without an answer (`none`). */
export type StoreCalls = { call: string; outcome: "ok" | "4xx" | "5xx" | "none"; count: number };

/** The parts of an HTTP request for a file that affect its response. */
export type FileRequest = { isHead: boolean; range: string | undefined; ifNoneMatch: string | undefined };
export type Answer = {
  status: 200 | 206 | 304 | 404 | 416;
  headers: Record<string, string>;
  content: Readable | undefined;
};

export type StorageSettings =
  | { kind: "folder"; folder: string }
  | {
      kind: "bucket";
      bucket: string;
      region: string;
      /** Absent for Amazon S3. */
      endpoint: string | undefined;
      isPathStyle: boolean;
      /** Absent if the machine has a role. */
      credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
    };

/** The object store cannot be reached, denies access or failed. Answered with status 503. */
export class StorageUnavailable extends Error {
  override readonly name = "StorageUnavailable";
  readonly statusCode = 503;
}

const unfinished = ".tmp";
/** Writes take far less time; an older temporary file is left over from a crash. In milliseconds. */
const writeMaxMs = 60_000;

/** The media type of a stored file, by its name. */
export function mediaTypeOf(name: string): "image/webp" | "image/avif" | "video/mp4" {
  if (name.endsWith(".mp4")) return "video/mp4";
  return name.endsWith(".avif") ? "image/avif" : "image/webp";
}

/** Stores files in a local folder, which is created with the first file. */
export function openFolder(folder: string): Storage {
  const place = async (name: string, make: (temporary: string) => Promise<void>) => {
    await mkdir(folder, { recursive: true });
    const temporary = join(folder, `${randomUUID()}${unfinished}`);
    try {
      await make(temporary);
      await rename(temporary, join(folder, name));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  };
  return {
    // Synced before it is renamed, so that a power failure cannot leave an empty file under a valid name.
    write: (name, content) => place(name, (temporary) => writeFile(temporary, content, { flush: true })),
    writeFrom: (name, path) =>
      place(name, (temporary) => pipeline(createReadStream(path), createWriteStream(temporary, { flush: true }))),
    has: (name) =>
      access(join(folder, name)).then(
        () => true,
        () => false,
      ),
    remove: (name) => rm(join(folder, name), { force: true }),
    read: (name) => readFile(join(folder, name)).catch(undefinedIfAbsent),
    list: async function* () {
      for await (const entry of (await opendir(folder).catch(undefinedIfAbsent)) ?? []) {
        if (entry.isFile() && !entry.name.endsWith(unfinished)) yield entry.name;
      }
    },
    served: { folder },
  };
}

/** Whether a write failed because the disk is full or its quota is used up. */
export function isDiskFull(error: unknown): error is Error {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

function undefinedIfAbsent(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}

/**
 * Removes the temporary files of killed processes from a folder; younger ones stay, because another
 * process may be writing them.
 */
export async function clearUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((each) => each.endsWith(unfinished))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > writeMaxMs) await rm(path, { force: true });
  }
}
