import { isCancelled } from "@shop/shared/fulfilment";
import type { MailChoices, MailKind } from "@shop/shared/mail";
import type { Order } from "@shop/shared/order";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { type mails, orderMatters, orders, payments, users } from "../../db/schema.ts";
import type { EmailTokens } from "../../infra/mail/email-tokens.ts";
import type { Message } from "../../infra/mail/mailer.ts";
import type { UnsubscribeTokens } from "../../infra/mail/unsubscribe-tokens.ts";
import type { ResetCodes } from "../../infra/reset-codes.ts";
import { findOpenReset } from "../account/open-resets.ts";
import { orderColumns, toOrder } from "../order/dto.ts";
import type { ShopIdentity } from "../shop-identity.ts";
import { type AccountMailKind, isToCustomer, mailDataSchemas } from "./data.ts";
import { emailLinkMs } from "./email-links.ts";
import {
  type AccountFacts,
  accountDeleted,
  confirmEmail,
  emailChanged,
  passkeyAdded,
  passkeyRemoved,
  passwordChanged,
  resetCode,
  secondFactorChanged,
  welcome,
} from "./templates/account-mails.ts";
import { lowStock, newOrder, openMatter } from "./templates/admin-mails.ts";
import type { MailBody } from "./templates/body.ts";
import {
  type OrderFacts,
  orderConfirmed,
  orderDelivered,
  orderPlaced,
  orderShipped,
  paymentReceived,
  refundMade,
} from "./templates/order-mails.ts";
import { toHtml } from "./templates/to-html.ts";
import { toText } from "./templates/to-text.ts";
import { isPlainName, profileUrl } from "./templates/words.ts";

export type MailRow = typeof mails.$inferSelect;

export type ComposeDeps = {
  db: Db;
  shop: ShopIdentity;
  unsubscribeTokens: UnsubscribeTokens;
  emailTokens: EmailTokens;
  resetCodes: ResetCodes;
};

/** A mail as it is sent, or why it is not. */
export type Composed = { message: Message; skip: string | null };

/** The account of the recipient as it is now. */
type Recipient = { name: string; email: string | null; isConfirmed: boolean; choices: MailChoices };

/** Renders a mail from what it tells of and the recipient's choices as they are now. */
export async function composeMail(deps: ComposeDeps, mail: MailRow): Promise<Composed> {
  const recipient = await findRecipient(deps.db, mail);
  const { body, skip } = await writeBody(deps, mail, recipient);
  const unsubscribeUrl = isChoosable(mail.kind)
    ? `${deps.shop.origin}/unsubscribe?token=${await deps.unsubscribeTokens.sign(mail.userId)}`
    : undefined;
  const hasProfile = isToCustomer(mail.kind) && mail.kind !== "account deleted";
  const footer = { profileUrl: hasProfile ? profileUrl(deps.shop) : undefined, unsubscribeUrl };
  return {
    message: {
      ...{ id: mail.id, unsubscribeUrl, subject: body.subject },
      to: { name: isPlainName(recipient.name) ? recipient.name : "", address: mail.recipient },
      html: toHtml(body, deps.shop, footer),
      text: toText(body, deps.shop, footer),
    },
    skip,
  };
}

/** Whether customers can choose not to get mails of a kind. */
function isChoosable(kind: MailKind): boolean {
  return (
    kind === "order placed" || kind === "order confirmed" || kind === "order shipped" || kind === "order delivered"
  );
}

async function findRecipient(db: Db, { kind, userId, data }: MailRow): Promise<Recipient> {
  const [user] = await db
    .select({
      ...{ name: users.name, email: users.email, previousEmail: users.previousEmail },
      ...{ progress: users.wantsProgressMails, reviews: users.wantsReviewMails },
    })
    .from(users)
    .where(eq(users.id, userId));
  if (user === undefined) throw new Error("the recipient of a mail was not found");
  const { name, email, previousEmail, ...choices } = user;
  const known = { email, isConfirmed: previousEmail === null, choices };
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
    case "confirm email":
    case "account deleted":
      return writeAccountBody(deps, { ...mail, kind: mail.kind }, recipient);
    case "low stock":
      return sent(lowStock(deps.shop, mailDataSchemas["low stock"].parse(mail.data)));
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
  const facts: AccountFacts = { shop, name: recipient.name, recipient: mail.recipient, at: mail.createdAt };
  const linksEndAt = new Date(mail.createdAt.getTime() + emailLinkMs);
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
    case "reset code":
      return writeResetBody(deps, facts, mailDataSchemas["reset code"].parse(mail.data).resetId);
    case "email changed": {
      const data = mailDataSchemas["email changed"].parse(mail.data);
      const { changeId } = data;
      const token = changeId === undefined ? undefined : await emailTokens.signRestoration(changeId, linksEndAt);
      return sent(emailChanged(facts, data, token));
    }
    case "confirm email": {
      const { email } = mailDataSchemas["confirm email"].parse(mail.data);
      const token = await emailTokens.signConfirmation({ userId: mail.userId, email }, linksEndAt);
      const isOpen = recipient.email === email && !recipient.isConfirmed;
      return {
        body: confirmEmail(facts, token),
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

type OrderRelated = Exclude<MailKind, AccountMailKind | "low stock">;

async function writeOrderBody(
  { db, shop }: ComposeDeps,
  mail: MailRow & { kind: OrderRelated },
  choices: MailChoices,
): Promise<Written> {
  const { order, heldUntil, isPayable } = await findOrder(db, mail.orderId);
  const facts: OrderFacts = { shop, order, heldUntil, choices };
  const unwanted = choices.progress ? null : "The customer does not want it";
  switch (mail.kind) {
    case "order placed":
      return { body: orderPlaced(facts), skip: isPayable ? unwanted : "The order was paid or released meanwhile" };
    case "payment received":
      return sent(paymentReceived(facts));
    case "order confirmed": {
      const isOver = order.isShipped || isCancelled(order);
      return { body: orderConfirmed(facts), skip: isOver ? "The order was shipped or refunded meanwhile" : unwanted };
    }
    case "order shipped":
      return { body: orderShipped(facts), skip: unwanted };
    case "order delivered":
      return { body: orderDelivered(facts), skip: choices.reviews ? null : unwanted };
    case "refund made":
      return sent(refundMade(facts, mailDataSchemas["refund made"].parse(mail.data)));
    case "new order":
      return sent(newOrder(shop, order));
    case "open matter": {
      const data = mailDataSchemas["open matter"].parse(mail.data);
      const isOpen = await isMatterOpen(db, data.matterId);
      return { body: openMatter(shop, order, data), skip: isOpen ? null : "The matter was resolved meanwhile" };
    }
  }
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
  const isPayable = row.paidAt === null && row.isStockHeld && !row.isInProgress;
  return { order: toOrder(row), heldUntil: row.heldUntil, isPayable };
}

async function isMatterOpen(db: Db, id: string): Promise<boolean> {
  return (await db.$count(orderMatters, and(eq(orderMatters.id, id), isNull(orderMatters.resolvedAt)))) > 0;
}
