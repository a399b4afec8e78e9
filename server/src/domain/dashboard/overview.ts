import { type Dashboard, dashboardRows } from "@shop/shared/admin/dashboard";
import { lowStock } from "@shop/shared/shop";
import { and, asc, lte, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { type Admin, isPermitted } from "../base/actor.ts";
import { readCatalogSize } from "../catalog/catalog-size.ts";
import { fullNameColumn } from "../catalog/product-group/group-columns.ts";
import { isVisible } from "../catalog/visible.ts";
import { latestOrders } from "../order/list.ts";

/**
 * The lists of the admin dashboard: products with low stock, lowest first, and the newest orders. Those that a role does
 * not permit are empty.
 */
export async function readHome(db: Db, admin: Admin<never>): Promise<Dashboard> {
  const [size, scarce, latest] = await Promise.all([
    readCatalogSize(db),
    isPermitted(admin, "products.read") ? readLowStock(db) : [],
    isPermitted(admin, "orders.read") ? latestOrders(db, admin, dashboardRows) : [],
  ]);
  return {
    lowStock: scarce.map(({ total: _, ...product }) => product),
    lowStockTotal: scarce[0]?.total ?? 0,
    products: size.products,
    latest,
  };
}

async function readLowStock(db: Db) {
  // A sequential scan on purpose: an index over the stock would disable HOT updates for every sale.
  return db
    .select({
      _id: products.id,
      name: fullNameColumn,
      image: products.image,
      countInStock: products.countInStock,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(products)
    .where(and(isVisible, lte(products.countInStock, lowStock)))
    .orderBy(asc(products.countInStock), asc(products.name), asc(products.id))
    .limit(dashboardRows);
}
