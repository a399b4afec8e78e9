import { formatMoney } from "@shop/shared/money";
import type { Matter, MatterKind } from "@shop/shared/order/matter";
import type { Order } from "@shop/shared/order/order";

type MatterWords = {
  title: string;
  /** What happened and what to do about it. `amount` is formatted. */
  help: (amount: string | null) => string;
};

/** The texts for each kind of open matter. */
const matterWords: Record<MatterKind, MatterWords> = {
  "stock gone": {
    title: "Paid after the units were sold out",
    help: () =>
      "The order was paid after its units were sold out. Restock the product and mark this as resolved, or refund the order.",
  },
  "paid twice": {
    title: "Paid twice",
    help: (amount) => `A second payment${of(amount)} was taken. Refund one of the two payments.`,
  },
  "payment differs": {
    title: "A payment does not match this order",
    help: (amount) =>
      `A payment${of(amount)} was taken that does not match this order. Compare the two in the payment provider's account, and refund the difference.`,
  },
  refunded: {
    title: "Refunded at the payment provider",
    help: (amount) =>
      `${amount ?? "Money"} was returned to the customer by a refund at the payment provider, or by one of this shop's that seemed to have failed. Look it up in the payment provider's account before you ship or refund again.`,
  },
  reversed: {
    title: "The payment was reversed",
    help: (amount) =>
      `The payment provider took ${amount ?? "the payment"} back from the shop, as after a chargeback. Do not ship. Answer the case in the payment provider's account.`,
  },
  disputed: {
    title: "The customer disputes the payment",
    help: (amount) =>
      `The customer disputes ${amount === null ? "the payment" : `a payment of ${amount}`}. Answer the dispute in the payment provider's account before you ship.`,
  },
  "payment stuck": {
    title: "It is not known whether the payment was taken",
    help: (amount) =>
      `The payment provider does not say whether it took the payment${of(amount)}. The shop keeps asking. If this stays, look the payment up in the payment provider's account.`,
  },
  "payment refused": {
    title: "The payment provider does not take payments for this shop",
    help: () =>
      "The customer could not pay, and nothing was charged. Check the shop's account at the payment provider. Once it works again, the customer can pay.",
  },
  "payment risk": {
    title: "A payment to look at",
    help: () =>
      "The order is paid, and waits for your look, as your settings under Doubtful payments say. Compare name, address and goods. Mark it as resolved to go on, or cancel the order, and the money goes back.",
  },
  "unknown payment": {
    title: "Paid by an unknown payment",
    help: (amount) =>
      `The payment provider says that this order was already paid, by a payment${of(amount)} that this shop has no record of. Find it by the order id in the payment provider's account, and refund it there.`,
  },
  "refund failed": {
    title: "A refund was not made",
    help: (amount) =>
      `The refund${of(amount)} was not made: the customer has not got the money back. Refund again, or send the money another way.`,
  },
  "refund stuck": {
    title: "It is not known whether a refund was made",
    help: (amount) =>
      `The payment provider does not say whether it made the refund${of(amount)}. The shop keeps asking. Look it up in the payment provider's account before you refund again.`,
  },
  "mail failed": {
    title: "A mail to the customer could not be sent",
    help: () =>
      "The mail server did not take it for three days. Check the customer's address, and send it again below under Mails. The order can go on meanwhile.",
  },
  withdrawal: {
    title: "The customer withdrew from the contract",
    help: () => "Do not ship. Accept or refuse it on its own page. Once that is done, this goes away by itself.",
  },
  return: {
    title: "The customer wants to send something back",
    help: () =>
      "Accept or refuse it below under Returns. Once it is refunded or refused, this goes away by itself. What was not sent yet waits until you have looked.",
  },
  "refund due": {
    title: "Money is to be sent back",
    help: (amount) =>
      `The customer had transferred money, of which ${amount ?? "some"} is to go back. Transfer it back, and then record the refund below under Payments.`,
  },
  "exchange unpaid": {
    title: "The rest of an exchange was not paid in time",
    help: (amount) =>
      `An exchange has paid${amount === null ? "" : ` ${amount}`} of this order, and its items are for sale again. Write to the customer, who can still pay the rest, or cancel the order, and that money goes back.`,
  },
  "price differs": {
    title: "The amounts of this order cannot be explained",
    help: (amount) =>
      `Computed anew from its lines and its terms of sale, this order does not come to its total${of(amount)}. Compare the amounts before you ship or refund.`,
  },
};

const of = (amount: string | null) => (amount === null ? "" : ` of ${amount}`);

/** The heading of a matter on the order page. */
export function matterTitle(kind: MatterKind): string {
  return matterWords[kind].title;
}

/** What to do about a matter. */
export function matterHelp({ kind, amount }: Matter): string {
  return matterWords[kind].help(amount === null ? null : formatMoney(amount));
}

/** The consequence of resolving a matter of an order. */
export function resolveConsequence(kind: MatterKind, { isRefunded }: Pick<Order, "isRefunded">): string {
  const stored = "Your name and your note are saved with the order.";
  if (isRefunded) return stored;
  return kind === "stock gone"
    ? `The units are taken out of stock now, so there must be enough of them. ${stored}`
    : `The order can continue once nothing on it needs attention. ${stored}`;
}
