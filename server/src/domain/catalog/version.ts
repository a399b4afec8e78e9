import { sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { catalogVersion, productChanges } from "../../db/schema/catalog-changes.ts";

const currentVersion = preparedFor((db) =>
  db.select({ version: catalogVersion.version }).from(catalogVersion).prepare("catalogue_version"),
);

const nextReadings = new WeakMap<Db, Promise<string>>();

/** The catalog's current version. What asks for it in the same moment shares one statement, which is sent afterwards. */
export function readVersion(db: Db): Promise<string> {
  const next = nextReadings.get(db);
  if (next !== undefined) return next;
  const reading = Promise.resolve().then(() => {
    nextReadings.delete(db);
    return readNow(db);
  });
  nextReadings.set(db, reading);
  return reading;
}

async function readNow(db: Db): Promise<string> {
  const [row] = await currentVersion(db).execute();
  if (row === undefined) throw new Error("The catalog has no version");
  return row.version;
}

/** What gives the catalog another version, so that every instance reads anew what depends on it. */
export const nextVersion = { version: sql`gen_random_uuid()`, number: sql`${catalogVersion.number} + 1` };

/** Has every instance read every page anew, for instance because each has another link. The last statements of their transaction. */
export async function announceEverywhere(tx: Db): Promise<void> {
  await tx.insert(productChanges).values({ productId: null, affectsRanking: true });
  await tx.update(catalogVersion).set(nextVersion);
}
