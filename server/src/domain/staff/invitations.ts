import { type InviteStaff, invitationDays } from "@shop/shared/account/staff";
import { isId } from "@shop/shared/query";
import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { adminActs } from "../../db/schema/operations.ts";
import { staffInvitations } from "../../db/schema/staff.ts";
import { later } from "../../db/time.ts";
import type { Mailer } from "../../infra/mail/mailer.ts";
import { claimEmail, lockEmails, takingEmail } from "../account/email-changes.ts";
import { lockStaff } from "../account/lock-staff.ts";
import { requireFreshFactors, requireFreshPassword } from "../account/reauthenticate.ts";
import { noteRoleChange } from "../account/role-change.ts";
import type { Admin, User } from "../base/actor.ts";
import { deleteInBatches } from "../base/batches.ts";
import { DomainError, notFound } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { writeAccountMail } from "../outbox/write-mails.ts";
import { nameOfRole } from "./roles.ts";

const invitationMs = invitationDays * 86_400_000;

/**
 * Invites somebody to the staff, by mail. An address without an account gets one without a password. Nothing changes until
 * the invitation is accepted; another invitation replaces it. Throws VALIDATION without mail or for an unknown role,
 * IN_USE for somebody of the staff, and REAUTH_REQUIRED and SECOND_FACTOR_REQUIRED.
 */
export async function inviteStaff(
  { db, mailer }: { db: Db; mailer: Pick<Mailer, "mode"> },
  admin: Admin<"staff.write">,
  { name, email, role }: InviteStaff,
): Promise<void> {
  await requireFreshFactors(db, admin);
  if (mailer.mode === "off") {
    const message = "Invitations go by mail. Please set up mail in the settings first.";
    throw new DomainError("VALIDATION", message, { errors: [{ path: "email", message }] });
  }
  await db.transaction(async (tx) => {
    await lockStaff(tx, admin, "staff.write");
    const roleName = await nameOfRole(tx, role);
    const invited = await findOrCreateAccount(tx, { name, email });
    if (invited.isAdmin) {
      const message = `${invited.name} is of the staff already`;
      throw new DomainError("IN_USE", message, { errors: [{ path: "email", message }] });
    }
    await tx.delete(staffInvitations).where(eq(staffInvitations.userId, invited.id));
    const invitation = { id: uuidv7(), userId: invited.id, email, role, createdBy: admin.id };
    await tx.insert(staffInvitations).values({ ...invitation, expiresAt: later(invitationMs) });
    const data = { role: roleName, invitedBy: admin.name };
    await writeAccountMail(tx, { kind: "staff invitation", userId: invited.id, recipient: email, data });
    await recordAct(tx, admin, { act: "invited", entity: "user", entityId: invited.id, subject: invited.name });
  });
}

type InvitedAccount = { id: string; name: string; isAdmin: boolean };

/** The account of an address, locked. One that only wants to change to it has not shown that it owns it. */
async function findOrCreateAccount(
  tx: Db,
  { name, email }: Pick<InviteStaff, "name" | "email">,
): Promise<InvitedAccount> {
  const { id, isAdmin, previousEmail, deletedAt } = users;
  const [found] = await tx
    .select({ id, name: users.name, isAdmin })
    .from(users)
    .where(and(eq(users.email, email), isNull(previousEmail), isNull(deletedAt)))
    .for("no key update");
  if (found !== undefined) return found;
  const account = { id: uuidv7(), name, email, isAdmin: false };
  await claimEmail(tx, email, account.id);
  await takingEmail(tx.insert(users).values({ ...account, passwordHash: null }));
  return account;
}

/** Takes an invitation back. Idempotent. */
export async function revokeInvitation(db: Db, admin: Admin<"staff.write">, id: string): Promise<void> {
  if (!isId(id)) throw notFound("Invitation");
  await db.transaction(async (tx) => {
    const [revoked] = await tx
      .delete(staffInvitations)
      .where(eq(staffInvitations.id, id))
      .returning({ userId: staffInvitations.userId });
    if (revoked === undefined) return;
    const { userId: entityId } = revoked;
    const [account] = await tx.select({ name: users.name }).from(users).where(eq(users.id, entityId));
    const act = { act: "revoked the invitation of", entity: "user", entityId, subject: account?.name ?? "" } as const;
    await recordAct(tx, admin, act);
  });
}

const isOpenFor = (user: User) => and(eq(staffInvitations.userId, user.id), gt(staffInvitations.expiresAt, sql`now()`));

/** The invitation of the signed-in user, if there is one. */
export async function readOwnInvitation(db: Db, user: User): Promise<{ role: string; invitedBy: string } | null> {
  const [found] = await db
    .select({ role: staffInvitations.role, invitedBy: users.name })
    .from(staffInvitations)
    .innerJoin(users, eq(users.id, staffInvitations.createdBy))
    .where(isOpenFor(user));
  return found === undefined ? null : { role: await nameOfRole(db, found.role), invitedBy: found.invitedBy };
}

/**
 * Accepts an invitation, which ends the user's sessions: they sign in again as one of the staff. Throws NOT_FOUND without
 * one, VALIDATION unless the password was chosen with a code mailed to the invited address, which the account still has, so
 * that nobody accepts it who registered with that address before or moved the account, and REAUTH_REQUIRED.
 */
export async function acceptInvitation(db: Db, user: User): Promise<void> {
  await requireFreshPassword(db, user);
  await db.transaction(async (tx) => {
    const emails = await lockEmails(tx, user.id);
    // After the account, as whoever invites or revokes locks it.
    const [invitation] = await tx.delete(staffInvitations).where(isOpenFor(user)).returning();
    if (emails === undefined || invitation === undefined) throw notFound("Invitation");
    const isInvitee = emails.email === invitation.email && emails.previousEmail === null;
    if (!isInvitee || invitation.claimedAt === null) {
      const message = "Please choose a new password first, with a code that we mail to the invited address.";
      throw new DomainError("VALIDATION", message, { errors: [{ path: "email", message }] });
    }
    const role = await nameOfRole(tx, invitation.role);
    const [joined] = await tx
      .update(users)
      .set({ isAdmin: true, role: invitation.role, updatedAt: new Date(), version: sql`${users.version} + 1` })
      .where(and(eq(users.id, user.id), eq(users.isAdmin, false), isNull(users.deletedAt)))
      .returning({ name: users.name });
    if (joined === undefined) throw notFound("Invitation");
    const { name } = joined;
    await noteRoleChange(tx, { _id: user.id, name, change: "administrator added" }, invitation.createdBy);
    const about = { act: "joined", entity: "user", entityId: user.id, subject: name } as const;
    await tx
      .insert(adminActs)
      .values({ userId: user.id, ...about, changes: { isAdmin: [false, true], role: [null, role] } });
  });
}

/** Deletes the invitation of an account that is deleted. */
export async function deleteInvitationOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(staffInvitations).where(eq(staffInvitations.userId, userId));
}

/** Deletes invitations that nobody has accepted in time. Returns the number of deleted rows. */
export function deleteExpiredInvitations(db: Db, isStopping?: () => boolean): Promise<number> {
  const where = lt(staffInvitations.expiresAt, sql`now()`);
  return deleteInBatches(db, { table: staffInvitations, where, order: staffInvitations.expiresAt, isStopping });
}
