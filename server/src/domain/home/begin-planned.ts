import { and, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { homeLayouts } from "../../db/schema/home-layouts.ts";
import { announceHome } from "../catalog/home-layout.ts";
import { deleteOldest } from "./layouts.ts";

/**
 * Puts the layouts of Home in force whose time has come. Of several, the one that was planned last holds. Instances can run
 * it in parallel: one of them begins a layout, and the others find nothing to do. Returns how many began.
 */
export async function beginPlannedLayouts(db: Db): Promise<number> {
  const isDue = and(isNull(homeLayouts.begunAt), lte(homeLayouts.startsAt, sql`now()`));
  const [due] = await db.select({ id: homeLayouts.id }).from(homeLayouts).where(isDue).limit(1);
  if (due === undefined) return 0;
  return db.transaction(async (tx) => {
    const begun = await tx
      .update(homeLayouts)
      .set({ begunAt: sql`now()`, version: sql`${homeLayouts.version} + 1` })
      .where(isDue)
      .returning({ id: homeLayouts.id });
    if (begun.length === 0) return 0;
    await deleteOldest(tx);
    await announceHome(tx);
    return begun.length;
  });
}
