import { randomUUID } from "node:crypto";
import { access, constants, statfs } from "node:fs/promises";
import type { Storage } from "../infra/storage.ts";
import { error, type Finding, ok, warning } from "./finding.ts";

/** Writes, reads and removes a file as the shop does with images. Returns the reason of a failure. */
export async function tryStorage(open: () => Promise<Storage>): Promise<string | undefined> {
  const name = `doctor-${randomUUID()}.webp`;
  const content = Buffer.from(name);
  try {
    const storage = await open();
    await storage.write(name, content);
    const isThere = (await storage.read(name))?.equals(content) ?? false;
    await storage.remove(name);
    return isThere ? undefined : "what was written is not there";
  } catch (failure) {
    return failure instanceof Error ? failure.message : "unknown reason";
  }
}

export function checkStorage(place: string, failure: string | undefined): Finding {
  if (failure === undefined) return ok("images", `${place} can be written.`);
  return error("images", `${place} cannot be written: ${failure}. Uploads of images fail; correct the storage.`);
}

/** Why a folder that exists cannot be written; absent where it can be, or does not exist yet. */
export async function tryFolder(path: string): Promise<string | undefined> {
  try {
    await access(path, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (failure) {
    const code = failure instanceof Error && "code" in failure ? String(failure.code) : "unknown reason";
    return code === "ENOENT" ? undefined : code;
  }
}

export function checkFolder(path: string, failure: string | undefined): Finding[] {
  if (failure === undefined) return [];
  return [error("folders", `${path} cannot be written (${failure}). Give it to the user that runs the shop.`)];
}

export type DiskFacts = { path: string; freeBytes: number; totalBytes: number };

/** The space that an unprivileged process has on the disk of a folder. Throws if the folder does not exist. */
export async function readDisk(path: string): Promise<DiskFacts> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { path, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Bytes below which uploads and backups are about to fail; a tenth of the disk is the threshold of the alert. */
const emptyBytes = 200e6;
const lowPart = 0.1;

export function checkDisk({ path, freeBytes, totalBytes }: DiskFacts): Finding {
  const text = `${(freeBytes / 1e9).toFixed(1)} GB of ${(totalBytes / 1e9).toFixed(1)} GB are free for ${path}.`;
  const advice = "Free space or enlarge the disk.";
  if (freeBytes < emptyBytes) return error("disk", `${text} ${advice}`);
  return freeBytes < totalBytes * lowPart ? warning("disk", `${text} ${advice}`) : ok("disk", text);
}
