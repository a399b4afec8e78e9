import { steps } from "./fulfilment.ts";

/** What can happen to an order. */
export const orderActs = [
  "placed",
  "released",
  "held",
  "payment started",
  "payment pending",
  "payment failed",
  "paid again",
  "refunded",
  "refund requested",
  "refund failed",
  "matter opened",
  "resolved",
  ...steps,
] as const;
export type OrderAct = (typeof orderActs)[number];

/**
 * One line of an order's history. `by` is the acting person's name, `null` when the shop itself acted; `amount` is the
 * money that it is about, if any.
 */
export type OrderEvent = { act: OrderAct; by: string | null; amount: number | null; at: string };
