import { inArray, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.ts";
import { orderItems, products } from "../../db/schema.ts";
import { removeImage } from "../../infra/images.ts";
import type { Storage } from "../../infra/storage.ts";

/** The files of uploaded images. The ids of uploads contain their time (UUID version 7), those of demo images do not. */
const uploadedFile = /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})(-\d+)?\.(?:webp|avif)$/;
const batchSize = 2_000;

/**
 * Removes uploaded images that are older than `ageMs` milliseconds and that neither a product nor an
 * order refers to: of interrupted uploads, of forms that were not saved, and replaced ones. Instances can
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
  const unused = await without(ids, (wanted) => imagesOf(db, products, products.image, wanted));
  return without(unused, (wanted) => imagesOf(db, orderItems, orderItems.image, wanted));
}

async function without(ids: string[], find: (ids: string[]) => PromiseLike<{ id: string }[]>): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = new Set((await find(ids)).map(({ id }) => id));
  return ids.filter((id) => !found.has(id));
}

/** The ids among these that addresses in a column contain. */
function imagesOf(db: Db, table: typeof products | typeof orderItems, column: AnyPgColumn, ids: string[]) {
  const id = sql<string>`substring(${column} from '[0-9a-f]{8}-[0-9a-f-]{27}')`;
  return db.select({ id }).from(table).where(inArray(id, ids));
}
