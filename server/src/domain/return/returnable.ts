import type { Order } from "@shop/shared/order/order";
import { giftCardTaxClass } from "@shop/shared/terms-of-sale/gift-card-class";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderItems } from "../../db/schema/orders.ts";
import { refundItems, refunds } from "../../db/schema/payments.ts";
import { orderReturnItems, orderReturns } from "../../db/schema/returns.ts";
import { DomainError } from "../base/errors.ts";
import type { ReturnSettings } from "../base/shop-facts.ts";
import { isAfterReturnPeriod } from "../withdrawal/return-period.ts";
import type { UnitsByProduct } from "./amount-due.ts";

/** Returns whose units are on their way back, or are back. */
const active = ["requested", "accepted", "received", "refunded"] as const;

/** The units of an order that come back or came back by its returns, without one of them. */
export async function readReturnedUnits(
  db: Db,
  orderId: string,
  { without }: { without?: string } = {},
): Promise<UnitsByProduct> {
  const units = sql<number>`sum(coalesce(${orderReturnItems.receivedQty}, ${orderReturnItems.qty}))::int`;
  const rows = await db
    .select({ productId: orderReturnItems.productId, units })
    .from(orderReturnItems)
    .innerJoin(orderReturns, eq(orderReturns.id, orderReturnItems.returnId))
    .where(
      and(
        eq(orderReturns.orderId, orderId),
        inArray(orderReturns.state, [...active]),
        without === undefined ? undefined : ne(orderReturns.id, without),
      ),
    )
    .groupBy(orderReturnItems.productId);
  return new Map(rows.map((row) => [row.productId, row.units]));
}

/**
 * The lines of an order with the units that can still be sent back: those of no return, and of no refund beside one. Gift
 * cards are stopped instead.
 */
export async function readReturnable(db: Db, orderId: string) {
  const refunded = sql<number>`coalesce((
    select sum(b.qty) from ${refundItems} b join ${refunds} r on r.id = b.refund_id
    where r.order_id = ${orderItems}.order_id and b.product_id = ${orderItems}.product_id and r.status <> 'failed'
      and not exists (select from ${orderReturns} t where t.refund_id = r.id)
  ), 0)::int`;
  const [lines, returned] = await Promise.all([
    db
      .select({
        product: orderItems.productId,
        name: orderItems.name,
        image: orderItems.image,
        qty: orderItems.qty,
        refunded,
      })
      .from(orderItems)
      .where(and(eq(orderItems.orderId, orderId), ne(orderItems.taxClass, giftCardTaxClass)))
      .orderBy(orderItems.position),
    readReturnedUnits(db, orderId),
  ]);
  return lines.flatMap(({ refunded: gone, qty, ...line }) => {
    const left = qty - gone - (returned.get(line.product) ?? 0);
    return left > 0 ? [{ ...line, qty: left }] : [];
  });
}

/** How many returns of an order can wait for the shop. */
const openMax = 20;

/** Whether so many returns of an order wait for the shop that no more are taken. */
export async function hasManyOpen(tx: Db, orderId: string): Promise<boolean> {
  const isOpen = and(eq(orderReturns.orderId, orderId), inArray(orderReturns.state, ["requested", "accepted"]));
  return (await tx.$count(orderReturns, isOpen)) >= openMax;
}

/** Throws VALIDATION for units that an order has not left to send back. */
export async function refuseUnits(
  tx: Db,
  orderId: string,
  lines: readonly { product: string; qty: number }[],
): Promise<void> {
  const left = new Map((await readReturnable(tx, orderId)).map(({ product, qty }) => [product, qty]));
  const errors = lines.flatMap(({ product, qty }, n) => {
    const possible = left.get(product) ?? 0;
    if (qty <= possible) return [];
    const message = possible === 0 ? "This comes back already" : `At most ${possible} can be sent back`;
    return [{ path: `lines.${n}.qty`, message }];
  });
  const [first] = errors;
  if (first !== undefined) throw new DomainError("VALIDATION", first.message, { errors });
}

type ReturnableOrder = Pick<Order, "isShipped" | "isWithdrawn" | "isRefunded" | "cancellation" | "deliveredAt">;

/** Why its customer cannot send anything of an order back, as a sentence; null where something can be. */
export function returnRefusal(order: ReturnableOrder, returns: ReturnSettings | undefined, now: Date): string | null {
  if (returns === undefined) return "Please write to us about a return.";
  const refusal = sendBackRefusal(order);
  if (refusal !== null) return refusal;
  const deliveredAt = order.deliveredAt === null ? null : new Date(order.deliveredAt);
  if (!isAfterReturnPeriod(returns, deliveredAt, now)) return null;
  return `This order could be returned for ${returns.days} days after its delivery. Please write to us.`;
}

/** The same for administrators, who are not bound to the days. */
export function sendBackRefusal(order: ReturnableOrder): string | null {
  if (!order.isShipped) return "This order was not sent yet, so there is nothing to return.";
  if (order.cancellation !== null) return "This order was cancelled, so there is nothing to return.";
  if (order.isWithdrawn) return "You have withdrawn from the whole order, so nothing of it needs a return.";
  return order.isRefunded ? "This order was refunded, so there is nothing to return." : null;
}
