import { and, eq, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { giftCards } from "../../db/schema/gift-cards.ts";
import { mails } from "../../db/schema/mails.ts";

/** The most cards that one round mails. */
const cardsPerRound = 100;

/** Writes the mails with gift cards that are due, to those whom their buyers named. Returns how many. */
export async function sendDueGiftCards(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: giftCards.id, orderId: giftCards.orderId, recipient: giftCards.recipientEmail })
      .from(giftCards)
      .where(
        and(
          ...[isNotNull(giftCards.sendAt), isNull(giftCards.sentAt), lte(giftCards.sendAt, sql`now()`)],
          isNull(giftCards.stoppedAt),
        ),
      )
      .orderBy(giftCards.id)
      .limit(cardsPerRound)
      .for("update", { skipLocked: true });
    for (const { id: cardId, orderId, recipient } of due) {
      await tx.update(giftCards).set({ sentAt: sql`now()` }).where(eq(giftCards.id, cardId));
      await tx.insert(mails).values({ kind: "gift card", recipient, orderId, data: { cardId } });
    }
    return due.length;
  });
}
