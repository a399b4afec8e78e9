import { formatMoney, toWire } from "@shop/shared/money";
import { amountToPay } from "@shop/shared/order/amount-to-pay";
import type { Order } from "@shop/shared/order/order";
import type { ShopFacts } from "../../base/shop-facts.ts";
import type { MailData } from "../../outbox/mail-data.ts";
import type { Block, MailBody } from "./body.ts";
import { hello, type OrderFacts, reasonOf, transferFacts, viewOrder } from "./order-mails.ts";
import { addressOf, itemsOf, orderNumber, timeInWords } from "./words.ts";

/** What is sent in exchange, and what is still to pay or goes back. */
export function orderExchanged(
  facts: OrderFacts,
  { reason, refundCents }: MailData<"order exchanged">,
  account: Pick<ShopFacts, "bankDetails">,
): MailBody {
  const { shop, order } = facts;
  const number = orderNumber(order.exchange?.of ?? order._id);
  return {
    subject: order.isPaid ? `Your exchange for order ${number}` : `Your exchange: ${toPay(order)} to pay`,
    preview: sentenceOf(facts, refundCents),
    title: "Your exchange",
    blocks: [
      ...hello(facts, `We have entered an exchange for your order ${number}. ${sentenceOf(facts, refundCents)}`),
      { is: "facts", facts: [{ name: "Why", lines: [reason] }] },
      ...payment(facts, account),
      itemsOf(order, shop, "with sums"),
      { is: "facts", facts: [addressOf(order)] },
      { is: "note", text: "Is this not what you wanted? Just answer this mail." },
    ],
    reason: reasonOf(facts),
  };
}

const toPay = (order: Order): string => formatMoney(amountToPay(order));

function sentenceOf({ shop, order, heldUntil }: OrderFacts, refundCents: number): string {
  if (!order.isPaid) return `${toPay(order)} is left to pay. We hold your items until ${timeInWords(heldUntil, shop)}.`;
  const back = refundCents > 0 ? ` ${formatMoney(toWire(refundCents))} goes back to you.` : "";
  return `There is nothing to pay.${back} We get your items ready now.`;
}

/** How what is left is paid. */
function payment(facts: OrderFacts, account: Pick<ShopFacts, "bankDetails">): Block[] {
  const { order } = facts;
  if (order.isPaid) return [viewOrder(facts)];
  const isTransfer = order.paymentMethod === "Bank Transfer";
  return isTransfer ? [transferFacts(order, account), viewOrder(facts)] : [viewOrder(facts, `Pay ${toPay(order)}`)];
}
