import type { MailData } from "../../outbox/mail-data.ts";
import type { MailBody } from "./body.ts";
import { hello, type OrderFacts, reasonOf, viewOrder } from "./order-mails.ts";
import { timeIn } from "./withdrawal-mails.ts";
import { orderNumber } from "./words.ts";

/** A return, or a withdrawal from a part of an order. */
type Returned = {
  /** None where a customer said in words what it is about. */
  items: readonly { name: string; qty: number; reason: string }[];
  declaration: string | null;
  /** What the customer would like instead of the money; empty for the money. */
  wish: string;
  isWithdrawal: boolean;
  requestedAt: Date;
};

function listed({ items, declaration }: Returned): { name: string; lines: string[] } {
  const lines = items.map(({ name, qty, reason }) => `${qty} × ${name}${reason === "" ? "" : ` (${reason})`}`);
  return { name: "What comes back", lines: declaration === null ? lines : declaration.split("\n") };
}

function wished({ wish }: Returned): { name: string; lines: string[] }[] {
  return wish === "" ? [] : [{ name: "What you would like for it", lines: wish.split("\n") }];
}

/** The receipt for a customer who asked to send goods back, or withdrew from the contract about them. */
export function returnReceived(facts: OrderFacts, returned: Returned): MailBody {
  const number = orderNumber(facts.order._id);
  return returned.isWithdrawal ? withdrawn(facts, returned, number) : requested(facts, returned, number);
}

function requested(facts: OrderFacts, returned: Returned, number: string): MailBody {
  const sentence = `You would like to send something of your order ${number} back. Please keep it until we have answered.`;
  return {
    subject: `Your return of order ${number}`,
    preview: sentence,
    title: "We have received your return",
    blocks: [
      ...hello(facts, sentence),
      { is: "facts", facts: [listed(returned), ...wished(returned)] },
      viewOrder(facts),
      { is: "note", text: "Was this not you? Just answer this mail." },
    ],
    reason: reasonOf(facts),
  };
}

function withdrawn(facts: OrderFacts, returned: Returned, number: string): MailBody {
  const time = timeIn(facts.shop.timeZone, returned.requestedAt);
  const next = "We write to you soon about how to send the items back. Please keep them until then.";
  return {
    subject: `We have received your withdrawal from a part of order ${number}`,
    preview: `It arrived on ${time}.`,
    title: "We have received your withdrawal",
    blocks: [
      ...hello(
        facts,
        `You have withdrawn from the contract about a part of your order ${number}. This mail is your receipt.`,
      ),
      {
        is: "facts",
        facts: [
          { name: "Order", lines: [facts.order._id] },
          listed(returned),
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

/** The decision about a return, with the words of the administrator. */
export function returnDecided(
  facts: OrderFacts,
  returned: Returned,
  { to, words }: MailData<"return decided">,
): MailBody {
  const isAccepted = to === "accepted";
  const title = isAccepted ? "You can send it back" : "We cannot accept your return";
  const sentence = isAccepted
    ? returned.wish === ""
      ? "We have accepted your return, and refund it once the items are here and checked."
      : "We have accepted your return, and exchange it once the items are here and checked."
    : "We have looked at your return and cannot accept it.";
  const answer = words === "" ? [] : [{ name: isAccepted ? "How to send it back" : "Why", lines: words.split("\n") }];
  return {
    subject: `${title}: order ${orderNumber(facts.order._id)}`,
    preview: sentence,
    title,
    blocks: [
      ...hello(facts, sentence),
      { is: "facts", facts: [...answer, listed(returned), ...wished(returned)] },
      viewOrder(facts),
      { is: "note", text: "Do you have a question? Just answer this mail." },
    ],
    reason: reasonOf(facts),
  };
}
