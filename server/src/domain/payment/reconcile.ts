import { providerOf } from "@shop/shared/order/online-providers";
import type { PaymentProviderName } from "@shop/shared/order/payment";
import { and, eq, getTableColumns, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderMatters } from "../../db/schema/customer-service.ts";
import { orders } from "../../db/schema/orders.ts";
import { payments, refunds } from "../../db/schema/payments.ts";
import { isTaken } from "../../db/taken-rows.ts";
import { later } from "../../db/time.ts";
import { ProviderError } from "../../infra/payment-provider.ts";
import { connectedProviders } from "../base/connected-providers.ts";
import { retryingConflicts } from "../base/errors.ts";
import { lockOrder } from "../order/hold.ts";
import { openMatter } from "../order/matters.ts";
import { actDeadline, type PaymentDeps, requireProvider } from "./deps.ts";
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
  onItemError: (error: unknown) => void;
};

/** Payments and refunds that are polled at the same time. */
const batchSize = 5;

/** One poll; returns the provider if it cannot be reached. */
type Poll = (onOutcome: (outcome: PaymentOutcome) => void) => Promise<PaymentProviderName | undefined>;

/** How many rows to take, and the providers that can be reached. */
type Wanted = { count: number; from: readonly PaymentProviderName[] };

/** Rows of one urgency, with the part of the questions that are left which they may use. */
type Queue = {
  share: number;
  take: (deps: PaymentDeps, round: Round, wanted: Wanted) => Promise<Poll[]>;
  /** Whether its rows do not say who is asked about them, so that the rest of them waits once somebody cannot be reached. */
  isMixed?: true;
};

/**
 * What may hold money that the shop does not know comes first. Payments that nobody is known to have approved come last,
 * with as many questions at least as those that are polled for what was made outside the shop.
 */
const queues: readonly Queue[] = [
  { share: 1, take: takeRefunds, isMixed: true },
  { share: 1, take: takePayments(["capturing", "pending"]) },
  { share: 0.5, take: takePayments(["completed", "refunded", "failed"]) },
  { share: 1, take: takePayments(["created"]) },
];

/**
 * Polls the providers for payments and refunds that are due: interrupted captures and refunds, money
 * under review, settled payments that may have been refunded at the provider, and approvals of
 * customers who closed their browser. Several are polled at the same time. Instances can run it in
 * parallel: rows are taken with `skip locked`. A provider that cannot be reached is asked no more in the same round.
 * Returns how many orders became paid.
 */
export async function reconcilePayments(deps: PaymentDeps, round: Round): Promise<number> {
  await openStuck(deps.db);
  let paid = 0;
  const onOutcome = (outcome: PaymentOutcome) => {
    if (outcome.is === "paid" && outcome.isNew) paid += 1;
  };
  let left = round.limit;
  const away = new Set<PaymentProviderName>();
  for (const { share, take, isMixed = false } of queues) {
    let ofQueue = Math.ceil(left * share);
    while (ofQueue > 0 && !round.isStopping()) {
      const from = connectedProviders(deps.payments).filter((name) => !away.has(name));
      if (from.length === 0) return paid;
      const polls = await take(deps, round, { count: Math.min(batchSize, ofQueue), from });
      if (polls.length === 0) break;
      ofQueue -= polls.length;
      left -= polls.length;
      const unreachable = await Promise.all(polls.map((poll) => poll(onOutcome)));
      for (const name of unreachable) if (name !== undefined) away.add(name);
      if (isMixed && away.size > 0) break;
    }
  }
  return paid;
}

/** Takes the refunds that are due for longest, and schedules their next reads. */
async function takeRefunds(deps: PaymentDeps, { onItemError }: Round, { count }: Wanted): Promise<Poll[]> {
  const age = sql`(now() - ${refunds.createdAt})`;
  const next = sql`(
    select r.id from ${refunds} r where r.ask_again_at <= now()
    order by r.ask_again_at limit ${count} for update skip locked
  )`;
  const due = await deps.db
    .update(refunds)
    .set({ askAgainAt: sql`now() + greatest(${ms(deps.reconcileMs)}, least(${age} / 10, ${ms(longestPauseMs)}))` })
    .where(isTaken(refunds.id, next))
    .returning({ id: refunds.id });
  return due.map(
    ({ id }) =>
      () =>
        guard(onItemError, async () => {
          const outcome = await syncRefund(deps, id);
          if (outcome.is !== "unavailable") return undefined;
          onItemError(refusalOf(outcome));
          return outcome.provider;
        }),
  );
}

