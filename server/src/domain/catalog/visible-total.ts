import { type Db, preparedFor } from "../../db/client.ts";
import { catalogSize } from "../../db/schema/catalog-changes.ts";

const size = preparedFor((db) => db.select({ total: catalogSize.visible }).from(catalogSize).prepare("catalogue_size"));

/** The number of visible products. */
export async function readVisibleTotal(db: Db): Promise<number> {
  const [row] = await size(db).execute();
  if (row === undefined) throw new Error("The catalog has no size");
  return row.total;
}
