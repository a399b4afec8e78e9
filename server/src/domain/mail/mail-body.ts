import type { MailChoices } from "@shop/shared/mail";
import type { MailValues } from "@shop/shared/mail-texts";
import type { Db } from "../../db/client.ts";
import type { mails } from "../../db/schema/mails.ts";
import type { GiftCodes } from "../../infra/gift-codes.ts";
import type { EmailTokens } from "../../infra/mail/email-tokens.ts";
import type { StockAlertTokens } from "../../infra/mail/stock-alert-tokens.ts";
import type { UnsubscribeTokens } from "../../infra/mail/unsubscribe-tokens.ts";
import type { ResetCodes } from "../../infra/reset-codes.ts";
import type { CurrentFacts, ShopIdentity } from "../base/shop-facts.ts";
import type { MailBody } from "./templates/body.ts";

export type MailRow = typeof mails.$inferSelect;

export type ComposeDeps = {
  db: Db;
  shop: ShopIdentity;
  unsubscribeTokens: UnsubscribeTokens;
  emailTokens: EmailTokens;
  resetCodes: ResetCodes;
  giftCodes: GiftCodes;
  stockAlertTokens: StockAlertTokens;
  settings: CurrentFacts<"reviewInvitationDays" | "mailTexts" | "bankDetails">;
};

/** The account of the recipient as it is now. */
export type Recipient = {
  name: string;
  email: string | null;
  mailsGoTo: string | null;
  isConfirmed: boolean;
  isProven: boolean;
  /** Whether it is a guest customer, who can open orders by links alone. */
  isGuest: boolean;
  choices: MailChoices;
};

/** What a mail says, and why it is not sent. */
export type Written = {
  body: MailBody;
  skip: string | null;
  /** What the placeholders of the owner's words stand for, besides the names of the customer and of the shop. */
  values?: MailValues;
};

export const sent = (body: MailBody): Written => ({ body, skip: null });
