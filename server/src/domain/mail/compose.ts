import type { MailChoices, MailKind } from "@shop/shared/mail";
import { isCancelled } from "@shop/shared/order/fulfilment";
import type { Order } from "@shop/shared/order/order";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { products, reviews } from "../../db/schema/catalog.ts";
import { orderMatters, orderMessages } from "../../db/schema/customer-service.ts";
import type { mails } from "../../db/schema/mails.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { payments } from "../../db/schema/payments.ts";
import type { EmailTokens } from "../../infra/mail/email-tokens.ts";
import type { Message } from "../../infra/mail/mailer.ts";
import type { StockAlertTokens } from "../../infra/mail/stock-alert-tokens.ts";
import type { UnsubscribeTokens } from "../../infra/mail/unsubscribe-tokens.ts";
import type { ResetCodes } from "../../infra/reset-codes.ts";
import { findOpenReset } from "../account/open-resets.ts";
import type { ShopIdentity } from "../base/shop-identity.ts";
import { isVisible } from "../catalog/summary.ts";
import { orderColumns, toOrder } from "../order/dto.ts";
import { emailLinkMs } from "../outbox/email-links.ts";
import {
  type AccountMailKind,
  isStockAlert,
  isToCustomer,
  type MailData,
  mailDataSchemas,
  type StockAlertMailKind,
} from "../outbox/mail-data.ts";
import { canEdit } from "../review/edit.ts";
import { confirmationMs } from "../stock-alert/delete.ts";
import type { ReturnSettings } from "../withdrawal/return-period.ts";
import {
  type AccountFacts,
  accountDeleted,
  confirmEmail,
  emailChanged,
  passkeyAdded,
  passkeyRemoved,
  passwordChanged,
  proveEmail,
  resetCode,
  secondFactorChanged,
  welcome,
  wrongCodes,
} from "./templates/account-mails.ts";
import {
  adminAccessChanged,
  customerMessage,
  lowStock,
  newOrder,
  openMatter,
  webhookSwitchedOff,
} from "./templates/admin-mails.ts";
import type { MailBody } from "./templates/body.ts";
import {
  type OrderFacts,
  orderConfirmed,
  orderDelivered,
  orderMessage,
  orderPlaced,
  orderShipped,
  parcelAdded,
  paymentReceived,
  refundMade,
} from "./templates/order-mails.ts";
import { confirmStockAlert, reviewHidden, reviewInvitation, stockAlert } from "./templates/product-mails.ts";
import { toHtml } from "./templates/to-html.ts";
import { toText } from "./templates/to-text.ts";
import { withdrawalDecided, withdrawalReceived } from "./templates/withdrawal-mails.ts";
import { isPlainName, profileUrl } from "./templates/words.ts";

export type MailRow = typeof mails.$inferSelect;

export type ComposeDeps = {
  db: Db;
  shop: ShopIdentity;
  unsubscribeTokens: UnsubscribeTokens;
  emailTokens: EmailTokens;
  resetCodes: ResetCodes;
  returns: ReturnSettings | undefined;
  stockAlertTokens: StockAlertTokens;
  /** After how many days of its delivery an order is asked about; 0 where the mail of the delivery asks. */
  reviewInvitationDays: number;
};

/** A mail as it is sent, or why it is not; `isAnybodys`: it goes to an address of which nobody knows the owner. */
export type Composed = { message: Message; skip: string | null; isAnybodys: boolean };

/** The account of the recipient as it is now. */
type Recipient = {
  name: string;
  email: string | null;
  mailsGoTo: string | null;
  isConfirmed: boolean;
  isProven: boolean;
  choices: MailChoices;
};

const guest: Recipient = {
  name: "",
  email: null,
  mailsGoTo: null,
  isConfirmed: false,
  isProven: false,
  choices: { progress: false, reviews: false },
};

