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
  ...steps,
] as const;
export type OrderAct = (typeof orderActs)[number];

/**
 * Why an order waits for a person: it was paid when its units were gone, paid
 * twice, its money went back, or money was taken that does not agree with it.
 */
export const orderAttentions = ["stock gone", "paid twice", "refunded", "payment differs"] as const;
export type OrderAttention = (typeof orderAttentions)[number];

/** One line of an order's history. `by` is the acting person's name; `null` when the shop itself acted. */
export type OrderEvent = { act: OrderAct; by: string | null; at: string };
