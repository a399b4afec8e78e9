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
  "resolved",
  ...steps,
] as const;
export type OrderAct = (typeof orderActs)[number];

/** One line of an order's history. `by` is the acting person's name; `null` when the shop itself acted. */
export type OrderEvent = { act: OrderAct; by: string | null; at: string };
