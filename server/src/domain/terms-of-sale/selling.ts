import type { Selling } from "@shop/shared/page/page-data";
import type { TermsVersion } from "@shop/shared/terms-of-sale/terms-of-sale";
import { moneyFormatOf } from "./money-format.ts";

/** What browsers need of terms of sale to price a cart; what an owner watches for himself is left out. */
export function sellingBy({ version, terms }: TermsVersion): Selling {
  return { version, terms: { ...terms, distanceSalesMax: null }, money: moneyFormatOf(terms) };
}
