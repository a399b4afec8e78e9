import type { MailKind } from "@shop/shared/mail";
import type { MailValues } from "@shop/shared/mail-texts";
import { formatMoney, toWire } from "@shop/shared/money";
import { isCancelled } from "@shop/shared/order/fulfilment";
import type { Order } from "@shop/shared/order/order";
import { pages } from "@shop/shared/page/pages";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderMatters, orderMessages } from "../../db/schema/customer-service.ts";
import { orderEdits } from "../../db/schema/order-edits.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { payments } from "../../db/schema/payments.ts";
import { products } from "../../db/schema/products.ts";
import { orderReturnItems, orderReturns } from "../../db/schema/returns.ts";
import { reviews } from "../../db/schema/reviews.ts";
import { fullNameColumn, membersOf } from "../catalog/product-group/group-columns.ts";
import { isVisible } from "../catalog/visible.ts";
import { readCardsOf } from "../gift-card/own-cards.ts";
import { orderColumns, toOrder } from "../order/dto.ts";
import { orderLinkMs } from "../outbox/email-links.ts";
import {
  type AccountMailKind,
  mailDataSchemas,
  type QuestionMailKind,
  type StockAlertMailKind,
} from "../outbox/mail-data.ts";
import { type ComposeDeps, type MailRow, type Recipient, sent, type Written } from "./mail-body.ts";
import { customerCancellation, customerMessage, newOrder, openMatter } from "./templates/admin-mails.ts";
import type { MailBody } from "./templates/body.ts";
import { orderExchanged } from "./templates/exchange-mails.ts";
import { giftCardsReady } from "./templates/gift-mails.ts";
import {
  type OrderFacts,
  orderCancelled,
  orderConfirmed,
  orderDelivered,
  orderEdited,
  orderMessage,
  orderPartShipped,
  orderPlaced,
  orderShipped,
  paidOnDelivery,
  parcelAdded,
  paymentReceived,
  refundMade,
  transferAwaited,
  transferReminder,
} from "./templates/order-mails.ts";
import { reviewInvitation } from "./templates/product-mails.ts";
import { returnDecided, returnReceived } from "./templates/return-mails.ts";
import { withdrawalDecided, withdrawalReceived } from "./templates/withdrawal-mails.ts";
import { linkWith, orderNumber, orderUrl } from "./templates/words.ts";

type OrderRelated = Exclude<
  MailKind,
  | AccountMailKind
  | QuestionMailKind
  | StockAlertMailKind
  | "customer question"
  | "gift card"
  | "low stock"
  | "webhook switched off"
  | "admin access changed"
>;

export async function writeOrderBody(
  deps: ComposeDeps,
  mail: MailRow & { kind: OrderRelated },
  { isGuest, choices }: Recipient,
): Promise<Written> {
  const { order, heldUntil, isPayable } = await findOrder(deps.db, mail.orderId);
  const { shop } = deps;
  const url = isGuest ? await linkOfGuest(deps, mail, order) : orderUrl(shop, order._id);
  const written = await writeBodyOf(deps, mail, { shop, order, url, heldUntil, choices, isPayable });
  return { ...written, values: orderValues(order, mail) };
}

/** A link that opens an order for a guest customer, who cannot sign in. */
async function linkOfGuest({ shop, emailTokens }: ComposeDeps, mail: MailRow, order: Order): Promise<string> {
  const { createdAt: mailedAt } = mail;
  const link = { userId: mail.userId ?? "", orderId: order._id, mailedAt };
  const token = await emailTokens.signOrderLink(link, new Date(mailedAt.getTime() + orderLinkMs));
  return linkWith(shop, pages.openOrder.path, { token });
}

/** What the placeholders about an order stand for. */
function orderValues(order: Order, { kind, data }: Pick<MailRow, "kind" | "data">): MailValues {
  const values = { order: orderNumber(order._id), total: formatMoney(order.totalPrice) };
  if (kind !== "refund made") return values;
  return { ...values, amount: formatMoney(toWire(mailDataSchemas[kind].parse(data).amountCents)) };
}

/** What was ordered, and how it is paid. It is a reminder where the receipt comes later. */
function writePlaced(facts: OrderFacts, account: Parameters<typeof transferAwaited>[1], isPayable: boolean): Written {
  const { order, choices } = facts;
  const skip = isPayable ? null : "The order was paid, released or withdrawn meanwhile";
  if (order.paymentMethod === "On Delivery") return { body: paidOnDelivery(facts), skip };
  const body = order.paymentMethod === "Bank Transfer" ? transferAwaited(facts, account) : orderPlaced(facts);
  return { body, skip: skip ?? (choices.progress ? null : "The customer does not want it") };
}

