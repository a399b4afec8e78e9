import { pathOf } from "@shop/shared/page/pages";
import { type ReviewReason, reviewReasonWords } from "@shop/shared/review/review-reasons";
import { reviewEditDays } from "@shop/shared/shop";
import type { ShopIdentity } from "../../base/shop-facts.ts";
import type { AccountFacts } from "./account-mails.ts";
import type { Block, MailBody } from "./body.ts";
import { hello, type OrderFacts, reasonOf } from "./order-mails.ts";
import { greeting, orderNumber, ownImage } from "./words.ts";

const text = (text: string): Block => ({ is: "text", text });

/** `image`: absent where the mail shows none. */
type NamedProduct = { id: string; name: string; image?: string };

/** The image of a product, where it has one of the shop's own. */
function imageOf(shop: ShopIdentity, { image = "", ...product }: NamedProduct): Block[] {
  const shown = ownImage(image, shop, 640);
  return shown === undefined ? [] : [{ is: "image", image: shown, alt: product.name, url: productUrl(shop, product) }];
}

function productUrl({ origin }: ShopIdentity, { id }: Pick<NamedProduct, "id">): string {
  return `${origin}${pathOf("product", { id })}`;
}

/** The products of one mail that are asked about. */
const invitedMax = 10;

/** An invitation to review what an order has, some days after its delivery. */
export function reviewInvitation(facts: OrderFacts, products: readonly NamedProduct[]): MailBody {
  const { shop, order } = facts;
  const links = products.slice(0, invitedMax).map((product) => ({
    label: `Review ${product.name}`,
    url: `${productUrl(shop, product)}#write-review`,
    image: ownImage(product.image ?? "", shop),
  }));
  return {
    subject: `How do you like your order ${orderNumber(order._id)}?`,
    preview: "A few words help others choose.",
    title: "How do you like it?",
    blocks: [
      ...hello(
        facts,
        "You have had your order for some days now. Would you tell others what it is like? Good or bad, a few words from you help more than anything that we could write.",
      ),
      { is: "links", links },
      text("Is something not as you expected? Just answer this mail and we put it right."),
    ],
    reason: reasonOf(facts),
  };
}

/** Tells the author of a review that it is hidden, why, and what can be done about it. */
export function reviewHidden(
  { shop, name, recipient }: AccountFacts,
  { product, reason, canEdit }: { product: NamedProduct; reason: ReviewReason; canEdit: boolean },
): MailBody {
  return {
    subject: `Your review of ${product.name} is hidden`,
    preview: `The reason: ${reviewReasonWords[reason]}.`,
    title: "Your review is hidden",
    blocks: [
      text(greeting(name)),
      text(
        `We have hidden your review of ${product.name} at ${shop.name}. Others do not see it any more, and its stars do not count while it is hidden.`,
      ),
      { is: "facts", facts: [{ name: "The reason", lines: [reviewReasonWords[reason]] }] },
      text(
        "We never hide a review because of its stars. Do you think that we are wrong? Answer this mail, and somebody looks at it again.",
      ),
      ...(canEdit
        ? [
            text(
              `You can also change it on the product’s page for ${reviewEditDays} days after you wrote it, and answer this mail once you have.`,
            ),
            { is: "button" as const, label: "Go to your review", url: `${productUrl(shop, product)}#write-review` },
          ]
        : []),
    ],
    reason: `You get this mail because ${recipient} belongs to an account at ${shop.name}.`,
  };
}

/** Tells somebody who waited for it that a product is back. */
export function stockAlert(shop: ShopIdentity, product: NamedProduct): MailBody {
  return {
    subject: `${product.name} is back`,
    preview: `You can order it at ${shop.name} again.`,
    title: "It is back",
    blocks: [
      text("Hello,"),
      text(`You wanted to know when ${product.name} is back in stock. Now it is!`),
      ...imageOf(shop, product),
      { is: "button", label: "View the product", url: productUrl(shop, product) },
      { is: "note", text: "We cannot hold it for you, and there may be only a few. This is the only mail about it." },
    ],
    reason: `You get this mail because you asked ${shop.name} to tell you when this product is back.`,
  };
}

/** Asks whether whoever reads the mails of an address wants to be told of a product. */
export function confirmStockAlert(shop: ShopIdentity, product: NamedProduct, confirmUrl: string): MailBody {
  return {
    subject: `Please confirm: tell me when ${product.name} is back`,
    preview: "One click, and you are on the list.",
    title: "Shall we tell you when it is back?",
    blocks: [
      text("Hello,"),
      text(`Somebody asked us to write to this address once ${product.name} is back in stock. Was it you?`),
      { is: "button", label: "Yes, tell me", url: confirmUrl },
      { is: "note", text: "The link works for two days. It was not you? Then there is nothing to do." },
    ],
    reason: `You get this mail because somebody entered your address at ${shop.name}.`,
  };
}
