import type { SignedIn } from "@shop/shared/account/account";
import type { Permission } from "@shop/shared/account/permissions";
import { and, eq, gt, isNull, lt, ne, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { type Db, preparedFor } from "../../db/client.ts";
import { sessions, users } from "../../db/schema/accounts.ts";
import { staffRoles } from "../../db/schema/staff.ts";
import { later } from "../../db/time.ts";
import { DomainError } from "../base/errors.ts";
import { permissionsOf } from "../base/staff-permissions.ts";

/** `isGuest`: a guest customer, who has no account to sign in to. */
export type Account = { id: string; name: string; email: string; isAdmin: boolean; isGuest?: true };
/** An account with what its role permits, which is nothing for customers. */
type AccountWithRole = Account & { permissions: ReadonlySet<Permission> };
/** `hasSecondFactor`: whether its user has shown a second factor. */
export type Session = { id: string; expiresAt: Date; hasSecondFactor: boolean };
/** What a session was opened with, as its user sees it. */
export type SessionOrigin = { device: string | null; ip: string | null };

/** How often the use of a session is noted, in milliseconds: a write for each request would be dear. */
const useNotedMs = 300_000;

const isUseOld = sql`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt}) < ${later(-useNotedMs)}`;

/** Opens a session; `lifetimeMs` in milliseconds. Deletes the account's expired sessions. */
export async function openSession(
  db: Db,
  userId: string,
  {
    lifetimeMs,
    origin,
    hasSecondFactor = false,
    isPasswordTyped = false,
  }: { lifetimeMs: number; origin: SessionOrigin; hasSecondFactor?: boolean; isPasswordTyped?: boolean },
): Promise<Session> {
  const [session] = await db
    .insert(sessions)
    .values({
      id: uuidv7(),
      userId,
      ...origin,
      hasSecondFactor,
      expiresAt: later(lifetimeMs),
      passwordTypedAt: isPasswordTyped ? later(0) : null,
    })
    .returning({ id: sessions.id, expiresAt: sessions.expiresAt, hasSecondFactor: sessions.hasSecondFactor });
  if (session === undefined) throw new Error("the insert returned no session");
  await db.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.expiresAt, sql`now()`)));
  return session;
}

const livingSession = preparedFor((db) =>
  db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      guestEmail: users.guestEmail,
      isAdmin: users.isAdmin,
      role: users.role,
      ownPermissions: staffRoles.permissions,
      expiresAt: sessions.expiresAt,
      hasSecondFactor: sessions.hasSecondFactor,
      isUseOld: sql<boolean>`${isUseOld}`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(staffRoles, eq(staffRoles.id, users.role))
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

/** The account of a session; `null` if the session has ended or the account is deleted. */
export async function readSession(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<{ account: AccountWithRole; session: Session } | null> {
  const [row] = await livingSession(db).execute({ userId, sessionId });
  const email = row?.email ?? row?.guestEmail ?? null;
  if (row === undefined || email === null) return null;
  if (row.isUseOld) await noteUse(db, sessionId);
  return {
    account: {
      id: row.id,
      name: row.name,
      email,
      isAdmin: row.isAdmin,
      ...(row.email === null ? { isGuest: true as const } : {}),
      permissions: permissionsOf(row),
    },
    session: { id: sessionId, expiresAt: row.expiresAt, hasSecondFactor: row.hasSecondFactor },
  };
}

/** Notes the use of a session, once for the requests of a page that come together. */
async function noteUse(db: Db, sessionId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ lastUsedAt: later(0) })
    .where(and(eq(sessions.id, sessionId), isUseOld));
}

/**
 * Notes that a session's user has shown again who they are, with the password or a passkey, and renews its token: one that
 * somebody knew before gains nothing. Throws UNAUTHENTICATED if it was ended while the request waited.
 */
export async function renewSession(
  db: Db,
  { id }: Pick<Session, "id">,
  shown: "password" | "passkey",
): Promise<Session> {
  const [session] = await db
    .update(sessions)
    .set({
      id: uuidv7(),
      authenticatedAt: later(0),
      ...(shown === "password" ? { passwordTypedAt: later(0) } : { hasSecondFactor: true }),
    })
    .where(eq(sessions.id, id))
    .returning({ id: sessions.id, expiresAt: sessions.expiresAt, hasSecondFactor: sessions.hasSecondFactor });
  if (session === undefined) throw new DomainError("UNAUTHENTICATED", "Please sign in");
  return session;
}

/** Whether a session has not been ended. */
export async function isOpen(db: Db, { id }: Pick<Session, "id">): Promise<boolean> {
  return (await db.$count(sessions, eq(sessions.id, id))) > 0;
}

/** Ends a session. Idempotent. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

/** Ends all sessions of an account, except `keep`. */
export async function endSessionsOf(db: Db, userId: string, keep?: string): Promise<void> {
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), keep === undefined ? undefined : ne(sessions.id, keep)));
}

/** The part of an account and its session that the browser may store. */
export function toSignedIn(account: Account, session: Pick<Session, "expiresAt">): SignedIn {
  return {
    _id: account.id,
    name: account.name,
    email: account.email,
    isAdmin: account.isAdmin,
    ...(account.isGuest === true ? { isGuest: true as const } : {}),
    expirationTime: session.expiresAt.getTime(),
  };
}
