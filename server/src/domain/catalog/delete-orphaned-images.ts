import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { articles } from "../../db/schema/articles.ts";
import { collections } from "../../db/schema/collections.ts";
import { imageIdIn } from "../../db/schema/columns.ts";
import { homeLayouts } from "../../db/schema/home-layouts.ts";
import { formerImageIdIn, importRows } from "../../db/schema/imports.ts";
import { infoPages } from "../../db/schema/info-pages.ts";
import { orderItems } from "../../db/schema/orders.ts";
import { hasImages, hasVideos, imageIdsIn, productHistory } from "../../db/schema/product-history.ts";
import { productImages, products, productVideos } from "../../db/schema/products.ts";
import { reviewPhotos } from "../../db/schema/reviews.ts";
import { settingsVersions } from "../../db/schema/settings.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import { photoFiles, videoName } from "../../infra/image-names.ts";
import { removeImage } from "../../infra/images.ts";
import type { Storage } from "../../infra/storage.ts";
import { readingByIndex } from "../base/batches.ts";

/** The files of uploaded images and videos. The ids of uploads contain their time (UUID version 7), those of demo images do not. */
const uploadedFile =
  /^(review-)?([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})(-\d+)?\.(?:webp|avif|mp4)$/;
/** The images of one statement. */
const batchSize = 200;

/**
 * Removes uploaded images and videos that are older than `ageMs` milliseconds and that no product, order, brand, category, collection, review or
 * undoable change refers to: of interrupted uploads, of forms that were not saved, and replaced ones. Instances can run it
 * in parallel. Returns the number of images.
 */
export async function deleteOrphanedImages(
  { db, storage }: { db: Db; storage: Storage },
  ageMs: number,
  isStopping: () => boolean = () => false,
): Promise<number> {
  let removed = 0;
  let ids = new Set<string>();
  const removeOrphans = async () => {
    if (ids.size === 0) return;
    for (const id of await findOrphans(db, [...ids])) {
      if (isStopping()) return;
      await removeImage(id, storage);
      await storage.remove(videoName(id));
      removed += 1;
    }
    ids = new Set();
  };
  for await (const name of storage.list()) {
    const [, prefix = "", id] = uploadedFile.exec(name) ?? [];
    if (id === undefined || uploadedAt(id) > Date.now() - ageMs) continue;
    ids.add(prefix + id);
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

/** The ids (or `photoFiles`) among these that nothing refers to. Each is looked up by an index of each table. */
function findOrphans(db: Db, ids: string[]): Promise<string[]> {
  const uses = [
    ...[products, productImages, orderItems, brands, categories, collections].map(
      (table) => sql`exists (select from ${table} where ${imageIdIn(table.image)} = wanted.id)`,
    ),
    sql`case when starts_with(wanted.id, ${photoFiles("")})
      then exists (select from ${reviewPhotos} where ${reviewPhotos.id} = right(wanted.id, 36)::uuid)
      -- Of an earlier release, until a job has moved it.
      else exists (select from ${reviewPhotos} where ${reviewPhotos.id} = wanted.id::uuid and ${reviewPhotos.bytes} is null)
    end`,
    ...[productVideos.video, productVideos.poster].map(
      (address) => sql`exists (select from ${productVideos} where ${imageIdIn(address)} = wanted.id)`,
    ),
    sql`exists (
      select from ${productHistory}
      where ${hasVideos(productHistory.changes)} and (${productHistory.changes}->'videos')::text like '%' || wanted.id || '%'
    )`,
    // Any version of the settings can be restored.
    sql`exists (select from ${settingsVersions} where ${settingsVersions.settings}->>'logo' = '/uploads/' || wanted.id || '.webp')`,
    // There are a few hundred pages at most.
    sql`exists (select from ${infoPages} where ${infoPages.text} like '%/uploads/' || wanted.id || '.webp%')`,
    // There are two thousand articles at most.
    sql`exists (
      select from ${articles}
      where ${articles.image} = '/uploads/' || wanted.id || '.webp' or ${articles.text} like '%/uploads/' || wanted.id || '.webp%'
    )`,
    // There are a hundred layouts at most.
    sql`exists (select from ${homeLayouts} where ${homeLayouts.blocks}::text like '%/uploads/' || wanted.id || '.webp%')`,
    // What an undo puts back.
    sql`exists (
      select from ${importRows} where ${importRows.changes} ? 'image' and ${formerImageIdIn(importRows.changes)} = wanted.id
    )`,
    sql`exists (
      select from ${productHistory}
      where ${hasImages(productHistory.changes)} and ${imageIdsIn(productHistory.changes)} @> array[wanted.id]
    )`,
  ];
  return readingByIndex(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from unnest(${sql.param(ids)}::text[]) as wanted(id) where not (${sql.join(uses, sql` or `)})`,
    );
    return rows.map(({ id }) => id);
  });
}
