import { isId } from "@shop/shared/query";
import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { refunds } from "../../db/schema/payments.ts";
import { later } from "../../db/time.ts";
import { recordEvent } from "../order/history.ts";
import { lockOrder } from "../order/hold.ts";
import { openMatter, updateMatterReference } from "../order/matters.ts";
import type { PaymentRow } from "./read.ts";
import {
  changeRefund,
  correctFailedRefund,
  type RefundChange,
  type RefundRow,
  writeRefundMail,
} from "./refund-records.ts";
import type { ReturnedMoney, ReturnedRefund } from "./verify.ts";

/**
 * Records the refunds that the provider lists for a payment. The shop's own refunds are matched by
 * their id; any other was made at the provider and opens a matter.
 */
export async function syncRefunds(change: RefundChange, { listed, unlistedCents }: ReturnedMoney): Promise<void> {
  for (const each of listed) {
    const ofOther = await findOfOther(change, each);
    if (ofOther !== undefined) {
      await askAgain(change, ofOther, each);
      continue;
    }
    const known = await findListed(change, each);
    const unlisted = known === undefined ? await findUnlisted(change) : undefined;
    const refund = known ?? (unlisted === undefined ? undefined : await assignListed(change, unlisted, each));
    if (refund !== undefined) {
      await changeRefund(change, refund, each);
      if (each.status === "failed" && refund.status !== "failed") await openFailed(change, refund);
    } else if (each.status !== "failed") await insertProviderRefund(change, each);
  }
  if (unlistedCents !== undefined) await syncUnlisted(change, unlistedCents);
}

async function findListed({ tx, payment }: RefundChange, each: ReturnedRefund): Promise<RefundRow | undefined> {
  const isOurs =
    each.customId === undefined
      ? undefined
      : and(isNull(refunds.providerRefundId), sql`${refunds.id}::text = ${each.customId}`);
  const [known] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), or(eq(refunds.providerRefundId, each.providerRefundId), isOurs)))
    .orderBy(sql`${refunds.providerRefundId} is null`)
    .limit(1);
  return known;
}

/** The refund of money that an exchange has passed on to another order, by which it is looked after. */
async function findOfOther(
  { tx, payment }: RefundChange,
  { providerRefundId, customId }: ReturnedRefund,
): Promise<RefundRow | undefined> {
  const isNamed = customId !== undefined && isId(customId) ? eq(refunds.id, customId) : undefined;
  const isListed = or(eq(refunds.providerRefundId, providerRefundId), isNamed);
  const [found] = await tx
    .select()
    .from(refunds)
    .where(and(isListed, ne(refunds.paymentId, payment.id)))
    .limit(1);
  return found;
}

/** Such a refund that seemed to have failed and was made after all is read by itself, which records it for its own order. */
async function askAgain({ tx }: RefundChange, refund: RefundRow, { status }: ReturnedRefund): Promise<void> {
  if (refund.status !== "failed" || status === "failed") return;
  await lockOrder(tx, refund.orderId);
  const corrected = await tx
    .update(refunds)
    .set({ status: "pending", askAgainAt: later(0) })
    .where(and(eq(refunds.id, refund.id), eq(refunds.status, "failed")))
    .returning({ id: refunds.id });
  if (corrected.length > 0) await correctFailedRefund(tx, refund);
}

/** Stands in for the provider's refund id while only the capture's status shows a refund. */
function unlistedId({ captureId }: PaymentRow): string {
  return `${captureId}-rest`;
}

/** The row for refunded money that the provider has not listed as a refund so far. */
async function findUnlisted({ tx, payment }: RefundChange): Promise<RefundRow | undefined> {
  const [known] = await tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, payment.id),
        isNull(refunds.requestedBy),
        // Without a provider id: created by a migration for payments that the previous release recorded as refunded.
        or(eq(refunds.providerRefundId, unlistedId(payment)), isNull(refunds.providerRefundId)),
      ),
    )
    .limit(1);
  return known;
}

/** Assigns a listed refund to the row that stood for its sum, so that the money is not counted twice. */
async function assignListed(
  { tx, payment, events }: RefundChange,
  unlisted: RefundRow,
  each: ReturnedRefund,
): Promise<RefundRow> {
  const { orderId, providerRefundId: before } = unlisted;
  const { providerRefundId, amountCents, isReversal } = each;
  await tx.update(refunds).set({ providerRefundId, amountCents }).where(eq(refunds.id, unlisted.id));
  if (before !== null) {
    const kind = isReversal ? "reversed" : "refunded";
    await updateMatterReference(tx, { orderId, kind, reference: providerRefundId, amountCents }, before);
    // It is no reversal after all, so that it is credited.
    if (!isReversal)
      events.push({ type: "refunded", order: orderId, providerOrder: payment.providerOrderId, by: null });
  }
  return { ...unlisted, providerRefundId, amountCents };
}

/** Records the part of a refunded capture that the listed refunds do not explain. */
async function syncUnlisted(change: RefundChange, unlistedCents: number): Promise<void> {
  const { tx, payment } = change;
  const known = await findUnlisted(change);
  if (known === undefined && unlistedCents === 0) return;
  const others = await tx
    .select({ sum: sql<string>`coalesce(sum(${refunds.amountCents}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, payment.id),
        ne(refunds.status, "failed"),
        known === undefined ? undefined : ne(refunds.id, known.id),
      ),
    );
  const amountCents = Math.min(unlistedCents, payment.amountCents - (others[0]?.sum ?? 0));
  const unlisted: ReturnedRefund = {
    providerRefundId: unlistedId(payment),
    status: "completed",
    amountCents,
    customId: undefined,
    isReversal: true,
  };
  if (known === undefined) {
    if (amountCents > 0) await insertProviderRefund(change, unlisted);
  } else if (amountCents > 0) {
    await tx.update(refunds).set({ amountCents }).where(eq(refunds.id, known.id));
    await changeRefund(change, known, unlisted);
  } else if (known.status !== "failed") {
    await changeRefund(change, known, { status: "failed" });
    await openFailed(change, known);
  }
}

/** Opens a matter for an accepted refund that failed later, when its admin no longer waits for the answer. */
async function openFailed({ tx, payment }: RefundChange, { id, orderId, amountCents }: RefundRow): Promise<void> {
  const reference = id;
  await openMatter(tx, { orderId, kind: "refund failed", reference, paymentId: payment.id, amountCents });
}

async function insertProviderRefund({ tx, payment, events }: RefundChange, each: ReturnedRefund): Promise<void> {
  const { orderId } = payment;
  const { providerRefundId, status, amountCents } = each;
  const id = uuidv7();
  await tx.insert(refunds).values({
    id,
    orderId,
    paymentId: payment.id,
    providerRefundId,
    status,
    amountCents,
    currency: payment.currency,
    ...(status === "completed" ? { completedAt: later(0) } : { askAgainAt: later(0) }),
  });
  await openMatter(tx, {
    orderId,
    kind: each.isReversal ? "reversed" : "refunded",
    reference: providerRefundId,
    paymentId: payment.id,
    amountCents,
  });
  await recordEvent(tx, { orderId, act: "refunded", by: null, amountCents });
  if (status === "completed" && !each.isReversal)
    await writeRefundMail(tx, { id, orderId, amountCents, reason: null, creditAccountId: null });
  events.push({ type: "refunded", order: orderId, providerOrder: payment.providerOrderId, by: null });
}