async function writeBodyOf(
  { db, settings, giftCodes }: ComposeDeps,
  mail: MailRow & { kind: OrderRelated },
  { isPayable, ...facts }: OrderFacts & { isPayable: boolean },
): Promise<Written> {
  const { shop, order, choices } = facts;
  const unwanted = choices.progress ? null : "The customer does not want it";
  switch (mail.kind) {
    case "order placed":
      return writePlaced(facts, settings.current, isPayable);
    case "transfer reminder":
      return {
        body: transferReminder(facts, settings.current),
        skip: isPayable ? unwanted : "The order was paid, released or cancelled meanwhile",
      };
    case "payment received":
      return sent(paymentReceived(facts));
    case "order confirmed": {
      const isOver = order.isShipped || isCancelled(order);
      return { body: orderConfirmed(facts), skip: isOver ? "The order was shipped or refunded meanwhile" : unwanted };
    }
    case "order part shipped": {
      const { trackingNumber } = mailDataSchemas[mail.kind].parse(mail.data);
      // The mail of the step names all parcels.
      const over = order.isShipped ? "The whole order was shipped meanwhile" : parcelSkip(order, trackingNumber);
      return { body: orderPartShipped(facts, trackingNumber), skip: over ?? unwanted };
    }
    case "order shipped":
      return { body: orderShipped(facts), skip: order.isDelivered ? deliveredMeanwhile : unwanted };
    case "order parcel added": {
      const { trackingNumber } = mailDataSchemas[mail.kind].parse(mail.data);
      return { body: parcelAdded(facts, trackingNumber), skip: parcelSkip(order, trackingNumber) ?? unwanted };
    }
    case "order delivered": {
      const invites = choices.reviews && settings.current.reviewInvitationDays === 0;
      return { body: orderDelivered(facts, invites), skip: invites ? null : unwanted };
    }
    case "review invitation":
      return writeInvitationBody(db, facts);
    case "refund made":
      return sent(refundMade(facts, mailDataSchemas["refund made"].parse(mail.data)));
    case "order cancelled":
      return {
        body: orderCancelled(facts, mailDataSchemas["order cancelled"].parse(mail.data)),
        skip: order.cancellation === null ? "The order was reinstated meanwhile" : null,
      };
    case "order edited":
      return {
        body: await writeEditBody(db, facts, mailDataSchemas["order edited"].parse(mail.data).editId, settings.current),
        skip:
          isPayable || (order.isPaid && !order.isShipped)
            ? null
            : "The order was sent, released or cancelled meanwhile",
      };
    case "order exchanged":
      return {
        body: orderExchanged(facts, mailDataSchemas["order exchanged"].parse(mail.data), settings.current),
        skip: isPayable || order.isPaid ? null : "The order was released or cancelled meanwhile",
      };
    case "gift cards":
      return writeGiftCards({ db, giftCodes }, facts);
    case "withdrawal received": {
      const { declaredAt } = mailDataSchemas["withdrawal received"].parse(mail.data);
      return sent(withdrawalReceived(facts, new Date(declaredAt)));
    }
    case "withdrawal decided":
      return sent(withdrawalDecided(facts, mailDataSchemas["withdrawal decided"].parse(mail.data)));
    case "return received":
    case "return decided":
      return writeReturnBody(db, facts, { ...mail, kind: mail.kind });
    case "new order":
      return {
        body: newOrder(shop, order),
        skip: order.cancellation === null ? null : "The order was cancelled meanwhile",
      };
    case "customer cancellation":
      return sent(customerCancellation(shop, order));
    case "order message":
    case "customer message":
      return writeMessageBody(db, facts, { ...mail, kind: mail.kind });
    case "open matter": {
      const data = mailDataSchemas["open matter"].parse(mail.data);
      const isOpen = await isMatterOpen(db, data.matterId);
      return { body: openMatter(shop, order, data), skip: isOpen ? null : "The matter was resolved meanwhile" };
    }
  }
}

async function writeGiftCards(deps: Pick<ComposeDeps, "db" | "giftCodes">, facts: OrderFacts): Promise<Written> {
  const { cards } = await readCardsOf(deps, facts.order._id);
  const isOver = cards.every(({ code }) => code === null);
  return { body: giftCardsReady(facts, cards), skip: isOver ? "The gift cards were stopped meanwhile" : null };
}

const deliveredMeanwhile = "The order was delivered meanwhile";

/** Why a mail about a parcel is not sent any more. */
function parcelSkip({ parcels, isDelivered }: Order, trackingNumber: string): string | null {
  if (isDelivered) return deliveredMeanwhile;
  const isThere = parcels.some((parcel) => parcel.trackingNumber === trackingNumber);
  return isThere ? null : "The parcel was changed or removed meanwhile";
}

