import type { MailChoices } from "@shop/shared/mail";
import { formatMoney, toWire } from "@shop/shared/money";
import { amountToPay } from "@shop/shared/order/amount-to-pay";
import { spacedReference, transferReference } from "@shop/shared/order/bank-transfer";
import { arrivalText } from "@shop/shared/order/delivery";
import type { Order } from "@shop/shared/order/order";
import { pathOf } from "@shop/shared/page/pages";
import { nameOfMethod } from "@shop/shared/shop";
import type { ShopFacts, ShopIdentity } from "../../base/shop-facts.ts";
import type { MailData } from "../../outbox/mail-data.ts";
import type { Block, MailBody } from "./body.ts";
import { addressOf, dayInWords, greeting, itemsOf, orderNumber, ownImage, paragraphsOf, timeInWords } from "./words.ts";

/** What the mails about an order are made of. */
export type OrderFacts = {
  shop: ShopIdentity;
  order: Order;
  /** Where the customer sees the order. */
  url: string;
  heldUntil: Date;
  choices: MailChoices;
};

const text = (text: string): Block => ({ is: "text", text });

/** The customer's greeting and the first sentence. */
export function hello({ order }: OrderFacts, sentence: string): Block[] {
  return [text(greeting(order.user.name)), text(sentence)];
}

export function viewOrder({ url }: OrderFacts, label = "View your order"): Block {
  return { is: "button", label, url };
}

export function reasonOf({ shop, order }: OrderFacts): string {
  const day = dayInWords(new Date(order.createdAt), shop);
  return `You get this mail because you placed order ${orderNumber(order._id)} at ${shop.name} on ${day}.`;
}

/** A reminder to pay, with the time until which the units are held. */
export function orderPlaced(facts: OrderFacts): MailBody {
  const { shop, order, heldUntil } = facts;
  const until = timeInWords(heldUntil, shop);
  return {
    subject: `One step left: pay for your order ${orderNumber(order._id)}`,
    preview: `We hold your items until ${until}.`,
    title: "One step left: pay",
    blocks: [
      ...hello(
        facts,
        `Thank you for your order. We hold your items for you until ${until}. Once you have paid, we get them ready for you.`,
      ),
      viewOrder(facts, `Pay ${formatMoney(amountToPay(order))}`),
      itemsOf(order, shop, "with sums"),
      { is: "facts", facts: [addressOf(order)] },
      { is: "note", text: "Did you change your mind? Then there is nothing to do: the order lapses without payment." },
    ],
    reason: reasonOf(facts),
  };
}

/** What was ordered, and what is to be paid when it arrives. */
export function paidOnDelivery(facts: OrderFacts): MailBody {
  const { shop, order } = facts;
  const total = formatMoney(amountToPay(order));
  const when = order.delivery?.pickUp === undefined ? "when it arrives" : "when you collect it";
  return {
    subject: `Thank you for your order ${orderNumber(order._id)}`,
    preview: `You pay ${total} ${when}.`,
    title: "Thank you for your order",
    blocks: [
      ...hello(facts, `We get your order ready now. You pay ${total} ${when}.`),
      viewOrder(facts),
      itemsOf(order, shop, "with sums"),
      { is: "facts", facts: [addressOf(order), ...arrivalFacts(order)] },
    ],
    reason: reasonOf(facts),
  };
}

/** What of an order is still to be paid when it arrives. */
function dueFacts(order: Order): { name: string; lines: string[] }[] {
  const isDue = order.paymentMethod === "On Delivery" && !order.isPaid;
  return isDue ? [{ name: "To be paid on delivery", lines: [formatMoney(amountToPay(order))] }] : [];
}

/** Where the money for an order goes, and what it must be marked with. */
export function transferAwaited(facts: OrderFacts, account: Pick<ShopFacts, "bankDetails">): MailBody {
  const { shop, order, heldUntil } = facts;
  const [until, total] = [timeInWords(heldUntil, shop), formatMoney(amountToPay(order))];
  return {
    subject: `Please transfer ${total} for your order ${orderNumber(order._id)}`,
    preview: `We hold your items until ${until}. Reference: ${referenceOf(order)}`,
    title: "One step left: your transfer",
    blocks: [
      ...hello(
        facts,
        `Thank you for your order. Please transfer ${total} to our account. We hold your items for you until ${until}, and get them ready as soon as the money is here.`,
      ),
      transferFacts(order, account),
      text("Please enter the reference exactly, so that we find your transfer."),
      viewOrder(facts),
      itemsOf(order, shop, "with sums"),
      { is: "facts", facts: [addressOf(order)] },
      { is: "note", text: "Did you change your mind? Then there is nothing to do: the order lapses without payment." },
    ],
    reason: reasonOf(facts),
  };
}

