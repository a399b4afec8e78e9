import { type ImageWidth, imageAt, imageIdOf } from "@shop/shared/catalog/image";
import { creditName } from "@shop/shared/credit/credit-name";
import { formatMoney, fromWire, toWire } from "@shop/shared/money";
import { amountToPay } from "@shop/shared/order/amount-to-pay";
import type { Order } from "@shop/shared/order/order";
import { pathOf } from "@shop/shared/page/pages";
import { paymentFeeWords } from "@shop/shared/terms-of-sale/delivery-words";
import { taxLabel } from "@shop/shared/terms-of-sale/tax-label";
import type { ShopIdentity } from "../../base/shop-facts.ts";
import type { Block, Item, Sum } from "./body.ts";

/** The number of an order as screens show it. */
export function orderNumber(id: string): string {
  return id.slice(-5);
}

export function orderUrl({ origin }: ShopIdentity, id: string): string {
  return `${origin}${pathOf("order", { id })}`;
}

export function profileUrl({ origin }: ShopIdentity): string {
  return `${origin}${pathOf("profile", {})}`;
}

/** A screen with values in the fragment of its address, which browsers send to no server. */
export function linkWith({ origin }: ShopIdentity, path: string, values: Record<string, string>): string {
  return `${origin}${path}#${new URLSearchParams(values)}`;
}

const longestName = 60;

/**
 * The words that a mail begins with. A name that could be an advertisement is left out: anybody can register with the
 * address of somebody else and a name of their choice.
 */
export function greeting(name: string): string {
  return name !== "" && isPlainName(name) ? `Hello ${name},` : "Hello,";
}

/** Whether a name is short and contains neither an address nor a line break. */
export function isPlainName(name: string): boolean {
  return name.length <= longestName && !/[/:@<>\p{Cc}]|www|\.\p{L}{2,}/iu.test(name);
}

/** The paragraphs of a text that a person wrote. */
export function paragraphsOf(written: string): Block[] {
  return written
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .flatMap((part) => (part === "" ? [] : [{ is: "quote" as const, lines: part.split("\n") }]));
}

/** A time in words, in the shop's time zone: "November 22 at 14:05 UTC". */
export function timeInWords(time: Date, { timeZone }: ShopIdentity): string {
  const day = time.toLocaleDateString("en-US", { timeZone, month: "long", day: "numeric" });
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short" } as const;
  return `${day} at ${time.toLocaleTimeString("en-US", { timeZone, ...clock })}`;
}

/** A day in words, in the shop's time zone: "November 22, 2026". */
export function dayInWords(time: Date, { timeZone }: ShopIdentity): string {
  return time.toLocaleDateString("en-US", { timeZone, dateStyle: "long" });
}

/** The address of an image of the shop itself; `undefined` for others, which would tell another site who reads the mail. */
export function ownImage(image: string, { origin }: ShopIdentity, width: ImageWidth = 160): string | undefined {
  return imageIdOf(image) === undefined ? undefined : `${origin}${imageAt(image, width)}`;
}

function toItem({ name, qty, price, image }: Order["orderItems"][number], shop: ShopIdentity): Item {
  return {
    name,
    note: qty === 1 ? "1 piece" : `${qty} × ${formatMoney(price)}`,
    amount: formatMoney(toWire((fromWire(price) ?? 0) * qty)),
    image: ownImage(image, shop),
  };
}

/** The lines of an order, with or without its sums. */
export function itemsOf(order: Order, shop: ShopIdentity, sums: "with sums" | "without sums"): Block {
  const items = order.orderItems.map((item) => toItem(item, shop));
  return { is: "items", items, sums: sums === "with sums" ? sumsOf(order) : [] };
}

function sumsOf(order: Order): Sum[] {
  const { itemsPrice, shippingPrice, totalPrice, delivery } = order;
  const isIncluded = order.taxIncluded === true;
  const fee = paymentFeeWords(delivery?.paymentFee ?? 0);
  const shipping = delivery === undefined ? "Shipping" : `Shipping (${delivery.name}${fee})`;
  return [
    { name: "Items", amount: formatMoney(itemsPrice), isTotal: false },
    ...order.discounts.map(({ name, amount }) => ({ name, amount: `−${formatMoney(amount)}`, isTotal: false })),
    { name: shipping, amount: shippingPrice === 0 ? "Free" : formatMoney(shippingPrice), isTotal: false },
    ...(isIncluded ? [] : taxSums(order)),
    { name: "Total", amount: formatMoney(totalPrice), isTotal: true },
    ...(isIncluded ? taxSums(order) : []),
    ...creditSums(order),
  ];
}

/** What an exchange and credit have paid, and what is left of the price. */
function creditSums(order: Order): Sum[] {
  const { exchange, credits = [] } = order;
  if (exchange === undefined && credits.length === 0) return [];
  const rest =
    order.isPaid || order.cancellation !== null
      ? []
      : [{ name: "To pay", amount: formatMoney(amountToPay(order)), isTotal: true }];
  const exchanged =
    exchange === undefined
      ? []
      : [{ name: `Exchanged for order ${orderNumber(exchange.of)}`, amount: exchange.credit }];
  const paid = [...exchanged, ...credits.map((credit) => ({ name: creditName(credit), amount: credit.amount }))];
  return [...paid.map(({ name, amount }) => ({ name, amount: `−${formatMoney(amount)}`, isTotal: false })), ...rest];
}

function taxSums({ taxes, taxPrice, taxIncluded }: Order): Sum[] {
  if (taxes === undefined) return [{ name: "Tax", amount: formatMoney(taxPrice), isTotal: false }];
  return taxes.map(({ name, rate, tax }) => ({
    name: taxLabel(name, rate, taxIncluded === true),
    amount: formatMoney(tax),
    isTotal: false,
  }));
}

/** Where the goods go, or where the customer collects them. */
export function addressOf({ user, shippingAddress, delivery }: Order): { name: string; lines: string[] } {
  if (delivery?.pickUp !== undefined) {
    const { address: place, hours } = delivery.pickUp;
    return { name: delivery.name, lines: hours === "" ? [place] : [place, hours] };
  }
  const { address, city, postalCode, country, region, name, phone } = shippingAddress;
  const place = `${city}${region === undefined ? "" : `, ${region}`} ${postalCode}`;
  const lines = [name ?? user.name, address, place.trim(), country, phone ?? ""].filter((line) => line !== "");
  return { name: "Delivery address", lines };
}
