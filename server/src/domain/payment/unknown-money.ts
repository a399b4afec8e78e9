import { setTimeout as delay } from "node:timers/promises";
import type { OnlineProvider } from "@shop/shared/order/online-providers";
import { isId } from "@shop/shared/query";
import { eq, inArray, or, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orders } from "../../db/schema/orders.ts";
import { payments, refunds } from "../../db/schema/payments.ts";
import { type ListedMoney, type PaymentProvider, type Payments, ProviderError } from "../../infra/payment-provider.ts";
import { retryingConflicts } from "../base/errors.ts";
import { lockOrder } from "../order/hold.ts";
import { ownIds } from "./read.ts";
import { changePayment, claimPayment } from "./records.ts";

/** Money at a provider that the shop has not recorded, with what the shop knows of it. */
export type UnknownMoney = ListedMoney & { via: OnlineProvider; verdict: Verdict };

export type Verdict =
  /** It names an order of the shop. `paymentId` is the payment that waits for it, if there is one. */
  | { is: "unrecorded"; orderId: string; paymentId: string | undefined }
  /** It names an order that is not there and would be younger than the range: the loss took it. */
  | { is: "lost order"; orderId: string }
  /** It gives back what a recorded payment has brought. */
  | { is: "unrecorded refund"; orderId: string; paymentId: string }
  /** It gives back other money of this list. */
  | { is: "refund of the list" }
  /** Nothing in it says that it is the shop's. */
  | { is: "foreign" };

export type MoneySearch = {
  found: UnknownMoney[];
  /** How many entries the provider listed. */
  listed: number;
  /** Why the list ended before its end, if it did, in words for the operator. */
  problem: string | undefined;
  /** Until when the list is complete, where the provider says so. */
  completeUntil: Date | undefined;
};

/** Bounds of one search: parts of the list, and entries that are kept. */
const partsMax = 2_000;
const foundMax = 10_000;
/** The pauses before a part that failed is asked for again, in milliseconds. */
const retryPausesMs = [1_000, 4_000];
/** How far the clocks of the shop and the provider may be apart, in milliseconds. */
const clockSkewMs = 300_000;

type Range = { since: Date; before: Date };
type Options = { range: Range; actMs: number; pausesMs?: readonly number[] };

/**
 * Compares the list of a provider with the shop, part by part, and returns what the shop has not recorded. Changes nothing.
 * Each part has the time of one operation; one that fails is asked for again, and then ends the search with a problem.
 */
export async function findUnknownMoney(
  db: Db,
  [via, provider]: readonly [OnlineProvider, Pick<PaymentProvider, "listMoney">],
  { range, actMs, pausesMs = retryPausesMs }: Options,
): Promise<MoneySearch> {
  const search: MoneySearch = { found: [], listed: 0, problem: undefined, completeUntil: undefined };
  const seen = new Set<string>();
  let page: string | undefined;
  for (let parts = 0; ; parts += 1) {
    const part = await listPart(provider, { range, page, actMs, pausesMs });
    if (part instanceof ProviderError) return finished({ ...search, problem: part.message });
    const fresh = part.money.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    search.listed += fresh.length;
    search.completeUntil = part.completeUntil ?? search.completeUntil;
    search.found.push(...(await judge(db, via, fresh, range)));
    if (part.next === undefined) return finished(search);
    if (part.next === page) return finished({ ...search, problem: "the list does not go on" });
    if (parts >= partsMax || search.found.length >= foundMax) {
      return finished({ ...search, problem: "there is more than one search compares; ask for a shorter time" });
    }
    page = part.next;
  }
}

async function listPart(
  provider: Pick<PaymentProvider, "listMoney">,
  { range, page, actMs, pausesMs }: Options & { page: string | undefined; pausesMs: readonly number[] },
) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await provider.listMoney(range, page, performance.now() + actMs);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const pauseMs = pausesMs[tries];
      if (pauseMs === undefined) return error;
      await delay(pauseMs);
    }
  }
}

/** Gives refunds of what the list itself has brought their verdict, in whichever order both came. */
function finished(search: MoneySearch): MoneySearch {
  const own = new Set(
    search.found.filter(({ kind, verdict }) => kind === "capture" && verdict.is !== "foreign").map(({ id }) => id),
  );
  const found = search.found.map(
    (money): UnknownMoney =>
      money.captureId !== undefined && own.has(money.captureId)
        ? { ...money, verdict: { is: "refund of the list" } }
        : money,
  );
  return { ...search, found };
}

async function judge(
  db: Db,
  via: OnlineProvider,
  money: readonly ListedMoney[],
  range: Range,
): Promise<UnknownMoney[]> {
  if (money.length === 0) return [];
  const known = await readKnown(db, money);
  return money.flatMap((each) => {
    const verdict = each.kind === "capture" ? judgeCapture(each, known, range) : judgeRefund(each, known);
    return verdict === undefined ? [] : [{ ...each, via, verdict }];
  });
}