/** What an order that is still to be paid comes to since the shop changed it, with the words of the administrator. */
export function orderEdited(facts: OrderFacts, words: string, account: Pick<ShopFacts, "bankDetails">): MailBody {
  return facts.order.isPaid ? sentElsewhere(facts, words) : newTotal(facts, words, account);
}

function sentElsewhere(facts: OrderFacts, words: string): MailBody {
  const number = orderNumber(facts.order._id);
  return {
    subject: `Your order ${number} goes to another address`,
    preview: "We have changed where we send it.",
    title: "Another address for your order",
    blocks: [
      ...hello(facts, `We have changed where we send your order ${number}.`),
      ...(words === "" ? [] : [{ is: "facts" as const, facts: [{ name: "Why", lines: words.split("\n") }] }]),
      { is: "facts", facts: [addressOf(facts.order)] },
      viewOrder(facts),
      { is: "note", text: "Is this not right? Just answer this mail." },
    ],
    reason: reasonOf(facts),
  };
}

function newTotal(facts: OrderFacts, words: string, account: Pick<ShopFacts, "bankDetails">): MailBody {
  const { shop, order, heldUntil } = facts;
  const [number, total] = [orderNumber(order._id), formatMoney(amountToPay(order))];
  const until = `We hold your items until ${timeInWords(heldUntil, shop)}.`;
  const isPaidLater = order.paymentMethod === "On Delivery";
  const [isTransfer, next] = [order.paymentMethod === "Bank Transfer", isPaidLater ? "You pay it on delivery." : until];
  const said = words === "" ? [] : [{ is: "facts" as const, facts: [{ name: "Why", lines: words.split("\n") }] }];
  return {
    subject: `Your order ${number} was changed: ${total} to pay`,
    preview: next,
    title: "Your order was changed",
    blocks: [
      ...hello(facts, `We have changed your order ${number} for you. It comes to ${total} now. ${next}`),
      ...said,
      ...(isTransfer ? [transferFacts(order, account)] : []),
      viewOrder(facts, isTransfer || isPaidLater ? undefined : `Pay ${total}`),
      itemsOf(order, shop, "with sums"),
      { is: "facts", facts: [addressOf(order)] },
      { is: "note", text: "Is this not what you wanted? Just answer this mail." },
    ],
    reason: reasonOf(facts),
  };
}

/** The same once more, before the items are for sale again. */
export function transferReminder(facts: OrderFacts, account: Pick<ShopFacts, "bankDetails">): MailBody {
  const { shop, order, heldUntil } = facts;
  const [until, total] = [timeInWords(heldUntil, shop), formatMoney(amountToPay(order))];
  return {
    subject: `We hold your order ${orderNumber(order._id)} until ${until}`,
    preview: `Your transfer of ${total} is not here yet. Reference: ${referenceOf(order)}`,
    title: "Your transfer is not here yet",
    blocks: [
      ...hello(
        facts,
        `We have not seen your transfer of ${total} yet. We hold your items until ${until}; afterwards others can buy them.`,
      ),
      transferFacts(order, account),
      text("Have you sent it already? Then there is nothing to do: it can take a day or two until it is here."),
      viewOrder(facts),
      itemsOf(order, shop, "with sums"),
      { is: "note", text: "Did you change your mind? Then there is nothing to do: the order lapses without payment." },
    ],
    reason: reasonOf(facts),
  };
}

const referenceOf = ({ _id }: Order) => spacedReference(transferReference(_id));

