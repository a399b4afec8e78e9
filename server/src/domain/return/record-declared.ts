import { and, eq, notInArray } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { partWithdrawalDeclarations, withdrawals } from "../../db/schema/customer-service.ts";
import { orderReturns } from "../../db/schema/returns.ts";
import { type Taking, takeEach } from "../base/take-each.ts";
import { lockOrder } from "../order/hold.ts";
import { openMatter } from "../order/matters.ts";
import { writeOrderMails } from "../outbox/write-mails.ts";
import { findDeclaredOrder } from "../withdrawal/find-order.ts";
import { hasManyOpen } from "./returnable.ts";

type Declaration = typeof partWithdrawalDeclarations.$inferSelect;

/**
 * Looks up the orders of declarations of withdrawal from a part of them, and records those that have one as returns: an
 * open matter for administrators, who name what is meant, and a receipt to the customer. The same words once more, and
 * words about an order that was withdrawn from as a whole, change nothing. Instances can run it in parallel.
 */
export async function recordDeclaredReturns(db: Db, onItemError: Taking<never>["onItemError"]): Promise<void> {
  const handle = async (tx: Db, declaration: Declaration) => {
    await recordOne(tx, declaration);
    await tx.delete(partWithdrawalDeclarations).where(eq(partWithdrawalDeclarations.id, declaration.id));
  };
  await takeEach(db, { take: takeDeclaration, handle, onItemError });
}

async function takeDeclaration(tx: Db, leftOut: readonly string[]): Promise<Declaration | undefined> {
  const [waiting] = await tx
    .select()
    .from(partWithdrawalDeclarations)
    .where(notInArray(partWithdrawalDeclarations.id, [...leftOut]))
    .orderBy(partWithdrawalDeclarations.createdAt, partWithdrawalDeclarations.id)
    .limit(1)
    .for("update", { skipLocked: true });
  return waiting;
}

async function recordOne(tx: Db, declaration: Declaration): Promise<void> {
  const order = await findDeclaredOrder(tx, declaration);
  if (order === undefined) return;
  const { id: orderId, userId } = order;
  await lockOrder(tx, orderId);
  const { goods, createdAt } = declaration;
  const isSame = and(eq(orderReturns.orderId, orderId), eq(orderReturns.declaration, goods));
  const isKnown = (await tx.$count(orderReturns, isSame)) > 0;
  const isOfAll = (await tx.$count(withdrawals, eq(withdrawals.orderId, orderId))) > 0;
  if (isKnown || isOfAll || (await hasManyOpen(tx, orderId))) return;
  const id = uuidv7();
  await tx.insert(orderReturns).values({
    id,
    orderId,
    requestedBy: userId,
    requestedAt: createdAt,
    isWithdrawal: true,
    declaration: goods,
  });
  await openMatter(tx, { orderId, kind: "return", reference: id });
  await writeOrderMails(tx, { kind: "return received", orderIds: [orderId], once: id, data: { returnId: id } });
}
