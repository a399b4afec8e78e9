import { shopMoney } from "../currency.ts";
import { formatMoney, toWire } from "../money.ts";
import type { PricedMethod } from "./terms-of-sale.ts";

/** From which subtotal a delivery is free, in words: "over $100" where the round amount itself still pays. */
export function freeFromWords(freeFrom: number): string {
  const unit = 10 ** shopMoney().decimals;
  const isJustAbove = unit > 1 && (freeFrom - 1) % unit === 0 && freeFrom > 1;
  return isJustAbove ? `over ${shortMoney(freeFrom - 1)}` : `from ${shortMoney(freeFrom)}`;
}

/** An amount without decimals if they are zeros: "$100". */
function shortMoney(cents: number): string {
  const { decimals, decimalMark, after } = shopMoney();
  const text = formatMoney(toWire(cents));
  const zeros = decimalMark + "0".repeat(decimals) + after;
  return decimals > 0 && text.endsWith(zeros) ? text.slice(0, -zeros.length) + after : text;
}

/** The lowest price of a delivery, and whether it depends on the order, as words: "from $4.90". */
export function priceWords({ steps }: Pick<PricedMethod, "steps">): string {
  const prices = steps.map(({ price }) => price);
  const lowest = Math.min(...prices);
  const text = lowest === 0 ? "free" : formatMoney(toWire(lowest));
  return prices.every((price) => price === lowest) ? text : `from ${text}`;
}

/** What of a delivery's price is for payment on delivery, in words to follow it; empty for none. `fee` is in wire format. */
export function paymentFeeWords(fee: number): string {
  return fee > 0 ? `, with ${formatMoney(fee)} for payment on delivery` : "";
}
