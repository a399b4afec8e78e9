import { toDatabaseFailure } from "../../db/errors.ts";
import { newQueueMetrics, type QueueMetrics } from "../../infra/concurrency-limiter.ts";

/** Runs work that will lock the given products, as soon as the limit of each product allows it. */
export type ProductLimiter = <Result>(productIds: readonly string[], work: () => Promise<Result>) => Promise<Result>;

/** More concurrent orders of one product would only wait for its row lock, each on a pooled connection. */
const perProductMax = 3;
/** How long an order may wait without any progress, in milliseconds; the total wait is bounded as well. */
const timeoutMs = 2_500;
const waitMaxMs = 10_000;
/** SQLSTATE of lock time-outs and cancelled statements. */
const stuckCodes = new Set(["55P03", "57014"]);

class QueueTimeout extends Error {
  readonly statusCode = 503;
}

type Waiter = { productIds: readonly string[]; start: () => void; refuse: (reason: unknown) => void };

/**
 * Limits the concurrent orders of each product. Waiting orders hold no database connection, so that
 * load on one product leaves connections for other requests. If an order fails because its
 * product's row is locked too long, all orders that wait for that product fail with it; orders that
 * make no progress within the time-out are refused with status 503. Updates `figures`.
 */
export function openProductLimiter(figures: QueueMetrics = newQueueMetrics()): ProductLimiter {
  const running = new Map<string, number>();
  const waiting = new Set<Waiter>();
  let lastProgressAt = 0;

  const canStart = (productIds: readonly string[]) => productIds.every((id) => (running.get(id) ?? 0) < perProductMax);

  const count = (productIds: readonly string[], delta: 1 | -1) => {
    for (const id of productIds) {
      const left = (running.get(id) ?? 0) + delta;
      if (left === 0) running.delete(id);
      else running.set(id, left);
    }
  };

  const waitForSlot = (productIds: readonly string[]) =>
    new Promise<void>((resolve, reject) => {
      const since = Date.now();
      let timer: NodeJS.Timeout;
      const dequeue = () => {
        waiting.delete(waiter);
        clearTimeout(timer);
        figures.waiting = waiting.size;
        figures.waitedMs += Date.now() - since;
      };
      const waiter: Waiter = {
        productIds,
        start: () => {
          dequeue();
          count(productIds, 1);
          resolve();
        },
        refuse: (reason) => {
          dequeue();
          figures.refused += 1;
          reject(reason);
        },
      };
      const checkTimeout = () => {
        const now = Date.now();
        const remainingMs = Math.min(Math.max(since, lastProgressAt) + timeoutMs, since + waitMaxMs) - now;
        if (remainingMs <= 0) waiter.refuse(new QueueTimeout("queue time-out of an order"));
        else timer = setTimeout(checkTimeout, remainingMs);
      };
      checkTimeout();
      waiting.add(waiter);
      figures.waiting = waiting.size;
    });

  return async (productIds, work) => {
    if (canStart(productIds)) count(productIds, 1);
    else await waitForSlot(productIds);
    figures.begun += 1;
    try {
      const result = await work();
      lastProgressAt = Date.now();
      return result;
    } catch (error) {
      const failure = toDatabaseFailure(error);
      if (failure === null) lastProgressAt = Date.now();
      else if (stuckCodes.has(failure.code)) {
        const wanted = new Set(productIds);
        for (const waiter of waiting) if (waiter.productIds.some((id) => wanted.has(id))) waiter.refuse(error);
      }
      throw error;
    } finally {
      count(productIds, -1);
      for (const waiter of waiting) if (canStart(waiter.productIds)) waiter.start();
    }
  };
}
