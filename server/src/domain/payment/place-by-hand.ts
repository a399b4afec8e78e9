import { fromWire } from "@shop/shared/money";
import { adminSteps } from "@shop/shared/order/fulfilment";
import type { Order } from "@shop/shared/order/order";
import type { OrderByHand } from "@shop/shared/order/order-by-hand";
import { type Admin, isPermitted } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";
import { advanceOrder } from "../order/advance.ts";
import { type PlaceByHandDeps, placeByHand } from "../order/place-by-hand.ts";
import { recordTransfer } from "./bank-transfer/record.ts";
import type { PaymentDeps } from "./deps.ts";

/**
 * Like `placeByHand`; an order whose money is there already is paid by it, which needs the permission to refund: FORBIDDEN
 * without it, before anything is entered. Goods that are handed over have then taken all steps, of which no mail tells.
 */
export async function placePaidByHand(
  deps: PlaceByHandDeps & PaymentDeps,
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
  if (amount === 0) return order;
  const paid = await recordTransfer(deps, admin, order._id, { amount, bankReference: received.reference });
  return input.isCounterSale ? handOver(deps, admin, paid) : paid;
}

async function handOver({ db }: PaymentDeps, admin: Admin<"orders.fulfil">, paid: Order): Promise<Order> {
  let order = paid;
  for (const to of adminSteps) {
    ({ order } = await advanceOrder(db, admin, { orderId: paid._id, to, notifyCustomer: false }));
  }
  return order;
}
