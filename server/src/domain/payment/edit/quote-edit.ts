import { toWire } from "@shop/shared/money";
import type { EditQuote, QuoteEdit } from "@shop/shared/order/order-edit";
import { eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import type { ItemSnapshot } from "../../../db/schema/order-edits.ts";
import { orders } from "../../../db/schema/orders.ts";
import type { Admin } from "../../base/actor.ts";
import { notFound } from "../../base/errors.ts";
import type { DiscountReader } from "../../discount/discount-reader.ts";
import { readOfferAgain } from "../../discount/read-offer.ts";
import { readProducts, toHandQuote } from "../../order/quote-by-hand.ts";
import { requireOrder } from "../../order/read.ts";
import type { TermsReader } from "../../terms-of-sale/terms-reader.ts";
import { type EditLine, priceEdit } from "./price-edit.ts";
import { readSnapshot } from "./snapshot.ts";

type Known = { product: string; name: string; image: string; stock: number; cents: number };

/**
 * What an order would come to with an edit, by the terms of sale that it was placed by. Takes nothing. Throws NOT_FOUND, and
 * VALIDATION where the edit would change who owes the tax.
 */
export async function quoteEdit(
  { db, terms, discounts }: { db: Db; terms: TermsReader; discounts: DiscountReader },
  admin: Admin<"orders.fulfil">,
  orderId: string,
  input: QuoteEdit,
): Promise<EditQuote> {
  await requireOrder(db, admin, orderId);
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (order === undefined) throw notFound("Order");
  const { items: before, discounts: stored = [] } = await readSnapshot(db, order);
  const catalog = await readProducts(
    db,
    input.orderItems.map(({ product }) => product),
  );
  const known: Known[] = [];
  const lines = input.orderItems.flatMap(({ product, qty, price }): EditLine[] => {
    const bought = before.find(({ productId }) => productId === product);
    const sold = catalog.get(product);
    const item = bought ?? (sold === undefined ? undefined : toItem(sold));
    if (item === undefined) return [];
    const held = order.isStockHeld ? (bought?.qty ?? 0) : 0;
    const { name, image, priceCents: cents } = item;
    known.push({ product, name, image, stock: (sold?.stock ?? 0) + held, cents });
    return [{ ...item, qty, priceCents: price ?? cents, isNewPrice: price !== undefined || bought === undefined }];
  });
  const { terms: of } = await terms.ofVersion(db, order.termsVersion);
  const place = {
    ...input.place,
    deliveryMethod: input.deliveryMethod ?? order.delivery?.id,
    taxNumber: input.taxNumber ?? order.taxNumber,
  };
  const productIds = lines.map(({ productId }) => productId);
  const offer = await readOfferAgain(db, discounts, stored, productIds);
  const { items, priced } = priceEdit(order, lines, place, { terms: of, offer });
  return {
    ...toHandQuote(items, priced, of),
    lines: known.map(({ cents, ...line }) => ({ ...line, price: toWire(cents) })),
  };
}

type Sellable = NonNullable<ReturnType<Awaited<ReturnType<typeof readProducts>>["get"]>>;

/** A new line at the price of the catalog. */
function toItem({ product, name, image, catalogCents, taxClass, grams }: Sellable): ItemSnapshot {
  const numbers = { sku: "", gtin: "", regularPriceCents: null, lowestPriceCents: null };
  return { productId: product, name, image, priceCents: catalogCents, qty: 1, taxClass, grams, ...numbers };
}
