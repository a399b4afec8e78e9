import { eq } from "drizzle-orm";
import { creditAccounts } from "../../db/schema/credit-accounts.ts";
import { giftCards } from "../../db/schema/gift-cards.ts";
import { orders } from "../../db/schema/orders.ts";
import { cardColumns, codeOf } from "../gift-card/own-cards.ts";
import { mailDataSchemas } from "../outbox/mail-data.ts";
import type { ComposeDeps, MailRow, Written } from "./mail-body.ts";
import { giftCard } from "./templates/gift-mails.ts";

/** The mail with a gift card to whom its buyer has named. Its code is derived as the mail is sent. */
export async function writeGiftBody({ db, shop, giftCodes }: ComposeDeps, mail: MailRow): Promise<Written> {
  const { cardId } = mailDataSchemas["gift card"].parse(mail.data);
  const [found] = await db
    .select({ ...cardColumns, from: orders.customerName })
    .from(giftCards)
    .innerJoin(creditAccounts, eq(creditAccounts.id, giftCards.id))
    .innerJoin(orders, eq(orders.id, giftCards.orderId))
    .where(eq(giftCards.id, cardId));
  if (found === undefined) throw new Error("the gift card of a mail was not found");
  const { card, leftCents, from } = found;
  const code = codeOf(giftCodes, card);
  const body = giftCard(shop, { from, code: code ?? "", leftCents, ...card });
  return { body, skip: code === null ? "The gift card was stopped meanwhile" : null };
}
