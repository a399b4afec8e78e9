import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { mails } from "../../db/schema/mails.ts";
import { orders } from "../../db/schema/orders.ts";
import { lockAccounts } from "../base/locks.ts";

/** For how many further days an order whose time has come is still asked about; less than mails are kept. */
const lateDays = 14;
const batchSize = 500;

/**
 * Writes the invitations to review for orders that were delivered so many days ago, once for each order, however many
 * instances do it. Customers who want none get none. Returns the number of mails.
 */
export async function writeReviewInvitations(db: Db, days: number): Promise<number> {
  if (days === 0) return 0;
  let written = 0;
  for (;;) {
    const batch = await db.transaction((tx) => writeBatch(tx, days));
    written += batch.written;
    if (batch.found < batchSize) return written;
  }
}

async function writeBatch(tx: Db, days: number): Promise<{ found: number; written: number }> {
  const isDue = sql`o.delivered_at <= now() - ${days} * interval '1 day'
    and o.delivered_at > now() - ${days + lateDays} * interval '1 day'
    and u.email is not null and u.wants_review_mails
    and not exists (select from ${mails} m where m.id = md5('review invitation ' || o.id)::uuid)`;
  const { rows } = await tx.execute<{ orderId: string; userId: string }>(sql`
    select o.id as "orderId", u.id as "userId" from ${orders} o join ${users} u on u.id = o.user_id
    where ${isDue} limit ${batchSize}`);
  await lockAccounts(tx, [...new Set(rows.map(({ userId }) => userId))]);
  const orderIds = sql.param(rows.map(({ orderId }) => orderId));
  const { rowCount } = await tx.execute(sql`
    insert into ${mails} (id, kind, user_id, recipient, order_id)
    select md5('review invitation ' || o.id)::uuid, 'review invitation', u.id, coalesce(u.previous_email, u.email), o.id
    from ${orders} o join ${users} u on u.id = o.user_id
    where o.id = any(${orderIds}::uuid[]) and ${isDue}
    on conflict (id) do nothing`);
  return { found: rows.length, written: rowCount ?? 0 };
}
