import { sql } from "drizzle-orm";
import { type Db, preparedSql } from "../../db/client.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import type { User } from "../base/actor.ts";

const unpaidUnits = preparedSql<{ units: number }>(
  "unpaid_units",
  sql`
    select coalesce(sum(i.qty), 0)::int as units from ${orders} o join ${orderItems} i on i.order_id = o.id
    where o.user_id = ${sql.placeholder("userId")} and o.is_stock_held and o.paid_at is null`,
);

/** What a customer holds in unpaid orders, and how much it may be together with another order; in units. */
export async function readUnpaidLimit(db: Db, user: User, max: number): Promise<{ held: number; max: number }> {
  return { held: await countUnpaidUnits(db, user), max };
}

/** The number of units that a customer holds in unpaid orders. */
export async function countUnpaidUnits(tx: Db, user: User): Promise<number> {
  const { rows } = await unpaidUnits(tx).execute({ userId: user.id });
  return rows[0]?.units ?? 0;
}
