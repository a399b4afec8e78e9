import { z } from "zod";
import { type FigureSpan, toFigureSpan } from "./figure-span.ts";
import type { OrderRow } from "./order-list.ts";

export const readFiguresSchema = z.object({ days: z.unknown().optional().transform(toFigureSpan) });

/** A figure of the span, and of the span before it. `null` where there is nothing to tell it from. */
export type Figure<Value = number> = { now: Value; before: Value };

/**
 * What was sold in the last days, today and its hours so far among them, and in
 * as many days before up to the same hour. Days begin and end in UTC. Amounts
 * have at most two decimals. Only paid orders count, on the day that they were
 * paid; refunds count on the day that they were made.
 */
export type DashboardFigures = {
  days: FigureSpan;
  /** The money received, shipping and tax included, before refunds. */
  sales: Figure;
  /** The money that went back. */
  refunded: Figure;
  /** The money received less the money that went back. */
  net: Figure;
  orders: Figure;
  average: Figure<number | null>;
  /** Different people who paid for an order. */
  customers: Figure;
  /** Each day of the span as `2026-01-31`, oldest first. */
  daily: { day: string; sales: number; orders: number }[];
};

/** A product of which few are left. */
export type LowStock = { _id: string; name: string; image: string; countInStock: number };

/** What the administrators' home lists: the first of the products that run low with how many there are, and the newest orders. */
export type Dashboard = { lowStock: LowStock[]; lowStockTotal: number; latest: OrderRow[] };

/** How many rows each list of the administrators' home has at most. */
export const dashboardRows = 6;
