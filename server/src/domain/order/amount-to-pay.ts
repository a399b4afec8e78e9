import type { OrderRow } from "./hold.ts";

/** What the customer of an order is asked for, in cents: its total without what an exchange or store credit has paid. */
export function centsToPay({ totalCents, creditCents }: Pick<OrderRow, "totalCents" | "creditCents">): number {
  return totalCents - creditCents;
}
