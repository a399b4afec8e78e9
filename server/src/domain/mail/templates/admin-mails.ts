import { formatMoney, toWire } from "@shop/shared/money";
import type { MatterKind } from "@shop/shared/order/matter";
import type { Order } from "@shop/shared/order/order";
import { pathOf } from "@shop/shared/page/pages";
import type { ShopIdentity } from "../../base/shop-facts.ts";
import type { MailData } from "../../outbox/mail-data.ts";
import type { Block, MailBody } from "./body.ts";
import { addressOf, itemsOf, orderNumber, orderUrl, paragraphsOf, timeInWords } from "./words.ts";

const text = (text: string): Block => ({ is: "text", text });

const reasonOf = (shop: ShopIdentity) => `You get this mail because you are an admin of ${shop.name}.`;

function openOrder(shop: ShopIdentity, order: Order): Block {
  return { is: "button", label: "Open the order", url: orderUrl(shop, order._id) };
}

export function newOrder(shop: ShopIdentity, order: Order): MailBody {
  const total = formatMoney(order.totalPrice);
  return {
    subject: `New order ${orderNumber(order._id)}: ${total}`,
    preview: order.isPaid ? `${order.user.name} has paid ${total}.` : `${order.user.name} pays ${total} on delivery.`,
    title: `New order: ${total}`,
    blocks: [
      text(
        order.isPaid
          ? `${order.user.name} has paid for an order. It waits for you to confirm it.`
          : `${order.user.name} has placed an order, and pays on delivery. It waits for you to confirm it.`,
      ),
      openOrder(shop, order),
      itemsOf(order, shop, "with sums"),
      { is: "facts", facts: [addressOf(order)] },
    ],
    reason: reasonOf(shop),
  };
}

/** A customer has cancelled an order that was paid. */
export function customerCancellation(shop: ShopIdentity, order: Order): MailBody {
  const reason = order.cancellation?.reason ?? null;
  const [number, total] = [orderNumber(order._id), formatMoney(order.totalPrice)];
  return {
    subject: `Order ${number} was cancelled: ${total}`,
    preview: `${order.user.name} has cancelled it. Please do not send it.`,
    title: `${order.user.name} has cancelled an order`,
    blocks: [
      text(`Order ${number} over ${total} was paid, and its customer has cancelled it. Please do not send it.`),
      ...(reason === null ? [] : paragraphsOf(reason)),
      text(
        order.matters.some(({ kind }) => kind === "refund due")
          ? "The products are for sale again. Please transfer the money back: the order's page says how much."
          : "The money is refunded, and the products are for sale again.",
      ),
      openOrder(shop, order),
      itemsOf(order, shop, "with sums"),
    ],
    reason: reasonOf(shop),
  };
}

/** What a customer wrote. The text is shown as it is, without any formatting. */
export function customerMessage(shop: ShopIdentity, order: Order, message: string): MailBody {
  const number = orderNumber(order._id);
  return {
    subject: `A message about order ${number}`,
    preview: message.slice(0, 120),
    title: `${order.user.name} has written to you`,
    blocks: [
      text(`About order ${number} over ${formatMoney(order.totalPrice)}:`),
      ...paragraphsOf(message),
      openOrder(shop, order),
      text("Please answer on the page of the order, so that the customer finds your answer there."),
    ],
    reason: reasonOf(shop),
  };
}

/** What is the matter, in a sentence. The order's page says what to do. `amount` is formatted or empty. */
const matters: Record<MatterKind, (amount: string) => string> = {
  "stock gone": () => "It was paid after its items had been sold out.",
  "paid twice": (amount) => `A second payment${amount} was taken for it.`,
  "payment differs": (amount) => `A payment${amount} was taken that does not match it.`,
  refunded: (amount) => `Money${amount} was refunded in the payment provider's account and not in the shop.`,
  reversed: (amount) => `The payment provider took a payment${amount} back, as after a chargeback. Do not ship it.`,
  disputed: (amount) => `The customer disputes a payment${amount}. The payment provider expects your answer.`,
  "payment stuck": (amount) => `The payment provider does not say whether it took a payment${amount}.`,
  "payment refused": () => "The payment provider takes no payments for your account. Customers cannot pay.",
  "payment risk": () =>
    "It is paid, and by your rules for doubtful payments somebody is to look at it before it is sent.",
  "unknown payment": () => "The payment provider says that it was paid, and the shop does not know the payment.",
  "refund failed": (amount) => `A refund${amount} was not made.`,
  "refund stuck": (amount) => `The payment provider does not say whether it made a refund${amount}.`,
  "mail failed": () => "A mail to the customer could not be sent.",
  withdrawal: () => "The customer withdrew from the contract. Decide it under Withdrawals.",
  return: () => "Its customer wants to send something back. Accept or refuse it on its page.",
  "refund due": (amount) => `Money${amount} of it has to be transferred back by hand.`,
  "exchange unpaid": (amount) =>
    `Its rest was not paid in time. An exchange has paid a part${amount}, which waits until it is paid or cancelled.`,
  "price differs": (amount) => `Computed anew, it does not come to its total${amount}. Compare its amounts.`,
};

