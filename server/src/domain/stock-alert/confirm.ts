import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { stockAlerts } from "../../db/schema/stock-alerts.ts";
import { DomainError } from "../base/errors.ts";
import { fullNameColumn } from "../catalog/product-group/group-columns.ts";
import { lockStock } from "./request.ts";

/** The product of a request that can be confirmed; `null` for one that has expired, ended, or whose product is gone. */
export async function findStockAlert(
  db: Db,
  alertId: string,
): Promise<{ productId: string; name: string; email: string } | null> {
  const [alert] = await db
    .select({ productId: stockAlerts.productId, name: fullNameColumn, email: stockAlerts.email })
    .from(stockAlerts)
    .innerJoin(products, eq(products.id, stockAlerts.productId))
    .where(eq(stockAlerts.id, alertId));
  return alert ?? null;
}

/**
 * Confirms a request by the link in its mail. A product that is back meanwhile ends the request. Returns what happened;
 * `gone` for a request that has expired or ended, and for a product that is not for sale any more.
 */
export async function confirmStockAlert(db: Db, alertId: string): Promise<"waiting" | "in stock" | "gone"> {
  return db.transaction(async (tx) => {
    const alert = await findStockAlert(tx, alertId);
    if (alert === null) return "gone";
    const stock = await lockStock(tx, alert.productId).catch(noProduct);
    if (stock === undefined) return "gone";
    if (stock > 0) {
      await tx.delete(stockAlerts).where(eq(stockAlerts.id, alertId));
      return "in stock";
    }
    const confirmed = await tx
      .update(stockAlerts)
      .set({ confirmedAt: sql`coalesce(${stockAlerts.confirmedAt}, now())` })
      .where(eq(stockAlerts.id, alertId));
    return confirmed.rowCount === 1 ? "waiting" : "gone";
  });
}

function noProduct(error: unknown): undefined {
  if (error instanceof DomainError && error.kind === "NOT_FOUND") return undefined;
  throw error;
}
