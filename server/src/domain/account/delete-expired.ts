import { inArray, lt, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { emailChanges, passkeyChallenges, passwordResets, sessions } from "../../db/schema/accounts.ts";
import { rateLimits } from "../../db/schema/operations.ts";
import { later } from "../../db/time.ts";
import { batchSize, deleteInBatches } from "../batches.ts";

/** How long requests for a new password are kept, and changes of e-mails; in milliseconds. Longer than they are valid. */
const resetAgeMs = 3_600_000;
const emailChangeAgeMs = 691_200_000;

/** Deletes expired sessions, challenges, requests, undoable changes and counters of rate limits. Instances can run it in parallel. Returns the number of rows. */
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
  const oldResets = () =>
    db
      .select({ id: passwordResets.id })
      .from(passwordResets)
      .where(lt(passwordResets.createdAt, later(-resetAgeMs)))
      .limit(batchSize)
      .for("update", { skipLocked: true });
  const oldChanges = () =>
    db
      .select({ id: emailChanges.id })
      .from(emailChanges)
      .where(lt(emailChanges.createdAt, later(-emailChangeAgeMs)))
      .limit(batchSize)
      .for("update", { skipLocked: true });
  return (
    (await deleteInBatches(() => db.delete(passwordResets).where(inArray(passwordResets.id, oldResets())))) +
    (await deleteInBatches(() => db.delete(emailChanges).where(inArray(emailChanges.id, oldChanges())))) +
    (await deleteInBatches(() => db.delete(sessions).where(inArray(sessions.id, expiredSessions())))) +
    (await deleteInBatches(() =>
      db.delete(passkeyChallenges).where(inArray(passkeyChallenges.challenge, expiredChallenges())),
    )) +
    (await deleteInBatches(() => db.delete(rateLimits).where(inArray(rateLimits.key, expiredLimits()))))
  );
}
