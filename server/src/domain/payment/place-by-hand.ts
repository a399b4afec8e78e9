import { fromWire } from "@shop/shared/money";
import type { Order } from "@shop/shared/order/order";
import type { OrderByHand } from "@shop/shared/order/order-by-hand";
import { type Admin, isPermitted } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";
import type { PlaceOrderDeps } from "../order/place.ts";
import { placeByHand } from "../order/place-by-hand.ts";
import { recordTransfer } from "./bank-transfer/record.ts";
import type { PaymentDeps } from "./deps.ts";

/**
 * Like `placeByHand`; an order whose money is there already is paid by it, which needs the permission to refund: FORBIDDEN
 * without it, before anything is entered.
 */
export async function placePaidByHand(
  deps: PlaceOrderDeps & PaymentDeps,
  admin: Admin<"orders.fulfil">,
  input: OrderByHand & { key?: string | undefined },
): Promise<Order> {
  const { received } = input;
  if (received === undefined) return placeByHand(deps, admin, input);
  if (!isPermitted(admin, "orders.refund")) {
    throw new DomainError("FORBIDDEN", "Your role does not permit to record money");
  }
  const order = await placeByHand(deps, admin, input);
  const amount = fromWire(order.totalPrice);
  if (amount === null) throw new Error("the total of an order is an amount");
  // An order that costs nothing has nothing to record.
  return amount === 0 ? order : recordTransfer(deps, admin, order._id, { amount, bankReference: received.reference });
}
