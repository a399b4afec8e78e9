import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { sessions, users } from "../../db/schema/accounts.ts";
import { later } from "../../db/time.ts";
import { checkPassword } from "../../infra/passwords.ts";
import { GuestCustomer, isAdministrator, type Member, type User } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import { hasFactor } from "./factors.ts";
import { renewSession, type Session } from "./session.ts";
import { type AccountDeps, takingBack } from "./sign-in.ts";

/** How long a typed password or a used passkey allows changes of how the user signs in, in milliseconds. */
const freshMs = 600_000;

/**
 * Throws REAUTH_REQUIRED unless the session's user has typed the password or used a passkey in the last ten minutes, so
 * that whoever finds a browser signed in cannot take the account over.
 */
export async function requireFreshPassword(db: Db, user: User): Promise<void> {
  // Who buys without an account has no password, and nothing that it would protect.
  if (user instanceof GuestCustomer) return;
  const { session } = user;
  const authenticatedAt = sql`coalesce(${sessions.authenticatedAt}, ${sessions.createdAt})`;
  const isFresh = await db.$count(
    sessions,
    and(eq(sessions.id, session.id), sql`${authenticatedAt} > ${later(-freshMs)}`),
  );
  if (isFresh > 0) return;
  throw new DomainError("REAUTH_REQUIRED", "Please enter your current password first");
}

/** Throws REAUTH_REQUIRED unless the session's user has typed the password in the last ten minutes: a passkey is not enough. */
export async function requireTypedPassword(db: Db, { session }: User): Promise<void> {
  const isTyped = and(eq(sessions.id, session.id), gt(sessions.passwordTypedAt, later(-freshMs)));
  if ((await db.$count(sessions, isTyped)) > 0) return;
  throw new DomainError("REAUTH_REQUIRED", "Please enter your current password first");
}

/**
 * Throws REAUTH_REQUIRED unless the user has shown who they are in the last ten minutes, and SECOND_FACTOR_REQUIRED for
 * an administrator who has a second factor that this session was not opened with: with the password alone nobody may
 * add another.
 */
export async function requireFreshFactors(db: Db, user: User): Promise<void> {
  await requireFreshPassword(db, user);
  if (!isAdministrator(user) || user.session.hasSecondFactor || !(await hasFactor(db, user.id))) return;
  throw new DomainError("SECOND_FACTOR_REQUIRED", "Please sign out, and sign in again with your second factor");
}

/**
 * Confirms the user's password for the session, and returns it with another id. Throws INVALID_CREDENTIALS for a wrong one and
 * RATE_LIMITED for too many tries. `address` is the key of the client's address.
 */
export async function reauthenticate(
  { db, limits, emit }: AccountDeps,
  user: Member,
  { password, address }: { password: string; address: string },
): Promise<Session> {
  refuseWhenLimited(emit, "credentialsPerUser", await limits.credentialsPerUser.count(user.id));
  const takeBack = () => limits.credentialsPerUser.takeBack(user.id);
  const isRight = await takingBack(takeBack, async () => {
    const [found] = await db
      .select({ passwordHash: users.passwordHash })
      .from(users)
      .where(and(eq(users.id, user.id), isNull(users.deletedAt)));
    return checkPassword(found?.passwordHash ?? null, password, address);
  });
  if (!isRight) throw new DomainError("INVALID_CREDENTIALS", "This is not your current password");
  await takeBack();
  return renewSession(db, user.session, "password");
}
