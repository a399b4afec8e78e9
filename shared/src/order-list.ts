import { z } from "zod";
import { type AdminPage, adminListSchema } from "./admin-list.ts";
import { adminSteps } from "./fulfilment.ts";
import type { MatterKind } from "./matter.ts";
import { orderFilters } from "./order-filter.ts";

/** What the list of orders can be sorted by. */
export const orderSorts = ["date", "user", "total"] as const;

/** An order as one row of the admin list. The total has at most two decimals; times are ISO 8601, UTC. */
export type OrderRow = {
  _id: string;
  user: { name: string; email: string };
  createdAt: string;
  totalPrice: number;
  /** Units of all lines together. */
  units: number;
  paidAt: string | null;
  confirmedAt: string | null;
  processedAt: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  /** What kinds of open matters it has, the oldest first. */
  matters: MatterKind[];
  /** What went back of the money, refunds under way included. */
  refundedPrice: number;
  /** Whether all money that was taken for it went back. */
  isRefunded: boolean;
  /** Whether all its units went back into the stock. */
  isRestocked: boolean;
};

/** One page of the admin's orders; `sum` is what all filtered ones come to, on every page of them. */
export type OrderRows = AdminPage<OrderRow> & { sum: number };

/** A day of the calendar, in UTC as all days that the shop shows. Anything else means none. */
const daySchema = z.iso.date().optional().catch(undefined);

/** A filter that is not on offer means none, because addresses are edited by hand. */
export const pageOrdersSchema = adminListSchema(orderSorts, { by: "date", isDescending: true }).extend({
  state: z.enum(orderFilters).optional().catch(undefined),
  from: daySchema,
  /** The last day, which belongs to the range. */
  to: daySchema,
});
export type PageOrders = z.output<typeof pageOrdersSchema>;

/** Which orders are meant, whatever page of them is looked at. */
export const filterOrdersSchema = pageOrdersSchema.pick({ search: true, state: true, from: true, to: true });
export type FilterOrders = z.output<typeof filterOrdersSchema>;

export const advanceOrderSchema = z.object({ to: z.enum(adminSteps) });

/** As many orders as a page of the list can show. */
export const advanceOrdersSchema = advanceOrderSchema.extend({
  ids: z.array(z.string()).min(1, "No orders were chosen").max(100, "At most 100 orders can be changed at once"),
});
export type AdvanceOrders = z.output<typeof advanceOrdersSchema>;

/** What became of one order of several: the step was taken, had been taken already, or is refused with a sentence. */
export type AdvanceResult = { _id: string } & (
  | { outcome: "done" | "already done" }
  | { outcome: "refused"; reason: string }
);
