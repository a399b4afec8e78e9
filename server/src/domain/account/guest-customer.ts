import type { GuestDetails } from "@shop/shared/account/account";
import { and, eq, gt, isNotNull, isNull, lt, notExists, or, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { orders } from "../../db/schema/orders.ts";
import { later } from "../../db/time.ts";
import type { User } from "../base/actor.ts";
import { deleteInBatches } from "../base/batches.ts";
import { DomainError } from "../base/errors.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import type { CurrentFacts } from "../base/shop-facts.ts";
import { claimEmail, emailTaken, takingEmail } from "./email-changes.ts";
import { openSession } from "./session.ts";
import { type AccountDeps, type SignInSource, type StartedSession, takingBack } from "./sign-in.ts";

/** Less than the age at which rows that never bought are deleted; in milliseconds. */
const guestSessionMs = 82_800_000;
const unusedAgeMs = 86_400_000;
/** Those who bought stay for good and are not looked at again and again. */
const lookBackMs = 2_592_000_000;

type GuestDeps = AccountDeps & { settings: CurrentFacts<"checkout"> };

/** Whether customers can buy without an account. Without mails nobody would get back to an order. */
export function canBuyAsGuest({ settings, mailer }: Pick<GuestDeps, "settings" | "mailer">): boolean {
  return settings.current.checkout === "both" && mailer.mode !== "off";
}

/**
 * Begins a purchase without an account. Each one is a customer of its own, whatever accounts and other guests have the
 * e-mail, so that nobody gets to see what was there before, nor learns whether there is anything. Throws FORBIDDEN where
 * the shop wants an account, and RATE_LIMITED.
 */
export async function continueAsGuest(
  deps: GuestDeps,
  { name, email }: GuestDetails,
  { address, origin }: Pick<SignInSource, "address" | "origin">,
): Promise<StartedSession> {
  const { db, limits, emit } = deps;
  if (!canBuyAsGuest(deps)) {
    throw new DomainError("FORBIDDEN", "This shop asks for an account. Please sign in or register.");
  }
  refuseWhenLimited(emit, "registerPerAddress", await limits.registerPerAddress.count(address));
  const account = { id: uuidv7(), name, email, isAdmin: false, isGuest: true as const };
  const session = await takingBack(
    () => limits.registerPerAddress.takeBack(address),
    () =>
      db.transaction(async (tx) => {
        await tx.insert(users).values({ id: account.id, name, guestEmail: email });
        return openGuestSession(tx, account.id, origin);
      }),
  );
  emit({ type: "guest began", user: account.id });
  return { account, session };
}

/** Opens a session of a guest customer, shorter than one that was signed in to. */
export function openGuestSession(tx: Db, userId: string, origin: SignInSource["origin"]) {
  return openSession(tx, userId, { lifetimeMs: guestSessionMs, origin });
}

const hasAccount =
  "There is an account with this email already. Sign in, and open the link in our mail to have this order there.";

/** Throws EMAIL_TAKEN if an account has the address. */
export async function refuseTakenEmail(db: Db, email: string): Promise<void> {
  const isTaken = and(or(eq(users.email, email), eq(users.previousEmail, email)), isNull(users.deletedAt));
  if ((await db.$count(users, isTaken)) > 0) throw emailTaken(hasAccount);
}

/**
 * Makes a guest customer the owner of an account with the e-mail and a password. Throws EMAIL_TAKEN if an account has the
 * address.
 */
export async function becomeMember(
  tx: Db,
  { userId, email, passwordHash }: { userId: string; email: string; passwordHash: string },
): Promise<void> {
  await claimEmail(tx, email, userId);
  await takingEmail(
    tx
      .update(users)
      .set({ email, guestEmail: null, passwordHash, updatedAt: new Date(), version: sql`${users.version} + 1` })
      .where(and(eq(users.id, userId), eq(users.guestEmail, email), isNull(users.deletedAt))),
    hasAccount,
  );
}

/** Makes the links to orders in mails so far useless. Idempotent; accounts have none. */
export async function revokeOrderLinks(db: Db, user: User): Promise<void> {
  await db
    .update(users)
    .set({ linksRevokedAt: sql`now()` })
    .where(and(eq(users.id, user.id), isNotNull(users.guestEmail)));
}

/** Deletes guest customers of the last thirty days who have not bought anything within a day. Returns their number. */
export function deleteUnusedGuests(db: Db, isStopping?: () => boolean): Promise<number> {
  const ofGuest = db.select({ one: sql`1` }).from(orders).where(eq(orders.userId, users.id));
  const isOfAge = and(lt(users.createdAt, later(-unusedAgeMs)), gt(users.createdAt, later(-lookBackMs)));
  const where = and(isNotNull(users.guestEmail), isOfAge, notExists(ofGuest));
  return deleteInBatches(db, { table: users, where, order: users.createdAt, isStopping });
}
