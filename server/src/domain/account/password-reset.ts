import type { RequestReset, ResetPassword } from "@shop/shared/account/account";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { passwordResets, users } from "../../db/schema/accounts.ts";
import { hashPassword } from "../../infra/passwords.ts";
import type { ResetCodes } from "../../infra/reset-codes.ts";
import { DomainError } from "../base/errors.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import { writeAccountMail } from "../outbox/write-mails.ts";
import { deviceAccount } from "./device.ts";
import { becomeMember } from "./guest-customer.ts";
import { noteInvitationClaim, recover } from "./mailbox-proof.ts";
import { closeResetsOf, isResetOpen } from "./open-resets.ts";
import { endSessionsOf } from "./session.ts";
import { type AccountDeps, type SignInSource, takingBack } from "./sign-in.ts";
import { refuseWeakPassword } from "./weak-passwords.ts";

export type ResetDeps = AccountDeps & { resetCodes: ResetCodes };

/**
 * Records a request for a new password. A job looks the account up and sends the code, so that known and unknown
 * addresses get the same answer in the same time. A device of the account has a count of its own, so that requests of
 * others cannot lock its owner out.
 */
export async function requestPasswordReset(
  { db, limits, emit }: Pick<ResetDeps, "db" | "limits" | "emit">,
  { email }: RequestReset,
  { address, device }: Pick<SignInSource, "address" | "device">,
): Promise<void> {
  refuseWhenLimited(emit, "resetPerAddress", await limits.resetPerAddress.count(address));
  const key = device?.account === deviceAccount(email) ? ["device", device.id] : ["email", email];
  refuseWhenLimited(emit, "resetPerEmail", await limits.resetPerEmail.count(...key));
  await db.insert(passwordResets).values({ email });
}

/**
 * Sets a new password with a code, ends all sessions of the account, and suspends what it got since its mailbox was last
 * proven. It does not sign in. Throws INVALID_CODE for a
 * code that is wrong, used, expired or tried too often and for an unknown address alike, and VALIDATION for a weak
 * password, which leaves the code valid.
 */
export async function resetPassword(deps: ResetDeps, input: ResetPassword, address: string): Promise<void> {
  const { limits, emit, passwordMin, shop } = deps;
  await refuseWeakPassword(input.password, { min: passwordMin, names: [input.email, shop.name] });
  refuseWhenLimited(emit, "resetPerAddress", await limits.resetPerAddress.count(address));
  await takingBack(
    () => limits.resetPerAddress.takeBack(address),
    () => useCode(deps, input, address),
  );
}

async function useCode(deps: ResetDeps, input: ResetPassword, address: string): Promise<void> {
  const { db, limits, emit, resetCodes } = deps;
  const reset = await countTry(db, input.email);
  const isRight = resetCodes.matches(reset?.id ?? "", input.code);
  if (!isRight || reset === undefined || reset.userId === null) throw invalidCode();
  const { id, userId } = reset;
  try {
    const { email } = await setPassword(deps, { id, userId, address }, input);
    emit({ type: "password reset", user: userId });
    // Whoever tried to remember the old password should get in with the new one.
    await limits.signInPerAccount.reset(email, address);
  } catch (error) {
    // What failed was not the code.
    await db
      .update(passwordResets)
      .set({ attempts: sql`${passwordResets.attempts} - 1` })
      .where(and(eq(passwordResets.id, id), isNull(passwordResets.usedAt)));
    throw error;
  }
}

/**
 * Counts a try of the newest code for an address, before it is compared, so that parallel tries cannot exceed the
 * limit. The same work is done for addresses without an account. Gives nothing if no code is valid.
 */
async function countTry(db: Db, email: string): Promise<{ id: string; userId: string | null } | undefined> {
  const newest = db
    .select({ id: passwordResets.id })
    .from(passwordResets)
    .where(eq(passwordResets.email, email))
    .orderBy(desc(passwordResets.createdAt), desc(passwordResets.id))
    .limit(1);
  const [reset] = await db
    .update(passwordResets)
    .set({ attempts: sql`${passwordResets.attempts} + 1` })
    .where(and(eq(passwordResets.id, newest), isResetOpen))
    .returning({ id: passwordResets.id, userId: passwordResets.userId });
  return reset;
}

async function setPassword(
  { db, passwordMin }: ResetDeps,
  { id, userId, address }: { id: string; userId: string; address: string },
  { password, email: mailedTo }: ResetPassword,
): Promise<{ email: string }> {
  const [known] = await db
    .select({ email: users.email, previousEmail: users.previousEmail, guestEmail: users.guestEmail })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  if (known === undefined) throw invalidCode();
  const { guestEmail } = known;
  const names = [known.email, known.previousEmail, guestEmail].filter((email) => email !== null);
  await refuseWeakPassword(password, { min: passwordMin, names });
  const passwordHash = await hashPassword(password, address);
  return db.transaction(async (tx) => {
    if (guestEmail !== null) await becomeMember(tx, { userId, email: guestEmail, passwordHash });
    const version = sql`${users.version} + 1`;
    const [account] = await tx
      .update(users)
      .set({ passwordHash, updatedAt: new Date(), version })
      .where(and(eq(users.id, userId), isNull(users.deletedAt)))
      .returning({
        email: users.email,
        provenAt: users.provenAt,
        recipient: sql<string>`coalesce(${users.previousEmail}, ${users.email})`,
      });
    // The account's row is locked, so that of two requests with one code the second finds it used.
    const isUnused =
      (await tx.$count(passwordResets, and(eq(passwordResets.id, id), isNull(passwordResets.usedAt)))) > 0;
    if (account === undefined || account.email === null || !isUnused) throw invalidCode();
    await closeResetsOf(tx, userId);
    await endSessionsOf(tx, userId);
    const { email, recipient, provenAt } = account;
    // Of an account that joins the staff, nothing that it got before the invitation may sign in.
    const joinsStaff = await noteInvitationClaim(tx, userId, mailedTo);
    await recover(tx, userId, joinsStaff ? null : provenAt);
    await writeAccountMail(tx, { kind: "password changed", userId, recipient, data: {} });
    return { email };
  });
}

/** One message for every reason, so that it tells nothing about the account. */
function invalidCode(): DomainError {
  return new DomainError("INVALID_CODE", "This code is wrong or no longer valid. Please request a new one.");
}
