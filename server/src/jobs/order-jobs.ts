import type { Db } from "../db/client.ts";
import type { DiscountReader } from "../domain/discount/discount-reader.ts";
import { makeGiftCards } from "../domain/gift-card/make-cards.ts";
import { sendDueGiftCards } from "../domain/gift-card/send-due.ts";
import { checkPricesDaily } from "../domain/order/check-prices.ts";
import type { PaidOrderFeed } from "../domain/order/paid-order-feed.ts";
import { releaseExpiredHolds } from "../domain/payment/release-holds.ts";
import { runRehearsals } from "../domain/rehearsal/run.ts";
import type { SettingsReader } from "../domain/settings/settings-reader.ts";
import type { TermsReader } from "../domain/terms-of-sale/terms-reader.ts";
import type { GiftCodes } from "../infra/gift-codes.ts";
import { type Job, usualPauseMs } from "./job.ts";

export type OrderJobDeps = {
  db: Db;
  paidOrders: PaidOrderFeed;
  terms: TermsReader;
  discounts: DiscountReader;
  settings: SettingsReader;
  giftCodes: GiftCodes;
  /** The pool of large acts. */
  largeActs: Db;
};

/** The most orders that one round releases, so that it does not delay the shutdown. */
const releasesPerRound = 200;
/** A buyer waits for the code; in milliseconds. */
const giftCardsEveryMs = 1_000;
/** An order shows on open lists within a second; in milliseconds. */
const paidOrdersEveryMs = 400;
/** New terms and settings are those of every instance within a quarter of a second; in milliseconds. */
const followEveryMs = 200;
/** An owner waits for the start of a rehearsal; in milliseconds. */
const rehearsalsEveryMs = 500;
/** How often an instance looks whether the daily check of the amounts is due, in milliseconds. */
const pricesEveryMs = 300_000;

export function orderJobs({ db, paidOrders, terms, discounts, settings, giftCodes, largeActs }: OrderJobDeps): Job[] {
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
      name: "gift cards",
      everyMs: giftCardsEveryMs,
      failure: "making and mailing gift cards failed",
      run: async ({ isStopping, log }) => {
        const made = await makeGiftCards({ db, giftCodes, settings }, isStopping);
        const sent = await sendDueGiftCards(db);
        if (made > 0 || sent > 0) log.info({ made, sent }, "gift cards made and mailed");
      },
    },
    {
      name: "paid orders",
      everyMs: paidOrdersEveryMs,
      isOwn: true,
      failure: "following the paid orders failed",
      run: () => paidOrders.poll(),
    },
    // The currency of this process follows the terms that another one saved.
    {
      name: "terms of sale",
      everyMs: followEveryMs,
      isOwn: true,
      isSeenAtOnce: true,
      run: async () => void (await terms.current(db)),
    },
    { name: "settings", everyMs: followEveryMs, isOwn: true, isSeenAtOnce: true, run: () => settings.refresh(db) },
    {
      name: "rehearsals",
      everyMs: rehearsalsEveryMs,
      failure: "looking after rehearsals failed",
      itemError: "a rehearsal failed",
      run: ({ isStopping, onItemError }) => runRehearsals({ db: largeActs, terms, discounts, isStopping, onItemError }),
    },
    {
      name: "order prices",
      everyMs: pricesEveryMs,
      failure: "computing the orders' amounts anew failed",
      run: async ({ isStopping, log }) => {
        const checked = await checkPricesDaily({ db, terms, discounts }, isStopping);
        if (checked !== undefined) log.info({ checked }, "amounts of orders computed anew");
      },
    },
  ];
}
