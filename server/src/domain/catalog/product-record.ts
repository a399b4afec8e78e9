import { type ProductRecord, recentSalesDays } from "@shop/shared/catalog/product-editing";
import { toWire } from "@shop/shared/money";
import { eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { productKeys } from "../../db/schema/imports.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { isoTime } from "../../db/time.ts";
import type { Admin } from "../base/actor.ts";
import { requireProduct } from "./admin-products.ts";

/** Import key and sales of a product or draft. Fails with NOT_FOUND. */
export async function readProductRecord(db: Db, admin: Admin<"products.read">, id: string): Promise<ProductRecord> {
  await requireProduct(db, admin, id);
  const [keys, sums] = await Promise.all([
    db.select({ key: productKeys.key }).from(productKeys).where(eq(productKeys.productId, id)),
    db
      .select({
        units: sql<number>`coalesce(sum(${orderItems.qty}), 0)::int`,
        cents: sql<number>`coalesce(sum(${orderItems.qty}::bigint * ${orderItems.priceCents}), 0)::float8`,
        recentUnits: sql<number>`coalesce(sum(${orderItems.qty}) filter (where ${isRecent}), 0)::int`,
        recentCents: sql<number>`
          coalesce(sum(${orderItems.qty}::bigint * ${orderItems.priceCents}) filter (where ${isRecent}), 0)::float8`,
        lastSoldAt: sql<string | null>`${isoTime(sql`max(${orders.paidAt})`)}`,
      })
      .from(orderItems)
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .where(sql`${eq(orderItems.productId, id)} and ${isNotNull(orders.paidAt)}`),
  ]);
  const { units = 0, cents = 0, recentUnits = 0, recentCents = 0, lastSoldAt = null } = sums[0] ?? {};
  return {
    importKey: keys[0]?.key ?? null,
    sales: {
      recent: { units: recentUnits, revenue: toWire(recentCents) },
      all: { units, revenue: toWire(cents) },
      lastSoldAt,
    },
  };
}

const isRecent = sql`${orders.paidAt} > now() - ${recentSalesDays} * interval '1 day'`;
