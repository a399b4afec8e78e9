import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

const named = /^shop-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z\.backup$/;

export type StoredBackup = { path: string; takenAt: Date };

/** The finished backups of a folder, newest first. */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .flatMap((name) => {
      const [, day, hours, minutes, seconds, ms] = named.exec(name) ?? [];
      if (day === undefined) return [];
      return [{ path: join(folder, name), takenAt: new Date(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`) }];
    })
    .sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
}

/** Removes all but the newest `keep` backups of a folder; returns the removed paths. */
export async function deleteOldBackups(folder: string, keep: number): Promise<string[]> {
  const old = (await listBackups(folder)).slice(keep).map(({ path }) => path);
  for (const path of old) await rm(path, { force: true });
  return old;
}

/**
 * Makes a second folder hold an empty file with the name of each backup, for processes that watch the age of backups and
 * must not be able to read them.
 */
export async function copyNames(folder: string, namesFolder: string): Promise<void> {
  await mkdir(namesFolder, { recursive: true });
  const names = (await listBackups(folder)).map(({ path }) => basename(path));
  const before = (await listBackups(namesFolder)).map(({ path }) => basename(path));
  for (const name of names) await writeFile(join(namesFolder, name), "");
  for (const name of before) if (!names.includes(name)) await rm(join(namesFolder, name), { force: true });
}
