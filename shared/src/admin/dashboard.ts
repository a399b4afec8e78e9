import { z } from "zod";
import type { OrderRow } from "../order/order-list.ts";
import { type FigureSpan, toFigureSpan } from "./figure-span.ts";

export const readFiguresSchema = z.object({
  days: z.unknown().optional().transform(toFigureSpan),
  /** Whether orders of the former shop count as well. */
  withEarlier: z.boolean().optional().catch(undefined),
});

/** A metric of a period and of the preceding period. `null` if it cannot be computed. */
export type Figure<Value = number> = { now: Value; before: Value };

/**
 * The sales of the last days, today until now included, compared with as many preceding days up to
 * the same time of day. Days are those of the shop. Amounts have at most two decimals. Only paid orders count,
 * on the day of payment; refunds count on the day they were made.
 */
export type DashboardFigures = {
  days: FigureSpan;
  /** Whether there are orders of a former shop in the periods; only those in the shop's currency count. */
  hasEarlier: boolean;
  /** Received money, shipping and tax included, before refunds. */
  sales: Figure;
  /** Refunded money. */
  refunded: Figure;
  /** Received money less refunds. */
  net: Figure;
  orders: Figure;
  average: Figure<number | null>;
  /** The number of distinct customers who paid an order. */
  customers: Figure;
  /** The days of the period as `2026-01-31`, oldest first. */
  daily: { day: string; sales: number; orders: number }[];
};

/** A product with low stock. */
export type LowStock = { _id: string; name: string; image: string; countInStock: number };

/**
 * The lists of the admin dashboard: the products with the lowest stock, the number of all products
 * with low stock and of all that are published, and the newest orders.
 */
export type Dashboard = { lowStock: LowStock[]; lowStockTotal: number; products: number; latest: OrderRow[] };

/** The most rows of each list of the dashboard. */
export const dashboardRows = 6;
