import { giftCardTaxClass } from "@shop/shared/terms-of-sale/gift-card-class";
import { asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { creditAccounts } from "../../db/schema/credit-accounts.ts";
import { orderMatters } from "../../db/schema/customer-service.ts";
import { giftCardOrders, giftCards } from "../../db/schema/gift-cards.ts";
import { orderEvents, orderItems, orders } from "../../db/schema/orders.ts";
import type { GiftCodes } from "../../infra/gift-codes.ts";
import { retryingConflicts } from "../base/errors.ts";
import type { CurrentFacts } from "../base/shop-facts.ts";
import { isCancelledSql } from "../order/cancelled.ts";
import { isRefundedSql } from "../order/dto.ts";
import { lockOrder } from "../order/hold.ts";
import { writeOrderMails } from "../outbox/write-mails.ts";
import { hashGiftCode } from "../store-credit/gift-card.ts";
import { transferCredit } from "../store-credit/transfer.ts";

export type MakeCardsDeps = { db: Db; giftCodes: GiftCodes; settings: CurrentFacts<"giftCardYears"> };

/** The most orders whose cards one round makes, so that it does not delay the shutdown. */
const ordersPerRound = 50;

/**
 * Makes the gift cards of paid orders, mails their codes to the customers, and delivers what is nothing but gift cards. Those of
 * orders with an open matter wait until it is resolved: a card that was spent cannot be taken back. Instances can run it in
 * parallel. Returns for how many orders it made cards.
 */
export async function makeGiftCards(deps: MakeCardsDeps, isStopping: () => boolean): Promise<number> {
  const waiting = await deps.db
    .select({ orderId: giftCardOrders.orderId })
    .from(giftCardOrders)
    .innerJoin(orders, eq(orders.id, giftCardOrders.orderId))
    .where(sql`${isNull(giftCardOrders.madeAt)} and ${mayBeMade}`)
    .orderBy(asc(giftCardOrders.createdAt))
    .limit(ordersPerRound);
  let made = 0;
  for (const { orderId } of waiting) {
    if (isStopping()) return made;
    const make = () => deps.db.transaction((tx) => makeOfOrder({ ...deps, db: tx }, orderId));
    if (await retryingConflicts(make)) made += 1;
  }
  return made;
}

const mayBeMade = sql`${orders.paidAt} is not null and not ${isCancelledSql} and not ${isRefundedSql}
  and not exists (select from ${orderMatters} m
    where m.order_id = ${orders.id} and m.resolved_at is null and m.kind <> 'mail failed')`;

async function makeOfOrder(deps: MakeCardsDeps, orderId: string): Promise<boolean> {
  const { db: tx } = deps;
  await lockOrder(tx, orderId);
  const [order] = await tx
    .update(giftCardOrders)
    .set({ madeAt: sql`now()` })
    .from(orders)
    .where(
      sql`${eq(giftCardOrders.orderId, orderId)} and ${eq(orders.id, giftCardOrders.orderId)}
        and ${isNull(giftCardOrders.madeAt)} and ${mayBeMade}`,
    )
    .returning({ orderId: giftCardOrders.orderId });
  if (order === undefined) return false;
  const items = await tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
  const sold = items.filter(({ taxClass, priceCents }) => taxClass === giftCardTaxClass && priceCents > 0);
  for (const item of sold) await makeOfLine(deps, item);
  if (items.every(({ taxClass }) => taxClass === giftCardTaxClass)) await deliver(tx, orderId);
  if (sold.length > 0) await writeOrderMails(tx, { kind: "gift cards", orderIds: [orderId], data: {}, once: orderId });
  return true;
}

/** One card for each unit, worth what was charged for it. */
async function makeOfLine(
  { db: tx, giftCodes, settings }: MakeCardsDeps,
  { orderId, position, qty, priceCents: valueCents }: typeof orderItems.$inferSelect,
): Promise<void> {
  const years = settings.current.giftCardYears;
  const cards = Array.from({ length: qty }, (_, unit) => {
    const id = uuidv7();
    const code = giftCodes.codeOf({ id, codeVersion: 1 });
    return { id, orderId, position, unit, valueCents, codeHash: hashGiftCode(code), ending: code.slice(-4) };
  });
  const expiresAt = years === 0 ? null : sql`now() + make_interval(years => ${years}::int)`;
  await tx.insert(creditAccounts).values(cards.map(({ id }) => ({ id, kind: "gift card" as const })));
  await tx.insert(giftCards).values(cards.map((card) => ({ ...card, expiresAt })));
  for (const { id } of cards) {
    await transferCredit(tx, { act: "card sold", from: "sold", to: { holder: id }, amountCents: valueCents, orderId });
  }
}

const stepsBySystem = ["confirmed", "processed", "shipped", "delivered"] as const;

/** An order with nothing to send has taken all steps with its codes. */
async function deliver(tx: Db, orderId: string): Promise<void> {
  const at = sql`greatest(now(), ${orders.paidAt})`;
  const [moved] = await tx
    .update(orders)
    .set({ confirmedAt: at, processedAt: at, shippedAt: at, deliveredAt: at })
    .where(sql`${inArray(orders.id, [orderId])} and ${isNull(orders.confirmedAt)}`)
    .returning({ at: orders.deliveredAt });
  const createdAt = moved?.at;
  if (createdAt === null || createdAt === undefined) return;
  await tx.insert(orderEvents).values(stepsBySystem.map((act) => ({ orderId, act, createdAt })));
}
