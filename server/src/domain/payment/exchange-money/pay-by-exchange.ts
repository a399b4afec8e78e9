import { eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../../db/client.ts";
import { orders } from "../../../db/schema/orders.ts";
import { payments, refunds } from "../../../db/schema/payments.ts";
import { later } from "../../../db/time.ts";
import type { DomainEvent } from "../../base/events.ts";
import { recordEvent } from "../../order/history.ts";
import { lockOrder } from "../../order/hold.ts";
import type { Units } from "../../order/stock.ts";
import { applyWithin } from "../apply.ts";
import type { PaymentDeps } from "../deps.ts";
import { type RefundRow, updateReturned, writeRefundItems } from "../refund-records.ts";
import type { Money } from "./take-money.ts";

type Credit = {
  from: string;
  to: string;
  money: readonly Money[];
  /** The units that were returned to stock for it. */
  restocked: readonly Units[];
  reason: string;
  by: string;
};

/**
 * Pays an order with money of another one, which gets refunds of the same amounts, so that each order is true by itself. What
 * covers the whole order settles it; less is credit, and the rest is asked for. Part of a transaction that has locked both
 * orders; returns the first refund. Adds the events that are to be emitted after its commit.
 */
export async function payByExchange(
  deps: Pick<PaymentDeps, "db" | "seller">,
  { from, to, money, restocked, reason, by }: Credit,
  events: DomainEvent[],
): Promise<string> {
  const { db: tx } = deps;
  const moved: Moved[] = [];
  for (const part of money) moved.push(await refundByExchange(tx, from, { ...part, reason, by }));
  const [first] = moved;
  const last = moved.at(-1);
  if (first === undefined || last === undefined) throw new Error("an exchange without money");
  await writeRestocked(tx, first.refund.id, restocked);
  const order = await lockOrder(tx, to);
  const cents = moved.reduce((sum, { refund }) => sum + refund.amountCents, 0);
  const settling = cents === order.totalCents ? last : undefined;
  const credit = moved.filter((each) => each !== settling);
  for (const each of moved) await insertPayment(tx, to, each, each === settling ? "created" : "completed");
  const creditCents = credit.reduce((sum, { refund }) => sum + refund.amountCents, 0);
  if (creditCents > 0) await tx.update(orders).set({ creditCents }).where(eq(orders.id, to));
  for (const { refund, provider } of moved) {
    events.push({ type: "refunded", order: from, providerOrder: provider, by });
    if (refund.id !== settling?.refund.id)
      await recordEvent(tx, { orderId: to, act: "exchanged", by, amountCents: refund.amountCents });
  }
  if (settling !== undefined) await settle(deps, { to, settling, by }, events);
  return first.refund.id;
}

async function writeRestocked(tx: Db, refundId: string, units: readonly Units[]): Promise<void> {
  if (units.length === 0) return;
  await writeRefundItems(tx, refundId, units);
  await tx
    .update(refunds)
    .set({ restockedAt: later(0) })
    .where(eq(refunds.id, refundId));
}

type Moved = { refund: RefundRow; provider: string };

/** No provider has such ids, and no customer can report them: they have colons. */
const exchangeId = ({ refund }: Moved): string => `exchange:${refund.id}`;

/** Records that money of a payment now pays another order. */
async function refundByExchange(
  tx: Db,
  orderId: string,
  { payment, cents, taxes, reason, by }: Money & { reason: string; by: string },
): Promise<Moved> {
  const { id: paymentId, currency, providerOrderId: provider } = payment;
  const [refund] = await tx
    .insert(refunds)
    .values({
      id: uuidv7(),
      orderId,
      paymentId,
      status: "completed",
      amountCents: cents,
      currency,
      requestedBy: by,
      reason,
      taxes,
      completedAt: later(0),
    })
    .returning();
  if (refund === undefined) throw new Error("the insert returned no refund");
  await updateReturned(tx, payment);
  await recordEvent(tx, { orderId, act: "exchanged", by, amountCents: cents });
  return { refund, provider };
}

async function insertPayment(tx: Db, orderId: string, moved: Moved, status: "created" | "completed"): Promise<void> {
  const { id: fromRefundId, amountCents, currency } = moved.refund;
  const providerOrderId = exchangeId(moved);
  const captureId = status === "completed" ? providerOrderId : null;
  const money = { provider: "exchange" as const, providerOrderId, captureId, status, amountCents, currency };
  await tx.insert(payments).values({ id: uuidv7(), orderId, fromRefundId, ...money });
}

/** The last part of what covers the whole order. */
async function settle(
  deps: Pick<PaymentDeps, "db" | "seller">,
  { to, settling, by }: { to: string; settling: Moved; by: string },
  events: DomainEvent[],
): Promise<void> {
  const order = await lockOrder(deps.db, to);
  const { amountCents, currency } = settling.refund;
  const providerOrderId = exchangeId(settling);
  const returned = { listed: [], unlistedCents: 0 };
  const money = { captureId: providerOrderId, amountCents, currency, returned, risks: [] };
  const attempt = { order, providerOrderId, by };
  await applyWithin(deps, attempt, { seen: undefined, observation: { is: "captured", money } }, events);
}
