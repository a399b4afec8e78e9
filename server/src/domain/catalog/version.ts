import { sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { catalogueSize, catalogueVersion } from "../../db/schema.ts";

/** The catalogue's version as a column: that of the moment of which the rest of the statement is. */
export const versionNow = sql<string>`(select ${catalogueVersion.version} from ${catalogueVersion})`;

/** How many versions have come before it. */
export const numberNow = sql<number>`(select ${catalogueVersion.number} from ${catalogueVersion})`.mapWith(Number);

/** How many products a visitor sees in all, as a column. */
export const visibleTotal = sql<number>`(select ${catalogueSize.visible} from ${catalogueSize})`;

const sizeAndVersion = preparedFor((db) =>
  db.select({ total: catalogueSize.visible, version: versionNow }).from(catalogueSize).prepare("catalogue_size"),
);

/** How many products a visitor sees in all now, and the version of the catalogue that has so many. */
export async function readSize(db: Db): Promise<{ total: number; version: string }> {
  const [row] = await sizeAndVersion(db).execute();
  if (row === undefined) throw new Error("The catalogue has no size");
  return row;
}

const currentVersion = preparedFor((db) =>
  db.select({ version: catalogueVersion.version }).from(catalogueVersion).prepare("catalogue_version"),
);

/** The version of the catalogue as it is now. */
export async function readVersion(db: Db): Promise<string | undefined> {
  const [row] = await currentVersion(db).execute();
  return row?.version;
}
