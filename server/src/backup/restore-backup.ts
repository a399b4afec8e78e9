import type pg from "pg";
import { type Migration, migrateDb, readMigrations, takeMigrationLock, withMaintenance } from "../db/migrate.ts";
import type { Storage } from "../infra/storage.ts";
import { type Entry, readArchive } from "./archive.ts";
import { BackupError } from "./error.ts";
import { clearDatabase, loadDatabase, refuseUnlessEmpty } from "./load.ts";
import { folderOf, imageFolder, isImageName, type Manifest } from "./manifest.ts";
import { rowsIn, verifyBackup } from "./verify-backup.ts";

export type RestoreOptions = {
  path: string;
  key: string | undefined;
  url: string;
  /** The folder of this release's migrations. */
  migrations: string;
  storage: Storage;
  /** Whether existing data may be replaced. */
  isReplacing: boolean;
};

/**
 * Restores a backup and migrates the database to the newest schema. The backup is verified before
 * anything changes, and the database changes in one transaction. Images are added; existing ones
 * under other names stay.
 */
export async function restoreBackup({
  path,
  key,
  url,
  migrations: folder,
  storage,
  isReplacing,
}: RestoreOptions): Promise<Manifest> {
  const manifest = await verifyBackup(path, key);
  const history = historyOf(manifest, await readMigrations(folder));
  await withMaintenance(url, "shop restore", async (client) => {
    await takeMigrationLock(client, "alone", { giveUpMs: 30_000 });
    await client.query("begin");
    if (isReplacing) {
      await refuseWhileOpen(client);
      await clearDatabase(client);
    } else {
      await refuseUnlessEmpty(client);
    }
    const entries = limited(readArchive(path, key));
    await loadDatabase(client, manifest.database, history, async function* ({ name }) {
      for await (const entry of entries.startingWith(folderOf(name))) yield rowsIn(entry);
    });
    for await (const { name, content } of entries.startingWith(imageFolder)) {
      await storage.write(imageName(name), content);
    }
    await entries.end();
    await client.query("commit");
  });
  await migrateDb(url, folder);
  // The planner has no statistics of the new rows yet.
  await withMaintenance(url, "shop restore", (client) => client.query("vacuum (analyze)"));
  return manifest;
}

/** The migrations that produced a backup's schema. Fails if this release does not know them. */
function historyOf({ database }: Manifest, known: Migration[]): Migration[] {
  const history = known.slice(0, database.migrations.length);
  if (!database.migrations.every(({ hash }, place) => history[place]?.hash === hash)) {
    throw new BackupError(
      "This backup is of a newer release of the shop, or of another one: restore it with that release",
    );
  }
  return history;
}

/**
 * Fails while the shop is connected, because it would take orders that are lost. The application
 * name has the request id as a suffix at times.
 */
async function refuseWhileOpen(client: pg.Client): Promise<void> {
  const open = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name like 'shop%' and pid <> pg_backend_pid()`,
  );
  if (open.rowCount !== 0) throw new BackupError("The shop is running on this database: stop it before it is replaced");
}

function imageName(entry: string): string {
  const name = entry.slice(imageFolder.length);
  if (!isImageName(name)) throw new BackupError("This backup names a picture that no shop has stored");
  return name;
}

/** Takes consecutive entries from the front of an archive. */
function limited(entries: AsyncGenerator<Entry>) {
  let next: Promise<IteratorResult<Entry>> | undefined;
  const peek = () => {
    next ??= entries.next();
    return next;
  };
  return {
    startingWith: async function* (folder: string): AsyncGenerator<Entry> {
      for (let at = await peek(); at.done !== true && at.value.name.startsWith(folder); at = await peek()) {
        next = undefined;
        yield at.value;
      }
    },
    /** Reads to the end, where the archive's digest is verified. */
    end: async () => {
      while ((await peek()).done !== true) next = undefined;
    },
  };
}
