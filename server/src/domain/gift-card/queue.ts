import { giftCardTaxClass } from "@shop/shared/terms-of-sale/gift-card-class";
import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { giftCardOrders } from "../../db/schema/gift-cards.ts";
import { orderItems } from "../../db/schema/orders.ts";

/** Notes that the gift cards of an order, which was just paid, are to be made; nothing of an order without any. */
export async function awaitGiftCards(tx: Db, orderId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${giftCardOrders} (order_id)
    select ${orderId}::uuid where exists (
      select from ${orderItems} i where i.order_id = ${orderId} and i.tax_class = ${giftCardTaxClass})
    on conflict do nothing`);
}

/** The gift cards of an order that is not paid any more are not made. */
export async function forgetGiftCards(tx: Db, orderId: string): Promise<void> {
  await tx.delete(giftCardOrders).where(eq(giftCardOrders.orderId, orderId));
}
