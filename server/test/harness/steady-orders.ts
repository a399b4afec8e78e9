import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { expect } from "vitest";
import type { Customer } from "./customers.ts";
import { askSteadily } from "./load.ts";
import { orderOf, ordersOf, sendOrder } from "./ordering.ts";

/** An attempt that was not answered with an order; `status` 0 where no answer came. Times of `performance.now()`. */
type Failure = { status: number; from: number; to: number };

export type OrderedSteadily = {
  /** The ids of the orders that the shop acknowledged, each once. */
  acknowledged: string[];
  failures: Failure[];
  /** Attempts until then whose keys the shop never answered. */
  unanswered: number;
  /** The attempts that failed, by status. */
  tally: Record<number, number>;
  /** From the first attempt that failed to the end of the last one, in milliseconds; 0 where none failed. */
  troubledMs: number;
  /** The longest that a customer waited for their order, with all attempts, in milliseconds. */
  longestMs: number;
};

type Load = {
  origins: readonly string[];
  customers: readonly Customer[];
  product: string;
  perSecond: number;
  /** How long a customer goes on trying. */
  giveUpMs: number;
};

/**
 * Customers who order one unit each, so many a second, at the instances in turn. Who gets no order tries again with the
 * same key at the next instance half a second later, as the shop's own pages do when the customer presses the button again.
 */
export function orderSteadily({ origins, customers, product, perSecond, giveUpMs }: Load) {
  const failures: Failure[] = [];
  const acknowledged: string[] = [];
  const run = `${Date.now()}-${Math.random()}`;
  let [unanswered, longestMs] = [0, 0];

  const attempt = async (n: number, tries: number): Promise<string | undefined> => {
    const customer = customers[n % customers.length];
    const origin = origins[(n + tries) % origins.length];
    if (customer === undefined || origin === undefined) throw new Error("nobody orders nowhere");
    const from = performance.now();
    const body = orderOf([{ product, qty: 1 }]);
    const { order, status } = await sendOrder(origin, customer, body, { key: `${run}-${n}` }).catch(() => ({
      order: undefined,
      status: 0,
    }));
    if (order === undefined) failures.push({ status, from, to: performance.now() });
    return order?._id;
  };
  const load = askSteadily(perSecond, async (n) => {
    const since = performance.now();
    for (let tries = 0; performance.now() - since < giveUpMs; tries += 1) {
      const id = await attempt(n, tries);
      if (id !== undefined) {
        acknowledged.push(id);
        longestMs = Math.max(longestMs, performance.now() - since);
        return;
      }
      await delay(500);
    }
    unanswered += 1;
  });

  return {
    acknowledged,
    stop: async (): Promise<OrderedSteadily> => {
      await load.stop();
      const tally: Record<number, number> = {};
      for (const { status } of failures) tally[status] = (tally[status] ?? 0) + 1;
      const troubledMs =
        failures.length === 0
          ? 0
          : Math.max(...failures.map(({ to }) => to)) - Math.min(...failures.map(({ from }) => from));
      return { acknowledged, failures, unanswered, tally, troubledMs, longestMs };
    },
  };
}

/** Expects that every acknowledged order is there, and that no key made a second one. */
export async function expectNoneLostOrDoubled(
  pool: pg.Pool,
  product: string,
  { acknowledged, unanswered }: OrderedSteadily,
): Promise<void> {
  expect(unanswered).toBe(0);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  const { rows } = await pool.query("select count(*)::int as n from orders where id = any($1)", [acknowledged]);
  expect(rows).toEqual([{ n: acknowledged.length }]);
  expect(await ordersOf(pool, product)).toBe(acknowledged.length);
}

/** What a test reports of it, in one line. */
export function described({ acknowledged, tally, troubledMs, longestMs }: OrderedSteadily): string {
  const failed = Object.entries(tally)
    .map(([status, times]) => `${times} × ${status === "0" ? "no answer" : status}`)
    .join(", ");
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  return `${acknowledged.length} orders; failed attempts: ${failed || "none"}, within ${seconds(troubledMs)}; longest wait ${seconds(longestMs)}`;
}
