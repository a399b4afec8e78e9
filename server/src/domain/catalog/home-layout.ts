import { type HomeBlock, specifiedHome, usualHome, usualHomeFrom } from "@shop/shared/page/home-layout";
import { readBlocks } from "@shop/shared/page/home-layout-edit";
import { desc, isNotNull } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { catalogVersion } from "../../db/schema/catalog-changes.ts";
import { homeLayouts } from "../../db/schema/home-layouts.ts";
import { readCatalogSize } from "./catalog-size.ts";
import { perVersion } from "./per-version.ts";
import { nextVersion } from "./version.ts";

/** The layouts that began, the one in force first. */
export const latestBegun = [desc(homeLayouts.begunAt), desc(homeLayouts.startsAt), desc(homeLayouts.id)];

/** The parts of Home in force; the usual ones as long as an owner has published none. */
export const readHomeLayout = perVersion(async (db): Promise<readonly HomeBlock[]> => {
  const [row] = await db
    .select({ blocks: homeLayouts.blocks })
    .from(homeLayouts)
    .where(isNotNull(homeLayouts.begunAt))
    .orderBy(...latestBegun)
    .limit(1);
  return row === undefined ? readUsualHome(db) : readBlocks(row.blocks);
});

/** Home without an owner's choice: in a small shop the specified parts alone. */
export async function readUsualHome(db: Db): Promise<readonly HomeBlock[]> {
  const { entries } = await readCatalogSize(db);
  return entries < usualHomeFrom ? specifiedHome : usualHome;
}

/** Has every instance read Home anew, because another layout is in force. The last statement of its transaction. */
export async function announceHome(tx: Db): Promise<void> {
  await tx.update(catalogVersion).set(nextVersion);
}
