import { fromWire, toWire } from "../money.ts";
import type { Order } from "./order.ts";

type ToPay = Pick<Order, "totalPrice" | "exchange" | "credits">;

/** What the customer of an unpaid order is asked for, in wire format: its total without what an exchange or credit has paid. */
export function amountToPay({ totalPrice, exchange, credits = [] }: ToPay): number {
  const paid = [exchange?.credit ?? 0, ...credits.map(({ amount }) => amount)];
  return toWire(paid.reduce((left, amount) => left - (fromWire(amount) ?? 0), fromWire(totalPrice) ?? 0));
}