type KnownPayment = Pick<typeof payments.$inferSelect, "id" | "orderId" | "captureId" | "providerOrderId">;
type Known = { payments: KnownPayment[]; orders: Set<string>; refunds: Set<string> };

/** What the shop has recorded of a part of a list; a query for each kind, by indexes. */
async function readKnown(db: Db, money: readonly ListedMoney[]): Promise<Known> {
  const captures = money.flatMap(({ kind, id, captureId }) => (kind === "capture" ? id : (captureId ?? [])));
  const providerOrders = money.flatMap(({ providerOrderId }) => providerOrderId ?? []);
  const ids = ownIds(money.flatMap(({ names }) => names));
  const refundIds = money.map(({ id }) => id);
  const { id, orderId, captureId, providerOrderId } = payments;
  const knownPayments = await db
    .select({ id, orderId, captureId, providerOrderId })
    .from(payments)
    .where(or(inArray(captureId, captures), inArray(providerOrderId, providerOrders)));
  const knownOrders = await db.select({ id: orders.id }).from(orders).where(inArray(orders.id, ids));
  const knownRefunds = await db
    .select({ id: refunds.id, providerRefundId: refunds.providerRefundId })
    .from(refunds)
    .where(or(inArray(refunds.providerRefundId, refundIds), inArray(refunds.id, ids)));
  return {
    payments: knownPayments,
    orders: new Set(knownOrders.map((order) => order.id)),
    refunds: new Set(knownRefunds.flatMap((refund) => [refund.id, refund.providerRefundId ?? []].flat())),
  };
}

/** `undefined` for what the shop has recorded. */
function judgeCapture(money: ListedMoney, known: Known, { since }: Range): Verdict | undefined {
  if (known.payments.some(({ captureId }) => captureId === money.id)) return undefined;
  const waiting = known.payments.find(({ providerOrderId }) => providerOrderId === money.providerOrderId);
  const named = ownIds(money.names);
  const orderId = waiting?.orderId ?? named.find((id) => known.orders.has(id));
  if (orderId !== undefined) return { is: "unrecorded", orderId, paymentId: waiting?.id };
  // The time in an id: an order that is older than the loss would be there.
  const lost = named.find((id) => (placedAt(id) ?? 0) >= since.getTime() - clockSkewMs);
  return lost === undefined ? { is: "foreign" } : { is: "lost order", orderId: lost };
}

function judgeRefund(money: ListedMoney, known: Known): Verdict | undefined {
  if (known.refunds.has(money.id) || money.names.some((name) => known.refunds.has(name))) return undefined;
  const payment = known.payments.find(({ captureId }) => captureId !== null && captureId === money.captureId);
  if (payment === undefined) return { is: "foreign" };
  return { is: "unrecorded refund", orderId: payment.orderId, paymentId: payment.id };
}

/** When an id of an order was made, in milliseconds; `undefined` for ids of another kind. */
function placedAt(id: string): number | undefined {
  return isId(id) && id[14] === "7" ? Number.parseInt(id.replace("-", "").slice(0, 12), 16) : undefined;
}

/**
 * Has the running instances look at what was found: they ask the provider again, compare amount, currency and payee, and
 * record the payment or its refund as if its customer had just reported it. Returns how many that were; the others need a
 * person.
 */
export async function recordUnknownMoney(db: Db, providers: Payments, found: readonly UnknownMoney[]): Promise<number> {
  let count = 0;
  for (const { via, id, providerOrderId, verdict } of found) {
    if (verdict.is !== "unrecorded" && verdict.is !== "unrecorded refund") continue;
    if (verdict.paymentId !== undefined) await askSoon(db, verdict.paymentId);
    else {
      const capture = await providers.providers[via]?.readCapture(id, performance.now() + providers.actMs);
      const ofCapture = providerOrderId ?? capture?.providerOrderId;
      if (ofCapture === undefined || !(await claim(db, verdict.orderId, ofCapture))) continue;
    }
    count += 1;
  }
  return count;
}

async function askSoon(db: Db, paymentId: string): Promise<void> {
  await db.update(payments).set({ askAgainAt: sql`now()` }).where(eq(payments.id, paymentId));
}

/** Whether a provider order is one of the order's payments now. */
async function claim(db: Db, orderId: string, providerOrderId: string): Promise<boolean> {
  return retryingConflicts(() =>
    db.transaction(async (tx) => {
      const payment = await claimPayment(tx, await lockOrder(tx, orderId), providerOrderId);
      if (payment === null) return false;
      await changePayment(tx, payment.id, { askAgainAt: sql<Date>`now()` });
      return true;
    }),
  );
}
