import { createHash } from "node:crypto";
import type { ExchangeGoods } from "@shop/shared/order/exchange";
import type { PlaceOrder } from "@shop/shared/order/order";
import type { OrderByHand } from "@shop/shared/order/order-by-hand";
import { and, eq, sql } from "drizzle-orm";
import { type Db, preparedSql } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { idempotencyKeys } from "../../db/schema/orders.ts";
import type { User } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";

const placeholder = sql.placeholder;

/** An idempotency key returns its first result for 24 hours; after that it can be used again. */
const claimedOrder = preparedSql<{ claimed: string | null }>(
  "claimed_order",
  sql`
    with account as (
      select id from ${users} where id = ${placeholder("userId")} and deleted_at is null for no key update
    ), claimed as (
      insert into ${idempotencyKeys} as known (user_id, key, request_hash, order_id)
      select account.id, attempt.key, ${placeholder("requestHash")}, ${placeholder("orderId")}::uuid
      from account, (values (${placeholder("key")}::text)) as attempt(key) where attempt.key is not null
      on conflict (user_id, key) do update
      set request_hash = excluded.request_hash, order_id = excluded.order_id, created_at = now()
      where known.created_at < now() - interval '24 hours'
      returning order_id
    )
    select claimed.order_id as claimed from account left join claimed on true`,
);

/**
 * Starts an attempt to place an order, in one statement. Throws UNAUTHENTICATED if the account has
 * been deleted, and locks the account's row until the transaction ends, so that it cannot be deleted
 * meanwhile and concurrent orders of one customer are serialized. Claims the idempotency key, if
 * there is one, and returns the id of the order that it stands for: the new order, or that of an
 * earlier attempt.
 */
export async function claimOrder(
  tx: Db,
  user: User,
  { id, input, key }: { id: string; input: PlaceOrder | OrderByHand | ExchangeGoods; key: string | undefined },
): Promise<string> {
  const requestHash = createHash("sha256").update(JSON.stringify(input)).digest("base64url");
  const { rows } = await claimedOrder(tx).execute({ userId: user.id, requestHash, orderId: id, key: key ?? null });
  const [account] = rows;
  if (account === undefined) throw new DomainError("UNAUTHENTICATED", "Please sign in");
  return key === undefined || account.claimed === id ? id : findOrder(tx, user, key, requestHash);
}

/** The order that a key already stands for. Throws IDEMPOTENCY_KEY_REUSED if the key was used for another request. */
async function findOrder(tx: Db, user: User, key: string, requestHash: string): Promise<string> {
  const [known] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, user.id), eq(idempotencyKeys.key, key)));
  if (known === undefined) throw new Error("claimed idempotency key not found");
  if (known.requestHash !== requestHash) {
    throw new DomainError("IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key was used for another order");
  }
  return known.orderId;
}
