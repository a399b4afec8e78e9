import { messagesMax, type OrderMessage, type SendMessage } from "@shop/shared/order/order-message";
import { isId } from "@shop/shared/query";
import { and, eq, getTableColumns, inArray, isNull, lte } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { orderMessages } from "../../db/schema/customer-service.ts";
import { orders } from "../../db/schema/orders.ts";
import { later } from "../../db/time.ts";
import type { AccountDeps } from "../account/sign-in.ts";
import { type Admin, isAdmin, isPermitted, isReader, type User } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";
import { lockAccounts } from "../base/locks.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import { recordAct } from "../base/record-act.ts";
import { writeAdminMails, writeOrderMails } from "../outbox/write-mails.ts";
import { lockOrder } from "./hold.ts";
import { requireOrder } from "./read.ts";

type MessageRow = typeof orderMessages.$inferSelect & { name: string };

/** A message as the reader sees it: customers do not learn who wrote for the shop. */
function toMessage({ id, userId, isFromShop, name, text, createdAt, readAt }: MessageRow, reader: User): OrderMessage {
  const isStaff = isReader(reader, "orders.read");
  return {
    _id: id,
    from: isFromShop ? "shop" : "customer",
    text,
    createdAt: createdAt.toISOString(),
    by: isStaff || userId === reader.id ? name : null,
    isNew: readAt === null && isFromShop !== isStaff,
  };
}

const isFromOtherSide = (reader: User) => eq(orderMessages.isFromShop, !isReader(reader, "orders.read"));

/** The messages about an order, oldest first. Throws NOT_FOUND unless the caller may see the order. */
export async function listMessages(db: Db, user: User, orderId: string): Promise<OrderMessage[]> {
  await requireOrder(db, user, orderId);
  const rows = await db
    .select({ ...getTableColumns(orderMessages), name: users.name })
    .from(orderMessages)
    .innerJoin(users, eq(users.id, orderMessages.userId))
    .where(eq(orderMessages.orderId, orderId))
    .orderBy(orderMessages.createdAt, orderMessages.id);
  return rows.map((row) => toMessage(row, user));
}

/**
 * Sends a message to the other side, which also gets it by mail. An admin's answer marks what the customer wrote as read.
 * Throws NOT_FOUND unless the caller may see the order, FORBIDDEN for administrators whose role does not permit it,
 * RATE_LIMITED for too many messages of a customer, and IN_USE if
 * the order has too many, or its customer's account is deleted.
 */
export async function sendMessage(
  { db, limits, emit }: Pick<AccountDeps, "db" | "limits" | "emit">,
  user: User,
  orderId: string,
  { text }: SendMessage,
): Promise<OrderMessage> {
  await requireOrder(db, user, orderId);
  const isFromShop = isAdmin(user);
  if (isFromShop && !isPermitted(user, "messages.write")) {
    throw new DomainError("FORBIDDEN", "Your role does not permit this. Please ask an owner.");
  }
  if (!isFromShop) refuseWhenLimited(emit, "messagesPerUser", await limits.messagesPerUser.count(user.id));
  return db.transaction(async (tx) => {
    await requireReader(tx, orderId);
    if ((await tx.$count(orderMessages, eq(orderMessages.orderId, orderId))) >= messagesMax) {
      throw new DomainError(
        "IN_USE",
        `An order can have at most ${messagesMax} messages. Please write a mail instead.`,
      );
    }
    const row = await insertMessage(tx, { orderId, userId: user.id, isFromShop, text });
    if (isFromShop) {
      await markAllRead(tx, user, orderId);
      await recordAct(tx, user, { act: "wrote about", entity: "order", entityId: orderId, subject: orderId.slice(-5) });
    }
    return toMessage({ ...row, name: user.name }, user);
  });
}

/** A message of the shop that belongs to an administrator's act, in its transaction. */
export async function writeShopMessage(tx: Db, admin: Admin<never>, orderId: string, text: string): Promise<void> {
  await insertMessage(tx, { orderId, userId: admin.id, isFromShop: true, text });
}

async function insertMessage(
  tx: Db,
  message: { orderId: string; userId: string; isFromShop: boolean; text: string },
): Promise<typeof orderMessages.$inferSelect> {
  const [row] = await tx
    .insert(orderMessages)
    .values({ id: uuidv7(), ...message })
    .returning();
  if (row === undefined) throw new Error("the insert returned no message");
  const { orderId, isFromShop } = message;
  const data = { messageId: row.id };
  if (isFromShop) await writeOrderMails(tx, { kind: "order message", orderIds: [orderId], data });
  else await writeAdminMails(tx, { kind: "customer message", orderId, data });
  return row;
}

/**
 * Locks the order, so that the messages of others are counted, and the customer's account, so that a deletion of it
 * finds every message. Throws IN_USE if it is deleted.
 */
async function requireReader(tx: Db, orderId: string): Promise<void> {
  const { userId } = await lockOrder(tx, orderId);
  await lockAccounts(tx, [userId]);
  if ((await tx.$count(users, and(eq(users.id, userId), isNull(users.deletedAt)))) > 0) return;
  throw new DomainError("IN_USE", "The account of this customer was deleted. Write to the email of the order instead.");
}

async function markAllRead(tx: Db, reader: User, orderId: string): Promise<void> {
  await tx
    .update(orderMessages)
    .set({ readAt: later(0) })
    .where(and(eq(orderMessages.orderId, orderId), isFromOtherSide(reader), isNull(orderMessages.readAt)));
}

/**
 * Marks the messages of the other side as read, up to the last one that the caller has seen. Throws NOT_FOUND unless the
 * caller may see the order.
 */
export async function readMessages(db: Db, user: User, orderId: string, lastId: string): Promise<void> {
  await requireOrder(db, user, orderId);
  if (!isId(lastId)) return;
  const isSeen = and(eq(orderMessages.orderId, orderId), lte(orderMessages.id, lastId), isFromOtherSide(user));
  await db
    .update(orderMessages)
    .set({ readAt: later(0) })
    .where(and(isSeen, isNull(orderMessages.readAt)));
}

/** Deletes the messages about the orders of an account, of both sides, as it is deleted. */
export async function deleteMessagesOf(tx: Db, userId: string): Promise<void> {
  const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  await tx.delete(orderMessages).where(inArray(orderMessages.orderId, own));
}
