import type { SearchedProduct } from "@shop/shared/order/note-searches";
import { and, eq, gt } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { later } from "../../db/time.ts";
import type { Limits } from "../../infra/limits.ts";
import type { User } from "../base/actor.ts";
import { productSearch } from "../catalog/search/product-search.ts";
import type { SearchPurchases } from "../catalog/search-purchases.ts";
import { requireOrder } from "./read.ts";

/** An order counts so long after its payment, in milliseconds; less than it is remembered. */
const countedForMs = 86_400_000;

type NoteSearchesDeps = {
  db: Db;
  limits: Pick<Limits, "ordersWithSearches">;
  searchPurchases: SearchPurchases;
};

/**
 * Counts the searches that led to products of an own order, once for an order that was paid in the last day. What a search
 * says of price, size, color and the like is left out. Nothing says afterwards whose searches they were. Throws NOT_FOUND.
 */
export async function noteSearches(
  { db, limits, searchPurchases }: NoteSearchesDeps,
  user: User,
  orderId: string,
  searches: readonly SearchedProduct[],
): Promise<void> {
  await requireOrder(db, user, orderId);
  const bought = await db
    .select({ productId: orderItems.productId })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(and(eq(orders.id, orderId), eq(orders.userId, user.id), gt(orders.paidAt, later(-countedForMs))));
  const ids = new Set(bought.map(({ productId }) => productId));
  const led = searches.filter(({ product }) => ids.has(product.toLowerCase()));
  if (led.length === 0 || (await limits.ordersWithSearches.has(orderId))) return;
  await limits.ordersWithSearches.add(orderId);
  for (const { keyword, product } of led) {
    searchPurchases.note(await productSearch.wordsLookedFor(db, keyword), product.toLowerCase());
  }
}
