import type { Permission } from "@shop/shared/account/permissions";
import type { ReviewReason } from "@shop/shared/review/review-reasons";
import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { mailAddressOf, users } from "../../db/schema/accounts.ts";
import { mails } from "../../db/schema/mails.ts";
import { orders } from "../../db/schema/orders.ts";
import { productQuestions } from "../../db/schema/questions.ts";
import { reviews } from "../../db/schema/reviews.ts";
import { later } from "../../db/time.ts";
import { lockAccounts } from "../base/locks.ts";
import { isStaffWith } from "../base/staff-permissions.ts";
import type { AccountMailKind, AdminMailKind, MailData, OrderMailKind, QuestionMailKind } from "./mail-data.ts";

/**
 * Writes mails in the transaction of what they tell of, so that both are committed or neither. A job sends them.
 * Deleted accounts get none: the accounts are locked, so that one that is being deleted is waited for and left out. While
 * an e-mail is not confirmed, mails go to the address that was confirmed before it.
 */

/** How long an order may be unpaid before the customer is reminded, in milliseconds; less with a short hold. */
export const unpaidMailMs = 600_000;

/** A mail about orders, to their customers. */
type OrderMail<Kind extends OrderMailKind> = {
  kind: Kind;
  orderIds: readonly string[];
  data: MailData<Kind>;
  delayMs?: number;
  /** Identifies what it tells of, if that could be recorded more than once. */
  once?: string;
};

/** Writes a mail to the customer of each order. */
export async function writeOrderMails<Kind extends OrderMailKind>(
  tx: Db,
  { kind, orderIds, data, delayMs = 0, once }: OrderMail<Kind>,
): Promise<void> {
  const customers = await tx
    .selectDistinct({ id: orders.userId })
    .from(orders)
    .where(inArray(orders.id, [...orderIds]));
  await lockAccounts(
    tx,
    customers.map(({ id }) => id),
  );
  const id = once === undefined ? sql`gen_random_uuid()` : sql`md5(${kind} || ' ' || ${once})::uuid`;
  await tx.execute(sql`
    insert into ${mails} (id, kind, user_id, recipient, order_id, data, send_at)
    select ${id}, ${kind}, u.id, ${mailAddressOf("u")}, o.id, ${JSON.stringify(data)}::jsonb, ${later(delayMs)}
    from ${orders} o join ${users} u on u.id = o.user_id
    where o.id = any(${sql.param([...orderIds])}::uuid[]) and u.deleted_at is null
    on conflict (id) do nothing`);
}

/** A mail about an account, to an address that belongs or belonged to it. */
type AccountMail<Kind extends AccountMailKind> = {
  kind: Kind;
  userId: string;
  recipient: string;
  data: MailData<Kind>;
};

export async function writeAccountMail<Kind extends AccountMailKind>(tx: Db, mail: AccountMail<Kind>): Promise<void> {
  await tx.insert(mails).values(mail);
}

/** `changeId` is the change that the mail's link undoes. */
type EmailChange = { userId: string; before: string; after: string; changeId: string };

/** Tells the address before a change of it, with a link that undoes it, and asks the one after it to confirm. */
export async function writeEmailChange(tx: Db, { userId, before, after, changeId }: EmailChange): Promise<void> {
  await writeAccountMail(tx, { kind: "email changed", userId, recipient: before, data: { before, after, changeId } });
  await writeAccountMail(tx, { kind: "confirm email", userId, recipient: after, data: { email: after } });
}

/**
 * Tells the author of a review that the shop has hidden it, and why. A deleted account gets no mail. The caller has locked
 * the author's account.
 */
export async function writeReviewHiddenMail(tx: Db, reviewId: string, reason: ReviewReason): Promise<void> {
  const data: MailData<"review hidden"> = { reviewId, reason };
  await tx.execute(sql`
    insert into ${mails} (id, kind, user_id, recipient, data)
    select gen_random_uuid(), 'review hidden', u.id, ${mailAddressOf("u")}, ${JSON.stringify(data)}::jsonb
    from ${reviews} r join ${users} u on u.id = r.user_id
    where r.id = ${reviewId} and u.email is not null`);
}

/** A mail to who asked about a product. */
type QuestionMail<Kind extends QuestionMailKind> = { kind: Kind; questionId: string; data: MailData<Kind> };

/** Writes it, unless the account was deleted. The caller has locked the account. */
export async function writeQuestionMail<Kind extends QuestionMailKind>(
  tx: Db,
  { kind, questionId, data }: QuestionMail<Kind>,
): Promise<void> {
  await tx.execute(sql`
    insert into ${mails} (id, kind, user_id, recipient, data)
    select gen_random_uuid(), ${kind}, u.id, ${mailAddressOf("u")}, ${JSON.stringify(data)}::jsonb
    from ${productQuestions} q join ${users} u on u.id = q.user_id
    where q.id = ${questionId} and u.email is not null`);
}

/** A change of who may do what in the shop; `actorId` is the admin who made it, null the operator of the server. */
type AdminAccessChange = Omit<MailData<"admin access changed">, "actor"> & { actorId: string | null };

/** Tells all admins, the one who made the change among them: it may have been somebody else with their session. */
export async function writeAdminAccessMails(tx: Db, { change, subject, actorId }: AdminAccessChange): Promise<void> {
  const [actor] =
    actorId === null ? [] : await tx.select({ name: users.name }).from(users).where(eq(users.id, actorId));
  const data = { change, subject, actor: actor?.name ?? null };
  await writeAdminMails(tx, { kind: "admin access changed", orderId: null, data });
}

/** Which of the staff each mail is for. */
const adminMailReaders: Record<AdminMailKind, Permission> = {
  "new order": "orders.read",
  "customer cancellation": "orders.read",
  "customer message": "messages.write",
  "customer question": "reviews.write",
  "open matter": "orders.read",
  "low stock": "products.read",
  "webhook switched off": "apps.write",
  "admin access changed": "staff.write",
};

/** A mail to all of the staff whom it is for. */
type AdminMail<Kind extends AdminMailKind> = {
  kind: Kind;
  orderId: string | null;
  data: MailData<Kind>;
  delayMs?: number;
  once?: string;
};

export async function writeAdminMails<Kind extends AdminMailKind>(
  tx: Db,
  { kind, orderId, data, delayMs = 0, once }: AdminMail<Kind>,
): Promise<void> {
  const id =
    once === undefined ? sql`gen_random_uuid()` : sql`md5(${kind} || ' ' || ${once} || ' ' || ${users.id})::uuid`;
  // Roles are read before the accounts are locked.
  const isReader = isStaffWith(adminMailReaders[kind]);
  const readers = await tx.select({ id: users.id }).from(users).where(isReader);
  const ids = readers.map((reader) => reader.id);
  await tx.execute(sql`
    insert into ${mails} (id, kind, user_id, recipient, order_id, data, send_at)
    select ${id}, ${kind}, ${users.id}, coalesce(${users.previousEmail}, ${users.email}), ${orderId}::uuid,
      ${JSON.stringify(data)}::jsonb, ${later(delayMs)}
    from ${users} where ${users.id} = any(${sql.param(ids)}::uuid[]) and ${users.isAdmin} and ${users.email} is not null
    for key share
    on conflict (id) do nothing`);
}

/** Tells administrators of an order that they can prepare. */
export async function writeNewOrderMails(tx: Db, orderId: string): Promise<void> {
  await writeAdminMails(tx, { kind: "new order", orderId, data: {} });
}
