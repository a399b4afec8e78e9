import { fromWire, toWire } from "../money.ts";
import type { Order } from "./order.ts";

/** What the customer of an unpaid order is asked for, in wire format: its total without what an exchange has paid. */
export function amountToPay({ totalPrice, exchange }: Pick<Order, "totalPrice" | "exchange">): number {
  return toWire((fromWire(totalPrice) ?? 0) - (fromWire(exchange?.credit ?? 0) ?? 0));
}
