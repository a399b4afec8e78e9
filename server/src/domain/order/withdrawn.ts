import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { withdrawals } from "../../db/schema/customer-service.ts";
import { orders } from "../../db/schema/orders.ts";

/** What customers are told who want to pay for an order that they have withdrawn from. */
export const withdrawnRefusal =
  "You have withdrawn from this order, so there is nothing to pay. Please order again if you would like the items after all.";

/** Whether the customer has withdrawn from the contract of an order, and the shop has not refused it. */
export const isWithdrawnSql: SQL<boolean> = sql<boolean>`exists (
  select from ${withdrawals} w where w.order_id = ${orders}.id and w.state <> 'refused'
)`;

/** The id of the withdrawal from an order that the shop has not refused. */
export async function findWithdrawal(tx: Db, orderId: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(and(eq(withdrawals.orderId, orderId), ne(withdrawals.state, "refused")));
  return found?.id;
}
