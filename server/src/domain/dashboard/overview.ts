import { type Dashboard, dashboardRows } from "@shop/shared/dashboard";
import { lowStock } from "@shop/shared/shop";
import { and, asc, lte, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema.ts";
import type { Admin } from "../account/actor.ts";
import { isVisible } from "../catalog/summary.ts";
import { latestOrders } from "../order/list.ts";

/** What the administrators' home lists: products that run low, the scarcest first, and the newest orders. */
export async function readHome(db: Db, admin: Admin): Promise<Dashboard> {
  const [scarce, latest] = await Promise.all([
    // Reads all products: an index over the stock would make every sale rewrite all of a product's index entries.
    db
      .select({
        _id: products.id,
        name: products.name,
        image: products.image,
        countInStock: products.countInStock,
        total: sql<number>`(count(*) over ())::int`,
      })
      .from(products)
      .where(and(isVisible, lte(products.countInStock, lowStock)))
      .orderBy(asc(products.countInStock), asc(products.name), asc(products.id))
      .limit(dashboardRows),
    latestOrders(db, admin, dashboardRows),
  ]);
  return {
    lowStock: scarce.map(({ total: _, ...product }) => product),
    lowStockTotal: scarce[0]?.total ?? 0,
    latest,
  };
}
