import type { RefundStatus } from "@shop/shared/refund";
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orders, refundItems, refunds } from "../../db/schema.ts";
import { later } from "../../db/time.ts";
import type { News } from "../news.ts";
import { noteEvent } from "../order/history.ts";
import { closeMatters, openMatter } from "../order/matters.ts";
import { returnStock } from "../order/stock.ts";
import type { PaymentRow } from "./read.ts";
import type { ReturnedMoney } from "./verify.ts";

export type RefundRow = typeof refunds.$inferSelect;

/** What writes refunds down: the transaction, the payment whose money it is, and who is told after the commit. */
export type RefundChange = { tx: Db; payment: PaymentRow; told: News[] };

/** What is to be written of a refund. */
export type RefundNews = { status: RefundStatus; providerRefundId?: string };

/** Whether all money of a payment went back or is about to; a refund that has no answer yet does not count. */
export async function hasReturnedAll(tx: Db, { id, amountCents }: PaymentRow): Promise<boolean> {
  const known = await tx
    .select({ sum: sql<string>`coalesce(sum(${refunds.amountCents}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.paymentId, id), inArray(refunds.status, ["pending", "completed"])));
  return (known[0]?.sum ?? 0) >= amountCents;
}

/** The remainder of a refunded capture that no listed refund explains. */
function isRest(providerRefundId: string): boolean {
  return providerRefundId.endsWith("-rest");
}

/**
 * Writes down what the provider says went back of a payment. Our own refunds
 * are known by their id; any other was made at the provider and opens a matter.
 */
export async function syncRefunds(change: RefundChange, returned: readonly ReturnedMoney[]): Promise<void> {
  const { tx } = change;
  for (const each of returned) {
    const known = await findRefund(change, each);
    if (known !== undefined) {
      const isAdopted = known.providerRefundId === null && known.requestedBy === null;
      if (isAdopted) await tx.update(refunds).set({ amountCents: each.amountCents }).where(eq(refunds.id, known.id));
      await changeRefund(change, known, each);
      if (each.status === "failed" && known.status !== "failed") await openFailed(change, known);
      continue;
    }
    const amountCents = isRest(each.providerRefundId) ? await restOf(change, each) : each.amountCents;
    if (each.status !== "failed" && amountCents > 0) await insertForeign(change, { ...each, amountCents });
  }
}

async function findRefund({ tx, payment }: RefundChange, each: ReturnedMoney): Promise<RefundRow | undefined> {
  const [known] = await tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, payment.id),
        or(
          eq(refunds.providerRefundId, each.providerRefundId),
          each.customId === undefined
            ? undefined
            : and(isNull(refunds.providerRefundId), sql`${refunds.id}::text = ${each.customId}`),
          // Written by the migration, for what the previous release knew to be refunded and no more.
          and(isNull(refunds.providerRefundId), isNull(refunds.requestedBy)),
        ),
      ),
    )
    .orderBy(sql`${refunds.providerRefundId} is null`)
    .limit(1);
  return known;
}

/** What is left of an unexplained remainder once the refunds that the shop knows are taken off. */
async function restOf({ tx, payment }: RefundChange, { amountCents }: ReturnedMoney): Promise<number> {
  const known = await tx.select().from(refunds).where(eq(refunds.paymentId, payment.id));
  const sum = known.reduce((all, refund) => all + (refund.status === "failed" ? 0 : refund.amountCents), 0);
  return Math.min(amountCents, payment.amountCents - sum);
}

/** A refund that was asked for and accepted has failed since: its administrator has gone. */
async function openFailed({ tx, payment }: RefundChange, { id, orderId, amountCents }: RefundRow): Promise<void> {
  const reference = id;
  await openMatter(tx, { orderId, kind: "refund failed", reference, paymentId: payment.id, amountCents });
}

async function insertForeign({ tx, payment, told }: RefundChange, each: ReturnedMoney): Promise<void> {
  const { orderId } = payment;
  const { providerRefundId, status, amountCents } = each;
  await tx.insert(refunds).values({
    ...{ orderId, paymentId: payment.id, providerRefundId, status, amountCents, currency: payment.currency },
    ...(status === "completed" ? { completedAt: later(0) } : { askAgainAt: later(0) }),
  });
  await openMatter(tx, {
    ...{ orderId, kind: each.isReversal ? "reversed" : "refunded", reference: providerRefundId },
    ...{ paymentId: payment.id, amountCents },
  });
  await noteEvent(tx, { orderId, act: "refunded", by: null, amountCents });
  told.push({ event: "refunded", order: orderId, providerOrder: payment.providerOrderId, by: null });
}

/**
 * Writes down how far a refund has come. Its units go back into the stock with
 * the first answer that accepts it. Repeating it changes nothing.
 */
export async function changeRefund(change: RefundChange, refund: RefundRow, news: RefundNews): Promise<void> {
  const { tx, payment, told } = change;
  const { status, providerRefundId = refund.providerRefundId } = news;
  if (refund.status === status && refund.providerRefundId === providerRefundId) return;
  await tx
    .update(refunds)
    .set({
      ...{ status, providerRefundId, updatedAt: sql`clock_timestamp()` },
      askAgainAt: status === "pending" ? sql`coalesce(${refunds.askAgainAt}, now())` : null,
      completedAt: status === "completed" ? sql`coalesce(${refunds.completedAt}, now())` : null,
    })
    .where(eq(refunds.id, refund.id));
  if (refund.status === status) return;
  const { orderId, requestedBy: by, amountCents } = refund;
  await closeMatters(
    tx,
    {
      orderId,
      kinds: status === "failed" ? ["refund stuck"] : ["refund stuck", "refund failed"],
      reference: refund.id,
    },
    status === "failed" ? "The refund was not made" : "The refund was made",
  );
  if (status === "failed") {
    await noteEvent(tx, { orderId, act: "refund failed", by, amountCents });
    return;
  }
  await restock(tx, refund);
  if (status === "completed") {
    await noteEvent(tx, { orderId, act: "refunded", by, amountCents });
    told.push({ event: "refunded", order: orderId, providerOrder: payment.providerOrderId, by });
  }
}

/** Puts the units that belong to a refund back into the stock, once. */
async function restock(tx: Db, refund: RefundRow): Promise<void> {
  if (refund.restockedAt !== null) return;
  const items = await tx
    .select({ productId: refundItems.productId, qty: refundItems.qty })
    .from(refundItems)
    .where(eq(refundItems.refundId, refund.id));
  if (items.length === 0) return;
  const [order] = await tx
    .select({ isStockHeld: orders.isStockHeld })
    .from(orders)
    .where(eq(orders.id, refund.orderId));
  if (order?.isStockHeld === true) await returnStock(tx, items);
  await tx
    .update(refunds)
    .set({ restockedAt: later(0) })
    .where(eq(refunds.id, refund.id));
}
