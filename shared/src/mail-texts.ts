import type { MailKind } from "./mail.ts";

/** The mails whose subject and opening words owners can write. */
export const editableMails = [
  "welcome",
  "order placed",
  "payment received",
  "order confirmed",
  "order shipped",
  "order delivered",
  "review invitation",
  "refund made",
  "order cancelled",
  "question answered",
] as const satisfies readonly MailKind[];
export type EditableMail = (typeof editableMails)[number];

const editable: readonly MailKind[] = editableMails;

export function isEditableMail(kind: MailKind): kind is EditableMail {
  return editable.includes(kind);
}

/** What stands for something that each mail says differently, such as `{order}`. */
export type Placeholder = "name" | "shop" | "order" | "total" | "amount" | "product";
export type MailValues = Partial<Record<Placeholder, string>>;

export const placeholderWords: Record<Placeholder, string> = {
  name: "the customer's name",
  shop: "the name of your shop",
  order: "the number of the order",
  total: "the total of the order",
  amount: "what was refunded",
  product: "the name of the product",
};

/** The placeholders that the texts of a mail can have. */
export function placeholdersOf(kind: EditableMail): readonly Placeholder[] {
  if (kind === "welcome") return ["name", "shop"];
  if (kind === "question answered") return ["name", "shop", "product"];
  return kind === "refund made" ? ["name", "shop", "order", "total", "amount"] : ["name", "shop", "order", "total"];
}

/** A part in curly brackets that is no placeholder of the mail; `undefined` if all are. */
export function unknownPlaceholder(kind: EditableMail, text: string): string | undefined {
  const known: readonly string[] = placeholdersOf(kind);
  return [...text.matchAll(/\{([^{}]*)\}/g)].find(([, name = ""]) => !known.includes(name))?.[0];
}

/** A text with what its placeholders stand for. */
export function fillIn(text: string, values: MailValues): string {
  const known: Record<string, string | undefined> = values;
  return text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => known[name] ?? whole);
}

export const mailSubjectMax = 150;
export const mailOpeningMax = 1_000;

/** The owner's words of a mail; empty for the specified ones. */
export type MailTexts = { subject: string; opening: string };
