import type { OwnGiftCard } from "@shop/shared/credit/gift-card";
import { formatMoney, toWire } from "@shop/shared/money";
import type { ShopIdentity } from "../../base/shop-facts.ts";
import type { MailData } from "../../outbox/mail-data.ts";
import type { AccountFacts } from "./account-mails.ts";
import type { Block, MailBody } from "./body.ts";
import { hello, type OrderFacts, reasonOf, viewOrder } from "./order-mails.ts";
import { dayInWords, greeting, isPlainName, paragraphsOf, profileUrl } from "./words.ts";

const text = (text: string): Block => ({ is: "text", text });

/** To the buyer of gift cards: their codes. */
export function giftCardsReady(facts: OrderFacts, cards: readonly OwnGiftCard[]): MailBody {
  const { shop } = facts;
  const shown = cards.filter(({ code }) => code !== null);
  const what = shown.length === 1 ? "Your gift card" : "Your gift cards";
  return {
    subject: shown.length === 1 ? `Your gift card from ${shop.name}` : `Your gift cards from ${shop.name}`,
    preview: "The codes to spend or to give away.",
    title: what,
    blocks: [
      ...hello(facts, `${what} can be spent at once, in one order or in several. Whoever has a code can spend it.`),
      ...shown.flatMap((card): Block[] => [
        { is: "heading", text: `${card.name}: ${formatMoney(card.left)}` },
        { is: "code", code: card.code ?? "" },
        ...(card.expiresAt === null ? [] : [text(`Valid until ${dayInWords(new Date(card.expiresAt), shop)}.`)]),
      ]),
      text("On the page of your order you can have a card mailed to somebody, at once or on a day of your choice."),
      viewOrder(facts),
    ],
    reason: reasonOf(facts),
  };
}

type Gift = {
  from: string;
  code: string;
  leftCents: number;
  words: string;
  recipientName: string;
  expiresAt: Date | null;
};

/** To whom a gift card is given. */
export function giftCard(
  shop: ShopIdentity,
  { from, code, leftCents, words, recipientName, expiresAt }: Gift,
): MailBody {
  const giver = isPlainName(from) ? from : "Somebody";
  const amount = formatMoney(toWire(leftCents));
  return {
    subject: `${giver} gives you ${amount} for ${shop.name}`,
    preview: `A gift card of ${amount}.`,
    title: `A gift card of ${amount}`,
    blocks: [
      text(greeting(recipientName)),
      text(`${giver} has bought you a gift card of ${shop.name}.`),
      ...paragraphsOf(words),
      { is: "code", code },
      text("Enter the code where you pay for an order. What is left of it stays on the card."),
      ...(expiresAt === null ? [] : [text(`It is valid until ${dayInWords(expiresAt, shop)}.`)]),
      { is: "button", label: "Choose something", url: shop.origin },
    ],
    reason: `You get this mail because ${giver} asked ${shop.name} to send you a gift card. It is the only mail about it.`,
  };
}

/** A customer has got credit. */
export function creditGiven(facts: AccountFacts, { amountCents, reason }: MailData<"credit given">): MailBody {
  const { shop, name, recipient } = facts;
  const amount = formatMoney(toWire(amountCents));
  return {
    subject: `${amount} of credit at ${shop.name}`,
    preview: reason,
    title: `You have ${amount} more to spend`,
    blocks: [
      text(greeting(name)),
      text(`We have added ${amount} to your credit. You can use it where you pay for an order.`),
      { is: "facts", facts: [{ name: "Why", lines: [reason] }] },
      { is: "button", label: "See your credit", url: profileUrl(shop) },
    ],
    reason: `You get this mail because ${recipient} belongs to an account at ${shop.name}.`,
  };
}
