import { dayText } from "@shop/shared/order/delivery";
import { z } from "zod";
import check from "./accessibility-check.json" with { type: "json" };
import { escapeMarkdown } from "./escape-markdown.ts";
import type { InfoFacts } from "./info-facts.ts";

/** The last run of the accessibility checks, which the browser tests write. */
const run = z
  .strictObject({
    date: z.iso.date(),
    tool: z.string(),
    screens: z.array(z.string()).min(1),
    failures: z.array(z.strictObject({ screen: z.string(), rule: z.string() })),
  })
  .parse(check);

/** The accessibility statement: what was checked, when, and what is known not to hold. */
export function accessibilityText({ policy, providers }: InfoFacts): string {
  const failures = run.failures.map(({ screen, rule }) => `- ${escapeMarkdown(`${screen}: ${rule}`)}`);
  const notOurs = { paypal: "The payment windows belong to PayPal", stripe: "The payment forms belong to Stripe" };
  const provider = providers.map((name) => `- ${notOurs[name]}. We have not checked them.`);
  return `Everybody should be able to shop here. We build the shop to meet the [Web Content Accessibility Guidelines 2.2](https://www.w3.org/TR/WCAG22/) at level AA.

## What was checked

The software of this shop was last checked on ${dayText(run.date)}, ${run.date.slice(0, 4)}, with ${run.tool}, as it looks on a phone and on a large screen. These screens were checked: ${escapeMarkdown(run.screens.join(", "))}.

${run.failures.length === 0 ? "The checks found no failure." : "The checks found failures, which are listed below."} Such checks find only a part of all barriers. The tests of the shop also use it with the keyboard alone.

## What does not hold yet

${[...failures, ...provider].join("\n")}
- Some images of products and all photos in reviews are not described further: their text alternative is the name of the product or of the author.
- Invoices and packing slips as PDF files have no structure for screen readers. The page of an order shows the same, and can be read by them.
- We have not had the shop tested by people who use screen readers every day.

## Did you meet a barrier?

${policy.contactEmail === undefined ? "Write to us on the page of your order, or use what you find about us at the end of every page." : `Write to [${escapeMarkdown(policy.contactEmail)}](<mailto:${policy.contactEmail}>). Tell us what you wanted to do, and with which device.`}
`;
}
