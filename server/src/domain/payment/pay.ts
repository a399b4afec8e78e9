import type { Order } from "@shop/shared/order/order";
import type { PayOrder } from "@shop/shared/order/payment";
import type { User } from "../base/actor.ts";
import type { OrderRow } from "../order/hold.ts";
import { readOwnOrder } from "../order/read.ts";
import { actDeadline, limitLookups, type PaymentDeps } from "./deps.ts";
import { nameExpressOrder } from "./express/name-order.ts";
import { refusalOf } from "./outcome.ts";
import { findPayment } from "./read.ts";
import { syncPayment } from "./sync.ts";

/**
 * Pays an order with a payment that its customer reports, and returns the paid order. The report is
 * only an id to look up: the provider is asked, and captures now if that is still to be done.
 * A checkout that began at the provider comes with its key, and becomes this order's. Idempotent. Throws a DomainError with
 * the reason if the order is not paid by it.
 */
export async function payOrder(
  deps: PaymentDeps,
  user: User,
  order: OrderRow,
  { id, expressKey: key }: PayOrder,
): Promise<Order> {
  const known = await findPayment(deps.db, id);
  if (known?.isSettling !== true || known.orderId !== order.id) {
    await limitLookups(deps, user.id);
    const until = actDeadline(deps);
    if (key !== undefined) await nameExpressOrder(deps, { order, id, key, by: user.id, until });
    const refusal = refusalOf(await syncPayment(deps, { order, providerOrderId: id, by: user.id }, until));
    if (refusal !== null) throw refusal;
  }
  return readOwnOrder(deps.db, user, order.id);
}
