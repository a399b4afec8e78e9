import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { mails, orders, users } from "../../db/schema.ts";
import { later } from "../../db/time.ts";
import type { AccountMailKind, AdminMailKind, MailData, OrderMailKind } from "./data.ts";

/**
 * Writes mails in the transaction of what they tell of, so that both are committed or neither. A job sends them.
 * Deleted accounts get none: the accounts are locked, so that one that is being deleted is waited for and left out.
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
  const id = once === undefined ? sql`gen_random_uuid()` : sql`md5(${kind} || ' ' || ${once})::uuid`;
  await tx.execute(sql`
    insert into ${mails} (id, kind, user_id, recipient, order_id, data, send_at)
    select ${id}, ${kind}, u.id, u.email, o.id, ${JSON.stringify(data)}::jsonb, ${later(delayMs)}
    from ${orders} o join ${users} u on u.id = o.user_id
    where o.id = any(${sql.param([...orderIds])}::uuid[]) and u.email is not null
    for key share of u
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

/** Tells both addresses that an account's e-mail was changed, so that its owner learns of a theft. */
export async function writeEmailChange(
  tx: Db,
  { userId, before, after }: { userId: string; before: string; after: string },
): Promise<void> {
  const mail = { kind: "email changed" as const, userId, data: { before, after } };
  await tx.insert(mails).values([
    { ...mail, recipient: before },
    { ...mail, recipient: after },
  ]);
}

/** A mail to all admins. */
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
  const id = once === undefined ? sql`gen_random_uuid()` : sql`md5(${kind} || ' ' || ${once} || ' ' || u.id)::uuid`;
  await tx.execute(sql`
    insert into ${mails} (id, kind, user_id, recipient, order_id, data, send_at)
    select ${id}, ${kind}, u.id, u.email, ${orderId}::uuid, ${JSON.stringify(data)}::jsonb, ${later(delayMs)}
    from ${users} u where u.is_admin and u.email is not null
    for key share of u
    on conflict (id) do nothing`);
}
