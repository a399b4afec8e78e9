import { isEncrypted } from "../backup/archive.ts";
import { listBackups } from "../backup/stored-backups.ts";
import { type Finding, ok, warning } from "./finding.ts";

export type BackupFacts = {
  folder: string;
  /** Absent if there is no backup. */
  newest: { takenAt: Date; isEncrypted: boolean | undefined } | undefined;
  key: string | undefined;
  now: Date;
};

/** Reads the newest backup's time and form. The shop's process need not be able to read the file. */
export async function readBackups(folder: string, key: string | undefined): Promise<BackupFacts> {
  const [newest] = await listBackups(folder);
  const found = newest && {
    takenAt: newest.takenAt,
    isEncrypted: await isEncrypted(newest.path).catch(() => undefined),
  };
  return { folder, newest: found, key, now: new Date() };
}

/** A daily backup plus two hours, as in the alert. */
const oldestMs = 26 * 3_600_000;

export function checkBackups({ folder, newest, key, now }: BackupFacts): Finding[] {
  const findings: Finding[] = [];
  if (newest === undefined) {
    findings.push(warning("backups", `There is none in ${folder}. Schedule backup.js, or set BACKUP_DIR.`));
  } else {
    const hours = Math.round((now.getTime() - newest.takenAt.getTime()) / 3_600_000);
    const text = `The newest in ${folder} is ${hours} h old.`;
    const isOld = now.getTime() - newest.takenAt.getTime() > oldestMs;
    findings.push(isOld ? warning("backups", `${text} Find out why none was written since.`) : ok("backups", text));
  }
  // The shop's own process may have no key, and only the one that writes backups needs it.
  const isReadable = newest === undefined ? key === undefined : newest.isEncrypted === false;
  if (isReadable) {
    findings.push(warning("backup key", "Backups are not encrypted. Set BACKUP_KEY where they are written."));
  }
  if (key?.startsWith("AGE-SECRET-KEY-")) {
    findings.push(
      warning("backup key", "BACKUP_KEY is the secret half. Keep only the public half (age1…) on the shop's machine."),
    );
  }
  return findings;
}
