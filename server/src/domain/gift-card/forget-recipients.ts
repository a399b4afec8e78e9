import { and, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { giftCards } from "../../db/schema/gift-cards.ts";
import { orders } from "../../db/schema/orders.ts";

/** How long the shop knows to whom a gift card was mailed, in days; as long as it keeps the mail itself. */
const retentionDays = 90;
/** The most cards that one round changes. */
const cardsPerRound = 500;

const nobody = { recipientName: "", recipientEmail: "", words: "", sendAt: null };

/** Forgets to whom gift cards were mailed long ago. Returns how many. */
export async function forgetRecipients(db: Db): Promise<number> {
  const isOld = lt(giftCards.sentAt, sql`now() - make_interval(days => ${retentionDays}::int)`);
  const old = db
    .select({ id: giftCards.id })
    .from(giftCards)
    .where(and(isOld, isNotNull(giftCards.sendAt)))
    .limit(cardsPerRound);
  return (await db.update(giftCards).set(nobody).where(inArray(giftCards.id, old))).rowCount ?? 0;
}

/** The same of all that an account has mailed, which is deleted. What waits for its day is still mailed. */
export async function forgetRecipientsOf(tx: Db, userId: string): Promise<void> {
  const bought = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  await tx
    .update(giftCards)
    .set(nobody)
    .where(and(inArray(giftCards.orderId, bought), isNotNull(giftCards.sentAt)));
}
