import { createHash } from "node:crypto";
import { formatMoney, toWire } from "@shop/shared/money";
import type { Order, PlaceOrder } from "@shop/shared/order";
import { priceLines } from "@shop/shared/pricing";
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { idempotencyKeys, orderEvents, orderItems, orders, users } from "../../db/schema.ts";
import type { User } from "../account/actor.ts";
import { DomainError, retryingConflicts } from "../errors.ts";
import { toOrder } from "./dto.ts";
import { readOwnOrder } from "./read.ts";
import { mergeLines, takeStock } from "./stock.ts";
import type { Turns } from "./turns.ts";

/** What placing needs from outside. Times in milliseconds. */
export type Counter = { db: Db; holdMs: number; turns: Turns };

export type Placed = { order: Order; isReplay: boolean };

/** How long a key answers with its first result, in milliseconds. */
const keyLifetime = 86_400_000;

/**
 * Places an order in one transaction, or changes nothing: takes the stock,
 * prices the lines from the catalogue, and keeps them as they are now. Prices
 * that a caller sends are not believed; a total that it expects and that is no
 * longer true refuses the order. The same key and request give the same order
 * again, the same key with another request is refused.
 */
export async function placeOrder(
  { db, holdMs, turns }: Counter,
  user: User,
  input: PlaceOrder,
  idempotencyKey?: string,
): Promise<Placed> {
  const units = mergeLines(input.orderItems);
  const place = () =>
    db.transaction(async (tx) => {
      await keepAccount(tx, user);
      const id = uuidv7();
      const first = idempotencyKey === undefined ? id : await claimKey(tx, user, idempotencyKey, input, id);
      if (first !== id) return { order: await readOwnOrder(tx, user, first), isReplay: true };

      const taken = new Map((await takeStock(tx, units)).map((product) => [product.productId, product]));
      const items = units.map(({ productId, qty }, position) => {
        const product = taken.get(productId);
        if (product === undefined) throw new Error("stock was taken for a product that is not there");
        return { ...product, orderId: id, position, qty };
      });
      const price = priceLines(items);
      if (input.expectedTotal !== undefined && input.expectedTotal !== price.totalCents) {
        const message = `The total is now ${formatMoney(toWire(price.totalCents))}`;
        const errors = [{ path: "expectedTotal", message }];
        throw new DomainError("PRICE_CHANGED", "Prices have changed. Please review your cart.", { errors });
      }
      const [row] = await tx
        .insert(orders)
        .values({
          id,
          userId: user.id,
          buyerName: user.name,
          buyerEmail: user.email,
          ...input.shippingAddress,
          paymentMethod: input.paymentMethod,
          ...price,
          heldUntil: new Date(Date.now() + holdMs),
        })
        .returning();
      if (row === undefined) throw new Error("an inserted order did not come back");
      await tx.insert(orderItems).values(items);
      await tx.insert(orderEvents).values({ orderId: id, act: "placed", userId: user.id });
      const lines = items.map(({ name, qty, image, priceCents, productId }) => ({
        name,
        qty,
        image,
        priceCents,
        product: productId,
      }));
      return { order: toOrder({ ...row, items: lines }), isReplay: false };
    });
  return turns(
    units.map(({ productId }) => productId),
    () => retryingConflicts(place),
  );
}

/** Refuses whoever was deleted since they were let in, and keeps them from being deleted until the end. */
async function keepAccount(tx: Db, user: User): Promise<void> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, user.id), isNull(users.deletedAt)))
    .for("key share");
  if (account === undefined) throw new DomainError("UNAUTHENTICATED", "Please sign in");
}

/**
 * Claims a key for a new order, or gives the order that it already stands for.
 * A second attempt at the same moment waits here until the first has ended.
 */
async function claimKey(tx: Db, user: User, key: string, input: PlaceOrder, orderId: string): Promise<string> {
  const requestHash = createHash("sha256").update(JSON.stringify(input)).digest("base64url");
  const isMine = and(eq(idempotencyKeys.userId, user.id), eq(idempotencyKeys.key, key));
  const tooOld = lt(idempotencyKeys.createdAt, new Date(Date.now() - keyLifetime));
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ userId: user.id, key, requestHash, orderId })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { requestHash, orderId, createdAt: sql`now()` },
      setWhere: tooOld,
    })
    .returning({ orderId: idempotencyKeys.orderId });
  if (claimed.length > 0) return orderId;
  const [known] = await tx.select().from(idempotencyKeys).where(isMine);
  if (known === undefined) throw new Error("a claimed key is gone");
  if (known.requestHash !== requestHash) {
    throw new DomainError("IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key was used for another order");
  }
  return known.orderId;
}
