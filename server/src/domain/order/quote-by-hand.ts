import { toWire } from "@shop/shared/money";
import type { HandProduct, HandQuote, QuoteByHand } from "@shop/shared/order/order-by-hand";
import { type OrderLine, taxesOf } from "@shop/shared/pricing";
import { countryCodeOf } from "@shop/shared/terms-of-sale/countries";
import { deliveryPrice } from "@shop/shared/terms-of-sale/delivery-methods";
import { homeCountry } from "@shop/shared/terms-of-sale/home-terms";
import { type PriceByTerms, priceByTerms } from "@shop/shared/terms-of-sale/price-by-terms";
import { regionCodeOf } from "@shop/shared/terms-of-sale/regions";
import { standardTaxClass, type TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";
import { counterSale, termsFor } from "@shop/shared/terms-of-sale/uncharged-delivery";
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { productTrade } from "../../db/schema/product-trade.ts";
import { products } from "../../db/schema/products.ts";
import type { Admin } from "../base/actor.ts";
import { fullNameColumn } from "../catalog/product-group/group-columns.ts";
import type { TermsReader } from "../terms-of-sale/terms-reader.ts";

/** What an order that is being entered would cost by the terms in force, and how it can be delivered. Takes nothing. */
export async function quoteByHand(
  { db, terms }: { db: Db; terms: TermsReader },
  _admin: Admin<"orders.fulfil">,
  input: QuoteByHand,
): Promise<HandQuote> {
  const found = await readProducts(
    db,
    input.orderItems.map(({ product }) => product),
  );
  const items = input.orderItems.flatMap(({ product, qty, price }) => {
    const known = found.get(product);
    return known === undefined ? [] : [{ ...known, qty, priceCents: price ?? known.catalogCents }];
  });
  const { terms: of, at } = await terms.current(db);
  const { country, region, postalCode } = input.place;
  const countryCode = input.isCounterSale ? homeCountry(of) : countryCodeOf(country);
  const destination = { country: countryCode, region: regionCodeOf(countryCode, region), postalCode };
  const { deliveryMethod = null, taxNumber = "", isPaidOnDelivery } = input;
  const choices = { destination, deliveryMethod, at, taxNumber, isPaidOnDelivery };
  const priced = priceByTerms(items, choices, input.isCounterSale ? termsFor(counterSale, of) : of);
  const quote = toHandQuote(items, priced, of);
  return { ...quote, lines: items.map(toHandProduct), refusal: input.isCounterSale ? null : quote.refusal };
}

/** What lines come to, in wire format. */
export function toHandQuote(
  items: readonly OrderLine[],
  { lines, parts, methods, method, refusal }: PriceByTerms,
  of: TermsOfSale,
): Omit<HandQuote, "lines"> {
  const subtotal = items.reduce((sum, { priceCents, qty }) => sum + priceCents * qty, 0);
  const grams = items.reduce((sum, item) => sum + item.grams * item.qty, 0);
  return {
    methods: methods.map((each) => ({
      id: each.id,
      name: each.name,
      price: toWire(deliveryPrice(each, { subtotal, grams })),
    })),
    method: method?.id ?? null,
    refusal,
    taxIncluded: of.pricesIncludeTax,
    taxes: taxesOf(lines).map(({ name, rate, amount }) => ({ name, rate: rate / 1_000, amount: toWire(amount) })),
    itemsPrice: toWire(parts.itemsCents),
    discountPrice: toWire(parts.discountCents),
    shippingPrice: toWire(parts.shippingCents),
    taxPrice: toWire(parts.taxCents),
    totalPrice: toWire(parts.totalCents),
  };
}

/** The products of these ids that are on sale, in the order of the ids. Prices in wire format. */
export async function readHandProducts(db: Db, ids: readonly string[]): Promise<HandProduct[]> {
  const found = await readProducts(db, ids);
  return ids.flatMap((id) => {
    const known = found.get(id);
    return known === undefined ? [] : [toHandProduct(known)];
  });
}

type KnownProduct = Omit<HandProduct, "price"> & { catalogCents: number };

export function toHandProduct({ product, name, image, stock, catalogCents }: KnownProduct): HandProduct {
  return { product, name, image, stock, price: toWire(catalogCents) };
}

/** The products of these ids that are on sale, with what they are taxed and sent by. */
export async function readProducts(db: Db, ids: readonly string[]) {
  const { taxClass, weightGrams } = productTrade;
  const rows = await db
    .select({
      product: products.id,
      name: fullNameColumn,
      image: products.image,
      stock: products.countInStock,
      catalogCents: products.priceCents,
      taxClass: sql<string>`coalesce(${taxClass}, ${standardTaxClass})`,
      grams: sql<number>`coalesce(${weightGrams}, 0)`,
    })
    .from(products)
    .leftJoin(productTrade, eq(productTrade.productId, products.id))
    .where(and(inArray(products.id, [...ids]), isNotNull(products.publishedAt), isNull(products.deletedAt)));
  return new Map(rows.map((row) => [row.product, row]));
}
