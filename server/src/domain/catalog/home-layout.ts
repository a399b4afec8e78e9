import { type HomeBlock, specifiedHome } from "@shop/shared/page/home-layout";
import { readBlocks } from "@shop/shared/page/home-layout-edit";
import { desc, isNotNull } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { catalogVersion } from "../../db/schema/catalog-changes.ts";
import { homeLayouts } from "../../db/schema/home-layouts.ts";
import { perVersion } from "./per-version.ts";
import { nextVersion } from "./version.ts";

/** The layouts that began, the one in force first. */
export const latestBegun = [desc(homeLayouts.begunAt), desc(homeLayouts.startsAt), desc(homeLayouts.id)];

/** The parts of Home in force; the specified ones as long as an owner has published none. */
export const readHomeLayout = perVersion(async (db): Promise<readonly HomeBlock[]> => {
  const [row] = await db
    .select({ blocks: homeLayouts.blocks })
    .from(homeLayouts)
    .where(isNotNull(homeLayouts.begunAt))
    .orderBy(...latestBegun)
    .limit(1);
  return row === undefined ? specifiedHome : readBlocks(row.blocks);
});

/** Has every instance read Home anew, because another layout is in force. The last statement of its transaction. */
export async function announceHome(tx: Db): Promise<void> {
  await tx.update(catalogVersion).set(nextVersion);
}
