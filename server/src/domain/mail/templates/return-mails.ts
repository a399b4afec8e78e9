import type { MailData } from "../../outbox/mail-data.ts";
import type { MailBody } from "./body.ts";
import { hello, type OrderFacts, reasonOf, viewOrder } from "./order-mails.ts";
import { orderNumber } from "./words.ts";

/** A line of a return. */
type ReturnedItem = { name: string; qty: number; reason: string };

function listed(items: readonly ReturnedItem[]): { name: string; lines: string[] } {
  return { name: "What comes back", lines: items.map(({ name, qty, reason }) => `${qty} × ${name} (${reason})`) };
}

/** The receipt for a customer who asked to send goods back. */
export function returnReceived(facts: OrderFacts, items: readonly ReturnedItem[]): MailBody {
  const number = orderNumber(facts.order._id);
  const sentence = `You would like to send something of your order ${number} back. Please keep it until we have answered.`;
  return {
    subject: `Your return of order ${number}`,
    preview: sentence,
    title: "We have received your return",
    blocks: [
      ...hello(facts, sentence),
      { is: "facts", facts: [listed(items)] },
      viewOrder(facts),
      { is: "note", text: "Was this not you? Just answer this mail." },
    ],
    reason: reasonOf(facts),
  };
}

/** The decision about a return, with the words of the administrator. */
export function returnDecided(
  facts: OrderFacts,
  items: readonly ReturnedItem[],
  { to, words }: MailData<"return decided">,
): MailBody {
  const isAccepted = to === "accepted";
  const title = isAccepted ? "You can send it back" : "We cannot accept your return";
  const sentence = isAccepted
    ? "We have accepted your return, and refund it once the items are here and checked."
    : "We have looked at your return and cannot accept it.";
  const answer = words === "" ? [] : [{ name: isAccepted ? "How to send it back" : "Why", lines: words.split("\n") }];
  return {
    subject: `${title}: order ${orderNumber(facts.order._id)}`,
    preview: sentence,
    title,
    blocks: [
      ...hello(facts, sentence),
      { is: "facts", facts: [...answer, listed(items)] },
      viewOrder(facts),
      { is: "note", text: "Do you have a question? Just answer this mail." },
    ],
    reason: reasonOf(facts),
  };
}
