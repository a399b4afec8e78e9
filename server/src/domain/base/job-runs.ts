import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { jobRuns } from "../../db/schema/operations.ts";
import { later } from "../../db/time.ts";

/** When a run that failed or was broken off is tried again, in milliseconds. */
const retryMs = 600_000;

type Due = { job: string; everyMs: number; isStopping: () => boolean };

/**
 * Runs a work if its last run began long enough ago, on one of several instances. One that fails, or is broken off by
 * the end of its process, is due again sooner. Returns nothing if it was not time.
 */
export async function runWhenDue<Result>(
  db: Db,
  { job, everyMs, isStopping }: Due,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (!(await claim(db, job, everyMs))) return undefined;
  let isDone = false;
  try {
    const result = await work();
    isDone = !isStopping();
    return result;
  } finally {
    if (!isDone) await dueSoon(db, job, everyMs);
  }
}

async function claim(db: Db, job: string, everyMs: number): Promise<boolean> {
  const claimed = await db
    .insert(jobRuns)
    .values({ job, startedAt: sql`now()` })
    .onConflictDoUpdate({
      target: jobRuns.job,
      set: { startedAt: sql`now()` },
      setWhere: sql`${jobRuns.startedAt} < ${later(-everyMs)}`,
    })
    .returning({ job: jobRuns.job });
  return claimed.length > 0;
}

async function dueSoon(db: Db, job: string, everyMs: number): Promise<void> {
  const startedAt = later(Math.min(0, retryMs - everyMs));
  await db.update(jobRuns).set({ startedAt }).where(eq(jobRuns.job, job));
}