/** The account, the amount and the reference of a transfer. */
export function transferFacts(order: Order, { bankDetails }: Pick<ShopFacts, "bankDetails">): Block {
  return {
    is: "facts",
    facts: [
      ...bankDetails.map(({ label, value }) => ({ name: label, lines: [value] })),
      { name: "Amount", lines: [formatMoney(amountToPay(order))] },
      { name: "Reference", lines: [referenceOf(order)] },
    ],
  };
}

/** The receipt. */
/** What has paid an order: money, or credit alone. */
function receivedSentence(order: Order): string {
  const money = amountToPay(order);
  return money > 0 ? `We have received your payment of ${formatMoney(money)}.` : "Your order is paid.";
}

function paidBy(order: Order): string {
  return amountToPay(order) > 0 ? nameOfMethod(order.paymentMethod) : "Gift card or credit";
}

export function paymentReceived(facts: OrderFacts): MailBody {
  const { shop, order, choices } = facts;
  const isChecked = order.matters.some(({ kind }) => kind === "stock gone");
  const isCancelled = order.cancellation !== null;
  const next = isCancelled
    ? "The order was cancelled meanwhile, so we send the money back."
    : order.isWithdrawn
      ? "You have withdrawn from this order, so we do not send the items, and write to you soon about your money."
      : isChecked
        ? "We are checking the stock for this order and will write to you. You do not need to do anything."
        : choices.progress
          ? "We get your order ready now and write to you when it is on its way."
          : "We get your order ready now. You can see how far it is on its page at any time.";
  const paidAt = order.paidAt ?? order.createdAt;
  const received = receivedSentence(order);
  return {
    subject: `Your receipt for order ${orderNumber(order._id)}`,
    preview: `${received} Thank you!`,
    title: "Thank you, your payment is here",
    blocks: [
      ...hello(facts, `${received} ${next}`),
      viewOrder(facts),
      { is: "heading", text: "Your receipt" },
      itemsOf(order, shop, "with sums"),
      {
        is: "facts",
        facts: [
          { name: "Order", lines: [order._id, `Placed on ${dayInWords(new Date(order.createdAt), shop)}`] },
          {
            name: "Payment",
            lines: [paidBy(order), `Paid on ${dayInWords(new Date(paidAt), shop)}`],
          },
          addressOf(order),
          ...arrivalFacts(order),
        ],
      },
    ],
    reason: reasonOf(facts),
  };
}

/** One mail for two steps: the order was confirmed, and perhaps is being prepared. */
export function orderConfirmed(facts: OrderFacts): MailBody {
  const { shop, order } = facts;
  const number = orderNumber(order._id);
  const title = order.isProcessed ? "We are preparing your order" : "Your order is confirmed";
  const sentence = order.isProcessed
    ? "We have checked your order, and your items are being packed. We write to you again when they are on their way."
    : "We have checked your order, and everything is fine. We pack your items next and write to you when they are on their way.";
  return {
    subject: order.isProcessed ? `We are preparing your order ${number}` : `Your order ${number} is confirmed`,
    preview: order.isProcessed ? "Your items are being packed." : "We pack your items next.",
    title,
    blocks: [
      ...hello(facts, sentence),
      viewOrder(facts),
      itemsOf(order, shop, "without sums"),
      { is: "facts", facts: [addressOf(order)] },
    ],
    reason: reasonOf(facts),
  };
}

/** The days on which the customer was told that the order arrives. */
function arrivalFacts({ arrival, delivery }: Order): { name: string; lines: string[] }[] {
  const name = delivery?.pickUp === undefined ? "Expected arrival" : "Expected to be ready";
  return arrival === null ? [] : [{ name, lines: [arrivalText(arrival)] }];
}

/** The one button of a mail about parcels: it follows the only parcel, or else leads to the order, which has them all. */
function trackingBlocks({ url: orderUrl, order: { parcels } }: OrderFacts): Block[] {
  const links = parcels.flatMap(({ carrierName, trackingUrl }, place) => {
    const parcel = parcels.length === 1 ? "your parcel" : `parcel ${place + 1} of ${parcels.length}`;
    return trackingUrl === null ? [] : [{ label: `Track ${parcel} with ${carrierName}`, url: trackingUrl }];
  });
  const toOrder = { label: "View your order", url: orderUrl };
  const [first, ...others] = links;
  if (first === undefined) return [{ is: "button", ...toOrder }];
  if (others.length > 0)
    return [
      { is: "links", links },
      { is: "button", ...toOrder },
    ];
  return [
    { is: "button", ...first },
    { is: "links", links: [toOrder] },
  ];
}

