import type { RequestStockAlert, StockAlertRequested } from "@shop/shared/catalog/stock-alert";
import { isId } from "@shop/shared/query";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { mails } from "../../db/schema/mails.ts";
import { products } from "../../db/schema/products.ts";
import { stockAlerts } from "../../db/schema/stock-alerts.ts";
import type { Limits } from "../../infra/limits.ts";
import type { User } from "../base/actor.ts";
import { DomainError, notFound } from "../base/errors.ts";
import type { Emit } from "../base/events.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import { isVisible } from "../catalog/visible.ts";

type AlertDeps = { db: Db; limits: Limits; emit: Emit };
type Caller = { user: User | null; address: string };

/** Throws NOT_FOUND unless the product is on sale. */
export async function requireOnSale(db: Db, productId: string): Promise<void> {
  const isThere = and(eq(products.id, productId), isVisible);
  if (!isId(productId) || (await db.$count(products, isThere)) === 0) throw notFound("Product");
}

/**
 * Notes that somebody wants a mail when a sold-out product is back. Customers who name the proven address of their
 * account are on the list at once; any other address gets a mail with a link to confirm it, whether or not it is known
 * or on the list. Throws NOT_FOUND, IN_USE if the product is in stock, and RATE_LIMITED.
 */
export async function requestStockAlert(
  { db, limits, emit }: AlertDeps,
  { user, address }: Caller,
  productId: string,
  { email }: RequestStockAlert,
): Promise<StockAlertRequested> {
  refuseWhenLimited(emit, "stockAlertsPerAddress", await limits.stockAlertsPerAddress.count(address));
  const isConfirmed = user !== null && (await isConfirmedAddress(db, user, email));
  if (!isConfirmed) refuseWhenLimited(emit, "stockAlertsPerEmail", await limits.stockAlertsPerEmail.count(email));
  await db.transaction(async (tx) => {
    const userId = isConfirmed && user !== null ? user.id : null;
    // Before the product, as orders lock them.
    if (userId !== null) await requireStay(tx, userId);
    if ((await lockStock(tx, productId)) > 0) {
      throw new DomainError("IN_USE", "Good news: this product is in stock again");
    }
    const [alert] = await tx
      .insert(stockAlerts)
      .values({ productId, email, userId, confirmedAt: isConfirmed ? sql`now()` : null })
      .onConflictDoUpdate({
        target: [stockAlerts.productId, stockAlerts.email],
        set: {
          userId: sql`coalesce(${stockAlerts.userId}, excluded.user_id)`,
          confirmedAt: sql`coalesce(${stockAlerts.confirmedAt}, excluded.confirmed_at)`,
          createdAt: sql`case when ${stockAlerts.confirmedAt} is null then now() else ${stockAlerts.createdAt} end`,
        },
      })
      .returning({ id: stockAlerts.id });
    if (isConfirmed || alert === undefined) return;
    const data = { alertId: alert.id, productId };
    await tx.insert(mails).values({ kind: "confirm stock alert", userId: null, recipient: email, data });
  });
  const message = isConfirmed
    ? `We write to ${email} as soon as it is back.`
    : `Almost done: we have sent a mail to ${email}. Please click the link in it.`;
  return { isConfirmed, message };
}

async function isConfirmedAddress(db: Db, { id }: User, email: string): Promise<boolean> {
  const isOwn = and(
    ...[eq(users.id, id), eq(users.email, email), isNull(users.previousEmail), isNotNull(users.provenAt)],
  );
  return (await db.$count(users, isOwn)) > 0;
}

/** Throws UNAUTHENTICATED if the account was deleted meanwhile, and locks it. */
async function requireStay(tx: Db, id: string): Promise<void> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for("key share");
  if (account === undefined) throw new DomainError("UNAUTHENTICATED", "Please sign in");
}

/**
 * The stock of a product on sale, which cannot change until the transaction ends: a return of the product either waits
 * for the request, or is seen by it. Throws NOT_FOUND.
 */
export async function lockStock(tx: Db, productId: string): Promise<number> {
  if (!isId(productId)) throw notFound("Product");
  const [product] = await tx
    .select({ countInStock: products.countInStock })
    .from(products)
    .where(and(eq(products.id, productId), isVisible))
    .for("share");
  if (product === undefined) throw notFound("Product");
  return product.countInStock;
}

/** The address to which a customer gets a mail when the product is back; `null` without a request. */
export async function readOwnStockAlert(db: Db, user: User, productId: string): Promise<{ email: string } | null> {
  if (!isId(productId)) return null;
  const isOwn = and(
    eq(stockAlerts.productId, productId),
    eq(stockAlerts.userId, user.id),
    isNotNull(stockAlerts.confirmedAt),
  );
  const [alert] = await db.select({ email: stockAlerts.email }).from(stockAlerts).where(isOwn);
  return alert ?? null;
}

/** Takes a customer's own request back. Idempotent. */
export async function cancelStockAlert(db: Db, user: User, productId: string): Promise<void> {
  if (!isId(productId)) return;
  await db.delete(stockAlerts).where(and(eq(stockAlerts.productId, productId), eq(stockAlerts.userId, user.id)));
}
