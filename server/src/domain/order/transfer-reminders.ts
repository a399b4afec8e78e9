import { and, between, eq, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { mails } from "../../db/schema/mails.ts";
import { orders } from "../../db/schema/orders.ts";
import { later } from "../../db/time.ts";
import { writeOrderMails } from "../outbox/write-mails.ts";
import { lockOrders } from "./hold.ts";

const dayMs = 86_400_000;
const batchSize = 100;

/**
 * Reminds the customers of orders that await a bank transfer, a day before their units are for sale again; once for each
 * hold, however many instances do it. Nobody is reminded on the day of the order. Returns the number of orders.
 */
export async function writeTransferReminders(db: Db): Promise<number> {
  let reminded = 0;
  for (;;) {
    const batch = await db.transaction(writeBatch);
    reminded += batch;
    if (batch < batchSize) return reminded;
  }
}

async function writeBatch(tx: Db): Promise<number> {
  const due = await findDue(tx);
  await lockOrders(tx, due);
  // Of those that another instance has reminded meanwhile, none is left.
  const orderIds = due.length === 0 ? [] : await findDue(tx, due);
  if (orderIds.length > 0) await writeOrderMails(tx, { kind: "transfer reminder", orderIds, data: {} });
  return orderIds.length;
}

/** Orders whose customers are to be reminded, among some or all. */
async function findDue(tx: Db, among?: readonly string[]): Promise<string[]> {
  const isReminded = sql`exists (select from ${mails} m where m.order_id = ${orders}.id
    and m.kind = 'transfer reminder' and m.created_at > ${orders.heldUntil} - interval '2 days')`;
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        // As the index of unpaid holds has it.
        ...[orders.isStockHeld, isNull(orders.paidAt), between(orders.heldUntil, later(0), later(dayMs))],
        ...[eq(orders.paymentMethod, "Bank Transfer"), lt(orders.createdAt, later(-dayMs))],
        sql`not ${isReminded}`,
        among === undefined ? undefined : sql`${orders.id} = any(${sql.param([...among])}::uuid[])`,
      ),
    )
    .orderBy(orders.heldUntil)
    .limit(batchSize);
  return rows.map(({ id }) => id);
}
