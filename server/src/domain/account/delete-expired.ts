import { lt, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { emailChanges, passkeyChallenges, passwordResets, sessions } from "../../db/schema/accounts.ts";
import { rateLimits } from "../../db/schema/operations.ts";
import { later } from "../../db/time.ts";
import { deleteInBatches } from "../base/batches.ts";

/** How long requests for a new password are kept, and changes of e-mails; in milliseconds. Longer than they are valid. */
const resetAgeMs = 3_600_000;
const emailChangeAgeMs = 691_200_000;

// Each returns the number of deleted rows.

/** Deletes sessions that have expired. */
export function deleteExpiredSessions(db: Db, isStopping?: () => boolean): Promise<number> {
  const where = lt(sessions.expiresAt, sql`now()`);
  return deleteInBatches(db, { table: sessions, where, order: sessions.expiresAt, isStopping });
}

/** Deletes challenges of passkeys that nobody has answered in time. */
export function deleteExpiredChallenges(db: Db, isStopping?: () => boolean): Promise<number> {
  const where = lt(passkeyChallenges.expiresAt, sql`now()`);
  return deleteInBatches(db, { table: passkeyChallenges, where, order: passkeyChallenges.expiresAt, isStopping });
}

/** Deletes counters of rate limits an hour after their time, which is by the instances' clocks. */
export function deleteExpiredCounters(db: Db, isStopping?: () => boolean): Promise<number> {
  const where = sql`${rateLimits.expire} < extract(epoch from now() - interval '1 hour') * 1000`;
  return deleteInBatches(db, { table: rateLimits, where, order: rateLimits.expire, isStopping });
}

/** Deletes requests for a new password whose codes have expired. */
export function deleteOldResets(db: Db, isStopping?: () => boolean): Promise<number> {
  const where = lt(passwordResets.createdAt, later(-resetAgeMs));
  return deleteInBatches(db, { table: passwordResets, where, order: passwordResets.createdAt, isStopping });
}

/** Deletes changes of e-mails that cannot be undone any more. */
export function deleteOldEmailChanges(db: Db, isStopping?: () => boolean): Promise<number> {
  const where = lt(emailChanges.createdAt, later(-emailChangeAgeMs));
  return deleteInBatches(db, { table: emailChanges, where, order: emailChanges.createdAt, isStopping });
}