function takePayments(statuses: PaymentRow["status"][]): Queue["take"] {
  return async (deps, { onItemError }, wanted) => {
    const due = await takeDue(deps, statuses, wanted);
    return due.map(
      (payment) => (onOutcome) =>
        guard(onItemError, async () => {
          const outcome = await syncKnown(deps, payment);
          onOutcome(outcome);
          if (outcome.is === "unavailable") {
            onItemError(refusalOf(outcome));
            if (payment.settledAt !== null) await readSoon(deps, [payment.id], deps.reconcileMs);
            return payment.provider;
          }
          return payment.isLastRead ? endIfClosed(deps, payment, onItemError) : undefined;
        }),
    );
  };
}

/** A poll that fails is left to a later round. */
function guard(onItemError: Round["onItemError"], poll: () => ReturnType<Poll>): ReturnType<Poll> {
  return poll().catch((error: unknown) => {
    onItemError(error);
    return undefined;
  });
}

/** Brings the next reads of captured payments forward, to `inMs` milliseconds from now at the latest. */
export async function readSoon({ db }: PaymentDeps, ids: readonly string[], inMs: number): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(payments)
    .set({ askAgainAt: sql`least(${payments.askAgainAt}, ${later(inMs)})` })
    .where(and(inArray(payments.id, [...ids]), isNotNull(payments.settledAt)));
}

/** Synchronizes a recorded payment with the provider. `until` is a deadline of `performance.now()`. */
export async function syncKnown(
  deps: PaymentDeps,
  { orderId, providerOrderId }: Pick<PaymentRow, "orderId" | "providerOrderId">,
  until?: number,
): Promise<PaymentOutcome> {
  const [order] = await deps.db.select().from(orders).where(eq(orders.id, orderId));
  if (order === undefined) throw new Error("order of the payment not found");
  return syncPayment(deps, { order, providerOrderId, by: null }, until);
}

const ms = (value: number) => sql`${value} * interval '1 millisecond'`;

/** A payment that is due. Its last read is repeated until the provider answers. */
type DuePayment = PaymentRow & { isLastRead: boolean; updatedAtText: string };

/** Polls a payment no more if it can take no money; returns the provider if it cannot be reached. */
async function endIfClosed(
  deps: PaymentDeps,
  payment: DuePayment,
  onItemError: Round["onItemError"],
): Promise<PaymentProviderName | undefined> {
  try {
    if (await isClosed(deps, payment)) await endPolling(deps.db, payment);
    return undefined;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    onItemError(refusalOf({ is: "unavailable", cause: error }));
    return payment.provider;
  }
}

/**
 * Whether a payment that is polled no more can take no money either. Where the provider's orders do not end by themselves,
 * one that nobody has approved, and that the last read has not changed, is closed. Throws a ProviderError.
 */
async function isClosed(deps: PaymentDeps, payment: DuePayment): Promise<boolean> {
  const { closeOrder } = requireProvider(deps, providerOf(payment.providerOrderId));
  if (payment.settledAt !== null || closeOrder === undefined) return true;
  const isUnchanged = and(eq(payments.id, payment.id), isAt(payment));
  const count = await deps.db.$count(payments, isUnchanged);
  return count > 0 && closeOrder(payment.providerOrderId, actDeadline(deps));
}

const isAt = ({ updatedAtText }: DuePayment) => sql`${payments.updatedAt} = ${updatedAtText}::timestamptz`;

/** Polls a payment no more. What is not settled goes on if the last read has changed it. */
async function endPolling(db: Db, payment: DuePayment): Promise<void> {
  const { id, settledAt } = payment;
  await db
    .update(payments)
    .set({ askAgainAt: null })
    .where(and(eq(payments.id, id), settledAt === null ? isAt(payment) : undefined));
}

/**
 * Takes the payments of some states that are due for longest, and schedules their next reads before
 * the provider is asked, so that a crash leaves them to a later round. Pauses grow with the payment's
 * age; those of a payment that was never captured are as long as its age.
 */
