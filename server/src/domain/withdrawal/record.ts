import { and, eq, isNull, ne, notInArray, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { withdrawalDeclarations, withdrawals } from "../../db/schema/customer-service.ts";
import { orders } from "../../db/schema/orders.ts";
import type { CurrentFacts, ReturnSettings } from "../base/shop-facts.ts";
import { type Taking, takeEach } from "../base/take-each.ts";
import { lockOrder } from "../order/hold.ts";
import { openMatter } from "../order/matters.ts";
import { writeOrderMails } from "../outbox/write-mails.ts";
import { findDeclaredOrder } from "./find-order.ts";
import { isAfterReturnPeriod } from "./return-period.ts";

type Declaration = typeof withdrawalDeclarations.$inferSelect;

type RecordDeps = { db: Db; settings: CurrentFacts<"returns"> };

/**
 * Looks up the orders of declarations of withdrawal, and records those that have one: an open matter, and a receipt to
 * the customer. An unpaid order cannot be paid any more, and its hold ends. A second declaration for an order changes
 * nothing. Instances can run it in parallel.
 */
export async function recordWithdrawals(
  { db, settings }: RecordDeps,
  onItemError: Taking<never>["onItemError"],
): Promise<void> {
  const handle = async (tx: Db, declaration: Declaration) => {
    await recordOne(tx, declaration, settings.current.returns);
    await tx.delete(withdrawalDeclarations).where(eq(withdrawalDeclarations.id, declaration.id));
  };
  await takeEach(db, { take: takeDeclaration, handle, onItemError });
}

async function takeDeclaration(tx: Db, leftOut: readonly string[]): Promise<Declaration | undefined> {
  const [waiting] = await tx
    .select()
    .from(withdrawalDeclarations)
    .where(notInArray(withdrawalDeclarations.id, [...leftOut]))
    .orderBy(withdrawalDeclarations.createdAt, withdrawalDeclarations.id)
    .limit(1)
    .for("update", { skipLocked: true });
  return waiting;
}

async function recordOne(tx: Db, declaration: Declaration, returns: ReturnSettings | undefined): Promise<void> {
  const order = await findDeclaredOrder(tx, declaration);
  if (order === undefined) return;
  const { createdAt: declaredAt } = declaration;
  const { deliveredAt } = await lockOrder(tx, order.id);
  const isLate = returns !== undefined && isAfterReturnPeriod(returns, deliveredAt, declaredAt);
  const [recorded] = await tx
    .insert(withdrawals)
    .values({ id: uuidv7(), orderId: order.id, declaredAt, isLate })
    .onConflictDoNothing({ target: withdrawals.orderId })
    .returning({ id: withdrawals.id });
  if (recorded === undefined) return;
  await endHold(tx, order.id);
  await openMatter(tx, { orderId: order.id, kind: "withdrawal", reference: recorded.id });
  await writeOrderMails(tx, {
    kind: "withdrawal received",
    orderIds: [order.id],
    once: recorded.id,
    data: { declaredAt: declaredAt.toISOString() },
  });
}

/** Lets the hold of an unpaid order lapse, so that its units are released like those of any other. */
async function endHold(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(orders)
    .set({ heldUntil: sql`least(${orders.heldUntil}, now())` })
    .where(and(eq(orders.id, orderId), isNull(orders.paidAt), ne(orders.paymentMethod, "On Delivery")));
}
