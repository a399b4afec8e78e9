import type { Order } from "@shop/shared/order/order";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { orders } from "../../../db/schema/orders.ts";
import { payments } from "../../../db/schema/payments.ts";
import type { User } from "../../base/actor.ts";
import { retryingConflicts } from "../../base/errors.ts";
import { recordEvent } from "../../order/history.ts";
import { lockOrder } from "../../order/hold.ts";
import { readOwnOrder } from "../../order/read.ts";
import { transferCredit } from "../../store-credit/transfer.ts";
import { requirePayable } from "../read.ts";
import { changePayment } from "../records.ts";
import { requireUnpaid } from "./require-unpaid.ts";

/** Gives the customer of an unpaid order back what credit has paid of it. Throws as paying with credit does. */
export async function takeCreditOff(db: Db, user: User, orderId: string): Promise<Order> {
  await requirePayable(db, user, orderId);
  await retryingConflicts(() =>
    db.transaction(async (tx) => {
      await requireUnpaid(tx, await lockOrder(tx, orderId));
      await giveBackCredit(tx, orderId, user.id);
    }),
  );
  return readOwnOrder(db, user, orderId);
}

/**
 * Gives back what store credit has paid of a locked order that is not paid: it lapsed, was cancelled, or its customer pays
 * otherwise. Such a payment has failed, and is no refund. Returns how much, in cents.
 */
export async function giveBackCredit(tx: Db, orderId: string, by: string | null): Promise<number> {
  const spent = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.provider, "store credit"), eq(payments.status, "completed")))
    // Accounts are locked by their ids, so that two orders wait for each other in one order.
    .orderBy(asc(payments.creditAccountId), asc(payments.id));
  for (const { id: paymentId, creditAccountId, amountCents } of spent) {
    if (creditAccountId === null) throw new Error("a payment of credit without its account");
    const to = { holder: creditAccountId };
    await transferCredit(tx, { act: "returned", from: "spent", to, amountCents, orderId, paymentId });
    await changePayment(tx, paymentId, { status: "failed" });
    await recordEvent(tx, { orderId, act: "credit returned", by, amountCents });
  }
  const cents = spent.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (cents === 0) return 0;
  const creditCents = sql`${orders.creditCents} - ${cents}::bigint`;
  await tx.update(orders).set({ creditCents }).where(eq(orders.id, orderId));
  return cents;
}
