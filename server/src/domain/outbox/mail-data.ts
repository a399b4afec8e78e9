import { type MailKind, mailKinds } from "@shop/shared/mail";
import { matterKinds } from "@shop/shared/order/matter";
import { returnDecisions } from "@shop/shared/order/return";
import { withdrawalDecisions } from "@shop/shared/order/withdrawal";
import { reviewReasons } from "@shop/shared/review/review-reasons";
import { z } from "zod";

/** What lets somebody or some program do more in the shop than before, or with less proof. */
const adminAccessChanges = [
  "administrator added",
  "role changed",
  "API key created",
  "webhook address added",
  "second factor removed",
] as const;

/** What a mail says besides its order and its recipient's account. Amounts in cents. */
export const mailDataSchemas = {
  "order placed": z.object({}),
  "transfer reminder": z.object({}),
  "payment received": z.object({}),
  "order confirmed": z.object({}),
  "order part shipped": z.object({ trackingNumber: z.string() }),
  "order shipped": z.object({}),
  "order parcel added": z.object({ trackingNumber: z.string() }),
  "order delivered": z.object({}),
  "review invitation": z.object({}),
  // Absent where it was given back to where the money came from.
  "refund made": z.object({
    amountCents: z.int(),
    reason: z.string().nullable(),
    isCredit: z.boolean().optional(),
  }),
  // What is refunded, and what credit had paid of an unpaid order, in cents. The reason is read when the mail is sent, and is gone with the account.
  "order cancelled": z.object({ isByCustomer: z.boolean(), amountCents: z.int(), creditCents: z.int().optional() }),
  // Only the id of the edit: its words are read when the mail is sent.
  "order edited": z.object({ editId: z.string() }),
  "order exchanged": z.object({ reason: z.string(), refundCents: z.int() }),
  "gift cards": z.object({}),
  "gift card": z.object({ cardId: z.string() }),
  "credit given": z.object({ amountCents: z.int(), reason: z.string() }),
  "withdrawal received": z.object({ declaredAt: z.string() }),
  "withdrawal decided": z.object({ to: z.enum(withdrawalDecisions), words: z.string().nullable() }),
  "return received": z.object({ returnId: z.string() }),
  "return decided": z.object({ returnId: z.string(), to: z.enum(returnDecisions), words: z.string() }),
  // Only the message's id: the text is read when the mail is sent, and is gone with the message.
  "order message": z.object({ messageId: z.string() }),
  "customer message": z.object({ messageId: z.string() }),
  // Only the review's id: its product is read when the mail is sent.
  "review hidden": z.object({ reviewId: z.string(), reason: z.enum(reviewReasons) }),
  // Only the question's id: its words are read when the mail is sent, and are gone with the question.
  "question answered": z.object({ questionId: z.string() }),
  "question hidden": z.object({ questionId: z.string(), reason: z.enum(reviewReasons) }),
  "customer question": z.object({ questionId: z.string() }),
  "stock alert": z.object({ productId: z.string() }),
  "confirm stock alert": z.object({ alertId: z.string(), productId: z.string() }),
  welcome: z.object({}),
  "account moved": z.object({}),
  "staff invitation": z.object({ role: z.string(), invitedBy: z.string() }),
  "password changed": z.object({}),
  "passkey added": z.object({ name: z.string() }),
  "passkey removed": z.object({ name: z.string() }),
  "second factor changed": z.object({ isOn: z.boolean() }),
  "wrong codes": z.object({}),
  // Only the request's id: the code itself is not stored.
  "reset code": z.object({ resetId: z.string() }),
  "email changed": z.object({ before: z.string(), after: z.string(), changeId: z.string().optional() }),
  "confirm email": z.object({ email: z.string() }),
  /** The name that the account had; absent once the mail was sent. */
  "account deleted": z.object({ name: z.string().optional() }),
  "new order": z.object({}),
  "customer cancellation": z.object({}),
  "open matter": z.object({ matterId: z.string(), matter: z.enum(matterKinds), amountCents: z.int().nullable() }),
  "webhook switched off": z.object({ endpointId: z.string(), url: z.string(), detail: z.string() }),
  "admin access changed": z.object({
    change: z.enum(adminAccessChanges),
    /** The account, the key or the address that it is about. */
    subject: z.string(),
    /** The name of who made the change; null for the operator of the server. */
    actor: z.string().nullable(),
  }),
  "low stock": z.object({
    products: z.array(z.object({ id: z.string(), name: z.string(), countInStock: z.int() })),
    total: z.int(),
  }),
} satisfies Record<MailKind, z.ZodType>;

export type MailData<Kind extends MailKind> = z.infer<(typeof mailDataSchemas)[Kind]>;

/** The mails about one order, which go to its customer. */
export type OrderMailKind = Extract<
  MailKind,
  | "transfer reminder"
  | "payment received"
  | `order ${string}`
  | "review invitation"
  | "refund made"
  | "gift cards"
  | `withdrawal ${string}`
  | `return ${string}`
>;

/** The mails about the recipient's account. */
export type AccountMailKind = Extract<
  MailKind,
  | "welcome"
  | "account moved"
  | "staff invitation"
  | "password changed"
  | "email changed"
  | "account deleted"
  | "passkey added"
  | "passkey removed"
  | "second factor changed"
  | "wrong codes"
  | "reset code"
  | "confirm email"
  | "review hidden"
  | "credit given"
>;

/** The mails to who asked about a product. */
export type QuestionMailKind = Extract<MailKind, "question answered" | "question hidden">;

/** The mails about a product that was sold out. They may go to guests. */
export type StockAlertMailKind = Extract<MailKind, "stock alert" | "confirm stock alert">;

const stockAlertKinds: readonly MailKind[] = ["stock alert", "confirm stock alert"] satisfies StockAlertMailKind[];

export function isStockAlert(kind: MailKind): kind is StockAlertMailKind {
  return stockAlertKinds.includes(kind);
}

/** Mails to every admin. */
export type AdminMailKind = Extract<
  MailKind,
  | "new order"
  | "customer cancellation"
  | "customer message"
  | "customer question"
  | "open matter"
  | "low stock"
  | "webhook switched off"
  | "admin access changed"
>;

const adminMailKinds: readonly MailKind[] = [
  ...([
    ...(["new order", "customer message", "open matter", "low stock", "webhook switched off"] as const),
    "admin access changed",
    "customer cancellation",
    "customer question",
  ] satisfies AdminMailKind[]),
];

/** Whether a mail goes to a customer and not to the admins. */
export function isToCustomer(kind: MailKind): boolean {
  return !adminMailKinds.includes(kind);
}

/** The kinds of mails to customers. */
export const customerMailKinds = mailKinds.filter(isToCustomer);
