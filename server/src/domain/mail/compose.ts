import type { MailKind } from "@shop/shared/mail";
import type { MailValues } from "@shop/shared/mail-texts";
import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import type { Message } from "../../infra/mail/mailer.ts";
import type { ShopIdentity } from "../base/shop-facts.ts";
import { isStockAlert, isToCustomer, mailDataSchemas } from "../outbox/mail-data.ts";
import { writeAccountBody } from "./compose-account-mail.ts";
import { writeGiftBody } from "./compose-gift-mail.ts";
import { writeOrderBody } from "./compose-order-mail.ts";
import { writeCustomerQuestionBody, writeQuestionBody } from "./compose-question-mail.ts";
import { writeStockAlertBody } from "./compose-stock-alert.ts";
import { type ComposeDeps, type MailRow, type Recipient, sent, type Written } from "./mail-body.ts";
import { inOwnerWords } from "./owner-words.ts";
import { adminAccessChanged, lowStock, webhookSwitchedOff } from "./templates/admin-mails.ts";
import { toHtml } from "./templates/to-html.ts";
import { toText } from "./templates/to-text.ts";
import { isPlainName, profileUrl } from "./templates/words.ts";

/** A mail as it is sent, or why it is not; `isAnybodys`: it goes to an address of which nobody knows the owner. */
export type Composed = { message: Message; skip: string | null; isAnybodys: boolean };

const guest: Recipient = {
  name: "",
  email: null,
  mailsGoTo: null,
  isConfirmed: false,
  isProven: false,
  isGuest: false,
  choices: { progress: false, reviews: false },
};

/** Renders a mail from what it tells of and the recipient's choices as they are now. */
export async function composeMail(deps: ComposeDeps, mail: MailRow): Promise<Composed> {
  const recipient = await findRecipient(deps.db, mail);
  const { body: specified, skip, values } = await writeBody(deps, mail, recipient);
  const body = inOwnerWords(specified, mail.kind, {
    mailTexts: deps.settings.current.mailTexts,
    values: { ...namesOf(recipient, deps.shop), ...values },
  });
  const unsubscribeUrl = await unsubscribeUrlOf(deps, mail);
  const hasAccount = mail.kind !== "account deleted" && mail.userId !== null && !recipient.isGuest;
  const hasProfile = isToCustomer(mail.kind) && hasAccount;
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
    skip: mail.recipient === "" ? "The customer has no email" : skip,
    isAnybodys: causedByAnybody.has(mail.kind) && !isProvenOwner(recipient, mail),
  };
}

/** The names that every mail can have. A name that could be an advertisement is left out, as in the greeting. */
function namesOf({ name }: Recipient, shop: ShopIdentity): MailValues {
  return { shop: shop.name, name: isPlainName(name) ? name : "" };
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
  "transfer reminder",
  ...(["order placed", "order confirmed", "order part shipped", "order shipped", "order parcel added"] as const),
  "order delivered",
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
      guestEmail: users.guestEmail,
      previousEmail: users.previousEmail,
      provenAt: users.provenAt,
      progress: users.wantsProgressMails,
      reviews: users.wantsReviewMails,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (user === undefined) throw new Error("the recipient of a mail was not found");
  const { name, email, guestEmail, previousEmail, provenAt, ...choices } = user;
  const known = {
    email,
    mailsGoTo: previousEmail ?? email ?? guestEmail,
    isConfirmed: previousEmail === null,
    isProven: provenAt !== null,
    isGuest: guestEmail !== null,
    choices,
  };
  if (kind !== "account deleted") return { name, ...known };
  return { name: mailDataSchemas[kind].parse(data).name ?? "", ...known };
}

async function writeBody(deps: ComposeDeps, mail: MailRow, recipient: Recipient): Promise<Written> {
  switch (mail.kind) {
    case "welcome":
    case "account moved":
    case "staff invitation":
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
    case "credit given":
      return writeAccountBody(deps, { ...mail, kind: mail.kind }, recipient);
    case "stock alert":
    case "confirm stock alert":
      return writeStockAlertBody(deps, { ...mail, kind: mail.kind });
    case "question answered":
    case "question hidden":
      return writeQuestionBody(deps, { ...mail, kind: mail.kind }, recipient);
    case "customer question":
      return writeCustomerQuestionBody(deps, mail);
    case "gift card":
      return writeGiftBody(deps, mail);
    case "low stock":
      return sent(lowStock(deps.shop, mailDataSchemas["low stock"].parse(mail.data)));
    case "webhook switched off":
      return sent(webhookSwitchedOff(deps.shop, mailDataSchemas["webhook switched off"].parse(mail.data)));
    case "admin access changed":
      return sent(
        adminAccessChanged(deps.shop, mailDataSchemas["admin access changed"].parse(mail.data), mail.createdAt),
      );
    default:
      return writeOrderBody(deps, { ...mail, kind: mail.kind }, recipient);
  }
}
