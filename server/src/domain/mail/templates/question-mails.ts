import { pages, pathOf } from "@shop/shared/page/pages";
import { type ReviewReason, reviewReasonWords } from "@shop/shared/review/review-reasons";
import type { ShopIdentity } from "../../base/shop-facts.ts";
import type { AccountFacts } from "./account-mails.ts";
import type { Block, MailBody } from "./body.ts";
import { greeting, paragraphsOf, profileUrl } from "./words.ts";

type AskerFacts = Pick<AccountFacts, "shop" | "name" | "recipient">;
type AskedProduct = { id: string; name: string; isOnSale: boolean };

const text = (text: string): Block => ({ is: "text", text });

const reasonOf = ({ shop, recipient }: AskerFacts) =>
  `You get this mail because you asked ${shop.name} a question with the account of ${recipient}.`;

type Answered = { product: AskedProduct; question: string; answer: string; isHidden: boolean };

/** The shop's answer to a question about a product. What both wrote is shown as it is, without any formatting. */
export function questionAnswered(facts: AskerFacts, { product, question, answer, isHidden }: Answered): MailBody {
  const { shop, name } = facts;
  const isShown = product.isOnSale && !isHidden;
  const url = `${shop.origin}${pathOf("product", { id: product.id })}#questions`;
  return {
    subject: `Our answer to your question about ${product.name}`,
    preview: answer.slice(0, 120),
    title: "We have answered your question",
    blocks: [
      text(greeting(name)),
      text(`You asked us about ${product.name}. Here is our answer.`),
      ...paragraphsOf(answer),
      { is: "heading", text: "Your question" },
      ...paragraphsOf(question),
      ...(isShown ? [{ is: "button" as const, label: "View the product", url }] : []),
      text("Something is still open? Just answer this mail."),
    ],
    reason: reasonOf(facts),
  };
}

/** Tells who asked that the question is hidden, why, and what can be done about it. */
export function questionHidden(
  facts: AskerFacts,
  { product, question, reason }: { product: AskedProduct; question: string; reason: ReviewReason },
): MailBody {
  const { shop, name } = facts;
  return {
    subject: `Your question about ${product.name} is hidden`,
    preview: `The reason: ${reviewReasonWords[reason]}.`,
    title: "Your question is hidden",
    blocks: [
      text(greeting(name)),
      text(`We do not show your question about ${product.name} on the product’s page.`),
      { is: "facts", facts: [{ name: "The reason", lines: [reviewReasonWords[reason]] }] },
      { is: "heading", text: "Your question" },
      ...paragraphsOf(question),
      text("Do you think that we are wrong? Answer this mail, and somebody looks at it again."),
      { is: "button", label: "Your questions", url: `${profileUrl(shop)}#your-questions` },
    ],
    reason: reasonOf(facts),
  };
}

/** To the staff: what a customer asks. The text is shown as it is, without any formatting. */
export function customerQuestion(
  shop: ShopIdentity,
  { product, question }: { product: AskedProduct; question: string },
): MailBody {
  return {
    subject: `A question about ${product.name}`,
    preview: question.slice(0, 120),
    title: "A customer asks about a product",
    blocks: [
      text(`About ${product.name}:`),
      ...paragraphsOf(question),
      { is: "button", label: "Answer it", url: `${shop.origin}${pages.questionList.path}` },
      text("Please answer there: the customer gets your answer by mail, and others find it on the product’s page."),
    ],
    reason: `You get this mail because you are an admin of ${shop.name}.`,
  };
}
