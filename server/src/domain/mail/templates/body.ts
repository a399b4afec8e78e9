/** The content of a mail, from which its HTML and its text are rendered. Texts are plain. */
export type MailBody = {
  subject: string;
  /** What a mailbox shows after the subject. */
  preview: string;
  title: string;
  blocks: Block[];
  /** Why the recipient gets it, below the mail. */
  reason: string;
};

export type Block =
  | { is: "text"; text: string }
  /** What a person wrote, line by line. */
  | { is: "quote"; lines: string[] }
  | { is: "heading"; text: string }
  /** A small muted text. */
  | { is: "note"; text: string }
  /** A code to type, shown large. */
  | { is: "code"; code: string }
  | { is: "button"; label: string; url: string }
  /** `image`: one of the shop's own beside the link; `undefined` for none. */
  | { is: "links"; links: { label: string; url: string; note?: string; image?: string | undefined }[] }
  /** An image of the shop's own with words for it. The text of the mail is complete without it. */
  | { is: "image"; image: string; alt: string; url: string }
  | { is: "facts"; facts: { name: string; lines: string[] }[] }
  | { is: "items"; items: Item[]; sums: Sum[] };

/** A line of an order. Amounts are formatted. */
export type Item = { name: string; note: string; amount: string; image: string | undefined };
export type Sum = { name: string; amount: string; isTotal: boolean };

/** The links of the footer. Those that do not concern the recipient are absent. */
export type Footer = { profileUrl: string | undefined; unsubscribeUrl: string | undefined };
