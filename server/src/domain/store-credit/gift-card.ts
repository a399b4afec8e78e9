import { createHash } from "node:crypto";
import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { giftCards } from "../../db/schema/gift-cards.ts";
import { DomainError } from "../base/errors.ts";

/** What a code is recognised by. A code has 95 random bits, which no table of hashes can be made of. */
export function hashGiftCode(code: string): string {
  return createHash("sha256").update(code).digest("base64url");
}

/** A gift card that can be spent. */
export const isSpendable = and(
  isNull(giftCards.stoppedAt),
  or(isNull(giftCards.expiresAt), gt(giftCards.expiresAt, sql`now()`)),
);

/** The account of the gift card with a code; `undefined` if no card has it. Throws VALIDATION for one that was ended. */
export async function findGiftCard(db: Db, code: string): Promise<string | undefined> {
  const [card] = await db
    .select({ id: giftCards.id, stoppedAt: giftCards.stoppedAt, isSpendable: sql<boolean>`(${isSpendable})` })
    .from(giftCards)
    .where(eq(giftCards.codeHash, hashGiftCode(code)));
  if (card === undefined || card.isSpendable) return card?.id;
  const message =
    card.stoppedAt === null
      ? "This gift card has expired"
      : "This gift card is not valid any more. Please write to us.";
  throw refusedCard(message);
}

/** The refusal of a gift card. */
export function refusedCard(message: string): DomainError {
  return new DomainError("VALIDATION", message, { errors: [{ path: "giftCard", message }] });
}