/** The carriers and numbers of the parcels, if any were entered. */
function parcelFacts({ parcels }: Order): { name: string; lines: string[] }[] {
  if (parcels.length === 0) return [];
  const lines = parcels.map(({ carrierName, trackingNumber }) => `${carrierName}: ${trackingNumber}`);
  return [{ name: parcels.length === 1 ? "Your parcel" : "Your parcels", lines }];
}

function shippedWords(order: Order): Pick<MailBody, "subject" | "preview" | "title"> {
  const number = orderNumber(order._id);
  if (order.delivery?.pickUp !== undefined) {
    const title = "Your order is ready";
    return { subject: `Your order ${number} is ready to be collected`, preview: order.delivery.pickUp.address, title };
  }
  return {
    subject: `Your order ${number} is on its way`,
    preview: `We have sent it to ${order.shippingAddress.city}.`,
    title: "Your order is on its way",
  };
}

function shippedSentence({ delivery }: Order): string {
  return delivery?.pickUp === undefined
    ? "We have handed your items over to the carrier. They are on their way to this address:"
    : "Your items are ready. You can collect them here:";
}

export function orderShipped(facts: OrderFacts): MailBody {
  const { shop, order } = facts;
  return {
    ...shippedWords(order),
    blocks: [
      ...hello(facts, shippedSentence(order)),
      { is: "facts", facts: [addressOf(order), ...arrivalFacts(order), ...parcelFacts(order), ...dueFacts(order)] },
      ...trackingBlocks(facts),
      itemsOf(order, shop, "without sums"),
    ],
    reason: reasonOf(facts),
  };
}

/** A parcel with some units of an order that is not shipped as a whole yet. */
export function orderPartShipped(facts: OrderFacts, trackingNumber: string): MailBody {
  const { shop, order } = facts;
  const parcels = order.parcels.filter((parcel) => parcel.trackingNumber === trackingNumber);
  const sent = { ...order, parcels, orderItems: itemsIn(order, parcels) };
  return {
    subject: `A part of your order ${orderNumber(order._id)} is on its way`,
    preview: `We have sent it to ${order.shippingAddress.city}. The rest follows.`,
    title: "A part of your order is on its way",
    blocks: [
      ...hello(
        facts,
        "We have handed a part of your order over to the carrier. We send the rest as soon as it is ready, and tell you then.",
      ),
      { is: "facts", facts: [addressOf(order), ...parcelFacts(sent)] },
      ...trackingBlocks({ ...facts, order: sent }),
      text("In this parcel:"),
      itemsOf(sent, shop, "without sums"),
    ],
    reason: reasonOf(facts),
  };
}

/** The items of an order that are in some of its parcels, with their numbers there. */
function itemsIn({ orderItems }: Order, parcels: Order["parcels"]): Order["orderItems"] {
  const packed = parcels.flatMap(({ items }) => items);
  return orderItems.flatMap((item) => {
    const found = packed.find(({ product }) => product === item.product);
    return found === undefined ? [] : [{ ...item, qty: found.qty }];
  });
}

/** A parcel that was added after the order was shipped. */
export function parcelAdded(facts: OrderFacts, trackingNumber: string): MailBody {
  const { order } = facts;
  const parcels = order.parcels.filter((parcel) => parcel.trackingNumber === trackingNumber);
  const added = { ...order, parcels };
  return {
    subject: `Another parcel of your order ${orderNumber(order._id)} is on its way`,
    preview: `We have sent it to ${order.shippingAddress.city}.`,
    title: "Another parcel is on its way",
    blocks: [
      ...hello(facts, "We have handed another parcel of your order over to the carrier."),
      { is: "facts", facts: parcelFacts(added) },
      ...trackingBlocks({ ...facts, order: added }),
    ],
    reason: reasonOf(facts),
  };
}

