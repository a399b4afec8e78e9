import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { type Db, preparedSql } from "../db/client.ts";
import { isToFulfil } from "../db/orders-to-fulfil.ts";
import { orderMatters } from "../db/schema/customer-service.ts";
import { mails } from "../db/schema/mails.ts";
import { orders } from "../db/schema/orders.ts";
import { payments } from "../db/schema/payments.ts";
import { webhookDeliveries as deliveries, webhookEndpoints } from "../db/schema/webhooks.ts";
import { isRefundedSql, isRestockedSql } from "../domain/order/dto.ts";

/** A count, and the age of the oldest in seconds. */
type Backlog = { n: number; oldest: number };

/** The open work of the shop. Amounts in cents, times in seconds. */
export type ShopState = {
  /** Unpaid orders that hold units, the number of units, and how long the first release is overdue. */
  heldOrders: number;
  heldUnits: number;
  holdsOverdue: number;
  /** Payments without a final status, by status, and how long the first read is overdue. */
  unsettled: Record<string, Backlog>;
  questionsOverdue: number;
  /** Open matters by kind, and the age of the oldest. */
  matters: Record<string, Backlog>;
  /** Orders to be fulfilled that are not confirmed. */
  unconfirmed: Backlog;
  /** What was paid in the last 24 hours. */
  paidLastDay: { n: number; cents: number };
  /** Mails whose time has come, and those that the mail server has not taken yet, by their first write. */
  mailsDue: Backlog;
  mailsRetried: Backlog;
  webhooksDue: Backlog;
  webhooksRetried: Backlog;
};

/** More of a queue are not counted, so that a long one costs a scrape no more; the alerts begin far below. */
const countedMax = 10_000;

/** What is paid on delivery is sold. */
const isHeld = sql`${orders.isStockHeld} and ${orders.paidAt} is null and ${orders.paymentMethod} <> 'On Delivery'`;
const age = (since: unknown) => sql`greatest(0, extract(epoch from now() - ${since}))::float8`;

/** The rows of a queue by a condition, and the age of the first by a column. Reads at most `countedMax` of them. */
const backlog = (table: typeof mails | typeof deliveries, since: AnyColumn, condition: SQL) => sql`(
    select json_build_object('n', count(*), 'oldest', coalesce(${age(sql`min(since)`)}, 0)) from (
      select ${since} as since from ${table} where ${condition} order by ${table.sendAt} limit ${sql.raw(String(countedMax))}
    ) as waiting
  )`;
/** The messages of an address that is switched off wait for a job that ends them, and not for the sender. */
const isSentTo = sql`${deliveries.endpointId} in (select id from ${webhookEndpoints} where is_enabled)`;

const statement = preparedSql<{ state: ShopState }>(
  "shop_state",
  sql`select json_build_object(
    'heldOrders', (select count(*) from ${orders} where ${isHeld}),
    'heldUnits', (
      select coalesce(sum(i.qty), 0) from order_items i where i.order_id in (select id from ${orders} where ${isHeld})
    ),
    'holdsOverdue', (
      select coalesce(${age(sql`min(${orders.heldUntil})`)}, 0) from ${orders}
      where ${isHeld} and not exists (
        select from ${payments} p where p.order_id = ${orders.id} and p.status in ('capturing', 'pending')
      )
    ),
    'unsettled', (
      select coalesce(json_object_agg(status, json_build_object('n', n, 'oldest', oldest)), '{}') from (
        select ${payments.status}, count(*) as n,
          ${age(sql`min(coalesce(${payments.capturingSince}, ${payments.updatedAt}))`)} as oldest
        from ${payments}
        where ${payments.askAgainAt} is not null and ${payments.status} in ('created', 'capturing', 'pending') group by 1
      ) as by_status
    ),
    'questionsOverdue', (
      select coalesce(${age(sql`min(${payments.askAgainAt})`)}, 0) from ${payments}
      where ${payments.askAgainAt} is not null and ${payments.settledAt} is null
    ),
    'matters', (
      select coalesce(json_object_agg(kind, json_build_object('n', n, 'oldest', oldest)), '{}') from (
        select ${orderMatters.kind}, count(*) as n, ${age(sql`min(${orderMatters.openedAt})`)} as oldest
        from ${orderMatters} where ${orderMatters.resolvedAt} is null group by 1
      ) as by_kind
    ),
    'unconfirmed', (
      select json_build_object('n', count(*), 'oldest',
        coalesce(${age(sql`min(coalesce(${orders.paidAt}, ${orders.createdAt}))`)}, 0)) from ${orders}
      where ${isToFulfil} and ${orders.deliveredAt} is null and ${orders.confirmedAt} is null
        and not ${isRefundedSql} and not ${isRestockedSql}
    ),
    'mailsDue', ${backlog(mails, mails.sendAt, sql`${mails.sendAt} <= now()`)},
    'mailsRetried', ${backlog(mails, mails.createdAt, sql`${mails.sendAt} is not null and ${mails.attempts} > 0`)},
    'webhooksDue', ${backlog(deliveries, deliveries.sendAt, sql`${deliveries.sendAt} <= now() and ${isSentTo}`)},
    'webhooksRetried', ${backlog(
      deliveries,
      deliveries.createdAt,
      sql`${deliveries.sendAt} is not null and ${deliveries.attempts} > 0`,
    )},
    'paidLastDay', (
      select json_build_object('n', count(*), 'cents', coalesce(sum(${orders.totalCents}), 0)) from ${orders}
      where ${orders.paidAt} > now() - interval '24 hours'
    )
  ) as state`,
);

/**
 * Reads the open work of the shop in one statement over partial indexes, so that its cost is
 * proportional to the open work and not to all orders.
 */
export async function readState(db: Db): Promise<ShopState> {
  const { rows } = await statement(db).execute();
  const state = rows[0]?.state;
  if (state === undefined) throw new Error("the state query returned no row");
  return state;
}
