import { shopCurrency } from "@shop/shared/currency";
import { toWire } from "@shop/shared/money";
import { type TransferDetails, transferReference } from "@shop/shared/order/bank-transfer";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { orders } from "../../../db/schema/orders.ts";
import type { User } from "../../base/actor.ts";
import type { CurrentFacts } from "../../base/shop-facts.ts";
import { centsToPay } from "../../order/amount-to-pay.ts";
import { isCancelledSql } from "../../order/cancelled.ts";
import { requireOrder } from "../../order/read.ts";

export type TransferDeps = { db: Db; settings: CurrentFacts<"bankDetails"> };

/**
 * How the money for an order is transferred; `null` where there is nothing to transfer, as for an order that is paid or is
 * paid in another way. Throws NOT_FOUND unless the caller may see the order.
 */
export async function readTransferDetails(
  { db, settings }: TransferDeps,
  user: User,
  orderId: string,
): Promise<TransferDetails | null> {
  await requireOrder(db, user, orderId);
  const [order] = await db
    .select({
      totalCents: orders.totalCents,
      creditCents: orders.creditCents,
      paidAt: orders.paidAt,
      heldUntil: orders.heldUntil,
      isCancelled: isCancelledSql,
    })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.paymentMethod, "Bank Transfer")));
  if (order === undefined || order.paidAt !== null || order.isCancelled) return null;
  return {
    account: settings.current.bankDetails,
    reference: transferReference(orderId),
    amount: toWire(centsToPay(order)),
    currency: shopCurrency(),
    payUntil: order.heldUntil.toISOString(),
  };
}
