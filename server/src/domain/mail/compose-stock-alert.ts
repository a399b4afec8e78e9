import { eq, sql } from "drizzle-orm";
import { products } from "../../db/schema/products.ts";
import { fullNameColumn } from "../catalog/product-group/group-columns.ts";
import { isVisible } from "../catalog/visible.ts";
import { mailDataSchemas, type StockAlertMailKind } from "../outbox/mail-data.ts";
import { confirmationMs } from "../stock-alert/delete.ts";
import type { ComposeDeps, MailRow, Written } from "./mail-body.ts";
import { confirmStockAlert, stockAlert } from "./templates/product-mails.ts";

export async function writeStockAlertBody(
  { db, shop, stockAlertTokens }: ComposeDeps,
  mail: MailRow & { kind: StockAlertMailKind },
): Promise<Written> {
  const { productId } = mailDataSchemas[mail.kind].parse(mail.data);
  const [product] = await db
    .select({ id: products.id, name: fullNameColumn, image: products.image, isOnSale: sql<boolean>`${isVisible}` })
    .from(products)
    .where(eq(products.id, productId));
  if (product === undefined) throw new Error("the product of a mail was not found");
  const skip = product.isOnSale ? null : "The product is not for sale any more";
  if (mail.kind === "stock alert") return { body: stockAlert(shop, product), skip };
  const { alertId } = mailDataSchemas[mail.kind].parse(mail.data);
  const token = await stockAlertTokens.signConfirmation(alertId, new Date(mail.createdAt.getTime() + confirmationMs));
  return { body: confirmStockAlert(shop, product, `${shop.origin}/stock-alerts/confirm?token=${token}`), skip };
}
