import { currency } from "@shop/shared/shop";
import { and, desc, eq, sql } from "drizzle-orm";
import { payments } from "../../db/schema.ts";
import { ProviderError } from "../../infra/paypal.ts";
import type { User } from "../account/actor.ts";
import { DomainError, retryingConflicts } from "../errors.ts";
import { judge, look, unheardOf, write } from "./advance.ts";
import type { OrderRow } from "./read.ts";
import {
  alreadyPaid,
  changePayment,
  claimPayment,
  holdAgain,
  later,
  lockOrder,
  note,
  refuseWhilePaying,
} from "./record.ts";
import { requireProvider, type Till, talkUntil } from "./till.ts";

/**
 * Begins to pay for an order: takes its units again if its time had run out,
 * and gives the name of the provider's order that the buyer is to approve. One
 * that is still open is used again. Refuses with OUT_OF_STOCK before the
 * provider hears of anything.
 */
export async function startPayment(till: Till, user: User, order: OrderRow): Promise<{ id: string }> {
  const provider = requireProvider(till);
  const until = talkUntil();
  const { open, number } = await prepare(till, order);
  if (open !== undefined) {
    const going = { order, providerOrderId: open.providerOrderId, by: user.id };
    const found = await look(provider, open.providerOrderId, until);
    const verdict = found === null ? unheardOf : judge(till, going, found);
    if (verdict.is === "open" || verdict.is === "approved") return { id: open.providerOrderId };
    // What cannot be used again makes room for another; all else says what became of the money.
    const result = await write(till, going, verdict).catch((error: unknown) => error);
    if (verdict.is !== "refused") throw result ?? alreadyPaid();
    if (!(result instanceof DomainError)) throw result;
  }
  const made = await provider
    .create(
      { orderId: order.id, amountCents: order.totalCents, currency, requestId: `create-${order.id}-${number}` },
      until,
    )
    .catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      const message = "The payment provider cannot be reached right now. Please try again in a moment.";
      throw new DomainError("PAYMENT_PROVIDER_UNAVAILABLE", message, { cause: error });
    });
  await retryingConflicts(() =>
    till.db.transaction(async (tx) => {
      const locked = await lockOrder(tx, order.id);
      const payment = await claimPayment(tx, locked, made.id);
      // A second start at the same moment is given the same order by the provider.
      if (payment.askAgainAt !== null) return;
      await changePayment(tx, payment.id, { askAgainAt: later(till.reconcileMs) });
      await note(tx, order.id, "payment started", user.id);
    }),
  );
  return { id: made.id };
}

/** Makes sure that the order can be paid, and finds the provider's order that may still be open for it. */
async function prepare({ db, holdMs }: Till, { id }: OrderRow) {
  return retryingConflicts(() =>
    db.transaction(async (tx) => {
      const order = await lockOrder(tx, id);
      if (order.paidAt !== null) throw alreadyPaid();
      await refuseWhilePaying(tx, order);
      await holdAgain(tx, order, holdMs);
      const ofOrder = eq(payments.orderId, id);
      const [count] = await tx.select({ n: sql<number>`count(*)::int` }).from(payments).where(ofOrder);
      const [open] = await tx
        .select()
        .from(payments)
        .where(and(ofOrder, eq(payments.status, "created")))
        .orderBy(desc(payments.createdAt))
        .limit(1);
      return { open, number: count?.n ?? 0 };
    }),
  );
}
