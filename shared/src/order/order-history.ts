import { steps } from "./fulfilment.ts";

/** The events of an order. */
export const orderActs = [
  "placed",
  "released",
  "held",
  "payment started",
  "payment pending",
  "payment failed",
  "paid again",
  "transfer taken back",
  "paid too late",
  "cancelled",
  "reinstated",
  "edited",
  "exchanged",
  "paid by credit",
  "credit returned",
  "part shipped",
  "refunded",
  "refund requested",
  "refund failed",
  "matter opened",
  "resolved",
  ...steps,
] as const;
export type OrderAct = (typeof orderActs)[number];

/**
 * An entry of an order's history. `by` is the acting user's name, `null` for the shop itself;
 * `amount` is the money concerned, if any.
 */
export type OrderEvent = { act: OrderAct; by: string | null; amount: number | null; at: string };
