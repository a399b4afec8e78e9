/** Whin the admin can narrow the orders down to: the step that they wait for, or what became of them. */
export const orderFilters = [
  "to-confirm",
  "to-process",
  "to-ship",
  "to-deliver",
  "attention",
  "unpaid",
  "delivered",
  "refunded",
] as const;
export type OrderFilter = (typeof orderFilters)[number];

/** How many orders wait for each kind of work. */
export type WaitingOrders = Record<"to-confirm" | "to-process" | "to-ship" | "to-deliver" | "attention", number>;
