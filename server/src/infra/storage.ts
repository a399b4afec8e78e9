import { randomUUID } from "node:crypto";
import { access, mkdir, opendir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

/**
 * Where stored files live. Names are plain file names that the shop itself
 * makes. A folder keeps this promise, and so does an object store, whose
 * every call fails with StorageUnavailable while it cannot be reached.
 */
export type Storage = {
  /** Stores a file whole or not at all: whoever reads the name finds everything or nothing. */
  write: (name: string, content: Uint8Array) => Promise<void>;
  has: (name: string) => Promise<boolean>;
  /** Removes a file; one that is not there changes nothing. */
  remove: (name: string) => Promise<void>;
  /** The whole file; `undefined` when there is none of that name. */
  read: (name: string) => Promise<Buffer | undefined>;
  /** The name of every file that is stored whole, in no particular order. */
  list: () => AsyncIterable<string>;
  /** How a web server comes by the files: it reads them from a folder itself, or passes a browser's question on. */
  served: { folder: string } | { answer: (name: string, asked: Asked) => Promise<Answer> };
};

/** What a browser asks of a file beside its name, in the words of its headers. */
export type Asked = { isHead: boolean; range: string | undefined; ifNoneMatch: string | undefined };
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
      /** Absent for the maker's own cloud. */
      endpoint: string | undefined;
      isPathStyle: boolean;
      /** Absent where the machine itself has been given the right. */
      credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
    };

/** The object store cannot be reached, refuses us or gave up. Answered with status 503. */
export class StorageUnavailable extends Error {
  override readonly name = "StorageUnavailable";
  readonly statusCode = 503;
}

const unfinished = ".tmp";
/** A file is written in far less; an older one was left behind. In milliseconds. */
const longestWrite = 60_000;

/** Keeps files in a folder of this machine, which is made when the first one comes. */
export function openFolder(folder: string): Storage {
  return {
    write: async (name, content) => {
      await mkdir(folder, { recursive: true });
      const temporary = join(folder, `${randomUUID()}${unfinished}`);
      try {
        // On the disk before it has its name: a power cut must not leave an empty file behind a good address.
        await writeFile(temporary, content, { flush: true });
        await rename(temporary, join(folder, name));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    has: (name) =>
      access(join(folder, name)).then(
        () => true,
        () => false,
      ),
    remove: (name) => rm(join(folder, name), { force: true }),
    read: (name) => readFile(join(folder, name)).catch(nothingWhenAbsent),
    list: async function* () {
      for await (const entry of (await opendir(folder).catch(nothingWhenAbsent)) ?? []) {
        if (entry.isFile() && !entry.name.endsWith(unfinished)) yield entry.name;
      }
    },
    served: { folder },
  };
}

function nothingWhenAbsent(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}

/** Removes what a process that was killed left half-written in a folder; what another one writes now stays. */
export async function clearUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((each) => each.endsWith(unfinished))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > longestWrite) await rm(path, { force: true });
  }
}
