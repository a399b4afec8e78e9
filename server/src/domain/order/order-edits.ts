import { eq, inArray } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderEdits } from "../../db/schema/order-edits.ts";
import { orders } from "../../db/schema/orders.ts";

/** Deletes how the orders of an account that is being deleted were changed. The orders have what is in force. */
export async function deleteEditsOf(tx: Db, userId: string): Promise<void> {
  const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  await tx.delete(orderEdits).where(inArray(orderEdits.orderId, own));
}
