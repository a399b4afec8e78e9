import type { SessionRecord } from "@shop/shared/account/session";
import { isId } from "@shop/shared/query";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { sessions } from "../../db/schema/accounts.ts";
import { isoTime } from "../../db/time.ts";
import type { User } from "../base/actor.ts";
import { notFound } from "../base/errors.ts";
import { requireFreshFactors } from "./reauthenticate.ts";
import { endSessionsOf } from "./session.ts";

/** The user's open sessions, the last used first. */
export async function listSessions(db: Db, user: User): Promise<SessionRecord[]> {
  const lastUsedAt = sql`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})`;
  const rows = await db
    .select({
      _id: sessions.id,
      device: sessions.device,
      ip: sessions.ip,
      signedInAt: isoTime(sessions.createdAt),
      lastUsedAt: isoTime(lastUsedAt),
    })
    .from(sessions)
    .where(and(eq(sessions.userId, user.id), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(lastUsedAt), desc(sessions.id));
  return rows.map((row) => ({ ...row, isCurrent: row._id === user.session.id }));
}

/** Ends one of the user's sessions. Throws REAUTH_REQUIRED, and NOT_FOUND for those of others. */
export async function endOwnSession(db: Db, user: User, id: string): Promise<void> {
  await requireFreshFactors(db, user);
  if (!isId(id)) throw notFound("Session");
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, user.id)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw notFound("Session");
}

/** Ends all of the user's sessions but the one of this request. Throws REAUTH_REQUIRED. */
export async function endOtherSessions(db: Db, user: User): Promise<void> {
  await requireFreshFactors(db, user);
  await endSessionsOf(db, user.id, user.session.id);
}
