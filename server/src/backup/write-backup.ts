import { createHash } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Storage } from "../infra/storage.ts";
import { canOpen, digestOf, type Entry, writeArchive } from "./archive.ts";
import { dumpDatabase } from "./dump.ts";
import { BackupError } from "./error.ts";
import { imageFolder, isImageName, type Manifest, manifestName } from "./manifest.ts";
import { verifyBackup } from "./verify-backup.ts";

export type BackupOptions = {
  url: string;
  /** The storage of the images; absent leaves them out. */
  storage: Storage | undefined;
  folder: string;
  /** A secret or a public key; absent leaves the backup unencrypted. */
  key: string | undefined;
};

/** Writes a backup of the running shop. It is renamed to its final name only after it was read back and verified. */
export async function writeBackup({
  url,
  storage,
  folder,
  key,
}: BackupOptions): Promise<{ path: string; manifest: Manifest }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await clearPartial(folder);
  const takenAt = new Date().toISOString();
  const path = join(folder, `shop-${takenAt.replace(/[:.]/g, "-")}.backup`);
  const partial = `${path}${partialSuffix}`;
  const entries: Manifest["entries"] = [];
  const written: Manifest[] = [];
  try {
    const digest = await writeArchive(partial, key, async (add) => {
      const addToManifest = async ({ name, content }: Entry) => {
        const sha256 = createHash("sha256").update(content).digest("hex");
        entries.push({ name, bytes: content.length, sha256 });
        await add({ name, content });
      };
      const database = await dumpDatabase(url, addToManifest);
      // After the rows: an image is stored before a row references it, and its name is never reused.
      if (storage !== undefined) await addImages(storage, addToManifest);
      const hasPictures = storage !== undefined;
      const manifest: Manifest = { format: 1, takenAt, hasPictures, database, entries };
      written.push(manifest);
      await add({ name: manifestName, content: Buffer.from(JSON.stringify(manifest)) });
    });
    if (canOpen(key)) await verifyBackup(partial, key);
    else if ((await digestOf(partial)) !== digest) throw new BackupError("The disk does not hold what was written");
    await rename(partial, path);
    await syncFolder(folder);
    const [manifest] = written;
    if (manifest === undefined) throw new BackupError("Nothing was written");
    return { path, manifest };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function addImages(storage: Storage, add: (entry: Entry) => Promise<void>): Promise<void> {
  for await (const name of storage.list()) {
    if (!isImageName(name)) continue;
    const content = await storage.read(name);
    // Only images that no row references are ever removed.
    if (content !== undefined) await add({ name: imageFolder + name, content });
  }
}

const partialSuffix = ".partial";
/** A running backup writes more often than this; in milliseconds. */
const staleAfterMs = 3_600_000;

/** Removes the partial files of killed backups, but not those of running ones. */
async function clearPartial(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(`.backup${partialSuffix}`)) continue;
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > staleAfterMs) await rm(join(folder, name), { force: true });
  }
}

/** Syncs the folder, so that a rename survives a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
