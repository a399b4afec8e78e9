import { inArray, lt, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { passkeyChallenges, rateLimits, sessions } from "../../db/schema.ts";
import { batchSize, deleteInBatches } from "../batches.ts";

/** Deletes expired sessions, challenges of passkeys and counters of rate limits. Instances can run it in parallel. Returns the number of rows. */
export async function deleteExpired(db: Db): Promise<number> {
  const expiredSessions = () =>
    db
      .select({ id: sessions.id })
      .from(sessions)
      .where(lt(sessions.expiresAt, sql`now()`))
      .limit(batchSize)
      .for("update", { skipLocked: true });
  const expiredChallenges = () =>
    db
      .select({ challenge: passkeyChallenges.challenge })
      .from(passkeyChallenges)
      .where(lt(passkeyChallenges.expiresAt, sql`now()`))
      .limit(batchSize)
      .for("update", { skipLocked: true });
  // The counters' times are those of the instances' clocks.
  const expiredLimits = () =>
    db
      .select({ key: rateLimits.key })
      .from(rateLimits)
      .where(sql`${rateLimits.expire} < extract(epoch from now() - interval '1 hour') * 1000`)
      .limit(batchSize)
      .for("update", { skipLocked: true });
  return (
    (await deleteInBatches(() => db.delete(sessions).where(inArray(sessions.id, expiredSessions())))) +
    (await deleteInBatches(() =>
      db.delete(passkeyChallenges).where(inArray(passkeyChallenges.challenge, expiredChallenges())),
    )) +
    (await deleteInBatches(() => db.delete(rateLimits).where(inArray(rateLimits.key, expiredLimits()))))
  );
}
