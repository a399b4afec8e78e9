import type { GiftCardPage, GiftCardRecord, ListGiftCards } from "@shop/shared/credit/gift-card";
import { isId } from "@shop/shared/query";
import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { creditAccounts } from "../../db/schema/credit-accounts.ts";
import { giftCards } from "../../db/schema/gift-cards.ts";
import type { GiftCodes } from "../../infra/gift-codes.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { lockOrder } from "../order/hold.ts";
import { writeOrderMails } from "../outbox/write-mails.ts";
import { hashGiftCode } from "../store-credit/gift-card.ts";
import { cardColumns, toCard } from "./own-cards.ts";
import { stopCard } from "./stop-cards.ts";

const pageSize = 50;

/** The gift cards, the newest first: all, or those whose code or whose order's number ends with the keyword. */
export async function listGiftCards(
  db: Db,
  _admin: Admin<"orders.read">,
  { keyword, after }: ListGiftCards,
): Promise<GiftCardPage> {
  const ending = keyword.replaceAll(/[\s-]/g, "");
  const orderEnding = `${ending
    .toLowerCase()
    .split("")
    .reverse()
    .join("")
    .replaceAll(/[^0-9a-f]/g, "")}%`;
  const isWanted =
    ending === ""
      ? undefined
      : or(
          eq(giftCards.ending, ending.toUpperCase().slice(-4)),
          sql`reverse(${giftCards.orderId}::text) like ${orderEnding}`,
        );
  const rows = await db
    .select(cardColumns)
    .from(giftCards)
    .innerJoin(creditAccounts, eq(creditAccounts.id, giftCards.id))
    .where(and(isWanted, after === undefined ? undefined : lt(giftCards.id, after)))
    .orderBy(desc(giftCards.id))
    .limit(pageSize + 1);
  const cards = rows.slice(0, pageSize).map(toRecord);
  return { cards, next: rows.length > pageSize ? (cards.at(-1)?._id ?? null) : null };
}

function toRecord(row: Parameters<typeof toCard>[0]): GiftCardRecord {
  const { orderId: order, createdAt } = row.card;
  return { ...toCard(row), order, createdAt: createdAt.toISOString() };
}

/** Stops a gift card: nobody can spend what is left of it. Throws NOT_FOUND, and ILLEGAL_TRANSITION for one that was. */
export async function stopGiftCard(db: Db, admin: Admin<"orders.refund">, id: string): Promise<GiftCardRecord> {
  return changeCard(db, admin, id, async (tx, { orderId }) => {
    await stopCard(tx, { id, orderId });
    return "stopped";
  });
}

/**
 * Gives a gift card another code, as where somebody else has read it; the one before is void. It is mailed to whoever got
 * the card, or to its buyer. Throws as `stopGiftCard`.
 */
export async function renewGiftCode(
  { db, giftCodes }: { db: Db; giftCodes: GiftCodes },
  admin: Admin<"orders.refund">,
  id: string,
): Promise<GiftCardRecord> {
  return changeCard(db, admin, id, async (tx, { orderId, codeVersion, sentAt, recipientEmail }) => {
    const code = giftCodes.codeOf({ id, codeVersion: codeVersion + 1 });
    const renewed = { codeVersion: codeVersion + 1, codeHash: hashGiftCode(code), ending: code.slice(-4) };
    const isMailed = sentAt !== null && recipientEmail !== "";
    const again = isMailed ? { sentAt: null, sendAt: sql`now()` } : {};
    await tx
      .update(giftCards)
      .set({ ...renewed, ...again })
      .where(eq(giftCards.id, id));
    if (!isMailed) {
      await writeOrderMails(tx, { kind: "gift cards", orderIds: [orderId], data: {}, once: `${id} ${codeVersion}` });
    }
    return "renewed the code of";
  });
}

type LockedCard = typeof giftCards.$inferSelect;

async function changeCard(
  db: Db,
  admin: Admin<"orders.refund">,
  id: string,
  change: (tx: Db, card: LockedCard) => Promise<"stopped" | "renewed the code of">,
): Promise<GiftCardRecord> {
  if (!isId(id)) throw notFound("Gift card");
  return db.transaction(async (tx) => {
    const [found] = await tx.select({ orderId: giftCards.orderId }).from(giftCards).where(eq(giftCards.id, id));
    if (found === undefined) throw notFound("Gift card");
    await lockOrder(tx, found.orderId);
    const [card] = await tx.select().from(giftCards).where(eq(giftCards.id, id)).for("update");
    if (card === undefined) throw notFound("Gift card");
    if (card.stoppedAt !== null) throw new DomainError("ILLEGAL_TRANSITION", "This gift card was stopped already");
    const act = await change(tx, card);
    await recordAct(tx, admin, { act, entity: "gift card", entityId: card.orderId, subject: `…${card.ending}` });
    const [row] = await tx
      .select(cardColumns)
      .from(giftCards)
      .innerJoin(creditAccounts, eq(creditAccounts.id, giftCards.id))
      .where(eq(giftCards.id, id));
    if (row === undefined) throw notFound("Gift card");
    return toRecord(row);
  });
}