/** Renders a mail from what it tells of and the recipient's choices as they are now. */
export async function composeMail(deps: ComposeDeps, mail: MailRow): Promise<Composed> {
  const recipient = await findRecipient(deps.db, mail);
  const { body, skip } = await writeBody(deps, mail, recipient);
  const unsubscribeUrl = await unsubscribeUrlOf(deps, mail);
  const hasProfile = isToCustomer(mail.kind) && mail.kind !== "account deleted" && mail.userId !== null;
  const footer = { profileUrl: hasProfile ? profileUrl(deps.shop) : undefined, unsubscribeUrl };
  return {
    message: {
      id: mail.id,
      unsubscribeUrl,
      subject: body.subject,
      to: { name: isPlainName(recipient.name) ? recipient.name : "", address: mail.recipient },
      html: toHtml(body, deps.shop, footer),
      text: toText(body, deps.shop, footer),
    },
    skip,
    isAnybodys: causedByAnybody.has(mail.kind) && !isProvenOwner(recipient, mail),
  };
}

/** Whoever registers with somebody else's address, or names it, causes these. Codes for a new password have a limit of their own. */
const causedByAnybody: ReadonlySet<MailKind> = new Set<MailKind>([
  ...(["welcome", "confirm email", "email changed", "password changed", "account deleted"] as const),
  ...(["passkey added", "passkey removed", "second factor changed"] as const),
  ...(["order placed", "confirm stock alert"] as const),
]);

function isProvenOwner({ isProven, mailsGoTo }: Recipient, mail: Pick<MailRow, "recipient">): boolean {
  return isProven && mailsGoTo === mail.recipient;
}

/** The link that ends mails of this kind without signing in; `undefined` for kinds that are always sent. */
async function unsubscribeUrlOf(
  { shop, unsubscribeTokens, stockAlertTokens }: ComposeDeps,
  { kind, userId, recipient }: MailRow,
): Promise<string | undefined> {
  if (isStockAlert(kind)) return `${shop.origin}/stock-alerts/stop?token=${await stockAlertTokens.signStop(recipient)}`;
  if (userId === null) return undefined;
  const scope = kind === "review invitation" ? "reviews" : "all";
  if (scope === "all" && !isChoosable(kind)) return undefined;
  return `${shop.origin}/unsubscribe?token=${await unsubscribeTokens.sign({ userId, scope })}`;
}

const choosable: readonly MailKind[] = [
  ...(["order placed", "order confirmed", "order shipped", "order parcel added", "order delivered"] as const),
];

/** Whether customers can choose not to get mails of a kind. */
function isChoosable(kind: MailKind): boolean {
  return choosable.includes(kind);
}

