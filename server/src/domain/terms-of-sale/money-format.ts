import type { MoneyFormat } from "@shop/shared/currency";
import { decimalsOf } from "@shop/shared/terms-of-sale/currencies";
import type { TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";

/** How amounts are counted and written by terms of sale: in their currency, as their locale writes it. */
export function moneyFormatOf({ currency, locale }: Pick<TermsOfSale, "currency" | "locale">): MoneyFormat {
  const decimals = decimalsOf(currency);
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    // Amounts are typed and compared in these digits too.
    numberingSystem: "latn",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  const large = format.formatToParts(12_345_678.9);
  const first = large.findIndex(({ type }) => type === "integer");
  const last = large.findLastIndex(({ type }) => type === "integer" || type === "fraction");
  const textOf = (parts: Intl.NumberFormatPart[]) => parts.map(({ value }) => value).join("");
  const partOf = (type: Intl.NumberFormatPartTypes) => large.find((part) => part.type === type)?.value ?? "";
  const isGrouped = (amount: number) => format.formatToParts(amount).some(({ type }) => type === "group");
  const groups = large.filter(({ type }) => type === "integer");
  return {
    currency,
    decimals,
    decimalMark: partOf("decimal"),
    groupMark: partOf("group"),
    groupSize: groups.at(-2)?.value.length ?? 3,
    groupedFrom: isGrouped(1_234) ? 4 : 5,
    before: textOf(large.slice(0, first)),
    after: textOf(large.slice(last + 1)),
  };
}
