import { shopMoney } from "./currency.ts";

/**
 * Money is whole minor units of the shop's currency everywhere (cents, yen, fils) except on the wire, where it is a JSON
 * number with at most the decimals of the currency.
 */

/** The wire amount of minor units: `1999` → `19.99`. */
export function toWire(cents: number): number {
  return cents / unit();
}

/**
 * The minor units of a wire amount; `null` if it has more decimals than the currency, is not finite, or exceeds the
 * safe integers.
 */
export function fromWire(amount: number): number | null {
  const cents = Math.round(amount * unit());
  if (!Number.isSafeInteger(cents)) return null;
  // Division is exact to the nearest double, so equality proves that the amount has no more decimals.
  if (cents / unit() !== amount) return null;
  return cents === 0 ? 0 : cents;
}

/** An amount with all decimals of the currency and without its sign, the cart's stored format: `"19.90"`. */
export function toDecimalString(cents: number): string {
  return wireText(toWire(cents));
}

/** A wire amount with all decimals of the currency and without its sign: `"19.90"`. */
export function wireText(amount: number): string {
  return amount.toFixed(shopMoney().decimals);
}

/** How many decimals amounts have, in words: "at most two decimals". */
export function decimalsInWords(): string {
  const words = ["no decimals", "at most one decimal", "at most two decimals", "at most three decimals"];
  return words[shopMoney().decimals] ?? `at most ${shopMoney().decimals} decimals`;
}

/**
 * A wire amount as the shop writes it: `$1,019.90`. Grouped by hand: creating an Intl.NumberFormat takes a third
 * of the client's start-up time, and browsers and servers can have different data of a locale.
 */
export function formatMoney(amount: number): string {
  const { before, after } = shopMoney();
  return before + grouped(amount) + after;
}

/** A wire amount as the shop writes it, without the currency: `1,019.90`. */
export function plainMoney(amount: number): string {
  return grouped(amount);
}

function grouped(amount: number): string {
  const { decimals, decimalMark, groupMark, groupSize, groupedFrom } = shopMoney();
  const [whole = "", fraction] = amount.toFixed(decimals).split(".");
  const digits = whole.replace("-", "");
  const sign = whole.startsWith("-") ? "-" : "";
  const groups = digits.length < groupedFrom ? [digits] : groupsOf(digits, groupSize);
  return sign + groups.join(groupMark) + (fraction === undefined ? "" : decimalMark + fraction);
}

/** Three digits from the right, then groups of a size. */
function groupsOf(digits: string, size: number): string[] {
  const groups = [digits.slice(-3)];
  for (let left = digits.slice(0, -3); left !== ""; left = left.slice(0, -size)) groups.unshift(left.slice(-size));
  return groups;
}

/** How many minor units the currency's unit has. */
function unit(): number {
  return 10 ** shopMoney().decimals;
}