/** Asks about the products of an order that are on sale, and that its customer has not reviewed. */
async function writeInvitationBody(db: Db, facts: OrderFacts): Promise<Written> {
  const { order, choices } = facts;
  const unreviewed = await db
    .select({ id: products.id, name: fullNameColumn, image: products.image })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(products, and(eq(products.id, orderItems.productId), isVisible))
    .where(
      sql`${eq(orderItems.orderId, order._id)} and not exists (
        select from ${membersOf(products.id)} as members join ${reviews} on ${reviews.productId} = member_id
        where ${reviews.userId} = ${orders.userId})`,
    )
    .orderBy(orderItems.position);
  const isGivenBack = order.isRefunded || order.matters.some(({ kind }) => kind === "withdrawal");
  const isOver = unreviewed.length === 0 || isCancelled(order) || isGivenBack;
  const over = isOver ? "The order was reviewed or refunded meanwhile" : null;
  return { body: reviewInvitation(facts, unreviewed), skip: choices.reviews ? over : "The customer does not want it" };
}

async function writeEditBody(
  db: Db,
  facts: OrderFacts,
  editId: string,
  account: Parameters<typeof orderEdited>[2],
): Promise<MailBody> {
  const [edit] = await db
    .select({ words: orderEdits.words, undoneAt: orderEdits.undoneAt })
    .from(orderEdits)
    .where(eq(orderEdits.id, editId));
  return orderEdited(facts, edit?.undoneAt === null ? edit.words : "", account);
}

/** What comes back is read as the mail is sent. */
async function writeReturnBody(
  db: Db,
  facts: OrderFacts,
  mail: MailRow & { kind: "return received" | "return decided" },
): Promise<Written> {
  const { returnId } = mailDataSchemas[mail.kind].parse(mail.data);
  const [found] = await db.select().from(orderReturns).where(eq(orderReturns.id, returnId));
  if (found === undefined) throw new Error("return not found");
  const items = await db
    .select({ name: orderItems.name, qty: orderReturnItems.qty, reason: orderReturnItems.reason })
    .from(orderReturnItems)
    .innerJoin(orderReturns, eq(orderReturns.id, orderReturnItems.returnId))
    .innerJoin(
      orderItems,
      and(eq(orderItems.orderId, orderReturns.orderId), eq(orderItems.productId, orderReturnItems.productId)),
    )
    .where(eq(orderReturns.id, returnId))
    .orderBy(orderItems.position);
  const skip = found.state === "cancelled" ? "The return was cancelled meanwhile" : null;
  const returned = { ...found, items };
  if (mail.kind === "return received") return { body: returnReceived(facts, returned), skip };
  return { body: returnDecided(facts, returned, mailDataSchemas[mail.kind].parse(mail.data)), skip };
}

/** The text is read as the mail is sent. What was read meanwhile needs no mail. */
async function writeMessageBody(
  db: Db,
  facts: OrderFacts,
  mail: MailRow & { kind: "order message" | "customer message" },
): Promise<Written> {
  const { messageId } = mailDataSchemas[mail.kind].parse(mail.data);
  const [message] = await db
    .select({ text: orderMessages.text, readAt: orderMessages.readAt })
    .from(orderMessages)
    .where(eq(orderMessages.id, messageId));
  const text = message?.text ?? "The message was deleted.";
  const isOver = message === undefined || message.readAt !== null;
  return {
    body: mail.kind === "order message" ? orderMessage(facts, text) : customerMessage(facts.shop, facts.order, text),
    skip: isOver ? "The message was read or deleted meanwhile" : null,
  };
}

async function findOrder(db: Db, id: string | null): Promise<{ order: Order; heldUntil: Date; isPayable: boolean }> {
  const isInProgress = sql<boolean>`exists (
    select from ${payments} p where p.order_id = ${orders}.id and p.status in ('capturing', 'pending')
  )`;
  const [row] = await db
    .select({ ...orderColumns, isInProgress })
    .from(orders)
    .where(id === null ? sql`false` : eq(orders.id, id));
  if (row === undefined) throw new Error("the order of a mail was not found");
  const isPayable = row.paidAt === null && row.isStockHeld && !row.isInProgress && !row.isWithdrawn;
  return { order: toOrder(row), heldUntil: row.heldUntil, isPayable };
}

async function isMatterOpen(db: Db, id: string): Promise<boolean> {
  return (await db.$count(orderMatters, and(eq(orderMatters.id, id), isNull(orderMatters.resolvedAt)))) > 0;
}
