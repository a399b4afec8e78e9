import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { BackupError } from "../src/backup/error.ts";
import type { Manifest } from "../src/backup/manifest.ts";
import { copyNames, deleteOldBackups, listBackups } from "../src/backup/stored-backups.ts";
import { verifyBackup } from "../src/backup/verify-backup.ts";
import { writeBackup } from "../src/backup/write-backup.ts";
import { readEnv } from "../src/env/read-env.ts";
import { lowerPriority } from "../src/infra/lower-priority.ts";
import { openStorage } from "../src/infra/open-storage.ts";
import { type Found, runCommand, withDatabase } from "./with-database.ts";

const usage = `Writes a backup of the shop into BACKUP_DIR.

  --keep N           keeps the N newest backups and removes older ones; BACKUP_KEEP says the same
  --no-pictures      leaves the pictures out
  --every 24h        goes on and writes one whenever the newest is that old (m, h or d)
  --verify FILE      writes nothing, and reads a backup as a whole
  --newest-within T  writes nothing, and fails unless there is a backup that is no older
  --new-key          writes nothing, and makes a pair of keys for BACKUP_KEY`;

/** How soon a backup that failed is tried again, unless the next is due sooner; in milliseconds. */
const tryAgainMs = 600_000;

// On the machine of the shop, its requests go before.
lowerPriority(process.pid);
await runCommand(async () => {
  const { values: asked } = readArguments();
  if (asked.help) return console.log(usage);
  if (asked["new-key"]) return printNewKey();
  const { backups } = readEnv(process.env, "tool");
  if (asked.verify !== undefined) {
    const manifest = await verifyBackup(asked.verify, backups.key);
    return console.log(`${asked.verify} is whole: ${summaryOf(manifest)}`);
  }
  const within = asked["newest-within"];
  if (within !== undefined) return expectNewest(backups.folder, durationOf(within));
  const keep = asked.keep === undefined ? backups.keep : countOf(asked.keep);
  const once = (found: Found) => write(found, { keep, hasPictures: !asked["no-pictures"] });
  if (asked.every === undefined) return withDatabase(once);
  // An installation that was upgraded has backups whose names are not there yet.
  if (backups.namesFolder !== undefined) await copyNames(backups.folder, backups.namesFolder);
  return repeat(backups.folder, durationOf(asked.every), () => withDatabase(once));
});

function readArguments() {
  try {
    return parseArgs({
      options: {
        keep: { type: "string" },
        every: { type: "string" },
        "no-pictures": { type: "boolean", default: false },
        verify: { type: "string" },
        "newest-within": { type: "string" },
        "new-key": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new BackupError(`${error instanceof Error ? error.message : ""}\n\n${usage}`);
  }
}

async function write({ url, env }: Found, { keep, hasPictures }: { keep: number | undefined; hasPictures: boolean }) {
  const { folder, namesFolder, key } = env.backups;
  const storage = hasPictures ? await openStorage(env.storage, console.log) : undefined;
  const started = Date.now();
  const { path, manifest } = await writeBackup({ url, storage, folder, key });
  console.log(`Wrote and verified ${path} in ${Math.round((Date.now() - started) / 1_000)} s: ${summaryOf(manifest)}`);
  if (key === undefined) console.log("Whoever gets hold of it can read it: BACKUP_KEY is not set");
  if (keep !== undefined) {
    for (const removed of await deleteOldBackups(folder, keep)) console.log(`Removed ${removed}`);
  }
  if (namesFolder !== undefined) await copyNames(folder, namesFolder);
}

/** Never ends. A restart writes no backup before the next is due, so that a process that keeps falling keeps the old ones. */
async function repeat(folder: string, everyMs: number, work: () => Promise<void>): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
  for (;;) {
    const [newest] = await listBackups(folder);
    const expected = newest === undefined ? 0 : newest.takenAt.getTime() + everyMs;
    if (expected > Date.now()) console.log(`The next backup is due at ${new Date(expected).toISOString()}`);
    // A timer cannot wait for more than 24 days.
    for (let left = expected - Date.now(); left > 0; left = expected - Date.now())
      await delay(Math.min(left, 86_400_000));
    const before = process.exitCode;
    await runCommand(work);
    if (process.exitCode !== before) await delay(Math.min(tryAgainMs, everyMs));
    process.exitCode = 0;
  }
}

async function expectNewest(folder: string, withinMs: number): Promise<void> {
  const [newest] = await listBackups(folder);
  if (newest === undefined) throw new BackupError(`There is no backup in ${folder}`);
  const line = `The newest backup is of ${newest.takenAt.toISOString()}`;
  if (Date.now() - newest.takenAt.getTime() > withinMs) throw new BackupError(line);
  console.log(line);
}

async function printNewKey(): Promise<void> {
  const secret = await generateX25519Identity();
  console.log(`To write backups: BACKUP_KEY=${await identityToRecipient(secret)}`);
  console.log(`To read them too: BACKUP_KEY=${secret}`);
  console.log("Keep the second away from the shop's machine and in two places: without it no backup can be opened.");
}

function summaryOf({ takenAt, database, entries, hasPictures }: Manifest): string {
  const count = (name: string) => database.tables.find((table) => table.name === name)?.rows ?? 0;
  const images = entries.filter(({ name }) => name.startsWith("pictures/")).length;
  const held = hasPictures ? `${images} picture files` : "no pictures";
  return `${count("orders")} orders, ${count("products")} products, ${count("users")} people and ${held}, as of ${takenAt}`;
}

function durationOf(text: string): number {
  const [, amount, unit = ""] = /^(\d{1,4})([smhd])$/.exec(text) ?? [];
  const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }[unit];
  if (amount === undefined || unitMs === undefined || Number(amount) === 0) {
    throw new BackupError(`${text} is no length of time such as 24h`);
  }
  return Number(amount) * unitMs;
}

function countOf(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new BackupError(`${text} is no number of backups to keep`);
  return count;
}
