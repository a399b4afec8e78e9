import { currency } from "@shop/shared/shop";
import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { payments } from "../../db/schema.ts";
import type { OrderRow } from "../order/hold.ts";
import { findPayment, type PaymentRow } from "./read.ts";

/** New values of a payment's row. Times are expressions of the database's clock. */
export type PaymentChange = Partial<
  Pick<PaymentRow, "status" | "captureId" | "isSettling" | "attempt" | "amountCents" | "currency">
> & {
  askAgainAt?: SQL<Date> | null;
  settledAt?: SQL<Date>;
  capturingSince?: SQL<Date> | null;
};

/**
 * The age at which an unanswered capture no longer holds stock, and is given up if a read shows no
 * capture; in milliseconds.
 */
export const captureGiveUpMs = 900_000;

/** The row of a provider order, inserted if it is new; `null` if it pays another order. */
export async function claimPayment(tx: Db, order: OrderRow, providerOrderId: string): Promise<PaymentRow | null> {
  await tx
    .insert(payments)
    .values({
      id: uuidv7(),
      orderId: order.id,
      providerOrderId,
      status: "created",
      amountCents: order.totalCents,
      currency,
    })
    .onConflictDoNothing({ target: payments.providerOrderId });
  const payment = await findPayment(tx, providerOrderId);
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
