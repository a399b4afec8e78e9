import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { passwordResets } from "../../db/schema/accounts.ts";
import { later } from "../../db/time.ts";

/** How long a code for a new password is valid, in minutes from its request. */
export const resetMinutes = 10;
/** How often a code may be tried. */
export const resetTries = 5;

/** Whether a request can still lead to a new password: the newest of its account, in time, not used and not guessed at. */
export const isResetOpen: SQL = sql`(
  ${passwordResets.usedAt} is null
  and ${passwordResets.attempts} < ${resetTries}
  and ${passwordResets.createdAt} > ${later(-resetMinutes * 60_000)}
  and not exists (
    select from password_resets newer
    where newer.user_id = ${passwordResets.userId}
      and (newer.created_at, newer.id) > (${passwordResets.createdAt}, ${passwordResets.id})
  )
)`;

/** The address that a request was made with and when its code expires; `null` if it is not valid any more. */
export async function findOpenReset(db: Db, id: string): Promise<{ email: string; expiresAt: Date } | null> {
  const [found] = await db
    .select({ email: passwordResets.email, createdAt: passwordResets.createdAt })
    .from(passwordResets)
    .where(and(eq(passwordResets.id, id), isResetOpen));
  if (found === undefined) return null;
  return { email: found.email, expiresAt: new Date(found.createdAt.getTime() + resetMinutes * 60_000) };
}

/** Makes the account's codes invalid. */
export async function closeResetsOf(tx: Db, userId: string): Promise<void> {
  await tx
    .update(passwordResets)
    .set({ usedAt: sql`now()` })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)));
}

/** Deletes the requests of an account, and those for its addresses that no job has looked up, as it is deleted. */
export async function deleteResetsOf(tx: Db, userId: string, emails: readonly string[]): Promise<void> {
  await tx
    .delete(passwordResets)
    .where(or(eq(passwordResets.userId, userId), inArray(passwordResets.email, [...emails])));
}
