import { sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { catalogSize, catalogVersion } from "../../db/schema.ts";

/** The catalog's version as a column: that of the moment of which the rest of the statement is. */
export const versionNow = sql<string>`(select ${catalogVersion.version} from ${catalogVersion})`;

/** How many versions have come before it. */
export const numberNow = sql<number>`(select ${catalogVersion.number} from ${catalogVersion})`.mapWith(Number);

/** How many products a visitor sees in all, as a column. */
export const visibleTotal = sql<number>`(select ${catalogSize.visible} from ${catalogSize})`;

const sizeAndVersion = preparedFor((db) =>
  db.select({ total: catalogSize.visible, version: versionNow }).from(catalogSize).prepare("catalogue_size"),
);

/** How many products a visitor sees in all now, and the version of the catalog that has so many. */
export async function readSize(db: Db): Promise<{ total: number; version: string }> {
  const [row] = await sizeAndVersion(db).execute();
  if (row === undefined) throw new Error("The catalog has no size");
  return row;
}

const currentVersion = preparedFor((db) =>
  db.select({ version: catalogVersion.version }).from(catalogVersion).prepare("catalogue_version"),
);

/** The version of the catalog as it is now. */
export async function readVersion(db: Db): Promise<string | undefined> {
  const [row] = await currentVersion(db).execute();
  return row?.version;
}
