import type { MailKind, MailRecord, MailStatus } from "@shop/shared/mail";
import type { StatusTone } from "../../../ui/status-dot.tsx";

/** The name of each kind of mail. */
const names: Record<MailKind, string> = {
  "order placed": "Order placed",
  "transfer reminder": "Reminder to transfer",
  "payment received": "Receipt",
  "order confirmed": "Order confirmed",
  "order part shipped": "Part of an order shipped",
  "order shipped": "Order shipped",
  "order parcel added": "Parcel added",
  "order delivered": "Order delivered",
  "refund made": "Refund",
  "order cancelled": "Order cancelled",
  "order edited": "Order changed",
  "order exchanged": "Exchange",
  "gift cards": "Codes of gift cards",
  "gift card": "Gift card, to whom it is given",
  "credit given": "Credit given",
  "return received": "Receipt of a return",
  "return decided": "Decision about a return",
  "withdrawal received": "Receipt of a withdrawal",
  "withdrawal decided": "Decision about a withdrawal",
  "order message": "Message about the order",
  "review invitation": "Invitation to review",
  "review hidden": "Review hidden",
  "question answered": "Answer to a question about a product",
  "question hidden": "Question hidden",
  "stock alert": "Product is back",
  "confirm stock alert": "Confirm a wish to be told",
  welcome: "Welcome",
  "account moved": "Account of the former shop",
  "staff invitation": "Invitation to the staff",
  "password changed": "Password changed",
  "reset code": "Code for a new password",
  "email changed": "E-mail changed",
  "passkey added": "Passkey added",
  "passkey removed": "Passkey removed",
  "second factor changed": "Authenticator app changed",
  "wrong codes": "Wrong codes after the password",
  "confirm email": "Confirm e-mail",
  "account deleted": "Account deleted",
  "new order": "New order, to admins",
  "customer cancellation": "Order cancelled by its customer, to admins",
  "customer message": "Message of a customer, to admins",
  "customer question": "Question about a product, to admins",
  "open matter": "Order that needs attention, to admins",
  "low stock": "Low stock, to admins",
  "webhook switched off": "Webhook switched off, to admins",
  "admin access changed": "Change of who may do what, to admins",
};

export function mailName(kind: MailKind): string {
  return names[kind];
}

/** The state of a mail in words. One that waits was refused if the mail server has answered. */
export function mailState({ status, detail }: Pick<MailRecord, "status" | "detail">): {
  tone: StatusTone;
  text: string;
} {
  const isRetried = status === "waiting" && detail !== null;
  return isRetried ? { tone: "warning", text: "Refused, tried again" } : states[status];
}

const states: Record<MailStatus, { tone: StatusTone; text: string }> = {
  waiting: { tone: "going", text: "Waits to be sent" },
  sent: { tone: "done", text: "Sent" },
  skipped: { tone: "quiet", text: "Not sent" },
  failed: { tone: "danger", text: "Failed" },
};
