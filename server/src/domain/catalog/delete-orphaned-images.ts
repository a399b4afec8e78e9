import { and, inArray, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.ts";
import { brands, categories, productImages, products } from "../../db/schema/catalog.ts";
import { importRows } from "../../db/schema/imports.ts";
import { orderItems } from "../../db/schema/orders.ts";
import { productHistory } from "../../db/schema/product-history.ts";
import { reviewPhotos } from "../../db/schema/reviews.ts";
import { removeImage } from "../../infra/images.ts";
import type { Storage } from "../../infra/storage.ts";

/** The files of uploaded images. The ids of uploads contain their time (UUID version 7), those of demo images do not. */
const uploadedFile = /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})(-\d+)?\.(?:webp|avif)$/;
const imageId = "[0-9a-f]{8}-[0-9a-f-]{27}";
const batchSize = 2_000;

/**
 * Removes uploaded images that are older than `ageMs` milliseconds and that no product, order, brand,
 * category, review or change of a product refers to: of interrupted uploads, of forms that were not saved, and replaced ones. Instances can
 * run it in parallel. Returns the number of images.
 */
export async function deleteOrphanedImages(
  { db, storage }: { db: Db; storage: Storage },
  ageMs: number,
  isStopping: () => boolean = () => false,
): Promise<number> {
  let removed = 0;
  let ids = new Set<string>();
  const removeOrphans = async () => {
    for (const id of await findOrphans(db, [...ids])) {
      if (isStopping()) return;
      await removeImage(id, storage);
      removed += 1;
    }
    ids = new Set();
  };
  for await (const name of storage.list()) {
    const id = uploadedFile.exec(name)?.[1];
    if (id === undefined || uploadedAt(id) > Date.now() - ageMs) continue;
    ids.add(id);
    if (ids.size === batchSize) await removeOrphans();
    if (isStopping()) return removed;
  }
  await removeOrphans();
  return removed;
}

/** Milliseconds since 1970. */
function uploadedAt(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

async function findOrphans(db: Db, ids: string[]): Promise<string[]> {
  let unused = ids;
  for (const table of [products, productImages, orderItems, brands, categories, reviewPhotos]) {
    unused = await without(unused, (wanted) => imagesOf(db, table, wanted));
  }
  unused = await without(unused, (wanted) => imagesOfImports(db, wanted));
  return without(unused, (wanted) => imagesOfHistory(db, wanted));
}

/** The ids among these that an undo of a product's change puts back. */
function imagesOfHistory(db: Db, ids: string[]) {
  const { changes } = productHistory;
  const images = sql`regexp_matches(concat((${changes}->'image')::text, (${changes}->'moreImages')::text), ${imageId}, 'g')`;
  const found = db
    .selectDistinct({ id: sql<string>`(${images})[1]`.as("id") })
    .from(productHistory)
    .where(sql`${changes} ?| array['image', 'moreImages']`)
    .as("found");
  return db.select({ id: found.id }).from(found).where(inArray(found.id, ids));
}

/** The ids among these that an undo of an import puts back. */
function imagesOfImports(db: Db, ids: string[]) {
  const id = sql<string>`substring(${importRows.changes}->'image'->>0 from '[0-9a-f]{8}-[0-9a-f-]{27}')`;
  return db
    .select({ id })
    .from(importRows)
    .where(and(sql`${importRows.changes} ? 'image'`, inArray(id, ids)));
}

async function without(ids: string[], find: (ids: string[]) => PromiseLike<{ id: string }[]>): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = new Set((await find(ids)).map(({ id }) => id));
  return ids.filter((id) => !found.has(id));
}

/** The ids among these that addresses in a table contain. */
function imagesOf(db: Db, table: PgTable & { image: AnyPgColumn }, ids: string[]) {
  const id = sql<string>`substring(${table.image} from '[0-9a-f]{8}-[0-9a-f-]{27}')`;
  return db.select({ id }).from(table).where(inArray(id, ids));
}
