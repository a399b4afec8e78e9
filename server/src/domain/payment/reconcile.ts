import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderMatters } from "../../db/schema/customer-service.ts";
import { orders } from "../../db/schema/orders.ts";
import { payments, refunds } from "../../db/schema/payments.ts";
import { retryingConflicts } from "../errors.ts";
import { writeMatterMails } from "../mail/matter-mails.ts";
import type { PaymentDeps } from "./deps.ts";
import { type PaymentOutcome, refusalOf } from "./outcome.ts";
import type { PaymentRow } from "./read.ts";
import { syncRefund } from "./refund-sync.ts";
import { syncPayment } from "./sync.ts";

/** How long unapproved payments are polled, in milliseconds. The provider's orders expire as well. */
const abandonedMs = 21_600_000;
/** The longest pause between two reads of a payment without an answer, in milliseconds. */
const longestPauseMs = 3_600_000;
/**
 * How long captured payments are polled for refunds made at the provider, and the bounds of the
 * pauses, in milliseconds.
 */
const settledForMs = 2_592_000_000;
const settledPauseMs = { least: 3_600_000, most: 86_400_000 };
/** The age at which an unanswered capture or refund opens a matter, in milliseconds. */
export const stuckMs = 60_000;

export type Round = {
  /** The most payments and refunds of one round. */
  limit: number;
  /** Whether the round should end before the next item. */
  isStopping: () => boolean;
  /** Called for each item that failed; a later round tries it again. */
  onTrouble: (error: unknown) => void;
};

/**
 * Polls the provider for payments and refunds that are due: interrupted captures and refunds,
 * approvals of customers who closed their browser, money under review, and, at long intervals,
 * settled payments that may have been refunded at the provider. Instances can run it in parallel:
 * rows are taken with `skip locked`. Ends early while the provider cannot be reached. Returns how
 * many orders became paid.
 */
export async function reconcilePayments(deps: PaymentDeps, round: Round): Promise<number> {
  await retryingConflicts(() => deps.db.transaction(openStuck));
  let paid = 0;
  for (let left = round.limit; left > 0 && !round.isStopping(); left -= 1) {
    const isReachable = await reconcileNext(deps, round, (outcome) => {
      if (outcome.is === "paid" && outcome.isNew) paid += 1;
    });
    if (!isReachable) break;
  }
  return paid;
}

/** Polls the next refund or payment. Returns `false` if none is due or the provider cannot be reached. */
async function reconcileNext(
  deps: PaymentDeps,
  { onTrouble }: Round,
  onOutcome: (outcome: PaymentOutcome) => void,
): Promise<boolean> {
  try {
    const refundId = await takeNextRefund(deps);
    if (refundId !== undefined) {
      const { is } = await syncRefund(deps, refundId);
      if (is === "unavailable") onTrouble(refusalOf({ is }));
      return is !== "unavailable";
    }
    const payment = await takeNextPayment(deps);
    if (payment === undefined) return false;
    const outcome = await syncKnown(deps, payment);
    onOutcome(outcome);
    if (outcome.is === "unavailable") {
      onTrouble(refusalOf(outcome));
      return false;
    }
    if (payment.isLastRead) await endPolling(deps.db, payment);
    return true;
  } catch (error) {
    onTrouble(error);
    return true;
  }
}

/** Synchronizes a recorded payment with the provider. */
export async function syncKnown(
  deps: PaymentDeps,
  { orderId, providerOrderId }: Pick<PaymentRow, "orderId" | "providerOrderId">,
): Promise<PaymentOutcome> {
  const [order] = await deps.db.select().from(orders).where(eq(orders.id, orderId));
  if (order === undefined) throw new Error("order of the payment not found");
  return syncPayment(deps, { order, providerOrderId, by: null });
}

const ms = (value: number) => sql`${value} * interval '1 millisecond'`;

/** A payment that is due. Its last read is repeated until the provider answers. */
type DuePayment = PaymentRow & { isLastRead: boolean; updatedAtText: string };