export function openMatter(
  shop: ShopIdentity,
  order: Order,
  { matter, amountCents }: MailData<"open matter">,
): MailBody {
  const amount = amountCents === null ? "" : ` of ${formatMoney(toWire(amountCents))}`;
  const sentence = matters[matter](amount);
  const number = orderNumber(order._id);
  return {
    subject: `Order ${number} needs your attention`,
    preview: sentence,
    title: `Order ${number} needs your attention`,
    blocks: [
      text(`There is something to settle about the order of ${order.user.name} over ${formatMoney(order.totalPrice)}.`),
      text(sentence),
      text("The order's page says what to do. Until it is marked as resolved, the order cannot be shipped."),
      openOrder(shop, order),
    ],
    reason: reasonOf(shop),
  };
}

export function lowStock(shop: ShopIdentity, { products, total }: MailData<"low stock">): MailBody {
  const what = total === 1 ? "1 product is" : `${total} products are`;
  const rest = total - products.length;
  return {
    subject: `${what} running low`,
    preview: products.map(({ name }) => name).join(", "),
    title: `${what} running low`,
    blocks: [
      text("These products are sold out, or will be soon:"),
      {
        is: "links",
        links: products.map(({ id, name, countInStock }) => ({
          label: name,
          url: `${shop.origin}${pathOf("productEdit", { id })}`,
          note: countInStock === 0 ? "sold out" : `${countInStock} left`,
        })),
      },
      ...(rest > 0 ? [text(rest === 1 ? "And one more." : `And ${rest} more.`)] : []),
      { is: "button", label: "Open the products", url: `${shop.origin}${pathOf("productList", {})}` },
    ],
    reason: reasonOf(shop),
  };
}

/** Nothing has arrived at an address for days. The answer of the receiver is shown as it is. */
export function webhookSwitchedOff(
  shop: ShopIdentity,
  { endpointId, url, detail }: MailData<"webhook switched off">,
): MailBody {
  return {
    subject: "A webhook was switched off",
    preview: `Nothing has arrived at ${new URL(url).host}.`,
    title: "A webhook was switched off",
    blocks: [
      text("The shop could not reach this address, and tells it of nothing any more:"),
      text(url),
      ...(detail === "" ? [] : [text(`The last attempt: ${detail}.`)]),
      text("Once the program behind it works again, switch the webhook on and send again what failed."),
      { is: "button", label: "Open the webhook", url: `${shop.origin}${pathOf("webhook", { id: endpointId })}` },
    ],
    reason: reasonOf(shop),
  };
}

type AdminAccessChange = MailData<"admin access changed">;

/** What each change is called, what it means, and the page on which it can be undone. */
const adminAccessChanges: Record<
  AdminAccessChange["change"],
  { title: string; meaning: (subject: string) => string; page: keyof typeof pageLabels }
> = {
  "administrator added": {
    title: "There is a new administrator",
    meaning: (subject) => `${subject} is of the staff from now on.`,
    page: "staff",
  },
  "role changed": {
    title: "Somebody of the staff has another role",
    meaning: (subject) => `${subject} may do other things in the shop from now on.`,
    page: "staff",
  },
  "API key created": {
    title: "An API key was created",
    meaning: (subject) => `A program with the key “${subject}” can read the shop's orders from now on.`,
    page: "apiKeys",
  },
  "webhook address added": {
    title: "The shop tells a new address of its events",
    meaning: (subject) => `What happens in the shop is told to this address from now on: ${subject}`,
    page: "webhookList",
  },
  "second factor removed": {
    title: "An administrator has no second factor any more",
    meaning: (subject) => `The password alone opens the account of ${subject} from now on.`,
    page: "staff",
  },
};

const pageLabels = {
  staff: "Open the staff",
  apiKeys: "Open the API keys",
  webhookList: "Open the webhooks",
} as const;

export function adminAccessChanged(
  shop: ShopIdentity,
  { change, subject, actor }: AdminAccessChange,
  at: Date,
): MailBody {
  const { title, meaning, page } = adminAccessChanges[change];
  return {
    subject: title,
    preview: `If you do not expect this, please look at once.`,
    title,
    blocks: [
      text(meaning(subject)),
      text(`This was done at ${shop.name} on ${timeInWords(at, shop)} by ${actor ?? "the operator of the server"}.`),
      { is: "button", label: pageLabels[page], url: `${shop.origin}${pathOf(page, {})}` },
      text(
        "If you do not expect this, undo it there, sign the account out that did it, and change its password: somebody else may be using it.",
      ),
    ],
    reason: reasonOf(shop),
  };
}
