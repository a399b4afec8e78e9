import { eq, sql } from "drizzle-orm";
import { orders, payments } from "../../db/schema.ts";
import { DomainError } from "../errors.ts";
import { advancePayment } from "./advance.ts";
import { findPayment, type PaymentRow } from "./read.ts";
import type { Till } from "./till.ts";

/** How long the shop waits for a buyer who never came back, in milliseconds; the provider forgets them as well. */
const abandonedMs = 21_600_000;
/** The longest pause between two questions about one payment, in milliseconds. */
const longestPauseMs = 3_600_000;

/** Says that a payment could not be brought to an end, and why; a later round tries again. */
export type OnTrouble = (error: unknown) => void;

/**
 * Asks for the payments whose final answer is due: taken when we broke down,
 * approved by buyers who closed their browser, or looked into by the provider.
 * Several instances may do this at once: each takes payments that no other is
 * working on. Ends early while the provider cannot be reached. Returns how many
 * orders were paid by it.
 */
export async function reconcilePayments(till: Till, limit: number, onTrouble: OnTrouble): Promise<number> {
  let paid = 0;
  for (let left = limit; left > 0; left -= 1) {
    const payment = await takeNext(till);
    if (payment === undefined) break;
    try {
      await ask(till, payment);
      paid += 1;
    } catch (error) {
      if (!(error instanceof DomainError)) onTrouble(error);
      else if (error.kind === "PAYMENT_PROVIDER_UNAVAILABLE") {
        onTrouble(error);
        break;
      }
    }
  }
  return paid;
}

/**
 * Asks for a payment that the provider has sent word of. Unknown ones are none
 * of ours. Refuses only while the provider cannot be reached, so that it sends
 * word again.
 */
export async function followNotice(till: Till, providerOrderId: string): Promise<void> {
  const payment = await findPayment(till.db, providerOrderId);
  if (payment === undefined) return;
  await ask(till, payment).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.kind === "PAYMENT_PROVIDER_UNAVAILABLE") throw error;
  });
}

async function ask(till: Till, { orderId, providerOrderId }: PaymentRow): Promise<void> {
  const [order] = await till.db.select().from(orders).where(eq(orders.id, orderId));
  if (order === undefined) throw new Error("a payment without its order");
  await advancePayment(till, { order, providerOrderId, by: null });
}

/**
 * The payment that waits longest, with its next turn put off first: whoever
 * breaks down over it leaves it to a later round. The older it is, the longer
 * the pauses.
 */
async function takeNext({ db, reconcileMs }: Till): Promise<PaymentRow | undefined> {
  const age = sql`(now() - ${payments.createdAt})`;
  const pause = sql`greatest(${reconcileMs} * interval '1 millisecond',
    least(${age} / 10, ${longestPauseMs} * interval '1 millisecond'))`;
  const isOver = sql`${payments.status} = 'created' and ${age} > ${abandonedMs} * interval '1 millisecond'`;
  const next = sql`(
    select p.id from ${payments} p where p.ask_again_at <= now()
    order by p.ask_again_at limit 1 for update skip locked
  )`;
  const [payment] = await db
    .update(payments)
    .set({ askAgainAt: sql`case when ${isOver} then null else now() + ${pause} end` })
    .where(eq(payments.id, next))
    .returning();
  return payment;
}
