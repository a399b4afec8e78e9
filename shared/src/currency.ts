/** How amounts of the shop's currency are counted and written. The server derives it, so that browsers need no data of locales. */
export type MoneyFormat = {
  /** ISO 4217. */
  currency: string;
  /** How many decimals an amount has; the smallest unit is one of the last. */
  decimals: number;
  decimalMark: string;
  /** Between groups of digits; empty for none. */
  groupMark: string;
  /** The digits of the groups before the last one, which has three. */
  groupSize: number;
  /** The fewest digits that are written in groups. */
  groupedFrom: number;
  before: string;
  after: string;
};

/** The currency of the specification. */
export const specifiedMoneyFormat: MoneyFormat = {
  currency: "USD",
  decimals: 2,
  decimalMark: ".",
  groupMark: ",",
  groupSize: 3,
  groupedFrom: 4,
  before: "$",
  after: "",
};

// One currency is the shop's, so that it is a fact of the process like the release, and no argument of each amount.
let current = specifiedMoneyFormat;

/** The currency that all amounts are in. */
export function shopMoney(): MoneyFormat {
  return current;
}

/** Changes the currency that all amounts of this process are in. Called at its start, and when the terms of sale change. */
export function setShopMoney(format: MoneyFormat): void {
  current = format;
}

/** The code of the currency that all amounts are in (ISO 4217). */
export function shopCurrency(): string {
  return current.currency;
}

/** The sign of the currency, as fields of amounts show it. */
export function currencySign(): string {
  return (current.before === "" ? current.after : current.before).trim();
}