/** Polls a payment no more. What is not settled goes on if the last read has changed it. */
async function endPolling(db: Db, { id, settledAt, updatedAtText }: DuePayment): Promise<void> {
  const isUnchanged = sql`${payments.updatedAt} = ${updatedAtText}::timestamptz`;
  await db
    .update(payments)
    .set({ askAgainAt: null })
    .where(and(eq(payments.id, id), settledAt === null ? isUnchanged : undefined));
}

/**
 * Takes the payment that is due for longest, unsettled ones first, and schedules its next read
 * before the provider is asked, so that a crash leaves it to a later round. Pauses grow with the
 * payment's age.
 */
async function takeNextPayment({ db, reconcileMs }: PaymentDeps): Promise<DuePayment | undefined> {
  const age = sql`(now() - coalesce(${payments.capturingSince}, ${payments.createdAt}))`;
  const pause = sql`greatest(${ms(reconcileMs)}, least(${age} / 10, ${ms(longestPauseMs)}))`;
  const settledAge = sql`(now() - ${payments.settledAt})`;
  const settledPause = sql`greatest(${ms(settledPauseMs.least)}, least(${settledAge} / 4, ${ms(settledPauseMs.most)}))`;
  // A failed payment is polled for a while, because it may have been captured outside the shop.
  const isAbandoned = sql`(${payments.status} = 'created' and ${age} > ${ms(abandonedMs)}
    or ${payments.status} = 'failed' and now() - ${payments.updatedAt} > ${ms(abandonedMs)})`;
  const next = sql`(
    select p.id from ${payments} p where p.ask_again_at <= now()
    order by p.settled_at is not null, p.ask_again_at limit 1 for update skip locked
  )`;
  const [payment] = await db
    .update(payments)
    .set({ askAgainAt: sql`now() + case when ${payments.settledAt} is null then ${pause} else ${settledPause} end` })
    .where(eq(payments.id, next))
    .returning({
      ...getTableColumns(payments),
      isLastRead: sql<boolean>`case
        when ${payments.settledAt} is null then ${isAbandoned} else ${settledAge} > ${ms(settledForMs)} end`,
      // As text: JavaScript dates drop the microseconds.
      updatedAtText: sql<string>`${payments.updatedAt}::text`,
    });
  return payment;
}

/** Takes the refund that is due for longest, and schedules its next read. */
async function takeNextRefund({ db, reconcileMs }: PaymentDeps): Promise<string | undefined> {
  const age = sql`(now() - ${refunds.createdAt})`;
  const next = sql`(
    select r.id from ${refunds} r where r.ask_again_at <= now()
    order by r.ask_again_at limit 1 for update skip locked
  )`;
  const [refund] = await db
    .update(refunds)
    .set({ askAgainAt: sql`now() + greatest(${ms(reconcileMs)}, least(${age} / 10, ${ms(longestPauseMs)}))` })
    .where(eq(refunds.id, next))
    .returning({ id: refunds.id });
  return refund?.id;
}

/**
 * Opens a matter for each capture and refund that has been unanswered for too long. Calls no
 * provider, so that it works during an outage. Rows are locked, so that a concurrent answer closes
 * the matter.
 */
async function openStuck(tx: Db): Promise<void> {
  const reopened = sql`
    on conflict (order_id, kind, reference) do update set opened_at = now(), resolved_at = null, note = null
    where ${orderMatters}.resolved_at is not null and ${orderMatters}.resolved_by is null
    returning id`;
  const captures = await tx.execute<{ id: string }>(sql`
    insert into ${orderMatters} (id, order_id, kind, reference, payment_id, amount_cents)
    select gen_random_uuid(), order_id, 'payment stuck', id::text, id, amount_cents from ${payments}
    where capturing_since < now() - ${ms(stuckMs)} and status = 'capturing' for share skip locked ${reopened}`);
  const unanswered = await tx.execute<{ id: string }>(sql`
    insert into ${orderMatters} (id, order_id, kind, reference, payment_id, amount_cents)
    select gen_random_uuid(), order_id, 'refund stuck', id::text, payment_id, amount_cents from ${refunds}
    where status = 'requested' and created_at < now() - ${ms(stuckMs)} for share skip locked ${reopened}`);
  await writeMatterMails(tx, ...[...captures.rows, ...unanswered.rows].map(({ id }) => id));
}
