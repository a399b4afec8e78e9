import { type MailKind, mailKinds } from "@shop/shared/mail";

type MailPriority = "account" | "orders" | "rest";

/** Account: what somebody waits for, or has to know at once. Orders: what is owed to customers. The rest can be many. */
const priorityOf: Record<MailKind, MailPriority> = {
  "reset code": "account",
  "confirm email": "account",
  "email changed": "account",
  "password changed": "account",
  "passkey added": "account",
  "passkey removed": "account",
  "second factor changed": "account",
  "wrong codes": "account",
  "account deleted": "account",
  "admin access changed": "account",
  "staff invitation": "account",
  "order placed": "orders",
  "transfer reminder": "orders",
  "payment received": "orders",
  "order confirmed": "orders",
  "order part shipped": "orders",
  "order shipped": "orders",
  "order parcel added": "orders",
  "order delivered": "orders",
  "refund made": "orders",
  "order cancelled": "orders",
  "order edited": "orders",
  "order exchanged": "orders",
  "gift cards": "orders",
  "gift card": "orders",
  "credit given": "orders",
  "withdrawal received": "orders",
  "withdrawal decided": "orders",
  "return received": "orders",
  "return decided": "orders",
  "order message": "orders",
  "question answered": "orders",
  "new order": "orders",
  "customer cancellation": "orders",
  "customer message": "orders",
  "open matter": "orders",
  "webhook switched off": "orders",
  // Anybody can ask for many of these.
  welcome: "rest",
  "account moved": "rest",
  "confirm stock alert": "rest",
  "stock alert": "rest",
  "review invitation": "rest",
  "review hidden": "rest",
  "question hidden": "rest",
  "customer question": "rest",
  "low stock": "rest",
};

/** How many mails are sent at the same time. */
export const mailsAtOnce = 5;

/** The mails of one priority. `room`: how many of them and of those after them are sent at the same time. */
export type MailLane = { kinds: readonly MailKind[]; room: number };

const laneOf = (priority: MailPriority, room: number): MailLane => ({
  kinds: mailKinds.filter((kind) => priorityOf[kind] === priority),
  room,
});

/** In the order in which they are sent. Slow recipients of a later lane leave room for the lanes before it. */
export const mailLanes: readonly MailLane[] = [laneOf("account", mailsAtOnce), laneOf("orders", 4), laneOf("rest", 3)];
