import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderReturnItems, orderReturns } from "../../db/schema/returns.ts";

/** Forgets what an account that is being deleted wrote about its returns. The chosen reasons stay. */
export async function forgetReturnWordsOf(tx: Db, userId: string): Promise<void> {
  const own = tx.select({ id: orderReturns.id }).from(orderReturns).where(eq(orderReturns.requestedBy, userId));
  await tx.update(orderReturns).set({ wish: "" }).where(eq(orderReturns.requestedBy, userId));
  await tx
    .update(orderReturns)
    .set({ declaration: "" })
    .where(and(eq(orderReturns.requestedBy, userId), isNotNull(orderReturns.declaration)));
  await tx.update(orderReturnItems).set({ words: "" }).where(inArray(orderReturnItems.returnId, own));
}
