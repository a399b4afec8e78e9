import type { Order } from "@shop/shared/order/order";
import type { EditScope } from "@shop/shared/order/order-edit";
import { counterSale } from "@shop/shared/terms-of-sale/uncharged-delivery";
import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import type { OrderSnapshot } from "../../../db/schema/order-edits.ts";
import { orders } from "../../../db/schema/orders.ts";
import { invoices, payments } from "../../../db/schema/payments.ts";
import type { Admin } from "../../base/actor.ts";
import { DomainError } from "../../base/errors.ts";
import { readOrder } from "../../order/read.ts";
import { refusalOf } from "../outcome.ts";
import { findInProgress } from "../records.ts";

/** What of an order can be edited, and why not all of it. */
type Editable = { scope: EditScope; refusal: string | null };

/**
 * What of a locked order can be edited. Throws where nothing can be: ILLEGAL_TRANSITION, or what says that a payment is in
 * progress.
 */
export async function requireEditable(tx: Db, admin: Admin<"orders.read">, orderId: string): Promise<EditScope> {
  const busy = await findInProgress(tx, { id: orderId });
  const inProgress = busy === null ? null : refusalOf({ is: busy });
  if (inProgress !== null) throw inProgress;
  const { scope, refusal } = await findEditable(tx, await readOrder(tx, admin, orderId));
  if (scope === "nothing") throw new DomainError("ILLEGAL_TRANSITION", refusal ?? "This order cannot be changed");
  return scope;
}

/** What of an order can be edited. */
export async function findEditable(db: Db, order: Order): Promise<Editable> {
  const nothing = (refusal: string): Editable => ({ scope: "nothing", refusal });
  if (order.cancellation !== null) return nothing("This order was cancelled");
  if (order.isWithdrawn) return nothing("The customer has withdrawn from this order");
  if (order.isShipped || order.isPartlyShipped) return nothing("This order was sent");
  const [row] = await db.select({ delivery: orders.delivery }).from(orders).where(eq(orders.id, order._id));
  if (row?.delivery?.id === counterSale.id) return nothing("This order was sold at the counter");
  if (order.isPaid) return { scope: "address", refusal: paidRefusal };
  if ((order.exchange?.credit ?? 0) > 0 || order.credits !== undefined)
    return { scope: "address", refusal: creditRefusal };
  const hasMoney = and(
    eq(payments.orderId, order._id),
    inArray(payments.status, ["completed", "pending", "capturing"]),
  );
  if ((await db.$count(payments, hasMoney)) > 0)
    return nothing("Money has come for this order. Look at its payments first.");
  // That of a transfer that was taken back stays, and the next payment is to be what it says.
  if ((await db.$count(invoices, eq(invoices.orderId, order._id))) > 0)
    return { scope: "address", refusal: invoiceRefusal };
  return { scope: "all", refusal: null };
}

/** Why not all of a paid order can be edited. */
const paidRefusal = "This order is paid, so only its address can be changed. Its goods can be exchanged for others.";

/** Why goods, prices and delivery of an order stay as they are. */
export const sumsRefusal = "Only the address of this order can be changed. Goods that are paid can be exchanged.";

const invoiceRefusal = "This order has its invoice already, so only its address can be changed.";

const creditRefusal = "A part of this order is paid already, so only its address can be changed.";

/** Throws ILLEGAL_TRANSITION where an edit changes more than the address of an order whose sums stand. */
export function refuseOtherSums(before: OrderSnapshot, after: OrderSnapshot): void {
  if (sumsOf(before) === sumsOf(after)) return;
  throw new DomainError("ILLEGAL_TRANSITION", sumsRefusal);
}

function sumsOf({ items, delivery, taxes, itemsCents, shippingCents, taxCents, totalCents }: OrderSnapshot): string {
  const lines = items.map(({ productId, qty, priceCents }) => [productId, qty, priceCents]);
  const taxed = taxes?.map(({ tax, rate, net, amount }) => [tax, rate, net, amount]);
  return JSON.stringify([lines, delivery?.id, taxed, itemsCents, shippingCents, taxCents, totalCents]);
}
