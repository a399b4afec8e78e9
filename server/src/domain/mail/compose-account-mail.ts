import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { reviews } from "../../db/schema/reviews.ts";
import { staffInvitations } from "../../db/schema/staff.ts";
import { findOpenReset } from "../account/open-resets.ts";
import { fullNameColumn } from "../catalog/product-group/group-columns.ts";
import { emailLinkMs } from "../outbox/email-links.ts";
import { type AccountMailKind, type MailData, mailDataSchemas } from "../outbox/mail-data.ts";
import { canEdit } from "../review/edit.ts";
import { type ComposeDeps, type MailRow, type Recipient, sent, type Written } from "./mail-body.ts";
import {
  type AccountFacts,
  accountDeleted,
  accountMoved,
  confirmEmail,
  emailChanged,
  passkeyAdded,
  passkeyRemoved,
  passwordChanged,
  proveEmail,
  resetCode,
  secondFactorChanged,
  staffInvitation,
  welcome,
  wrongCodes,
} from "./templates/account-mails.ts";
import { creditGiven } from "./templates/gift-mails.ts";
import { reviewHidden } from "./templates/product-mails.ts";

export async function writeAccountBody(
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
    case "account moved":
      return {
        body: accountMoved(facts),
        skip: recipient.isProven ? "The customer has signed in meanwhile" : null,
      };
    case "staff invitation":
      return writeInvitationBody(deps.db, facts, mail);
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
    case "credit given":
      return sent(creditGiven(facts, mailDataSchemas["credit given"].parse(mail.data)));
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

/** An invitation that was taken back, or accepted meanwhile, is not sent. */
async function writeInvitationBody(db: Db, facts: AccountFacts, mail: MailRow): Promise<Written> {
  const isOpen = (await db.$count(staffInvitations, eq(staffInvitations.userId, mail.userId ?? ""))) > 0;
  const body = staffInvitation(facts, mailDataSchemas["staff invitation"].parse(mail.data));
  return { body, skip: isOpen ? null : "The invitation is not open any more" };
}

/** What is hidden for another reason by now has a mail of its own. */
async function writeHiddenBody(
  db: Db,
  facts: AccountFacts,
  { reviewId, reason }: MailData<"review hidden">,
): Promise<Written> {
  const [review] = await db
    .select({ product: { id: products.id, name: fullNameColumn }, hiddenReason: reviews.hiddenReason, canEdit })
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
