import { and, eq, gt, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { creditAccounts } from "../../db/schema/credit-accounts.ts";
import { giftCards } from "../../db/schema/gift-cards.ts";
import { lockBalance, transferCredit } from "../store-credit/transfer.ts";

/** The most cards that one round ends. */
const cardsPerRound = 500;

/** Ends what is left of gift cards that have expired, so that the shop owes it no more. Returns how many. */
export async function expireGiftCards(db: Db, isStopping: () => boolean): Promise<number> {
  const due = await db
    .select({ id: giftCards.id, orderId: giftCards.orderId })
    .from(giftCards)
    .innerJoin(creditAccounts, eq(creditAccounts.id, giftCards.id))
    .where(and(lte(giftCards.expiresAt, sql`now()`), isNull(giftCards.stoppedAt), gt(creditAccounts.balanceCents, 0)))
    .orderBy(giftCards.expiresAt)
    .limit(cardsPerRound);
  let ended = 0;
  for (const { id, orderId } of due) {
    if (isStopping()) return ended;
    const isEnded = await db.transaction(async (tx) => {
      const amountCents = await lockBalance(tx, id);
      return (
        amountCents > 0 &&
        (await transferCredit(tx, { act: "expired", from: { holder: id }, to: "ended", amountCents, orderId }))
      );
    });
    if (isEnded) ended += 1;
  }
  return ended;
}
