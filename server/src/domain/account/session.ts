import type { SignedIn } from "@shop/shared/account";
import { and, eq, gt, isNull, lt, ne, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { type Db, preparedFor } from "../../db/client.ts";
import { sessions, users } from "../../db/schema.ts";

export type Account = { id: string; name: string; email: string; isAdmin: boolean };
export type Session = { id: string; expiresAt: Date };

/** Starts a session for a person; `lifetimeMs` is in milliseconds. Sweeps out their expired ones. */
export async function openSession(db: Db, userId: string, lifetimeMs: number): Promise<Session> {
  const session = { id: uuidv7(), expiresAt: new Date(Date.now() + lifetimeMs) };
  await db.insert(sessions).values({ ...session, userId });
  await db.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.expiresAt, new Date())));
  return session;
}

const livingSession = preparedFor((db) =>
  db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      isAdmin: users.isAdmin,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sql.placeholder("sessionId")),
        eq(sessions.userId, sql.placeholder("userId")),
        gt(sessions.expiresAt, sql`now()`),
        isNull(users.deletedAt),
      ),
    )
    .prepare("living_session"),
);

/** The person behind a session as they are now, or `null` when it has ended or they are gone. */
export async function readSession(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<{ account: Account; session: Session } | null> {
  const [row] = await livingSession(db).execute({ userId, sessionId });
  if (row === undefined || row.email === null) return null;
  return {
    account: { id: row.id, name: row.name, email: row.email, isAdmin: row.isAdmin },
    session: { id: sessionId, expiresAt: row.expiresAt },
  };
}

/** Ends one session; ending it again changes nothing. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

/** Ends all sessions of a person, but for one that may be kept. */
export async function endSessionsOf(db: Db, userId: string, keep?: string): Promise<void> {
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), keep === undefined ? undefined : ne(sessions.id, keep)));
}

/** What the browser may keep of a person and their session. */
export function toSignedIn(account: Account, session: Session): SignedIn {
  return {
    _id: account.id,
    name: account.name,
    email: account.email,
    isAdmin: account.isAdmin,
    expirationTime: session.expiresAt.getTime(),
  };
}
