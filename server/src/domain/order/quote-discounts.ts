import type { DiscountQuote, QuoteDiscounts } from "@shop/shared/discount/quote-discounts";
import { isId } from "@shop/shared/query";
import { priceByTerms } from "@shop/shared/terms-of-sale/price-by-terms";
import { regionCodeOf } from "@shop/shared/terms-of-sale/regions";
import type { Db } from "../../db/client.ts";
import type { DiscountCustomer, DiscountReader } from "../discount/discount-reader.ts";
import { type CodeLimitDeps, countingTries } from "../discount/limit-codes.ts";
import { readOffer } from "../discount/read-offer.ts";
import type { TermsReader } from "../terms-of-sale/terms-reader.ts";
import { discountsOf } from "./price.ts";
import { readProducts } from "./quote-by-hand.ts";

export type QuoteDiscountsDeps = CodeLimitDeps & { db: Db; terms: TermsReader; discounts: DiscountReader };

/** Who asks: a customer, if it is known which, from an address. */
export type AskedBy = { customer: DiscountCustomer; address: string };

/**
 * What a cart would save by the rules that hold now. Counts no use. Throws RATE_LIMITED after too many codes that nobody
 * knows.
 */
export async function quoteDiscounts(
  deps: QuoteDiscountsDeps,
  { customer, address }: AskedBy,
  input: QuoteDiscounts,
): Promise<DiscountQuote> {
  const { codes } = input;
  const find = () => findDiscounts(deps, customer, input);
  const { quote } = await countingTries(deps, { key: address, codes }, find, ({ hasUnknown }) => hasUnknown);
  return quote;
}

async function findDiscounts(
  { db, terms, discounts }: QuoteDiscountsDeps,
  customer: DiscountCustomer,
  { lines, codes, place, deliveryMethod, taxNumber = "" }: QuoteDiscounts,
): Promise<{ quote: DiscountQuote; hasUnknown: boolean }> {
  const ids = lines.map(({ _id }) => _id.toLowerCase()).filter(isId);
  const live = await discounts.live(db, customer, codes);
  const offer = await readOffer(db, discounts, { customer, live, productIds: ids });
  if (offer === undefined) return { quote: nothing, hasUnknown: false };
  const found = await readProducts(db, ids);
  const sold = lines.flatMap(({ _id, qty }, position) => {
    const known = found.get(_id.toLowerCase());
    return known === undefined
      ? []
      : [{ ...known, productId: known.product, qty, priceCents: known.catalogCents, position }];
  });
  const { terms: of, at } = await terms.current(db);
  const { countryCode: country, region, postalCode } = place;
  const destination = { country, region: regionCodeOf(country, region), postalCode };
  const choices = { destination, deliveryMethod: deliveryMethod ?? null, at, taxNumber };
  const plain = priceByTerms(sold, choices, of);
  const { goods, delivery, given, refused } = discountsOf({ items: sold, plain, choices, terms: of }, offer);
  const offOf = new Map(sold.map(({ position }, n) => [position, goods[n] ?? 0]));
  return {
    quote: {
      goods: lines.map((_, position) => offOf.get(position) ?? 0),
      delivery,
      discounts: given.map(({ code, name, amountCents }) => ({ code, name, amount: amountCents })),
      refused: refused.map(({ code, words }) => ({ code, words })),
    },
    hasUnknown: refused.some(({ refusal }) => refusal === "unknown"),
  };
}

const nothing: DiscountQuote = { goods: [], delivery: 0, discounts: [], refused: [] };
