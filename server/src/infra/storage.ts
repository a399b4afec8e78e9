import { randomUUID } from "node:crypto";
import { access, mkdir, opendir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Where stored files live. Names are plain file names that the shop itself
 * makes. Whatever keeps this promise may stand in for a local folder.
 */
export type Storage = {
  /** Stores a file whole or not at all: whoever reads the name finds everything or nothing. */
  write: (name: string, content: Buffer) => Promise<void>;
  has: (name: string) => Promise<boolean>;
  /** Removes a file; one that is not there changes nothing. */
  remove: (name: string) => Promise<void>;
  /** The whole file; `undefined` when there is none of that name. */
  read: (name: string) => Promise<Buffer | undefined>;
  /** The name of every file that is stored whole, in no particular order. */
  list: () => AsyncIterable<string>;
};

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
