import { sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { catalogSize, catalogVersion } from "../../db/schema.ts";

/** The catalog's version as a column: of the same snapshot as the rest of the statement. */
export const versionColumn = sql<string>`(select ${catalogVersion.version} from ${catalogVersion})`;

/** The sequence number of that version as a column. */
export const versionNumberColumn = sql<number>`(select ${catalogVersion.number} from ${catalogVersion})`.mapWith(
  Number,
);

/** The number of visible products as a column. */
export const visibleTotalColumn = sql<number>`(select ${catalogSize.visible} from ${catalogSize})`;

const sizeAndVersion = preparedFor((db) =>
  db.select({ total: catalogSize.visible, version: versionColumn }).from(catalogSize).prepare("catalogue_size"),
);

/** The number of visible products and the catalog's version, of one snapshot. */
export async function readSize(db: Db): Promise<{ total: number; version: string }> {
  const [row] = await sizeAndVersion(db).execute();
  if (row === undefined) throw new Error("The catalog has no size");
  return row;
}

const currentVersion = preparedFor((db) =>
  db.select({ version: catalogVersion.version }).from(catalogVersion).prepare("catalogue_version"),
);

/** The catalog's current version. */
export async function readVersion(db: Db): Promise<string> {
  const [row] = await currentVersion(db).execute();
  if (row === undefined) throw new Error("The catalog has no version");
  return row.version;
}

/** The version that a statement read together with its rows. Costs a statement only when there are no rows. */
export async function versionOf(db: Db, rows: { version: string }[]): Promise<string> {
  return rows[0]?.version ?? readVersion(db);
}
