import type { MailTexts } from "@shop/shared/mail-texts";
import type { TestOutcome, TryMailTexts } from "@shop/shared/settings/settings";
import { uuidv7 } from "uuidv7";
import type { Limits } from "../../infra/limits.ts";
import { MailError, type Mailer } from "../../infra/mail/mailer.ts";
import type { Admin } from "../base/actor.ts";
import type { Emit } from "../base/events.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import type { ShopIdentity } from "../base/shop-facts.ts";
import { withWords } from "./owner-words.ts";
import { sampleMail, sampleValues } from "./sample-mail.ts";
import type { MailBody } from "./templates/body.ts";
import { toHtml } from "./templates/to-html.ts";
import { toText } from "./templates/to-text.ts";

type TestMailDeps = { mailer: Mailer; shop: ShopIdentity; limits: Pick<Limits, "mailsPerRecipient">; emit: Emit };

/**
 * Sends a mail to the administrator who asks for it, at once and not by the queue, so that the answer says whether the
 * mail server took it. Throws RATE_LIMITED.
 */
export function sendTestMail(deps: TestMailDeps, admin: Admin<"settings.write">): Promise<TestOutcome> {
  return sendAtOnce(deps, admin, testMail(deps.shop, admin.email));
}

/** Sends a sample of a mail in the owner's words to the administrator who asks for it, as `sendTestMail` does. */
export function sendSampleMail(
  deps: TestMailDeps,
  admin: Admin<"content.write">,
  { kind, ...texts }: TryMailTexts,
): Promise<TestOutcome> {
  return sendAtOnce(deps, admin, withWords(sampleMail(kind, deps.shop), texts, sampleValues(deps.shop)));
}

const footer = { profileUrl: undefined, unsubscribeUrl: undefined };

/** How customers would read a mail in the owner's words, with the specified ones beside it. */
export function previewMail(
  shop: ShopIdentity,
  _admin: Admin<"content.write">,
  { kind, ...texts }: TryMailTexts,
): { subject: string; html: string; specified: MailTexts } {
  const specified = sampleMail(kind, shop);
  const body = withWords(specified, texts, sampleValues(shop));
  const [, opening] = specified.blocks;
  return {
    subject: body.subject,
    html: toHtml(body, shop, footer),
    specified: { subject: specified.subject, opening: opening?.is === "text" ? opening.text : "" },
  };
}

async function sendAtOnce(deps: TestMailDeps, admin: Admin<never>, body: MailBody): Promise<TestOutcome> {
  const { mailer, shop, limits, emit } = deps;
  if (mailer.mode === "off")
    return { isFine: false, reason: "The shop has no mail server yet, or no sender's address." };
  refuseWhenLimited(emit, "mailsPerRecipient", await limits.mailsPerRecipient.count(admin.email));
  const message = {
    id: uuidv7(),
    to: { name: "", address: admin.email },
    subject: body.subject,
    html: toHtml(body, shop, footer),
    text: toText(body, shop, footer),
    unsubscribeUrl: undefined,
  };
  try {
    await mailer.send(message);
    return { isFine: true };
  } catch (error) {
    if (error instanceof MailError) return { isFine: false, reason: `The mail server says: ${error.message}` };
    throw error;
  }
}

function testMail(shop: ShopIdentity, recipient: string): MailBody {
  return {
    subject: `A test from ${shop.name}`,
    preview: "Your shop can send mails.",
    title: "Your shop can send mails",
    blocks: [{ is: "text", text: `If you read this, customers of ${shop.name} get their mails, too.` }],
    reason: `You get this mail because you asked for it in the settings of ${shop.name}, with ${recipient}.`,
  };
}