async function findRecipient(db: Db, { kind, userId, data }: MailRow): Promise<Recipient> {
  if (userId === null) return guest;
  const [user] = await db
    .select({
      name: users.name,
      email: users.email,
      previousEmail: users.previousEmail,
      provenAt: users.provenAt,
      progress: users.wantsProgressMails,
      reviews: users.wantsReviewMails,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (user === undefined) throw new Error("the recipient of a mail was not found");
  const { name, email, previousEmail, provenAt, ...choices } = user;
  const known = {
    email,
    mailsGoTo: previousEmail ?? email,
    isConfirmed: previousEmail === null,
    isProven: provenAt !== null,
    choices,
  };
  if (kind !== "account deleted") return { name, ...known };
  return { name: mailDataSchemas[kind].parse(data).name ?? "", ...known };
}

type Written = { body: MailBody; skip: string | null };

const sent = (body: MailBody): Written => ({ body, skip: null });

async function writeBody(deps: ComposeDeps, mail: MailRow, recipient: Recipient): Promise<Written> {
  switch (mail.kind) {
    case "welcome":
    case "password changed":
    case "reset code":
    case "email changed":
    case "passkey added":
    case "passkey removed":
    case "second factor changed":
    case "wrong codes":
    case "confirm email":
    case "account deleted":
    case "review hidden":
      return writeAccountBody(deps, { ...mail, kind: mail.kind }, recipient);
    case "stock alert":
    case "confirm stock alert":
      return writeStockAlertBody(deps, { ...mail, kind: mail.kind });
    case "low stock":
      return sent(lowStock(deps.shop, mailDataSchemas["low stock"].parse(mail.data)));
    case "webhook switched off":
      return sent(webhookSwitchedOff(deps.shop, mailDataSchemas["webhook switched off"].parse(mail.data)));
    case "admin access changed":
      return sent(
        adminAccessChanged(deps.shop, mailDataSchemas["admin access changed"].parse(mail.data), mail.createdAt),
      );
    default:
      return writeOrderBody(deps, { ...mail, kind: mail.kind }, recipient.choices);
  }
}

async function writeAccountBody(
  deps: ComposeDeps,
  mail: MailRow & { kind: AccountMailKind },
  recipient: Recipient,
): Promise<Written> {
  const { shop, emailTokens } = deps;
  const mailedAt = mail.createdAt;
  const linksEndAt = new Date(mailedAt.getTime() + emailLinkMs);
  const proven = { userId: mail.userId ?? "", email: mail.recipient, mailedAt };
  const facts: AccountFacts = {
    shop,
    name: recipient.name,
    recipient: mail.recipient,
    at: mailedAt,
    proof: await emailTokens.signConfirmation(proven, linksEndAt),
  };
  switch (mail.kind) {
    case "welcome":
      return sent(welcome(facts));
    case "password changed":
      return sent(passwordChanged(facts));
    case "account deleted":
      return sent(accountDeleted(facts));
    case "passkey added":
      return sent(passkeyAdded(facts, mailDataSchemas["passkey added"].parse(mail.data)));
    case "passkey removed":
      return sent(passkeyRemoved(facts, mailDataSchemas["passkey removed"].parse(mail.data)));
    case "second factor changed":
      return sent(secondFactorChanged(facts, mailDataSchemas["second factor changed"].parse(mail.data)));
    case "wrong codes":
      return sent(wrongCodes(facts));
    case "reset code":
      return writeResetBody(deps, facts, mailDataSchemas["reset code"].parse(mail.data).resetId);
    case "email changed": {
      const data = mailDataSchemas["email changed"].parse(mail.data);
      const { changeId } = data;
      const token = changeId === undefined ? undefined : await emailTokens.signRestoration(changeId, linksEndAt);
      return sent(emailChanged(facts, data, token));
    }
    case "review hidden":
      return writeHiddenBody(deps.db, facts, mailDataSchemas["review hidden"].parse(mail.data));
    case "confirm email": {
      const { email } = mailDataSchemas["confirm email"].parse(mail.data);
      const isOpen = recipient.email === email && !(recipient.isConfirmed && recipient.isProven);
      return {
        body: recipient.isConfirmed ? proveEmail(facts) : confirmEmail(facts),
        skip: isOpen ? null : "The address was confirmed or changed meanwhile",
      };
    }
  }
}

/** The code is derived as the mail is sent, so that it is stored nowhere. */
async function writeResetBody({ db, resetCodes }: ComposeDeps, facts: AccountFacts, id: string): Promise<Written> {
  const open = await findOpenReset(db, id);
  const { email, expiresAt } = open ?? { email: facts.recipient, expiresAt: facts.at };
  const body = resetCode(facts, { code: resetCodes.codeOf(id), expiresAt, email });
  return { body, skip: open === null ? "The code is not valid any more" : null };
}

/** What is hidden for another reason by now has a mail of its own. */
async function writeHiddenBody(
  db: Db,
  facts: AccountFacts,
  { reviewId, reason }: MailData<"review hidden">,
): Promise<Written> {
  const [review] = await db
    .select({ product: { id: products.id, name: products.name }, hiddenReason: reviews.hiddenReason, canEdit })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(eq(reviews.id, reviewId));
  if (review === undefined) throw new Error("the review of a mail was not found");
  const { product, hiddenReason } = review;
  return {
    body: reviewHidden(facts, { product, reason, canEdit: review.canEdit }),
    skip: hiddenReason === reason ? null : "The review was shown again meanwhile",
  };
}

async function writeStockAlertBody(
  { db, shop, stockAlertTokens }: ComposeDeps,
  mail: MailRow & { kind: StockAlertMailKind },
): Promise<Written> {
  const { productId } = mailDataSchemas[mail.kind].parse(mail.data);
  const [product] = await db
    .select({ id: products.id, name: products.name, isOnSale: sql<boolean>`${isVisible}` })
    .from(products)
    .where(eq(products.id, productId));
  if (product === undefined) throw new Error("the product of a mail was not found");
  const skip = product.isOnSale ? null : "The product is not for sale any more";
  if (mail.kind === "stock alert") return { body: stockAlert(shop, product), skip };
  const { alertId } = mailDataSchemas[mail.kind].parse(mail.data);
  const token = await stockAlertTokens.signConfirmation(alertId, new Date(mail.createdAt.getTime() + confirmationMs));
  return { body: confirmStockAlert(shop, product, `${shop.origin}/stock-alerts/confirm?token=${token}`), skip };
}

type OrderRelated = Exclude<
  MailKind,
  AccountMailKind | StockAlertMailKind | "low stock" | "webhook switched off" | "admin access changed"
>;

async function writeOrderBody(
  { db, shop, returns, reviewInvitationDays }: ComposeDeps,
  mail: MailRow & { kind: OrderRelated },
  choices: MailChoices,
): Promise<Written> {
  const { order, heldUntil, isPayable } = await findOrder(db, mail.orderId);
  const facts: OrderFacts = { shop, order, heldUntil, choices };
  const unwanted = choices.progress ? null : "The customer does not want it";
  switch (mail.kind) {
    case "order placed":
      return {
        body: orderPlaced(facts),
        skip: isPayable ? unwanted : "The order was paid, released or withdrawn meanwhile",
      };
    case "payment received":
      return sent(paymentReceived(facts));
    case "order confirmed": {
      const isOver = order.isShipped || isCancelled(order);
      return { body: orderConfirmed(facts), skip: isOver ? "The order was shipped or refunded meanwhile" : unwanted };
    }
    case "order shipped":
      return { body: orderShipped(facts), skip: unwanted };
    case "order parcel added": {
      const { trackingNumber } = mailDataSchemas["order parcel added"].parse(mail.data);
      const isThere = order.parcels.some((parcel) => parcel.trackingNumber === trackingNumber);
      return {
        body: parcelAdded(facts, trackingNumber),
        skip: isThere ? unwanted : "The parcel was changed or removed meanwhile",
      };
    }
    case "order delivered": {
      const invites = choices.reviews && reviewInvitationDays === 0;
      return { body: orderDelivered(facts, invites), skip: invites ? null : unwanted };
    }
    case "review invitation":
      return writeInvitationBody(db, facts);
    case "refund made":
      return sent(refundMade(facts, mailDataSchemas["refund made"].parse(mail.data)));
    case "withdrawal received": {
      const { declaredAt } = mailDataSchemas["withdrawal received"].parse(mail.data);
      return sent(withdrawalReceived(facts, new Date(declaredAt), returns?.timeZone ?? "UTC"));
    }
    case "withdrawal decided":
      return sent(withdrawalDecided(facts, mailDataSchemas["withdrawal decided"].parse(mail.data)));
    case "new order":
      return sent(newOrder(shop, order));
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

/** Asks about the products of an order that are on sale, and that its customer has not reviewed. */
async function writeInvitationBody(db: Db, facts: OrderFacts): Promise<Written> {
  const { order, choices } = facts;
  const unreviewed = await db
    .select({ id: products.id, name: products.name })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(products, and(eq(products.id, orderItems.productId), isVisible))
    .leftJoin(reviews, and(eq(reviews.productId, products.id), eq(reviews.userId, orders.userId)))
    .where(and(eq(orderItems.orderId, order._id), isNull(reviews.id)))
    .orderBy(orderItems.position);
  const isGivenBack = order.isRefunded || order.matters.some(({ kind }) => kind === "withdrawal");
  const isOver = unreviewed.length === 0 || isCancelled(order) || isGivenBack;
  const over = isOver ? "The order was reviewed or refunded meanwhile" : null;
  return { body: reviewInvitation(facts, unreviewed), skip: choices.reviews ? over : "The customer does not want it" };
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
