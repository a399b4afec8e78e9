import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { catalogVersion } from "../../../db/schema/catalog-changes.ts";
import { collections } from "../../../db/schema/collections.ts";
import { productFacets } from "../../../db/schema/product-facets.ts";
import { runWhenDue } from "../../base/job-runs.ts";
import { nextVersion } from "../version.ts";

const job = "aged products";
/** How often it is looked, in milliseconds. */
const everyMs = 900_000;

/**
 * Drops cached lists when a product is not new any more by the rule of a collection, on one instance at a time. Twice the
 * time between two runs is looked at, so that a late run misses none.
 */
export async function announceAged(db: Db, isStopping: () => boolean): Promise<void> {
  await runWhenDue(db, { job, everyMs, isStopping }, async () => {
    const end = sql`now() - make_interval(days => c.new_within_days)`;
    await db
      .update(catalogVersion)
      .set(nextVersion)
      .where(sql`exists (
        select from ${collections} c where c.is_published and c.kind = 'rule' and c.new_within_days is not null and exists (
          select from ${productFacets} f
          where f.created_at <= ${end} and f.created_at > ${end} - make_interval(secs => ${(2 * everyMs) / 1_000})))`);
  });
}
