import { formatMoney, toWire } from "@shop/shared/money";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { giftCards } from "../../db/schema/gift-cards.ts";
import { DomainError } from "../base/errors.ts";
import { lockBalance, transferCredit } from "../store-credit/transfer.ts";
import { forgetGiftCards } from "./queue.ts";

/**
 * Stops the gift cards of a locked order whose money goes back, or never came. Throws ILLEGAL_TRANSITION if something was
 * spent of one.
 */
export async function stopCardsOf(tx: Db, orderId: string): Promise<void> {
  await forgetGiftCards(tx, orderId);
  const cards = await tx
    .select({ id: giftCards.id, ending: giftCards.ending, valueCents: giftCards.valueCents })
    .from(giftCards)
    .where(and(eq(giftCards.orderId, orderId), isNull(giftCards.stoppedAt)))
    .orderBy(asc(giftCards.id));
  for (const { id, ending, valueCents } of cards) {
    const left = await stopCard(tx, { id, orderId });
    if (left === valueCents) continue;
    const spent = formatMoney(toWire(valueCents - left));
    const message = `${spent} of the gift card …${ending} was spent, so its order has to stay. Refund the rest instead.`;
    throw new DomainError("ILLEGAL_TRANSITION", message);
  }
}

/** Stops a gift card, and returns what was left of it, in cents. */
export async function stopCard(tx: Db, { id, orderId }: { id: string; orderId: string }): Promise<number> {
  const amountCents = await lockBalance(tx, id);
  if (amountCents > 0) {
    await transferCredit(tx, { act: "card stopped", from: { holder: id }, to: "sold", amountCents, orderId });
  }
  await tx
    .update(giftCards)
    .set({ stoppedAt: sql`now()` })
    .where(and(eq(giftCards.id, id), isNull(giftCards.stoppedAt)));
  return amountCents;
}
