import type { Order } from "@shop/shared/order";
import type { PayOrder } from "@shop/shared/payment";
import type { User } from "../account/actor.ts";
import { readOwnOrder } from "../order/read.ts";
import { advancePayment } from "./advance.ts";
import { findPayment, type OrderRow } from "./read.ts";
import { requireSameOrder } from "./record.ts";
import type { Till } from "./till.ts";

/**
 * Pays an order with a payment that its buyer reports, and gives the paid
 * order. The report is not believed: the provider is asked, and takes the
 * money now if that is still to be done. The same report again gives the same
 * order. Refuses with the reason where the order is not paid by it.
 */
export async function payOrder(till: Till, user: User, order: OrderRow, { id }: PayOrder): Promise<Order> {
  const known = await findPayment(till.db, id);
  if (known !== undefined) requireSameOrder(known, order);
  if (known?.isSettling !== true) {
    await advancePayment(till, { order, providerOrderId: id, by: user.id });
  }
  return readOwnOrder(till.db, user, order.id);
}
