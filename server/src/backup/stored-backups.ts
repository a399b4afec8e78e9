import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

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