async function takeDue(
  { db, reconcileMs }: PaymentDeps,
  statuses: PaymentRow["status"][],
  { count, from }: Wanted,
): Promise<DuePayment[]> {
  const age = sql`(now() - coalesce(${payments.capturingSince}, ${payments.createdAt}))`;
  const isUntried = sql`(${payments.status} = 'created' or ${payments.lastRequestedAt} is null)`;
  const growing = sql`${age} / case when ${isUntried} then 1 else 10 end`;
  const pause = sql`greatest(${ms(reconcileMs)}, least(${growing}, ${ms(longestPauseMs)}))`;
  const settledAge = sql`(now() - ${payments.settledAt})`;
  const settledPause = sql`greatest(${ms(settledPauseMs.least)}, least(${settledAge} / 4, ${ms(settledPauseMs.most)}))`;
  // A failed payment is polled for a while, because it may have been captured outside the shop.
  const isAbandoned = sql`(${payments.status} = 'created' and ${age} > ${ms(abandonedMs)}
    or ${payments.status} = 'failed' and now() - ${payments.updatedAt} > ${ms(abandonedMs)})`;
  const next = sql`(
    select p.id from ${payments} p where p.ask_again_at <= now() and p.status = any(${sql.param(statuses)}::text[])
      and p.provider = any(${sql.param([...from])}::text[])
    order by p.ask_again_at limit ${count} for update skip locked
  )`;
  return db
    .update(payments)
    .set({ askAgainAt: sql`now() + case when ${payments.settledAt} is null then ${pause} else ${settledPause} end` })
    .where(isTaken(payments.id, next))
    .returning({
      ...getTableColumns(payments),
      isLastRead: sql<boolean>`case
        when ${payments.settledAt} is null then ${isAbandoned} else ${settledAge} > ${ms(settledForMs)} end`,
      // As text: JavaScript dates drop the microseconds.
      updatedAtText: sql<string>`${payments.updatedAt}::text`,
    });
}

/** So many matters of one kind are opened in one round. */
const stuckMax = 100;

type Stuck = { id: string; orderId: string; paymentId: string; amountCents: number };

const stuckKinds = {
  "payment stuck": sql`
    select id, order_id as "orderId", id as "paymentId", amount_cents::float8 as "amountCents" from ${payments}
    where capturing_since < now() - ${ms(stuckMs)} and status = 'capturing'`,
  "refund stuck": sql`
    select id, order_id as "orderId", payment_id as "paymentId", amount_cents::float8 as "amountCents" from ${refunds}
    where status = 'requested' and created_at < now() - ${ms(stuckMs)}`,
} as const;

/**
 * Opens a matter for each capture and refund that has been unanswered for too long. Calls no
 * provider, so that it works during an outage. Each is opened under the lock of its order, so that a
 * concurrent answer closes it.
 */
async function openStuck(db: Db): Promise<void> {
  for (const kind of ["payment stuck", "refund stuck"] as const) {
    for (const { id, orderId } of await findStuck(db, kind)) {
      await retryingConflicts(() =>
        db.transaction(async (tx) => {
          await lockOrder(tx, orderId);
          if (!(await lockFree(tx, kind, id))) return;
          for (const { paymentId, amountCents } of await findStuck(tx, kind, id)) {
            await openMatter(tx, { orderId, kind, reference: id, paymentId, amountCents });
          }
        }),
      );
    }
  }
}

/** Locks a payment or a refund, unless its answer is being written just now. */
async function lockFree(tx: Db, kind: keyof typeof stuckKinds, id: string): Promise<boolean> {
  const table = kind === "payment stuck" ? payments : refunds;
  const free = await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for("share", { skipLocked: true });
  return free.length > 0;
}

/** What is stuck without an open matter, or one that an admin has resolved. */
async function findStuck(db: Db, kind: keyof typeof stuckKinds, id?: string): Promise<Stuck[]> {
  const { rows } = await db.execute<Stuck>(sql`
    select stuck.* from (${stuckKinds[kind]}) stuck
    where not exists (
      select from ${orderMatters} m where m.order_id = stuck."orderId" and m.kind = ${kind} and m.reference = stuck.id::text
        and (m.resolved_at is null or m.resolved_by is not null)
    ) ${id === undefined ? sql`` : sql`and stuck.id = ${id}`} limit ${stuckMax}`);
  return rows;
}
