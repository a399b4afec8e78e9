import { sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { catalogueVersion } from "../../db/schema.ts";

/** The catalogue's version as a column: that of the moment of which the rest of the statement is. */
export const versionNow = sql<string>`(select ${catalogueVersion.version} from ${catalogueVersion})`;

/** How many versions have come before it. */
export const numberNow = sql<number>`(select ${catalogueVersion.number} from ${catalogueVersion})`.mapWith(Number);

const currentVersion = preparedFor((db) =>
  db.select({ version: catalogueVersion.version }).from(catalogueVersion).prepare("catalogue_version"),
);

/** The version of the catalogue as it is now. */
export async function readVersion(db: Db): Promise<string | undefined> {
  const [row] = await currentVersion(db).execute();
  return row?.version;
}
