/** The filters of the admin's order list: the next step, or the outcome. */
export const orderFilters = [
  "to-confirm",
  "to-process",
  "to-ship",
  "part-shipped",
  "to-deliver",
  "attention",
  "messages",
  "unpaid",
  "delivered",
  "refunded",
  "cancelled",
] as const;
export type OrderFilter = (typeof orderFilters)[number];

/** The number of orders that wait for each step. */
export type WaitingOrders = Record<
  "to-confirm" | "to-process" | "to-ship" | "to-deliver" | "attention" | "messages",
  number
>;
