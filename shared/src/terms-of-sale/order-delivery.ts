import type { PaymentMethod } from "../shop.ts";
import type { DeliveryMethod, OrderDelivery } from "./terms-of-sale.ts";

/** A delivery method as an order keeps it. */
export function toOrderDelivery(method: DeliveryMethod | OrderDelivery, paymentMethod: PaymentMethod): OrderDelivery {
  const { id, name, pickUp } = method;
  const fee = paymentMethod === "On Delivery" && "onDelivery" in method ? (method.onDelivery?.fee ?? 0) : 0;
  return { id, name, pickUp, ...(fee === 0 ? {} : { paymentFee: fee }) };
}
