import { join } from "node:path";
import { parseArgs } from "node:util";
import { BackupError } from "../src/backup/error.ts";
import { restoreBackup } from "../src/backup/restore-backup.ts";
import { openStorage } from "../src/infra/open-storage.ts";
import { runCommand, withDatabase } from "./with-database.ts";

const usage = `Brings the shop back from a backup, into an empty database: restore FILE

  --replace  into a database that is not empty, and everything in it is lost`;

await runCommand(async () => {
  const { path, isReplacing } = readArguments();
  await withDatabase(async ({ url, env, project }) => {
    const manifest = await restoreBackup({
      path,
      isReplacing,
      url,
      key: env.backups.key,
      migrations: join(project, "drizzle"),
      storage: await openStorage(env.storage, console.log),
    });
    const rows = manifest.database.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`The shop is as it was at ${manifest.takenAt}: ${rows} rows, each as it was. Everybody signs in anew.`);
  });
});

function readArguments(): { path: string; isReplacing: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { replace: { type: "boolean", default: false } },
    });
    const [path, ...more] = positionals;
    if (path !== undefined && more.length === 0) return { path, isReplacing: values.replace };
  } catch {
    // The usage says it.
  }
  throw new BackupError(usage);
}