/** A delivery. `invites`: with an invitation to review. */
export function orderDelivered(facts: OrderFacts, invites: boolean): MailBody {
  const { order, choices } = facts;
  const number = orderNumber(order._id);
  return {
    subject: choices.progress ? `Your order ${number} has arrived` : `How do you like your order ${number}?`,
    preview: invites ? "How do you like it?" : "We hope that you like it.",
    title: choices.progress ? "Your order has arrived" : "How do you like it?",
    blocks: [
      ...hello(facts, "Your order was delivered. We hope that you like it."),
      ...(invites ? invitationTo(facts) : [viewOrder(facts)]),
      text("Is something missing, or not as you expected? Just answer this mail and we put it right."),
    ],
    reason: reasonOf(facts),
  };
}

/** The products of one order that a mail asks to review. */
const invitedReviews = 10;

function invitationTo({ shop, order }: OrderFacts): Block[] {
  const links = order.orderItems.slice(0, invitedReviews).map(({ product, name, image }) => ({
    label: `Review ${name}`,
    url: `${shop.origin}${pathOf("product", { id: product })}#reviews`,
    image: ownImage(image, shop),
  }));
  return [
    { is: "heading", text: "Help others choose" },
    text("A few words about what you bought help other customers more than anything that we could write."),
    { is: "links", links },
  ];
}

/** What the shop wrote to the customer. The text is shown as it is, without any formatting. */
export function orderMessage(facts: OrderFacts, message: string): MailBody {
  const number = orderNumber(facts.order._id);
  return {
    subject: `A message about your order ${number}`,
    preview: message.slice(0, 120),
    title: "We have written to you",
    blocks: [
      ...hello(facts, `We have a message for you about your order ${number}:`),
      ...paragraphsOf(message),
      viewOrder(facts),
      text("You can answer on the page of the order."),
    ],
    reason: reasonOf(facts),
  };
}

/** That an order was cancelled, and what becomes of its money. */
export function orderCancelled(
  facts: OrderFacts,
  { isByCustomer, amountCents, creditCents = 0 }: MailData<"order cancelled">,
): MailBody {
  const { order, shop } = facts;
  const reason = order.cancellation?.reason ?? null;
  const number = orderNumber(order._id);
  const who = isByCustomer
    ? `You have cancelled your order ${number}.`
    : `We are sorry: we had to cancel your order ${number}.`;
  const money =
    amountCents > 0
      ? `We send ${formatMoney(toWire(amountCents))} back to where your payment came from. It can take a few days until you see it there.`
      : creditCents > 0
        ? `There is nothing to pay for it, and the ${formatMoney(toWire(creditCents))} of your gift card or credit are back.`
        : "There is nothing to pay for it.";
  return {
    subject: `Your order ${number} is cancelled`,
    preview: money,
    title: "Your order is cancelled",
    blocks: [
      ...hello(facts, `${who} ${money}`),
      ...(reason === null || isByCustomer
        ? []
        : [{ is: "facts" as const, facts: [{ name: "Reason", lines: [reason] }] }]),
      itemsOf(order, shop, "without sums"),
      viewOrder(facts),
    ],
    reason: reasonOf(facts),
  };
}

export function refundMade(
  facts: OrderFacts,
  { amountCents, reason, isCredit = false }: MailData<"refund made">,
): MailBody {
  const { order, shop } = facts;
  const amount = formatMoney(toWire(amountCents));
  const number = orderNumber(order._id);
  const lines = [`Order ${number} of ${dayInWords(new Date(order.createdAt), shop)}`];
  return {
    subject: `We have refunded ${amount} for your order ${number}`,
    preview: isCredit ? "You can spend it on orders at once." : "It goes back to where your payment came from.",
    title: `We have refunded ${amount}`,
    blocks: [
      ...hello(
        facts,
        isCredit
          ? `We have added ${amount} to your credit. You can use it where you pay for an order.`
          : `We have refunded ${amount} to the account or card that you paid with. It can take a few days until you see it there.`,
      ),
      {
        is: "facts",
        facts: [
          { name: "Refund for", lines },
          ...(reason === null ? [] : [{ name: "Reason", lines: [reason] }]),
          {
            name: "Refunded so far",
            lines: [`${formatMoney(order.refundedPrice)} of ${formatMoney(order.totalPrice)}`],
          },
        ],
      },
      viewOrder(facts),
    ],
    reason: reasonOf(facts),
  };
}
