import { formatMoney } from "@shop/shared/money";
import type { Order } from "@shop/shared/order/order";
import type { WithdrawalDecision } from "@shop/shared/order/withdrawal";
import type { MailData } from "../../outbox/mail-data.ts";
import type { MailBody } from "./body.ts";
import { hello, type OrderFacts, reasonOf, viewOrder } from "./order-mails.ts";
import { dayInWords, orderNumber } from "./words.ts";

/** A time in words with its time zone: "November 23, 2026 at 2:05:11 PM GMT+1". */
export function timeIn(timeZone: string, time: Date): string {
  return time.toLocaleString("en-US", { timeZone, dateStyle: "long", timeStyle: "long" });
}

/** What happens next with what was sent and what was paid. */
function nextText({ isShipped, isPaid, paymentResult }: Order): string {
  if (isShipped) return "We write to you soon about how to send the items back. Please keep them until then.";
  if (isPaid || paymentResult !== null) return "We do not send the items, and write to you soon about your money.";
  return "We do not send the items. Nothing was paid, so please do not pay for this order any more.";
}

/** The receipt for a declaration of withdrawal. */
export function withdrawalReceived(facts: OrderFacts, declaredAt: Date): MailBody {
  const { order, shop } = facts;
  const number = orderNumber(order._id);
  const time = timeIn(shop.timeZone, declaredAt);
  const next = nextText(order);
  return {
    subject: `We have received your withdrawal from order ${number}`,
    preview: `It arrived on ${time}.`,
    title: "We have received your withdrawal",
    blocks: [
      ...hello(facts, `You have withdrawn from the contract about your order ${number}. This mail is your receipt.`),
      {
        is: "facts",
        facts: [
          { name: "Order", lines: [order._id, `Placed on ${dayInWords(new Date(order.createdAt), shop)}`] },
          { name: "Withdrawal received", lines: [time] },
          { name: "What happens next", lines: [next] },
        ],
      },
      viewOrder(facts),
      { is: "note", text: "Was this not you? Just answer this mail, and we leave your order as it is." },
    ],
    reason: reasonOf(facts),
  };
}

/** The subject, and the first sentence, for each decision. */
const decided: Record<WithdrawalDecision, { title: string; text: (facts: OrderFacts) => string }> = {
  accepted: {
    title: "We have accepted your withdrawal",
    text: ({ order }) =>
      !order.isPaid
        ? "Nothing was paid for this order, so there is nothing more to do."
        : order.isShipped
          ? "Please send the items back within 14 days. Answer this mail if you need our address. We refund your payment once they are here."
          : "We do not send the items, and refund your payment.",
  },
  "goods back": {
    title: "Your items are back with us",
    text: () => "Thank you for sending them back. We refund your payment next.",
  },
  refunded: {
    title: "Your withdrawal is complete",
    text: ({ order }) =>
      `We have refunded ${formatMoney(order.refundedPrice)} of ${formatMoney(order.totalPrice)} to the account or card that you paid with.`,
  },
  refused: {
    title: "We cannot accept your withdrawal",
    text: () => "We have checked your withdrawal and cannot accept it.",
  },
};

/** A decision about a withdrawal, with the admin's words where there are some. */
export function withdrawalDecided(facts: OrderFacts, { to, words }: MailData<"withdrawal decided">): MailBody {
  const { title, text } = decided[to];
  const sentence = text(facts);
  return {
    subject: `${title}: order ${orderNumber(facts.order._id)}`,
    preview: sentence,
    title,
    blocks: [
      ...hello(facts, sentence),
      ...(words === null ? [] : [{ is: "facts" as const, facts: [{ name: "Why", lines: [words] }] }]),
      viewOrder(facts),
      { is: "note", text: "Do you have a question? Just answer this mail." },
    ],
    reason: reasonOf(facts),
  };
}
