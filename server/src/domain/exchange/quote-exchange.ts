import { toWire } from "@shop/shared/money";
import type { ExchangeQuote, QuoteExchange } from "@shop/shared/order/exchange";
import { countryCodeOf } from "@shop/shared/terms-of-sale/countries";
import { priceByTerms } from "@shop/shared/terms-of-sale/price-by-terms";
import { regionCodeOf } from "@shop/shared/terms-of-sale/regions";
import { freeExchange, termsFor } from "@shop/shared/terms-of-sale/uncharged-delivery";
import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orders } from "../../db/schema/orders.ts";
import type { Admin } from "../base/actor.ts";
import { notFound } from "../base/errors.ts";
import { readProducts, toHandProduct, toHandQuote } from "../order/quote-by-hand.ts";
import { readOrder } from "../order/read.ts";
import type { TermsReader } from "../terms-of-sale/terms-reader.ts";
import { requireTakenBack } from "./taken-back.ts";

/** What an exchange comes to by the terms in force. Takes nothing. Throws as `exchangeGoods` for what is taken back. */
export async function quoteExchange(
  { db, terms }: { db: Db; terms: TermsReader },
  admin: Admin<"orders.fulfil" | "orders.refund">,
  orderId: string,
  input: QuoteExchange,
): Promise<ExchangeQuote> {
  const { due } = await requireTakenBack({ db, terms }, await readOrder(db, admin, orderId), input);
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (order === undefined) throw notFound("Order");
  const found = await readProducts(
    db,
    input.orderItems.map(({ product }) => product),
  );
  const items = input.orderItems.flatMap(({ product, qty, price }) => {
    const known = found.get(product);
    return known === undefined ? [] : [{ ...known, qty, priceCents: price ?? known.catalogCents }];
  });
  const { terms: of, at } = await terms.current(db);
  const { country, region, postalCode, taxNumber } = order;
  const countryCode = order.countryCode ?? countryCodeOf(country);
  const destination = { country: countryCode, region: regionCodeOf(countryCode, region), postalCode };
  const { deliveryMethod = null, isPaidOnDelivery } = input;
  const choices = { destination, deliveryMethod, at, taxNumber, isPaidOnDelivery };
  const priced = priceByTerms(items, choices, input.isDeliveryFree ? termsFor(freeExchange, of) : of);
  const quote = toHandQuote(items, priced, of);
  return {
    ...quote,
    lines: items.map(toHandProduct),
    refusal: input.isDeliveryFree ? null : quote.refusal,
    due: toWire(due.cents),
  };
}
