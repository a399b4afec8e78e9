import { randomUUID } from "node:crypto";
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { toLoggable } from "../domain/base/errors.ts";
import type { Shutdown } from "./shutdown.ts";

/** How long files of a release are served after its last instance stopped, and how often they are looked through; in milliseconds. */
const keepMs = 30 * 86_400_000;
const everyMs = 86_400_000;

type Folders = {
  /** The static files of this release. */
  own: string;
  /** The folder that the instances of all releases share. */
  shared: string;
};

/**
 * Copies the scripts and styles of this release into a folder that all instances share, and removes those of releases
 * that ended long ago. During an upgrade an instance serves the files of the other release from there, and afterwards
 * those that open pages of the earlier release still request. Returns the folder, or `undefined` if it cannot be used.
 */
export async function openStaticFiles(
  shutdown: Pick<Shutdown, "add">,
  folders: Folders,
  warn: (line: string) => void,
): Promise<string | undefined> {
  const refuse = (error: unknown) =>
    warn(`STATIC_DIR: ${toLoggable(error).message}. Pages of another release may miss their scripts.`);
  const share = async () => {
    await publish(folders);
    await removeExpired(folders.shared, Date.now() - keepMs);
  };
  try {
    await share();
  } catch (error) {
    refuse(error);
    return undefined;
  }
  const timer = setInterval(() => void share().catch(refuse), everyMs);
  shutdown.add(async () => clearInterval(timer));
  return folders.shared;
}

/** Copies what is missing, and dates all files of this release to now, so that they expire after its end. */
async function publish({ own, shared }: Folders): Promise<void> {
  await mkdir(shared, { recursive: true });
  const now = new Date();
  const names = await hashedFiles(own);
  // At once, because the start waits for a disk that may be slow.
  await Promise.all(names.map((name) => publishFile(join(own, name), join(shared, name), now)));
}

async function publishFile(file: string, target: string, now: Date): Promise<void> {
  const isThere = await utimes(target, now, now).then(
    () => true,
    (error: unknown) => {
      if (isAbsence(error)) return false;
      throw error;
    },
  );
  if (isThere) return;
  await mkdir(dirname(target), { recursive: true });
  // Renamed when complete, because another instance may serve the folder.
  const temporary = `${target}.${randomUUID()}.tmp`;
  await copyFile(file, temporary);
  await utimes(temporary, now, now);
  await rename(temporary, target);
}

async function removeExpired(shared: string, before: number): Promise<void> {
  for (const name of await hashedFiles(shared)) {
    const file = join(shared, name);
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < before) await rm(file, { force: true });
  }
}

/** The files whose names carry a hash of their content, which are those in folders of the build. */
async function hashedFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && entry.parentPath !== folder)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

function isAbsence(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
