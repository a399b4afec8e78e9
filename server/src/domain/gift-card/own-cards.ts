import type { OwnGiftCard, OwnGiftCards, SendGiftCard } from "@shop/shared/credit/gift-card";
import { sendAheadDays } from "@shop/shared/credit/gift-card";
import { giftCodeInGroups } from "@shop/shared/credit/gift-code";
import { toWire } from "@shop/shared/money";
import { isId } from "@shop/shared/query";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { creditAccounts } from "../../db/schema/credit-accounts.ts";
import { giftCardOrders, giftCards } from "../../db/schema/gift-cards.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { midnightIn } from "../../db/time.ts";
import type { GiftCodes } from "../../infra/gift-codes.ts";
import type { User } from "../base/actor.ts";
import { DomainError, notFound } from "../base/errors.ts";
import type { ShopIdentity } from "../base/shop-facts.ts";
import { readOwnOrder } from "../order/read.ts";
import { hashGiftCode } from "../store-credit/gift-card.ts";

export type OwnCardsDeps = { db: Db; giftCodes: GiftCodes; shop: ShopIdentity };

type CardRow = typeof giftCards.$inferSelect;

/** The code of a card; null where it was stopped, or the secret that it was derived by is another one. */
export function codeOf(giftCodes: GiftCodes, card: Pick<CardRow, "id" | "codeVersion" | "codeHash" | "stoppedAt">) {
  if (card.stoppedAt !== null) return null;
  const code = giftCodes.codeOf(card);
  return hashGiftCode(code) === card.codeHash ? giftCodeInGroups(code) : null;
}

/** What is read of each card, for every list of them. */
export const cardColumns = { card: giftCards, leftCents: creditAccounts.balanceCents };

/** What everybody sees of a card who may see it. */
export function toCard({ card, leftCents }: { card: CardRow; leftCents: number }): Omit<OwnGiftCard, "code" | "name"> {
  const { id, ending, valueCents, expiresAt, stoppedAt, recipientName, recipientEmail, sendAt, sentAt } = card;
  return {
    _id: id,
    ending,
    value: toWire(valueCents),
    left: toWire(leftCents),
    expiresAt: expiresAt?.toISOString() ?? null,
    isStopped: stoppedAt !== null,
    recipient:
      sendAt === null
        ? null
        : {
            name: recipientName,
            email: recipientEmail,
            sendAt: sendAt.toISOString(),
            sentAt: sentAt?.toISOString() ?? null,
          },
  };
}

/** The gift cards that the caller has bought with an order. Throws NOT_FOUND for an order of somebody else. */
export async function readOwnGiftCards(deps: OwnCardsDeps, user: User, orderId: string): Promise<OwnGiftCards> {
  await readOwnOrder(deps.db, user, orderId);
  return readCardsOf(deps, orderId);
}

/** The gift cards of an order with their codes, for its buyer. */
export async function readCardsOf(
  { db, giftCodes }: Pick<OwnCardsDeps, "db" | "giftCodes">,
  orderId: string,
): Promise<OwnGiftCards> {
  const [queued] = await db.select().from(giftCardOrders).where(eq(giftCardOrders.orderId, orderId));
  const rows = await db
    .select({ ...cardColumns, name: orderItems.name })
    .from(giftCards)
    .innerJoin(creditAccounts, eq(creditAccounts.id, giftCards.id))
    .innerJoin(orderItems, and(eq(orderItems.orderId, giftCards.orderId), eq(orderItems.position, giftCards.position)))
    .where(eq(giftCards.orderId, orderId))
    .orderBy(asc(giftCards.position), asc(giftCards.unit));
  const cards = rows.map(({ name, ...row }) => ({ ...toCard(row), name, code: codeOf(giftCodes, row.card) }));
  return { isMade: queued === undefined ? rows.length > 0 : queued.madeAt !== null, cards };
}

/**
 * Notes to whom a gift card is mailed that the caller has bought, at once or when a day of the shop's begins. Throws NOT_FOUND
 * for any other card, ILLEGAL_TRANSITION for one that was mailed or stopped, and VALIDATION for a day that is over or too far.
 */
export async function sendGiftCard(
  deps: OwnCardsDeps,
  user: User,
  { id, name, email, words, day }: SendGiftCard,
): Promise<OwnGiftCards> {
  const { db, shop } = deps;
  const orderId = await requireOwnCard(db, user, id);
  if (day !== undefined) await requireDay(db, shop, day);
  const sendAt = day === undefined ? sql`now()` : sql`greatest(now(), ${midnightIn(shop.timeZone, day)})`;
  await changeUnsent(db, id, { recipientName: name, recipientEmail: email, words, sendAt });
  return readCardsOf(deps, orderId);
}

/** Takes back that a gift card is to be mailed. Throws as `sendGiftCard`. */
export async function keepGiftCard(deps: OwnCardsDeps, user: User, id: string): Promise<OwnGiftCards> {
  const orderId = await requireOwnCard(deps.db, user, id);
  await changeUnsent(deps.db, id, { recipientName: "", recipientEmail: "", words: "", sendAt: null });
  return readCardsOf(deps, orderId);
}

async function changeUnsent(
  db: Db,
  id: string,
  change: { recipientName: string; recipientEmail: string; words: string; sendAt: ReturnType<typeof sql> | null },
): Promise<void> {
  const isUnsent = and(eq(giftCards.id, id), isNull(giftCards.sentAt), isNull(giftCards.stoppedAt));
  const { rowCount } = await db.update(giftCards).set(change).where(isUnsent);
  if (rowCount === 0) throw new DomainError("ILLEGAL_TRANSITION", "This gift card was mailed or stopped already");
}

/** The order that a card was bought with. Throws NOT_FOUND unless the caller has bought it. */
export async function requireOwnCard(db: Db, user: User, id: string): Promise<string> {
  const [card] = isId(id)
    ? await db
        .select({ orderId: giftCards.orderId })
        .from(giftCards)
        .innerJoin(orders, eq(orders.id, giftCards.orderId))
        .where(and(eq(giftCards.id, id), eq(orders.userId, user.id)))
    : [];
  if (card === undefined) throw notFound("Gift card");
  return card.orderId;
}

async function requireDay(db: Db, { timeZone }: ShopIdentity, day: string): Promise<void> {
  const today = sql`(now() at time zone ${timeZone})::date`;
  const { rows } = await db.execute<{ isPossible: boolean }>(sql`
    select ${day}::date between ${today} and ${today} + ${sendAheadDays}::int as "isPossible"`);
  if (rows[0]?.isPossible === true) return;
  const message = `Choose today or a day of the next ${sendAheadDays} days`;
  throw new DomainError("VALIDATION", message, { errors: [{ path: "day", message }] });
}
