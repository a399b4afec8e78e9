import type { Db } from "../db/client.ts";
import type { PaidOrderFeed } from "../domain/order/paid-order-feed.ts";
import { releaseExpiredHolds } from "../domain/payment/release-holds.ts";
import { type Job, usualPauseMs } from "./job.ts";

export type OrderJobDeps = { db: Db; paidOrders: PaidOrderFeed };

/** The most orders that one round releases, so that it does not delay the shutdown. */
const releasesPerRound = 200;
/** An order shows on open lists within a second; in milliseconds. */
const paidOrdersEveryMs = 400;

export function orderJobs({ db, paidOrders }: OrderJobDeps): Job[] {
  return [
    {
      name: "holds",
      everyMs: usualPauseMs,
      failure: "looking after holds failed",
      run: async ({ isStopping, log }) => {
        const released = await releaseExpiredHolds(db, releasesPerRound, isStopping);
        if (released > 0) log.info({ released }, "stock of unpaid orders returned");
      },
    },
    {
      name: "paid orders",
      everyMs: paidOrdersEveryMs,
      failure: "following the paid orders failed",
      run: () => paidOrders.poll(),
    },
  ];
}
