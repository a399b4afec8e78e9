import type { MailKind } from "@shop/shared/mail";
import { fillIn, isEditableMail, type MailTexts, type MailValues } from "@shop/shared/mail-texts";
import type { Settings } from "@shop/shared/settings/settings";
import type { MailBody } from "./templates/body.ts";

/** Mailboxes show about as much beside the subject. */
const previewLength = 120;

/** A mail in the owner's words, where there are any. */
export function inOwnerWords(
  body: MailBody,
  kind: MailKind,
  { mailTexts, values }: { mailTexts: Settings["mailTexts"]; values: MailValues },
): MailBody {
  const texts = isEditableMail(kind) ? mailTexts[kind] : undefined;
  return texts === undefined ? body : withWords(body, texts, values);
}

/**
 * A mail with another subject and other opening words, which stand below the greeting; empty ones change nothing. A line
 * break in a subject would be another header.
 */
export function withWords(body: MailBody, { subject, opening }: MailTexts, values: MailValues): MailBody {
  const [first, ...more] = fillIn(opening, values)
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== "");
  const named = subject === "" ? body : { ...body, subject: fillIn(subject, values).replaceAll(/\s+/g, " ") };
  if (first === undefined) return named;
  const paragraphs = [first, ...more].map((text) => ({ is: "text" as const, text }));
  return { ...named, preview: first.slice(0, previewLength), blocks: body.blocks.toSpliced(1, 1, ...paragraphs) };
}
