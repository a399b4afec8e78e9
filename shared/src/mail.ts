import { z } from "zod";

/** The mails that the shop writes. */
export const mailKinds = [
  /** An order that is still unpaid some minutes after it was placed. */
  "order placed",
  /** The receipt. */
  "payment received",
  /** The order was confirmed or is being prepared. */
  "order confirmed",
  /** A parcel with some units of an order, whose rest will follow. */
  "order part shipped",
  "order shipped",
  /** A parcel that was added after the order was shipped. */
  "order parcel added",
  "order delivered",
  /** Some days after the delivery, where the shop has set their number. */
  "review invitation",
  /** An order still awaits its bank transfer, and is not held for long any more. */
  "transfer reminder",
  "refund made",
  "order cancelled",
  /** The shop changed an order that is still to be paid. */
  "order edited",
  "order exchanged",
  /** To the buyer of gift cards: their codes. */
  "gift cards",
  /** To whom a buyer gives a gift card. */
  "gift card",
  /** An administrator gave a customer credit. */
  "credit given",
  /** The receipt for a declaration of withdrawal. */
  "withdrawal received",
  /** The shop's decision about a withdrawal. */
  "withdrawal decided",
  /** A customer asked to send goods back. */
  "return received",
  /** The shop's decision about a return. */
  "return decided",
  /** The shop wrote to the customer about an order. */
  "order message",
  /** The shop hid the recipient's review. */
  "review hidden",
  /** The shop answered a question about a product. */
  "question answered",
  /** The shop hid the recipient's question. */
  "question hidden",
  /** A product that was sold out is back. */
  "stock alert",
  /** A link that confirms that its recipient wants a stock alert. */
  "confirm stock alert",
  "welcome",
  /** To a customer of the former shop: an account is ready here. */
  "account moved",
  /** An invitation to the staff. */
  "staff invitation",
  "password changed",
  /** The code for a new password. */
  "reset code",
  "email changed",
  "passkey added",
  "passkey removed",
  "second factor changed",
  /** Somebody knows the password and enters wrong codes. */
  "wrong codes",
  /** To a new address: a link that confirms it. */
  "confirm email",
  /** The last mail to an account. Its address is forgotten once it was sent. */
  "account deleted",
  /** To admins: an order was paid. */
  "new order",
  /** To admins: a customer cancelled an order that was paid. */
  "customer cancellation",
  /** To admins: a customer wrote about an order. */
  "customer message",
  /** To admins: a customer asked about a product. */
  "customer question",
  /** To admins: a matter was opened. */
  "open matter",
  /** To admins, once a day: products with low stock. */
  "low stock",
  /** To admins: nothing has arrived at an address for days, so that it is told of nothing any more. */
  "webhook switched off",
  /** To admins: somebody or some program can do more in the shop than before, or with less proof. */
  "admin access changed",
] as const;
export type MailKind = (typeof mailKinds)[number];

/**
 * `waiting` for its time or for the next try; `sent`, taken by the mail server; `skipped`, not sent because it was
 * no longer true, not wanted, or because no mail server is configured; `failed`, given up.
 */
export const mailStatuses = ["waiting", "sent", "skipped", "failed"] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** A mail as admins see it. */
export type MailRecord = {
  _id: string;
  kind: MailKind;
  status: MailStatus;
  recipient: string;
  /** The order that it is about, if any. */
  orderId: string | null;
  createdAt: string;
  /** When it was sent, skipped or given up. */
  endedAt: string | null;
  /** When it is tried next. */
  sendAt: string | null;
  attempts: number;
  /** The mail server's answer, or why it was skipped. */
  detail: string | null;
};

/** How mails leave the shop: by a mail server, into a page of a development server, or not at all. */
export const mailModes = ["smtp", "local", "off"] as const;
export type MailMode = (typeof mailModes)[number];

/** The newest mails that failed, and the number of all. */
export type FailedMails = { rows: MailRecord[]; total: number };

/** The mails that customers can choose. Receipts, refunds and mails about the account are always sent. */
export const mailChoicesSchema = z.object({
  /** Mails about the progress of orders. */
  progress: z.boolean({ error: "progress must be true or false" }),
  /** Invitations to review. */
  reviews: z.boolean({ error: "reviews must be true or false" }),
  /** Mails of marketing, which other programs send; absent to leave it. */
  marketing: z.boolean({ error: "marketing must be true or false" }).optional(),
});
export type MailChoices = z.output<typeof mailChoicesSchema>;
