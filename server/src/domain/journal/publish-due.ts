import { and, eq, lte, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { articles } from "../../db/schema/articles.ts";
import { announceEverywhere } from "../catalog/version.ts";

/**
 * Publishes the planned articles whose time has come. Instances can run it in parallel: one of them publishes an article,
 * and the others find nothing to do. Returns how many it published.
 */
export async function publishDueArticles(db: Db): Promise<number> {
  const isDue = and(eq(articles.isPublished, false), lte(articles.publishedAt, sql`now()`));
  const [due] = await db.select({ id: articles.id }).from(articles).where(isDue).limit(1);
  if (due === undefined) return 0;
  return db.transaction(async (tx) => {
    const published = await tx
      .update(articles)
      .set({ isPublished: true, version: sql`${articles.version} + 1` })
      .where(isDue)
      .returning({ id: articles.id });
    if (published.length > 0) await announceEverywhere(tx);
    return published.length;
  });
}
