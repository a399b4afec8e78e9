import { deletedName } from "@shop/shared/admin/audit";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { ownEmail, users } from "../../db/schema/accounts.ts";
import { importRecords } from "../../db/schema/imports.ts";
import { adminActs } from "../../db/schema/operations.ts";
import { idempotencyKeys } from "../../db/schema/orders.ts";
import { reviews } from "../../db/schema/reviews.ts";
import { deleteAddressesOf } from "../account/addresses.ts";
import { deleteNotesAbout } from "../account/customer-notes.ts";
import { deleteTagsOf } from "../account/customer-tags.ts";
import { deleteEmailChangesOf } from "../account/email-changes.ts";
import { deleteFactorsOf } from "../account/factors.ts";
import { deleteResetsOf } from "../account/open-resets.ts";
import { requireFreshPassword } from "../account/reauthenticate.ts";
import { endSessionsOf, isOpen } from "../account/session.ts";
import type { AccountDeps } from "../account/sign-in.ts";
import { isAdministrator, type User } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";
import { forgetRecipientsOf } from "../gift-card/forget-recipients.ts";
import { forgetReasonsOf } from "../order/cancelled.ts";
import { deleteDraftsFor } from "../order/drafts.ts";
import { endMailMattersOf } from "../order/matters.ts";
import { deleteMessagesOf } from "../order/messages.ts";
import { deleteEditsOf } from "../order/order-edits.ts";
import { forgetReturnWordsOf } from "../order/return-words.ts";
import { deleteMailsOf } from "../outbox/delete-mails.ts";
import { writeAccountMail } from "../outbox/write-mails.ts";
import { deleteUnseenQuestionsOf } from "../question/own.ts";
import { deleteMarksOf } from "../review/mark.ts";
import { deletePhotosOf } from "../review/photos.ts";
import { deleteSavedOf } from "../saved/items.ts";
import { deleteInvitationOf } from "../staff/invitations.ts";
import { deleteStockAlertsOf } from "../stock-alert/delete.ts";
import { endCreditOf } from "../store-credit/customer-account.ts";

/** `emails` are the account's addresses, of which its mails go to the first. */
export type Deletable = { id: string; name: string; emails: readonly [string, ...string[]] };

/** Locks an account until the transaction ends. Throws FORBIDDEN with the sentence for admins; `null` if there is none. */
export async function lockDeletable(tx: Db, id: string, adminRefusal: string): Promise<Deletable | null> {
  const [found] = await tx
    .select({
      id: users.id,
      name: users.name,
      email: ownEmail,
      previousEmail: users.previousEmail,
      isAdmin: users.isAdmin,
    })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for("update");
  if (found === undefined || found.email === null) return null;
  if (found.isAdmin) throw new DomainError("FORBIDDEN", adminRefusal);
  const { name, email, previousEmail } = found;
  return { id, name, emails: previousEmail === null ? [email] : [previousEmail, email] };
}

/**
 * Deletes a locked account: ends its sessions, frees its e-mail, and keeps an anonymous row for the orders and reviews
 * that reference it. Orders, with the name and the address that they were placed with, and payments stay as they are.
 * docs/privacy.md lists what goes and what stays.
 */
export async function eraseAccount(tx: Db, { id, name, emails }: Deletable): Promise<void> {
  const now = new Date();
  await tx
    .update(users)
    .set({
      name: deletedName,
      email: null,
      guestEmail: null,
      previousEmail: null,
      passwordHash: null,
      deletedAt: now,
      updatedAt: now,
    })
    .where(eq(users.id, id));
  await endSessionsOf(tx, id);
  await deleteFactorsOf(tx, id);
  await deleteAddressesOf(tx, id);
  await deleteTagsOf(tx, id);
  await deleteNotesAbout(tx, id);
  await endCreditOf(tx, id);
  await forgetRecipientsOf(tx, id);
  await deleteSavedOf(tx, id);
  await deleteInvitationOf(tx, id);
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, id));
  await deleteMailsOf(tx, id);
  await endMailMattersOf(tx, id);
  await deleteMarksOf(tx, id);
  await deletePhotosOf(tx, id);
  await deleteUnseenQuestionsOf(tx, id);
  await tx.update(reviews).set({ name: deletedName }).where(eq(reviews.userId, id));
  await forgetActsOn(tx, id);
  await deleteStockAlertsOf(tx, id, emails);
  await deleteDraftsFor(tx, id, emails);
  await deleteMessagesOf(tx, id);
  await forgetReasonsOf(tx, id);
  await forgetReturnWordsOf(tx, id);
  await deleteEditsOf(tx, id);
  await deleteResetsOf(tx, id, emails);
  await deleteEmailChangesOf(tx, id);
  await tx.delete(importRecords).where(eq(importRecords.recordId, id));
  await writeAccountMail(tx, { kind: "account deleted", userId: id, recipient: emails[0], data: { name } });
}

/** Takes name, e-mail and tags out of the audit of the account; which fields were changed, by whom and when stays. */
async function forgetActsOn(tx: Db, id: string): Promise<void> {
  const changes = sql`(
    select coalesce(jsonb_object_agg(field, case when field in ('name', 'email', 'tags') then '["removed", "removed"]' else change end), '{}')
    from jsonb_each(${adminActs.changes}) as changed (field, change)
  )`;
  await tx
    .update(adminActs)
    .set({ subject: deletedName, changes })
    .where(and(eq(adminActs.entityId, id), eq(adminActs.entity, "user")));
}

/**
 * Deletes the user's own account. Throws FORBIDDEN for admins, REAUTH_REQUIRED long after the password was typed, and
 * UNAUTHENTICATED if the session was ended while the request waited.
 */
export async function deleteOwnAccount({ db, emit }: Pick<AccountDeps, "db" | "emit">, user: User): Promise<void> {
  const adminRefusal =
    "Administrators cannot be deleted. Ask another administrator to withdraw your admin rights first.";
  if (isAdministrator(user)) throw new DomainError("FORBIDDEN", adminRefusal);
  await requireFreshPassword(db, user);
  await db.transaction(async (tx) => {
    const account = await lockDeletable(tx, user.id, adminRefusal);
    if (account === null || !(await isOpen(tx, user.session))) {
      throw new DomainError("UNAUTHENTICATED", "Please sign in");
    }
    await eraseAccount(tx, account);
  });
  emit({ type: "account deleted", user: user.id });
}
