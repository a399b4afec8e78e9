import { shopCurrency } from "@shop/shared/currency";
import { providerOf } from "@shop/shared/order/online-providers";
import type { PaymentProviderName } from "@shop/shared/order/payment";
import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { payments } from "../../db/schema/payments.ts";
import { centsToPay } from "../order/amount-to-pay.ts";
import type { OrderRow } from "../order/hold.ts";
import { findPayment, type PaymentRow, type SeenPayment } from "./read.ts";

/** New values of a payment's row. Times are expressions of the database's clock. */
export type PaymentChange = Partial<
  Pick<PaymentRow, "status" | "captureId" | "isSettling" | "attempt" | "amountCents" | "currency">
> & {
  askAgainAt?: SQL<Date> | null;
  settledAt?: SQL<Date> | null;
  capturingSince?: SQL<Date> | null;
  lastRequestedAt?: SQL<Date>;
};

/**
 * The age at which an unanswered capture no longer holds stock, and is given up if a read shows no
 * capture; in milliseconds.
 */
export const captureGiveUpMs = 900_000;

/**
 * How long the provider may still process a request that it has not answered, in milliseconds. Until
 * then, only money is believed: what a repeated request or a read says may be older than the effect.
 */
export const inFlightMs = 60_000;

/** Whether the provider may still process an unanswered capture request of a payment. */
export function isInFlight({ status, lastRequestedAt, capturingSince, updatedAt, readAt }: SeenPayment): boolean {
  const requestedAt = lastRequestedAt ?? capturingSince ?? updatedAt;
  return status === "capturing" && readAt.getTime() - requestedAt.getTime() < inFlightMs;
}

/** The row of a provider order, inserted if it is new; `null` if it pays another order. */
export async function claimPayment(
  tx: Db,
  order: OrderRow,
  providerOrderId: string,
  provider: PaymentProviderName = providerOf(providerOrderId),
): Promise<SeenPayment | null> {
  let payment = await findPayment(tx, providerOrderId);
  if (payment === undefined) {
    const amount = { amountCents: centsToPay(order), currency: shopCurrency() };
    await tx
      .insert(payments)
      .values({ id: uuidv7(), orderId: order.id, provider, providerOrderId, status: "created", ...amount })
      .onConflictDoNothing({ target: payments.providerOrderId });
    payment = await findPayment(tx, providerOrderId);
  }
  if (payment === undefined) throw new Error("claimed payment not found");
  return payment.orderId === order.id ? payment : null;
}

export async function changePayment(tx: Db, id: string, change: PaymentChange): Promise<void> {
  await tx
    .update(payments)
    .set({ ...change, updatedAt: sql`clock_timestamp()` })
    .where(eq(payments.id, id));
}

/**
 * Money for an order may be in progress, so that its stock is held: the provider reviews it, or a
 * capture is unanswered. The age of an unanswered capture is bounded, so that it does not hold stock
 * for ever.
 */
export const isInProgress = or(
  eq(payments.status, "pending"),
  and(
    eq(payments.status, "capturing"),
    sql`coalesce(${payments.capturingSince}, ${payments.updatedAt}) > now() - ${captureGiveUpMs} * interval '1 millisecond'`,
  ),
);

/** How money may be in progress through another payment of the order; `null` if it is not. */
export async function findInProgress(
  tx: Db,
  order: { id: string },
  except?: PaymentRow,
): Promise<"pending" | "unknown" | null> {
  const [busy] = await tx
    .select({ status: payments.status })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, order.id),
        // Regardless of age: time alone does not prove that nothing was captured.
        inArray(payments.status, ["capturing", "pending"]),
        except === undefined ? undefined : ne(payments.id, except.id),
      ),
    )
    .limit(1);
  if (busy === undefined) return null;
  return busy.status === "pending" ? "pending" : "unknown";
}
