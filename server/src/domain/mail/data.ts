import { type MailKind, mailKinds } from "@shop/shared/mail";
import { matterKinds } from "@shop/shared/matter";
import { z } from "zod";

/** What a mail says besides its order and its recipient's account. Amounts in cents. */
export const mailDataSchemas = {
  "order placed": z.object({}),
  "payment received": z.object({}),
  "order confirmed": z.object({}),
  "order shipped": z.object({}),
  "order delivered": z.object({}),
  "refund made": z.object({ amountCents: z.int(), reason: z.string().nullable() }),
  welcome: z.object({}),
  "password changed": z.object({}),
  "passkey added": z.object({ name: z.string() }),
  "passkey removed": z.object({ name: z.string() }),
  "second factor changed": z.object({ isOn: z.boolean() }),
  // Only the request's id: the code itself is not stored.
  "reset code": z.object({ resetId: z.string() }),
  "email changed": z.object({ before: z.string(), after: z.string(), changeId: z.string().optional() }),
  "confirm email": z.object({ email: z.string() }),
  /** The name that the account had; absent once the mail was sent. */
  "account deleted": z.object({ name: z.string().optional() }),
  "new order": z.object({}),
  "open matter": z.object({ matterId: z.string(), matter: z.enum(matterKinds), amountCents: z.int().nullable() }),
  "low stock": z.object({
    products: z.array(z.object({ id: z.string(), name: z.string(), countInStock: z.int() })),
    total: z.int(),
  }),
} satisfies Record<MailKind, z.ZodType>;

export type MailData<Kind extends MailKind> = z.infer<(typeof mailDataSchemas)[Kind]>;

/** The mails about one order, which go to its customer. */
export type OrderMailKind = Extract<MailKind, "payment received" | `order ${string}` | "refund made">;

/** The mails about the recipient's account. */
export type AccountMailKind = Extract<
  MailKind,
  | "welcome"
  | "password changed"
  | "email changed"
  | "account deleted"
  | "passkey added"
  | "passkey removed"
  | "second factor changed"
  | "reset code"
  | "confirm email"
>;

/** Mails to every admin. */
export type AdminMailKind = Extract<MailKind, "new order" | "open matter" | "low stock">;

const adminMailKinds: readonly MailKind[] = ["new order", "open matter", "low stock"] satisfies AdminMailKind[];

/** Whether a mail goes to a customer and not to the admins. */
export function isToCustomer(kind: MailKind): boolean {
  return !adminMailKinds.includes(kind);
}

/** The kinds of mails to customers. */
export const customerMailKinds = mailKinds.filter(isToCustomer);
