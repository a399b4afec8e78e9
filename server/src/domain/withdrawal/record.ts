import { and, desc, eq, inArray, or, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { withdrawalDeclarations, withdrawals } from "../../db/schema/customer-service.ts";
import { orders } from "../../db/schema/orders.ts";
import { writeOrderMails } from "../mail/outbox.ts";
import { openMatter } from "../order/matters.ts";
import { isAfterReturnPeriod, type ReturnSettings } from "./return-period.ts";

type Declaration = typeof withdrawalDeclarations.$inferSelect;

/** The declarations that one transaction handles. */
const batchSize = 20;

/**
 * Looks up the orders of declarations of withdrawal, and records those that have one: an open matter, and a receipt to
 * the customer. A second declaration for an order changes nothing. Instances can run it in parallel.
 */
export async function recordWithdrawals({ db, returns }: RecordDeps): Promise<void> {
  while ((await recordBatch(db, returns)) === batchSize);
}

type RecordDeps = { db: Db; returns: ReturnSettings | undefined };

function recordBatch(db: Db, returns: ReturnSettings | undefined): Promise<number> {
  return db.transaction(async (tx) => {
    const waiting = await tx
      .select()
      .from(withdrawalDeclarations)
      .orderBy(withdrawalDeclarations.createdAt, withdrawalDeclarations.id)
      .limit(batchSize)
      .for("update", { skipLocked: true });
    for (const declaration of waiting) await recordOne(tx, declaration, returns);
    const ids = waiting.map(({ id }) => id);
    if (ids.length > 0) await tx.delete(withdrawalDeclarations).where(inArray(withdrawalDeclarations.id, ids));
    return waiting.length;
  });
}

async function recordOne(tx: Db, declaration: Declaration, returns: ReturnSettings | undefined): Promise<void> {
  const order = await findOrder(tx, declaration);
  if (order === undefined) return;
  const { createdAt: declaredAt } = declaration;
  const isLate = returns !== undefined && isAfterReturnPeriod(returns, order.deliveredAt, declaredAt);
  const [recorded] = await tx
    .insert(withdrawals)
    .values({ id: uuidv7(), orderId: order.id, declaredAt, isLate })
    .onConflictDoNothing({ target: withdrawals.orderId })
    .returning({ id: withdrawals.id });
  if (recorded === undefined) return;
  await openMatter(tx, { orderId: order.id, kind: "withdrawal", reference: recorded.id });
  await writeOrderMails(tx, {
    ...{ kind: "withdrawal received", orderIds: [order.id], once: recorded.id },
    data: { declaredAt: declaredAt.toISOString() },
  });
}

/** The newest order with this number whose customer has, or had then, this e-mail. */
async function findOrder(tx: Db, { orderNumber, email }: Declaration) {
  const isOfEmail = or(
    sql`lower(${orders.customerEmail}) = ${email}`,
    eq(users.email, email),
    eq(users.previousEmail, email),
  );
  const [order] = await tx
    .select({ id: orders.id, deliveredAt: orders.deliveredAt })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    // As the index of the ends of ids has it. A number has no letters with a meaning in patterns.
    .where(and(sql`reverse(${orders.id}::text) like reverse(${orderNumber}) || '%'`, isOfEmail))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1);
  return order;
}
