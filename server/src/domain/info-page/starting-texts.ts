import type { InfoSlug } from "@shop/shared/page/info-page";
import { pages } from "@shop/shared/page/pages";
import { countryList } from "@shop/shared/terms-of-sale/countries";
import { freeFromWords, priceWords } from "@shop/shared/terms-of-sale/delivery-words";
import { servedCountries } from "@shop/shared/terms-of-sale/price-by-terms";
import type { DeliveryMethod, TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";
import type { Seller, ShopPolicy } from "../base/shop-facts.ts";
import { accessibilityText } from "./accessibility-text.ts";
import { escapeMarkdown, linesOf } from "./escape-markdown.ts";
import type { InfoFacts } from "./info-facts.ts";

type StartingPage = {
  title: string;
  text: (facts: InfoFacts) => string;
  /** Whether customers can read the text although no admin has saved it: it says only what the settings say. */
  isShown: (facts: InfoFacts) => boolean;
};

const never = () => false;

/** What each page says until an admin saves it. `[Fill in: …]` marks what only the owner knows. */
export const startingPages: Record<InfoSlug, StartingPage> = {
  shipping: { title: "Shipping", text: shippingText, isShown: () => true },
  returns: { title: "Returns", text: returnsText, isShown: ({ returns }) => returns !== undefined },
  contact: { title: "Contact", text: contactText, isShown: never },
  terms: { title: "Terms", text: termsText, isShown: never },
  privacy: { title: "Privacy", text: privacyText, isShown: never },
  imprint: { title: "Imprint", text: imprintText, isShown: never },
  accessibility: { title: "Accessibility", text: accessibilityText, isShown: () => true },
  "size-guide": { title: "Size Guide", text: sizeGuideText, isShown: never },
};

function shippingText({ policy, delivery, terms: { terms } }: InfoFacts): string {
  const parts = [deliveryTable(terms)];
  if (delivery !== undefined) {
    parts.push(
      "## When your order arrives",
      `We hand your order to the carrier ${handlingWords(policy.handlingDays.max)}. It is then on its way for ${daysWords(policy.transitDays)}. The page of each product shows when it would arrive if you ordered now.`,
      "Working days are Monday to Friday, except for public holidays.",
    );
  }
  const served = servedCountries(terms);
  const which = served?.length === 1 ? "this country" : "these countries";
  const where = served === null ? "to any country" : `to ${which}: ${countryList(served)}`;
  parts.push("## Where we deliver", `We deliver ${where}.`);
  parts.push(
    "## Following your order",
    `As soon as your order is on its way, its page shows the tracking number. You find all of your orders in your [profile](${pages.profile.path}).`,
  );
  return `${parts.join("\n\n")}\n`;
}

function sizeGuideText(): string {
  return [
    "Measure over light clothing, with the tape level and not tight.",
    "| Size | Chest | Waist |\n|---|---|---|\n| S | [Fill in: in.] | [Fill in: in.] |\n| M | [Fill in: in.] | [Fill in: in.] |\n| L | [Fill in: in.] | [Fill in: in.] |",
    "Between two sizes? [Fill in: the larger one for a loose fit.]\n",
  ].join("\n\n");
}

function handlingWords(days: number): string {
  if (days === 0) return "on the same day";
  return `within ${days} working ${days === 1 ? "day" : "days"}`;
}

function daysWords({ min, max }: { min: number; max: number }): string {
  const range = min === max ? String(max) : `${min} to ${max}`;
  return `${range} working ${max === 1 ? "day" : "days"}`;
}

/** What delivery costs: a sentence for one method, a table for several. */
function deliveryTable({ zones, deliveryMethods }: TermsOfSale): string {
  const [only, ...others] = deliveryMethods;
  if (only !== undefined && others.length === 0 && only.pickUp === null) return onlyDelivery(only);
  const rows = zones.flatMap((zone) =>
    deliveryMethods
      .filter((method) => method.zone === zone.id)
      .map((method) => {
        const free = method.freeFrom === null ? "" : `, free ${freeFromWords(method.freeFrom)}`;
        return `| ${escapeMarkdown(zone.name)} | ${escapeMarkdown(method.name)} | ${priceWords(method)}${free} |`;
      }),
  );
  return ["| To | Delivery | Price |", "|---|---|---|", ...rows].join("\n");
}

function onlyDelivery(method: DeliveryMethod): string {
  const { freeFrom } = method;
  if (freeFrom === null) return `Shipping is ${priceWords(method)}.`;
  return `Orders ${freeFromWords(freeFrom)} ship free. For all others, shipping is ${priceWords(method)}.`;
}

function returnsText({ returns, policy, seller }: InfoFacts): string {
  const days = returns === undefined ? "[Fill in: number]" : String(returns.days);
  const form = `[Withdraw from contract](${pages.withdrawal.path})`;
  const address = [seller.name, ...seller.address].join(", ");
  const to = seller.address.length === 0 ? "" : ` to ${escapeMarkdown(address)}`;
  return `You have ${days} days from the delivery to change your mind. You need not give a reason.

## How to return something

1. Tell us: ${returns === undefined ? "[Fill in: how]" : `open ${form} and enter the number of your order and your email. You need not sign in`}.
2. Send the products back${to}. ${policy.isReturnFree ? "We pay for the way back." : "You pay for the way back."}
3. We refund you by the way you paid.

## Damaged or wrong

If something arrives broken, or is not what you ordered, write to us on the page of your order. You find it in your [profile](${pages.profile.path}). We replace it or refund it, and you pay nothing for the way back.
`;
}

function contactText({ seller, policy }: InfoFacts): string {
  return `Do you have a question? We are happy to help.

## About an order

Write to us on the page of your order, which you find in your [profile](${pages.profile.path}). We then see at once what it is about.

## Anything else

${emailOf(policy)}

[Fill in: telephone number, and when you answer it]

${addressOf(seller)}
`;
}

/** How customers pay, as the terms say it. */
function payingText(providers: InfoFacts["providers"]): string {
  if (!providers.includes("stripe")) return "You pay with PayPal or by card.";
  const isBoth = providers.includes("paypal");
  return `You pay ${isBoth ? "with PayPal, " : ""}by card or in another way that is offered with your order.`;
}

function termsText({ seller, shop, providers, terms: { terms } }: InfoFacts): string {
  const currency = new Intl.DisplayNames("en", { type: "currency" }).of(terms.currency) ?? terms.currency;
  const taxes = terms.pricesIncludeTax
    ? "They include tax. Shipping is added in the cart, before you order."
    : "Tax and shipping are added in the cart, before you order.";

  return `These terms apply to every order at ${escapeMarkdown(shop.name)}. You buy from ${escapeMarkdown(seller.name)}.

## Your order

When you press Place Order, you offer to buy what is in your cart. [Fill in: when the contract is made, such as when you confirm the payment]

## Prices and payment

All prices are in ${currency}. ${taxes} ${payingText(providers)}

## Delivery

[Fill in: when the risk passes to the customer, and what happens when a delivery fails]

## Faults

[Fill in: the customer's rights when something is faulty]

## Law and disputes

[Fill in: which law applies, and who settles disputes]
`;
}

function privacyText({ seller, policy, providers }: InfoFacts): string {
  const isStripeAlone = providers.includes("stripe") && !providers.includes("paypal");
  const paidAt = isStripeAlone ? "Stripe" : providers.includes("stripe") ? "PayPal or Stripe" : "PayPal";
  return `## Who is responsible

${addressOf(seller)}

${emailOf(policy)}

## What we store

- **Your account**: name, email and a hash of your password, and the addresses and products that you save.
- **Your orders**: what you bought, where it went, what you paid and what you wrote to us about it. [Fill in: how long the law makes you keep them]
- **Your reviews**, with the name that you chose.
- **Your sessions**: the devices on which you are signed in, with their network addresses, until you sign out.

Guests' carts and saved products stay in their own browsers.

## Cookies

We set one cookie while you are signed in, and one that recognises a browser in which you have signed in before. We use no cookies for advertising and no trackers.

## Who else learns something

You pay at ${paidAt}, which learns the sum of your order and what you enter there. [Fill in: your carrier, your mail service and where this shop is hosted]

## Your rights

In your [profile](${pages.profile.path}) you can download all that we store about you, correct it, and delete your account. [Fill in: the authority to which customers can complain]
`;
}

function imprintText({ seller, policy }: InfoFacts): string {
  const taxId = seller.taxId === undefined ? "[Fill in: tax number]" : `Tax number: ${escapeMarkdown(seller.taxId)}`;
  return `${addressOf(seller)}

Represented by: [Fill in: name]

${emailOf(policy)}

Telephone: [Fill in: telephone number]

Register: [Fill in: register and number, or remove this line]

${taxId}
`;
}

function emailOf({ contactEmail }: ShopPolicy): string {
  if (contactEmail === undefined) return "Email: [Fill in: email address]";
  return `Email: [${escapeMarkdown(contactEmail)}](<mailto:${contactEmail}>)`;
}

function addressOf({ name, address }: Seller): string {
  return linesOf([name, ...(address.length === 0 ? ["[Fill in: street, postal code, city and country]"] : address)]);
}
