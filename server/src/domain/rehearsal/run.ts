import { randomUUID } from "node:crypto";
import { and, eq, lt, or, sql } from "drizzle-orm";
import { rehearsals } from "../../db/schema/rehearsals.ts";
import { deleteInBatches, giveWay } from "../base/batches.ts";
import { type RehearseDeps, rehearse } from "./rehearse.ts";

/** How long a run that says nothing keeps its work: longer than a batch takes. */
const leaseSeconds = 30;
/** What takes longer is given up; in milliseconds. */
const longestMs = 600_000;
/** How long what was foretold is kept, in days. */
const ageDaysMax = 400;

const leaseEnd = sql`clock_timestamp() + ${leaseSeconds} * interval '1 second'`;

type RunDeps = RehearseDeps & { isStopping: () => boolean; onItemError: (error: unknown) => void };

/** The work ends without a result: this process stops, or another run has it. */
class Ended extends Error {
  override readonly name = "Ended";
}

/** Does the rehearsals that wait, one after the other. What a stopped process leaves is begun anew by the next one. */
export async function runRehearsals(deps: RunDeps): Promise<void> {
  while (!deps.isStopping()) {
    const claimed = await claim(deps);
    if (claimed === undefined) return;
    await run(deps, claimed);
  }
}

type Claimed = typeof rehearsals.$inferSelect & { worker: string | null };

async function claim({ db }: RunDeps): Promise<Claimed | undefined> {
  const isFree = or(sql`${rehearsals.leasedUntil} is null`, lt(rehearsals.leasedUntil, sql`clock_timestamp()`));
  const next = db
    .select({ id: rehearsals.id })
    .from(rehearsals)
    .where(and(eq(rehearsals.state, "waiting"), isFree))
    .orderBy(rehearsals.createdAt)
    .limit(1)
    .for("update", { skipLocked: true });
  const [claimed] = await db
    .update(rehearsals)
    .set({ worker: randomUUID(), leasedUntil: leaseEnd, looked: 0 })
    .where(sql`${rehearsals.id} = (${next})`)
    .returning();
  return claimed;
}

async function run({ isStopping, onItemError, ...deps }: RunDeps, { id, worker, proposal }: Claimed): Promise<void> {
  const isOwn = and(eq(rehearsals.id, id), eq(rehearsals.worker, worker ?? ""), eq(rehearsals.state, "waiting"));
  const began = performance.now();
  const onBatch = async (looked: number) => {
    if (performance.now() - began > longestMs) throw new Error("a rehearsal takes too long");
    const next = isStopping() ? { worker: null, leasedUntil: null } : { looked, leasedUntil: leaseEnd };
    const going = await deps.db.update(rehearsals).set(next).where(isOwn).returning({ id: rehearsals.id });
    if (going.length === 0 || isStopping()) throw new Ended();
    await giveWay();
  };
  try {
    const result = await rehearse(deps, proposal, onBatch);
    const looked = result.all.before.orders;
    await deps.db.update(rehearsals).set({ state: "done", result, looked, finishedAt: sql`now()` }).where(isOwn);
  } catch (error) {
    if (error instanceof Ended) return;
    onItemError(error);
    await deps.db.update(rehearsals).set({ state: "failed", finishedAt: sql`now()` }).where(isOwn);
  }
}

/** Deletes what was foretold long ago. Returns how much. */
export function deleteOldRehearsals(db: RehearseDeps["db"], isStopping: () => boolean): Promise<number> {
  return deleteInBatches(db, {
    table: rehearsals,
    where: sql`${rehearsals.createdAt} < now() - ${ageDaysMax} * interval '1 day'`,
    order: rehearsals.createdAt,
    isStopping,
  });
}
